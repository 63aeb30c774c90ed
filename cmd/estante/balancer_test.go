package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/mail/mailtest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// balancer hands requests to one process after the other, as a proxy in front
// of several does: a process that accepts no connection is passed over.
type balancer struct {
	client  *http.Client
	turn    atomic.Int64
	mu      sync.Mutex
	members []*server
	// broken counts requests that a process left unanswered.
	broken atomic.Int64
}

// order is the processes, beginning with the one whose turn it is.
func (b *balancer) order() []*server {
	b.mu.Lock()
	defer b.mu.Unlock()
	first := int(b.turn.Add(1)) % len(b.members)
	return append(slices.Clone(b.members[first:]), b.members[:first]...)
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	for _, member := range b.order() {
		request, err := http.NewRequestWithContext(r.Context(), r.Method, member.url+r.URL.RequestURI(),
			bytes.NewReader(body))
		if err != nil {
			break
		}
		request.Header = r.Header.Clone()
		response, err := b.client.Do(request)
		var refused *net.OpError
		if errors.As(err, &refused) && refused.Op == "dial" {
			continue
		}
		if err != nil {
			break
		}
		defer func() { _ = response.Body.Close() }()
		w.WriteHeader(response.StatusCode)
		passOn(w, response.Body)
		return
	}
	b.broken.Add(1)
	w.WriteHeader(http.StatusServiceUnavailable)
}

// passOn hands on what comes as it comes: a stream has no end to wait for.
func passOn(w http.ResponseWriter, from io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if _, failed := w.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
	}
}

// add puts a process behind the balancer.
func (b *balancer) add(member *server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members = append(b.members, member)
}

// oldest takes the process out that has been there longest.
func (b *balancer) oldest() *server {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.members[0]
}

func (b *balancer) forget(member *server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members = slices.DeleteFunc(b.members, func(other *server) bool { return other == member })
}

// TestProcessesComeAndGo has clerks work with three processes of which one
// after the other is killed or asked to stop, and replaced. One that is asked
// to stop leaves nobody without an answer; pages hear of everything, and each
// letter is written once.
func TestProcessesComeAndGo(t *testing.T) {
	changes, comings := 300, 2
	if long() {
		changes, comings = outageChanges, 10
	}
	post := mailtest.Serve(t)
	shop := fillCounterShop(t, store.Options{URL: storetest.Postgres(t)})
	begin := func() *server {
		return serving(t, shop.data, append([]string{"--smtp", post.Address + "?tls=no"}, shop.flags...)...)
	}
	doorway := &balancer{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: crashClerks}}}
	for range 3 {
		doorway.add(begin())
	}
	front := httptest.NewServer(doorway)
	t.Cleanup(front.Close)
	t.Cleanup(doorway.client.CloseIdleConnections)
	shop.current, shop.outages = &server{url: front.URL}, true
	shop.token = doorway.oldest().signIn(t, "ana", "clave-de-prueba")
	kills, stops, unanswered := 0, 0, int64(0)
	books := newBooks(changes, comings)
	audience := shop.gather(t, books)
	invited := map[string]bool{}
	shop.accident = func(t *testing.T) {
		// What a killed process was about to send takes a minute, which the short form has not.
		if long() || (kills+stops)%2 == 1 {
			shop.invite(t, invited)
		}
		leaving := doorway.oldest()
		before := doorway.broken.Load()
		if (kills+stops)%2 == 0 {
			kills++
			_ = leaving.cmd.Process.Kill()
			<-leaving.ended
		} else {
			stops++
			leaving.terminate(t)
			leaving.stops(t, time.Now())
			unanswered += doorway.broken.Load() - before
		}
		doorway.forget(leaving)
		doorway.add(begin())
	}
	shop.workOn(t, books, &http.Transport{MaxIdleConnsPerHost: crashClerks})
	for _, problem := range append(shop.problems(t, books), audience.problems()...) {
		t.Error(problem)
	}
	if unanswered > 0 {
		t.Errorf("%d requests were left unanswered by processes that were asked to stop", unanswered)
	}
	repeated := lettersOnce(t, post, invited, kills)
	t.Logf("%d changes and %d looks by three processes, %d killed and %d asked to stop: none lost, none doubled; %d "+
		"requests unanswered by those killed, %d by those asked; "+
		"%d pages heard of all %d orders, their streams opened %d times; %d letters, each once, %d repeated under its own "+
		"name",
		books.made.Load(), books.looks.Load(), kills, stops, doorway.broken.Load(), unanswered,
		len(audience.pages), len(books.shipped), audience.opened(), len(invited), repeated)
	audience.leave()
	for _, member := range doorway.members {
		member.terminate(t)
		member.stops(t, time.Now())
	}
}
