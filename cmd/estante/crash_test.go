package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// proveChanges is how many changes TestACrashLosesAndDoublesNothing makes
// instead of a few; see make prove.
const proveChanges = "PROVE_CHANGES"

const (
	crashClerks   = 64
	crashProducts = 8
	crashStock    = 1_000_000
)

// counterShop is a shop to which something happens while clerks work in it: its
// only process is killed and started again, unless it is told something else.
type counterShop struct {
	data     string
	flags    []string
	products []int64
	token    string
	// accident is what happens. One that leaves the process without its database
	// has it answer 503 meanwhile, which is an answer only then.
	accident func(*testing.T)
	outages  bool

	mu      sync.Mutex
	current *server
	// replaced is closed when another process takes the place of the current one.
	replaced chan struct{}
}

func newCounterShop(data string) *counterShop {
	shop := &counterShop{data: data, replaced: make(chan struct{})}
	shop.accident = shop.crash
	return shop
}

// fillCounterShop fills an empty database.
func fillCounterShop(t *testing.T, options store.Options) *counterShop {
	t.Helper()
	shop := newCounterShop(options.Dir)
	if options.URL != "" {
		shop.data, shop.flags = t.TempDir(), []string{"--database", options.URL}
	}
	inv := inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 1})
	for n := range crashProducts {
		sku, stock := fmt.Sprintf("MOS-%d", n), int64(crashStock)
		product, err := inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
			SKU: &sku, Name: &sku,
			Stock: &stock,
		})
		if err != nil {
			t.Fatal(err)
		}
		shop.products = append(shop.products, product.ID)
	}
	if created := estante(t, shop.data, "clave-de-prueba\n", append([]string{
		"user", "create", "ana", "--first-name", "Ana", "--last-name", "Gil",
		"--email", "ana@example.com", "--dni", "1",
	}, shop.flags...)...); created.code != 0 {
		t.Fatal(created.stderr)
	}
	return shop
}

// open begins to serve.
func (s *counterShop) open(t *testing.T) {
	t.Helper()
	s.current = serving(t, s.data, s.flags...)
	s.token = s.current.signIn(t, "ana", "clave-de-prueba")
}

// close stops to serve, politely.
func (s *counterShop) close(t *testing.T) {
	t.Helper()
	last, _ := s.now()
	last.terminate(t)
	last.stops(t, time.Now())
}

// now is the process that serves, and what tells that it no longer does.
func (s *counterShop) now() (*server, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current, s.replaced
}

// crash kills the process as a power cut does, and starts another.
func (s *counterShop) crash(t *testing.T) {
	t.Helper()
	victim, _ := s.now()
	if err := victim.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	<-victim.ended
	next := serving(t, s.data, s.flags...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = next
	close(s.replaced)
	s.replaced = make(chan struct{})
}

// work has the clerks make so many changes, with so many crashes on the way,
// and returns what they were told.
func (s *counterShop) work(t *testing.T, changes, crashes int, transport http.RoundTripper) *books {
	t.Helper()
	books := newBooks(changes, crashes)
	s.workOn(t, books, transport)
	return books
}

func (s *counterShop) workOn(t *testing.T, books *books, transport http.RoundTripper) {
	t.Helper()
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	var clerks, killer sync.WaitGroup
	killer.Go(func() {
		for range books.crash {
			s.accident(t)
		}
	})
	for n := range crashClerks {
		clerks.Go(func() { newClerk(n, s, books, client).work(t) })
	}
	clerks.Wait()
	close(books.crash)
	killer.Wait()
}

// TestACrashLosesAndDoublesNothing has clerks adjust, enter, order, ship and
// look while the server is killed again and again. Each repeats what was not
// answered, under the same key, as the page does. In the end the stock is what
// the answers add up to, and what each clerk saw fits one order of events.
func TestACrashLosesAndDoublesNothing(t *testing.T) {
	changes, crashes := 300, 2
	if text := os.Getenv(proveChanges); text != "" {
		var err error
		if changes, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		crashes = max(50, changes/400)
	}
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		shop := fillCounterShop(t, options)
		shop.open(t)
		began := time.Now()
		books := shop.work(t, changes, crashes, &http.Transport{MaxIdleConnsPerHost: crashClerks})
		took := time.Since(began)
		for _, problem := range shop.problems(t, books) {
			t.Error(problem)
		}
		t.Logf("%d changes and %d looks with %d crashes in %s: each change once, in one order; %d requests were sent again",
			books.made.Load(), books.looks.Load(), crashes, took.Round(time.Millisecond), books.repeated.Load())
		shop.close(t)
	})
}

// problems holds the shop to what its clerks were told, and its ledger to itself.
func (s *counterShop) problems(t *testing.T, books *books) []string {
	t.Helper()
	server, _ := s.now()
	problems := books.contradictions(s.products)
	for _, id := range s.products {
		found := tally{
			stock:     number(t, server, s.token, fmt.Sprintf("/api/products/%d/", id), "currentStock"),
			movements: number(t, server, s.token, fmt.Sprintf("/api/movements/?product=%d", id), "count"),
		}
		if told := books.told(id); found != told {
			problems = append(problems, fmt.Sprintf("product %d has %+v; the clerks were told %+v", id, found, told))
		}
	}
	if orders := number(t, server, s.token, "/api/pedidos/", "count"); orders != books.orders.Load() {
		problems = append(problems, fmt.Sprintf("there are %d orders; the clerks made %d", orders, books.orders.Load()))
	}
	if checked := estante(t, s.data, "", append([]string{"verify"}, s.flags...)...); checked.code != 0 {
		problems = append(problems, "verify: "+checked.stdout+checked.stderr)
	}
	return problems
}

// TestTheCrashCheckersNotice plants the faults that the checks above are for,
// between the clerks and a server that is right.
func TestTheCrashCheckersNotice(t *testing.T) {
	pattern := fillCounterShop(t, storetest.SQLite(t))
	for name, fault := range map[string]struct {
		transport http.RoundTripper
		notice    string
	}{
		"a key that is ignored":         {&keyless{inner: http.DefaultTransport}, "the clerks were told"},
		"an answer that came too early": {&hasty{inner: http.DefaultTransport}, "the clerks were told"},
		"a look at what was before": {&stale{
			inner: http.DefaultTransport, seen: map[string][]byte{},
		}, "no order of events"},
		"an update that overwrites another": {&overwriting{inner: http.DefaultTransport}, "no order of events"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Cleanup(http.DefaultClient.CloseIdleConnections)
			shop := newCounterShop(t.TempDir())
			shop.products = pattern.products
			if err := os.CopyFS(shop.data, os.DirFS(pattern.data)); err != nil {
				t.Fatal(err)
			}
			shop.open(t)
			problems := shop.problems(t, shop.work(t, 200, 0, fault.transport))
			if !strings.Contains(strings.Join(problems, "\n"), fault.notice) {
				t.Errorf("went unnoticed: %q", problems)
			}
		})
	}
}
