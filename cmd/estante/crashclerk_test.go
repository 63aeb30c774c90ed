package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// clerk is a client that does not give up.
type clerk struct {
	number int
	dice   *rand.Rand
	shop   *counterShop
	books  *books
	client *http.Client
	keys   int
}

func newClerk(number int, shop *counterShop, books *books, client *http.Client) *clerk {
	return &clerk{
		number: number, dice: rand.New(rand.NewPCG(uint64(number), 2026)), shop: shop, books: books, client: client,
	}
}

// work makes changes until all clerks together have made enough.
func (c *clerk) work(t *testing.T) {
	for c.books.open() && !t.Failed() {
		product := c.shop.products[c.dice.IntN(len(c.shop.products))]
		switch dice := c.dice.IntN(10); {
		case dice < 5:
			c.adjust(t, product)
		case dice < 6:
			c.enter(t, product)
		case dice < 7:
			c.ship(t, product)
		default:
			c.look(t, product)
		}
	}
}

func (c *clerk) adjust(t *testing.T, product int64) {
	quantity, kind := 1+c.dice.Int64N(9), "add"
	delta := quantity
	if c.dice.IntN(2) == 0 {
		kind, delta = "remove", -quantity
	}
	began := c.books.now()
	var answer struct {
		Stock int64 `json:"new_stock"`
	}
	c.change(t, http.MethodPost, fmt.Sprintf("/api/products/%d/adjust_stock/", product),
		fmt.Sprintf(`{"type":%q,"quantity":%d}`, kind, quantity), &answer)
	c.books.write(c.number, product, change{delta: delta}, answer.Stock, began)
}

func (c *clerk) enter(t *testing.T, product int64) {
	quantity := 1 + c.dice.Int64N(9)
	began := c.books.now()
	var answer struct{ NewStock int64 }
	c.change(t, http.MethodPost, "/api/entries/", fmt.Sprintf(`{"productId":%d,"quantity":%d,"entryType":"purchase"}`,
		product, quantity), &answer)
	c.books.write(c.number, product, change{delta: quantity}, answer.NewStock, began)
}

// ship orders a product and sends it, each step for itself.
func (c *clerk) ship(t *testing.T, product int64) {
	quantity := 1 + c.dice.Int64N(3)
	var order struct{ ID int64 }
	c.change(t, http.MethodPost, "/api/pedidos/",
		fmt.Sprintf(`{"customerName":"Eva","items":[{"productId":%d,"quantity":%d,"unitPrice":1}]}`, product, quantity),
		&order)
	c.books.orders.Add(1)
	path := fmt.Sprintf("/api/pedidos/%d/", order.ID)
	c.change(t, http.MethodPatch, path, `{"status":"processing"}`, &order)
	began := c.books.now()
	c.change(t, http.MethodPatch, path, `{"status":"shipped"}`, &order)
	c.books.ship(order.ID, began)
	c.books.write(c.number, product, change{delta: -quantity}, unsaid, began)
}

// look asks how much there is. A look that was not answered saw nothing.
func (c *clerk) look(t *testing.T, product int64) {
	var answer struct{ CurrentStock int64 }
	var began time.Duration
	c.ask(t, func() *http.Request {
		began = c.books.now()
		return c.request(t, http.MethodGet, fmt.Sprintf("/api/products/%d/", product), "")
	}, &answer)
	c.books.looks.Add(1)
	c.books.write(c.number, product, change{look: true}, answer.CurrentStock, began)
}

// change asks for a change, under one key however often it must be asked.
func (c *clerk) change(t *testing.T, method, path, body string, answer any) {
	c.keys++
	key := fmt.Sprintf("clerk-%d-%d", c.number, c.keys)
	c.ask(t, func() *http.Request {
		request := c.request(t, method, path, body)
		request.Header.Set("Idempotency-Key", key)
		return request
	}, answer)
	c.books.count()
}

func (c *clerk) request(t *testing.T, method, path, body string) *http.Request {
	server, _ := c.shop.now()
	request, err := http.NewRequestWithContext(t.Context(), method, server.url+path, strings.NewReader(body))
	if err != nil {
		panic(err) // Only the test's own words are in it.
	}
	request.Header.Set("Authorization", "Session "+c.shop.token)
	request.Header.Set("Content-Type", "application/json")
	return request
}

// ask sends until there is an answer. Where there is none, the process died.
func (c *clerk) ask(t *testing.T, request func() *http.Request, answer any) {
	for giveUp := time.Now().Add(patience); ; {
		_, replaced := c.shop.now()
		err := c.send(t, request(), answer)
		if err == nil {
			return
		}
		c.books.repeated.Add(1)
		again := time.Until(giveUp)
		if errors.Is(err, errAway) {
			again = min(again, 50*time.Millisecond)
		}
		select {
		case <-replaced:
		case <-time.After(again):
		case <-t.Context().Done():
			return
		}
		if time.Now().After(giveUp) {
			t.Errorf("no answer, and nobody died: %v", err)
			return
		}
	}
}

// errAway is the answer of a process that waits for its database.
var errAway = errors.New("the database is away")

func (c *clerk) send(t *testing.T, request *http.Request, answer any) error {
	response, err := c.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode == http.StatusServiceUnavailable && c.shop.outages {
		return fmt.Errorf("%w: %s", errAway, text)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		t.Errorf("%s %s answered %d %s", request.Method, request.URL.Path, response.StatusCode, text)
		return nil
	}
	return json.Unmarshal(text, answer)
}

// number reads one number of an answer.
func number(t *testing.T, s *server, token, path, field string) int64 {
	t.Helper()
	status, text := s.ask(t, http.MethodGet, path, token, "")
	var answer map[string]any
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("%s answered %d %s", path, status, text)
	}
	return int64(answer[field].(float64))
}

// turn is every nth of the changes of stock, for faults that are planted.
type turn struct{ taken atomic.Int64 }

func (n *turn) comes(request *http.Request) bool {
	return strings.HasSuffix(request.URL.Path, "/adjust_stock/") && n.taken.Add(1)%10 == 0
}
