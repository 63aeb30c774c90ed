package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/mail/mailtest"
)

// pagesOpen is how many pages listen while processes come and go.
const pagesOpen = 6

// page is what an open page has heard of orders.
type page struct {
	mu sync.Mutex
	// of is when it last heard of an order, all when it last heard that it has
	// to ask for everything.
	of     map[int64]time.Duration
	all    time.Duration
	opened int
}

// audience are pages that listen, and open their stream again when it ends.
type audience struct {
	books  *books
	pages  []*page
	stop   context.CancelFunc
	ending sync.WaitGroup
}

// gather opens the pages.
func (s *counterShop) gather(t *testing.T, books *books) *audience {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	a := &audience{books: books, stop: stop}
	client := &http.Client{Transport: &http.Transport{}}
	for range pagesOpen {
		p := &page{of: map[int64]time.Duration{}}
		a.pages = append(a.pages, p)
		a.ending.Go(func() {
			for ctx.Err() == nil {
				p.listen(ctx, s, client, books)
			}
		})
	}
	t.Cleanup(func() { a.leave(); client.CloseIdleConnections() })
	return a
}

// leave closes the pages.
func (a *audience) leave() {
	a.stop()
	a.ending.Wait()
}

func (a *audience) opened() (times int) {
	for _, p := range a.pages {
		p.mu.Lock()
		times += p.opened
		p.mu.Unlock()
	}
	return times
}

// listen hears one stream to its end.
func (p *page) listen(ctx context.Context, shop *counterShop, client *http.Client, books *books) {
	server, _ := shop.now()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.url+"/api/events/", nil)
	if err != nil {
		panic(err) // Only the test's own words are in it.
	}
	request.Header.Set("Authorization", "Session "+shop.token)
	response, err := client.Do(request)
	if err != nil {
		return
	}
	defer func() { _ = response.Body.Close() }()
	event := ""
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if name, found := strings.CutPrefix(lines.Text(), "event: "); found {
			event = name
		}
		if data, found := strings.CutPrefix(lines.Text(), "data: "); found {
			p.hear(event, data, books.now())
		}
	}
}

// hear notes what was said. A page asks for everything when its stream opens.
func (p *page) hear(event, data string, now time.Duration) {
	var change struct {
		Topic string
		ID    *int64
	}
	_ = json.Unmarshal([]byte(data), &change)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case event == "hello":
		p.opened++
		p.all = now
	case event == "resync", change.Topic == "orders" && change.ID == nil:
		p.all = now
	case change.Topic == "orders":
		p.of[*change.ID] = now
	}
}

// missed counts the orders of whose last change a page has not heard.
func (p *page) missed(shipped map[int64]time.Duration) (orders int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for order, asked := range shipped {
		if p.of[order] < asked && p.all < asked {
			orders++
		}
	}
	return orders
}

// problems waits for the last words to arrive, and tells which never did.
func (a *audience) problems() (problems []string) {
	giveUp := time.Now().Add(patience)
	for n, p := range a.pages {
		for p.missed(a.books.shipped) > 0 && time.Now().Before(giveUp) {
			time.Sleep(10 * time.Millisecond)
		}
		if orders := p.missed(a.books.shipped); orders > 0 {
			problems = append(problems, fmt.Sprintf("page %d never heard of %d of %d orders", n, orders, len(a.books.shipped)))
		}
	}
	return problems
}

// The audience notices an order that it was not told of.
func TestTheAudienceNotices(t *testing.T) {
	p := &page{of: map[int64]time.Duration{}}
	p.hear("hello", "{}", 1)
	p.hear("change", `{"topic":"orders","id":7}`, 5)
	p.hear("change", `{"topic":"orders","id":8}`, 3)
	p.hear("change", `{"topic":"stock","id":9}`, 6)
	if missed := p.missed(map[int64]time.Duration{7: 4, 8: 4, 9: 4}); missed != 2 {
		t.Errorf("%d orders were missed", missed)
	}
	p.hear("resync", "{}", 7)
	if missed := p.missed(map[int64]time.Duration{7: 4, 8: 4, 9: 4}); missed != 0 {
		t.Errorf("%d orders were missed after everything was asked for", missed)
	}
}

// invite asks three more people in, each with a letter.
func (s *counterShop) invite(t *testing.T, invited map[string]bool) {
	t.Helper()
	for range 3 {
		name := fmt.Sprintf("persona%d", len(invited))
		server, _ := s.now()
		status, text := server.ask(t, http.MethodPost, "/api/users/", s.token,
			fmt.Sprintf(`{"username":%q,"dni":%q,"firstName":"Eva","lastName":"Gil","email":"%s@example.com","roleId":3}`, name,
				name, name))
		if status != http.StatusCreated {
			t.Errorf("inviting %s answered %d %s", name, status, text)
		}
		invited[name+"@example.com"] = true
	}
}

// lettersOnce waits for the letters and wants one for each invited user. Another
// process takes over, after a minute, what a killed process was about to send. A
// process that is killed after the mail server has taken a letter, but before it has
// read the answer, cannot know that: the letter comes again, under the same name.
func lettersOnce(t *testing.T, post *mailtest.Server, invited map[string]bool, kills int) (repeated int) {
	t.Helper()
	names := map[string]string{}
	for giveUp := time.Now().Add(3 * patience); len(names) < len(invited) &&
		time.Now().Before(giveUp); time.Sleep(10 * time.Millisecond) {
		for _, letter := range post.Letters() {
			id := letter.Header.Get("Message-Id")
			switch name, known := names[letter.To]; {
			case !invited[letter.To]:
				t.Errorf("a letter to %s, who was not invited", letter.To)
			case !known:
				names[letter.To] = id
			case name != id:
				t.Errorf("two letters to %s", letter.To)
			default:
				repeated++
			}
		}
	}
	if len(names) < len(invited) || repeated > kills {
		t.Errorf("%d of %d letters arrived, %d came again, and %d processes were killed", len(names), len(invited), repeated,
			kills)
	}
	return repeated
}
