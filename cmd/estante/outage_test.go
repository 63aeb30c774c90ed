package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"estante/internal/store"
	"estante/internal/store/storetest"
)

// long says that tests take their long form; see make prove.
func long() bool { return os.Getenv("PROVE") != "" }

const (
	outageChanges = 6000
	// briefChanges are those of the short form.
	briefChanges = 300
	// backWithin is how long the shop may take to work again.
	backWithin = 5 * time.Second
)

// outage runs clerks through accidents of the database. The process stays the
// same: it has to find its way back by itself.
func outage(t *testing.T, address string, accidents int, accident func(t *testing.T)) {
	t.Helper()
	shop := fillCounterShop(t, store.Options{URL: address})
	shop.open(t)
	shop.outages = true
	var slowest time.Duration
	var books *books
	shop.accident = func(t *testing.T) {
		accident(t)
		back, made := time.Now(), books.made.Load()
		for books.made.Load() == made && time.Since(back) < patience {
			time.Sleep(10 * time.Millisecond)
		}
		slowest = max(slowest, time.Since(back))
	}
	changes := briefChanges
	if long() {
		changes = outageChanges
	}
	books = newBooks(changes, accidents)
	shop.workOn(t, books, &http.Transport{MaxIdleConnsPerHost: crashClerks})
	if slowest > backWithin {
		t.Errorf("changes were taken again after %s", slowest)
	}
	for _, problem := range shop.problems(t, books) {
		t.Error(problem)
	}
	t.Logf("%d changes and %d looks through %d accidents: none lost, none doubled; changed again after %s at the latest;"+
		" %d requests were sent again",
		books.made.Load(), books.looks.Load(), accidents, slowest.Round(time.Millisecond), books.repeated.Load())
	shop.close(t)
}

func TestThePostgreSQLServerDiesAndComesBack(t *testing.T) {
	if os.Getenv("TEST_POSTGRES") == "" {
		t.Skip("TEST_POSTGRES is not set")
	}
	server, accidents := startPrimary(t), 1
	if long() {
		accidents = 5
	}
	outage(t, "postgres://estante@"+server.host()+"/postgres?sslmode=disable", accidents, func(t *testing.T) {
		t.Helper()
		server.kill(t)
		server.start(t)
	})
}

// A network that is cut tells nobody: connections stay, and nothing comes. The
// long form, in which the network is a real one, is TestTheNetworkIsReallyCut.
func TestTheNetworkToPostgreSQLIsCut(t *testing.T) {
	address, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	wire := lay(t, address.Host)
	address.Host = wire.front.Addr().String()
	outage(t, address.String(), 1, func(t *testing.T) {
		t.Helper()
		wire.cut()
		time.Sleep(time.Second)
		wire.heal()
	})
}

// wire passes bytes on between Estante and its database, unless it is cut.
type wire struct {
	front net.Listener
	back  string
	mu    sync.Mutex
	// whole is closed while bytes pass.
	whole chan struct{}
	conns []net.Conn
}

func lay(t *testing.T, back string) *wire {
	t.Helper()
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{front: front, back: back, whole: make(chan struct{})}
	close(w.whole)
	go w.accept()
	t.Cleanup(func() {
		_ = front.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, conn := range w.conns {
			_ = conn.Close()
		}
	})
	return w
}

func (w *wire) accept() {
	for {
		client, err := w.front.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.back)
		if err != nil {
			_ = client.Close()
			continue
		}
		w.mu.Lock()
		w.conns = append(w.conns, client, server)
		w.mu.Unlock()
		go w.pass(client, server)
		go w.pass(server, client)
	}
}

func (w *wire) pass(from, to net.Conn) {
	defer func() { _, _ = from.Close(), to.Close() }()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		whole := w.whole
		w.mu.Unlock()
		<-whole
		if err != nil {
			return
		}
		if _, err := io.Writer(to).Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.whole = make(chan struct{})
}

func (w *wire) heal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.whole)
}
