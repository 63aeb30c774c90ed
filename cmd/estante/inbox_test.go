package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// proveInbox is how many deliveries TestInbox sends instead of a few; see make
// prove-inbox.
const proveInbox = "PROVE_INBOX"

// mailroom is a shop's inventory with products and the shops that send to it.
type mailroom struct {
	inv      *inventory.Inventory
	products []int64
	channels map[channel.Source]inbox.ChannelRow
	secrets  map[channel.Source]string
}

// openMailroom fills an empty database. Nobody but the processes processes
// anything: this one only looks.
func openMailroom(t *testing.T, options store.Options, key core.SecretKey) *mailroom {
	t.Helper()
	room := &mailroom{channels: map[channel.Source]inbox.ChannelRow{}, secrets: map[channel.Source]string{}}
	room.inv = inventory.New(storetest.Open(t, options), inventory.Options{
		SecretKey: key, PublicURL: &url.URL{Scheme: "http", Host: "localhost"}, PasswordWorkers: 1,
	})
	for n := range storyProducts {
		stock, sku := int64(1_000_000), storySKU(n)
		product, err := room.inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
			SKU: &sku, Name: &sku,
			Stock: &stock,
		})
		if err != nil {
			t.Fatal(err)
		}
		room.products = append(room.products, product.ID)
	}
	for _, source := range channel.Sources {
		sender, secret, err := room.inv.Inbox.CreateChannel(t.Context(), core.System,
			inbox.NewChannel{Name: string(source), Source: source})
		if err != nil {
			t.Fatal(err)
		}
		room.channels[source], room.secrets[source] = sender, secret
	}
	return room
}

// sign makes the headers of a letter. The same letter has the same name however
// often it is sent, as shops do it.
func (m *mailroom) sign(t *testing.T, l letter) map[string]string {
	t.Helper()
	sum := sha256.Sum256(append([]byte(l.topic), l.body...))
	name := hex.EncodeToString(sum[:])
	headers, err := l.source.Sign(channel.Message{
		ID: name, Topic: l.topic, At: time.Now(), Body: l.body,
	}, m.secrets[l.source])
	if err != nil {
		t.Fatal(err)
	}
	return headers
}

// take hands a letter in and has it processed at once, as if nothing else happened.
func (m *mailroom) take(t *testing.T, l letter) {
	t.Helper()
	var headers inbox.DeliveryHeaders
	for name, value := range m.sign(t, l) {
		headers = append(headers, inbox.DeliveryHeader{Name: name, Value: value})
	}
	if _, err := m.inv.Inbox.ReceiveDelivery(t.Context(), m.channels[l.source].Channel, headers, l.body); err != nil {
		t.Fatal(err)
	}
	if taken, err := m.inv.Inbox.ProcessDeliveries(t.Context()); err != nil || taken != 1 {
		t.Fatalf("%d taken, %v", taken, err)
	}
}

// state is everything that must not depend on when what arrived: each order
// with what became of its lines, and each product's stock and claims.
func (m *mailroom) state(t *testing.T) []string {
	t.Helper()
	var lines []string
	for page := 1; ; page++ {
		orders, err := m.inv.Orders.ListOrders(t.Context(), order.Filter{
			Ordering: order.OrdersByNumber, Page: core.Page{Number: page, Size: 100},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range orders.Rows {
			var parts []string
			for _, l := range o.Lines {
				if l.Cancelled < l.Quantity { // What was taken out of an order may never have been told of.
					parts = append(parts, fmt.Sprintf("%s %s %d-%d/%d/%d/%d/%d", l.ExternalID, l.SKU, l.Quantity, l.Cancelled,
						l.Shipped, l.Returned, l.WrittenOff, l.Claimed))
				}
			}
			slices.Sort(parts)
			lines = append(lines, fmt.Sprintf("%s %s %s %s %d %s: %s", o.Source, o.ExternalID, o.Number, o.Status, o.Total,
				o.CustomerName, strings.Join(parts, ", ")))
		}
		if len(orders.Rows) < 100 {
			break
		}
	}
	slices.Sort(lines)
	for _, id := range m.products {
		product, err := m.inv.Catalogue.Product(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s stock %d reserved %d short %d", product.SKU, product.Stock, product.Reserved,
			product.Shortage))
	}
	return lines
}

// inState counts the deliveries in a state.
func (m *mailroom) inState(t *testing.T, state inbox.DeliveryState) int {
	t.Helper()
	list, err := m.inv.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
		State: state, Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.Count.N
}

// settle waits until nothing waits to be processed. What waits for other news
// is tried again as soon as there is no other: nobody has hours here.
func (m *mailroom) settle(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	wake := make(chan struct{}, 1)
	var listening sync.WaitGroup
	listening.Go(func() {
		_ = m.inv.Core.Events(ctx, func([]core.Event) {
			select {
			case wake <- struct{}{}:
			default:
			}
		})
	})
	defer listening.Wait()
	defer cancel()
	for {
		pending, retrying := m.inState(t, inbox.DeliveryPending), m.inState(t, inbox.DeliveryRetrying)
		switch {
		case pending == 0 && retrying == 0:
			return
		case pending == 0:
			m.hurry(t)
		}
		select {
		case <-wake:
		case <-ctx.Done():
			t.Fatalf("%d deliveries are still pending, %d retrying", pending, retrying)
		}
	}
}

func (m *mailroom) hurry(t *testing.T) {
	t.Helper()
	list, err := m.inv.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
		State: inbox.DeliveryRetrying, Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, delivery := range list.Rows {
		_, _ = m.inv.Inbox.ReprocessDelivery(t.Context(), delivery.ID) // It may just have been processed.
	}
}

// postman sends letters to processes of which one dies.
type postman struct {
	room    *mailroom
	client  *http.Client
	servers []*server
	// dead is the process that no longer answers.
	dead  atomic.Pointer[server]
	mu    sync.Mutex
	took  []time.Duration
	lost  atomic.Int64
	posts atomic.Int64
}

// post sends a letter until a process answers that it is stored, as shops do.
func (p *postman) post(t *testing.T, l letter, dice *rand.Rand) {
	t.Helper()
	path := strings.TrimPrefix(p.room.channels[l.source].Address, "http://localhost")
	for {
		to := p.servers[dice.IntN(len(p.servers))]
		if to == p.dead.Load() {
			continue
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to.url+path, bytes.NewReader(l.body))
		if err != nil {
			t.Error(err)
			return
		}
		for name, value := range p.room.sign(t, l) {
			request.Header.Set(name, value)
		}
		began := time.Now()
		response, err := p.client.Do(request)
		if err != nil {
			p.lost.Add(1)
			continue // It died with our letter in its hands.
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("a genuine delivery was answered %d", response.StatusCode)
			return
		}
		p.mu.Lock()
		p.took = append(p.took, time.Since(began))
		p.mu.Unlock()
		p.posts.Add(1)
		return
	}
}

// TestInbox sends what three shops have to say, shuffled, three of ten letters
// twice, to two processes on one PostgreSQL database, kills one of them on the
// way, and wants to find what it finds when everything comes in order, once.
func TestInbox(t *testing.T) {
	address := storetest.Postgres(t)
	total := 300
	if text := os.Getenv(proveInbox); text != "" {
		var err error
		if total, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	data := t.TempDir()
	key, err := (&place{Data: data}).secretKey(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	teller := &storyteller{dice: rand.New(rand.NewPCG(4, 2026))}
	told := teller.tell(t, total*7/10)
	room := openMailroom(t, store.Options{URL: address}, key)
	people := &postman{
		room: room, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}},
		servers: []*server{
			serving(t, data, "--database", address, "--delivery-lease", "3s"),
			serving(t, data, "--database", address, "--delivery-lease", "3s"),
		},
	}
	t.Cleanup(people.client.CloseIdleConnections)
	began := time.Now()
	people.sendAll(t, told, total)
	stored := time.Since(began)
	room.settle(t)
	processed := time.Since(began)
	people.report(t, stored, processed)

	reference := openMailroom(t, storetest.SQLite(t), key)
	for _, l := range told {
		reference.take(t, l)
	}
	for range 3 { // What waits for other news, as a refund for its order, is tried again.
		reference.hurry(t)
		if _, err := reference.inv.Inbox.ProcessDeliveries(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, room.state(t), reference.state(t))
	if failed := room.inState(t, inbox.DeliveryFailed) + room.inState(t, inbox.DeliveryUnmatched) + room.inState(t,
		inbox.DeliveryRefused); failed != 0 {
		t.Errorf("%d deliveries failed", failed)
	}
	if got := estante(t, data, "", "verify", "--database", address); got.code != 0 {
		t.Errorf("verify: %+v", got)
	}
	last := people.servers[0]
	last.terminate(t)
	last.stops(t, time.Now())
}

// sendAll sends letters, shuffled and some again, from several hands, and kills
// the second process when four of ten are stored.
func (p *postman) sendAll(t *testing.T, told []letter, total int) {
	t.Helper()
	dice := rand.New(rand.NewPCG(7, 7))
	letters := slices.Clone(told)
	for len(letters) < total {
		letters = append(letters, told[dice.IntN(len(told))])
	}
	dice.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	waiting := make(chan letter)
	var hands sync.WaitGroup
	for n := range 6 {
		own := rand.New(rand.NewPCG(uint64(n), 1))
		hands.Go(func() {
			for l := range waiting {
				p.post(t, l, own)
			}
		})
	}
	for i, l := range letters {
		if i == len(letters)*4/10 {
			victim := p.servers[1]
			p.dead.Store(victim)
			if err := victim.cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
			<-victim.ended
		}
		waiting <- l
	}
	close(waiting)
	hands.Wait()
}

func (p *postman) report(t *testing.T, stored, processed time.Duration) {
	t.Helper()
	slices.Sort(p.took)
	at := func(share float64) time.Duration { return p.took[min(int(share*float64(len(p.took))), len(p.took)-1)] }
	t.Logf("%d deliveries stored in %s (%.0f/s), processed after %s (%.0f/s); answered in %s (p50), %s (p99), %s "+
		"(slowest); %d were sent again because their process died",
		p.posts.Load(), stored.Round(time.Millisecond), float64(p.posts.Load())/stored.Seconds(),
		processed.Round(time.Millisecond),
		float64(p.posts.Load())/processed.Seconds(), at(0.5), at(0.99), p.took[len(p.took)-1], p.lost.Load())
	if os.Getenv(proveInbox) != "" && at(0.99) >= 200*time.Millisecond {
		t.Errorf("the slowest hundredth waited %s or longer for an answer", at(0.99))
	}
}

// compare names the first few differences.
func compare(t *testing.T, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%d lines, %d in order", len(got), len(want))
	shown := 0
	for _, line := range got {
		if !slices.Contains(want, line) && shown < 10 {
			t.Errorf("only when shuffled: %s", line)
			shown++
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) && shown < 20 {
			t.Errorf("only in order: %s", line)
			shown++
		}
	}
}
