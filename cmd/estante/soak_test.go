package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/store"
)

// proveSoak is for how long TestSoak goes on instead of a moment, and proveShop
// the folder of a shop to work in instead of one of its own; see make soak.
const (
	proveSoak = "PROVE_SOAK"
	proveShop = "PROVE_SHOP"
)

const (
	soakWorkers   = 8
	soakListeners = 24
	// soakPause is between two requests of a worker: a shop that is busy, not
	// one that is flooded.
	soakPause = 50 * time.Millisecond
	// walMax is what the log of a database may grow to; see its journal_size_limit.
	walMax = 64 << 20
	// flatWithin is by how much memory may differ between the beginning and the end.
	flatWithin = 0.10
)

// soak is a server under a load that goes on.
type soak struct {
	server  *server
	token   string
	metrics string
	client  *http.Client
	// products is how many there are, numbered from one.
	products               int
	requests, opened, told atomic.Int64
}

// sample is what the server takes at a moment.
type sample struct{ resident, goroutines, streams, wal float64 }

// TestSoak has people work and pages come and go for as long as it is told.
// What the server takes stays what it was, and when all have left nothing of
// them is left.
func TestSoak(t *testing.T) {
	lasts := time.Duration(0)
	if text := os.Getenv(proveSoak); text != "" {
		var err error
		if lasts, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	data := shopToSoak(t, lasts)
	shop := openSoak(t, data)
	// What a server opens once, at the first request of a kind, it keeps.
	shop.run(t, 0)
	before := shop.left(t, func(now sample) bool { return now.streams == 0 })
	samples := shop.run(t, lasts)
	after := shop.left(t, func(now sample) bool { return now.streams == 0 && now.goroutines <= before.goroutines })
	for _, problem := range soakProblems(samples) {
		t.Error(problem)
	}
	t.Logf("%d requests, %d streams opened, %d events told in %s; resident %s; goroutines %.0f before, %.0f after; log "+
		"at most %.1f MB",
		shop.requests.Load(), shop.opened.Load(), shop.told.Load(), lasts, course(samples), before.goroutines,
		after.goroutines, highestWAL(samples)/1e6)
	shop.server.terminate(t)
	shop.server.stops(t, time.Now())
	if checked := estante(t, data, "", "verify"); checked.code != 0 {
		t.Error("verify: " + checked.stdout + checked.stderr)
	}
}

// shopToSoak is the folder of a shop that is small where it is used briefly.
func shopToSoak(t *testing.T, lasts time.Duration) string {
	t.Helper()
	if data := os.Getenv(proveShop); data != "" {
		return data
	}
	products, orders := "60", "5"
	if lasts > 0 {
		products, orders = "20000", "300"
	}
	data := t.TempDir()
	if made := estante(t, data, "", "demo", "--products", products, "--orders", orders, "--seed", "1"); made.code != 0 {
		t.Fatal(made.stderr)
	}
	return data
}

func openSoak(t *testing.T, data string) *soak {
	t.Helper()
	shop := &soak{server: serving(t, data, "--metrics", "127.0.0.1:0", "--streams-each", "100")}
	shop.metrics = shop.server.log.line(t, "metrics")["address"].(string)
	shop.token = shop.server.signIn(t, "demo", "demo-estante")
	shop.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: soakWorkers + soakListeners}}
	var stats struct{ TotalProducts int }
	status, text := shop.server.ask(t, http.MethodGet, "/api/products/stats/", shop.token, "")
	if err := json.Unmarshal([]byte(text), &stats); err != nil || stats.TotalProducts == 0 {
		t.Fatal(status, text, err)
	}
	shop.products = stats.TotalProducts
	return shop
}

// run has all workers and listeners work for a time, or for a few rounds where no time
// is given, and returns samples of what the server took.
func (s *soak) run(t *testing.T, lasts time.Duration) (samples []sample) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var workers, listeners sync.WaitGroup
	for n := range soakListeners {
		listeners.Go(func() { s.listen(ctx, t, rand.New(rand.NewPCG(uint64(n), 1))) })
	}
	for n := range soakWorkers {
		workers.Go(func() { s.work(ctx, t, rand.New(rand.NewPCG(uint64(n), 2)), lasts == 0) })
	}
	for ended, every := time.Now().Add(lasts), max(lasts/60, time.Millisecond); time.Now().Before(ended) && !t.Failed(); {
		select {
		case <-time.After(every):
			samples = append(samples, s.sample(t))
		case <-ctx.Done():
		}
	}
	if lasts > 0 {
		stop()
	}
	workers.Wait()
	stop()
	listeners.Wait()
	return samples
}

// work does what people do, in turn: they look more than they change.
func (s *soak) work(ctx context.Context, t *testing.T, dice *rand.Rand, briefly bool) {
	for round := 0; ctx.Err() == nil && !t.Failed() && (!briefly || round < 12); round++ {
		product := 1 + dice.IntN(s.products)
		switch round % 12 {
		case 0:
			s.ask(ctx, t, http.MethodPost, fmt.Sprintf("/api/products/%d/adjust_stock/", product),
				fmt.Sprintf(`{"type":"add","quantity":%d}`, 1+dice.IntN(9)))
		case 1:
			s.ask(ctx, t, http.MethodPost, "/api/entries/", fmt.Sprintf(`{"productId":%d,"quantity":3,"entryType":"purchase"}`,
				product))
		case 2:
			s.ask(ctx, t, http.MethodPost, "/api/pedidos/",
				fmt.Sprintf(`{"customerName":"Eva","items":[{"productId":%d,"quantity":1,"unitPrice":1}]}`, product))
		case 3:
			s.ask(ctx, t, http.MethodPatch, fmt.Sprintf("/api/products/%d/", product),
				fmt.Sprintf(`{"description":"Vista %d veces"}`, round))
		default:
			paths := []string{
				"/api/products/?search=" + string(rune('a'+dice.IntN(26))) + "a", fmt.Sprintf("/api/products/%d/", product),
				"/api/products/?ordering=name&page=3",
				fmt.Sprintf("/api/movements/?product=%d", product), "/api/pedidos/?page=2", "/api/alerts/", "/api/dashboard/",
				"/api/forecast/?page=2",
			}
			s.ask(ctx, t, http.MethodGet, paths[round%len(paths)], "")
		}
		if !briefly {
			select {
			case <-time.After(soakPause):
			case <-ctx.Done():
			}
		}
	}
}

// ask wants every answer to be a good one.
func (s *soak) ask(ctx context.Context, t *testing.T, method, path, body string) {
	response, err := s.send(ctx, method, path, body)
	if err != nil {
		if ctx.Err() == nil {
			t.Errorf("%s %s: %v", method, path, err)
		}
		return
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if ctx.Err() == nil && (err != nil || response.StatusCode >= http.StatusMultipleChoices) {
		t.Errorf("%s %s answered %d %s %v", method, path, response.StatusCode, text, err)
	}
	s.requests.Add(1)
}

func (s *soak) send(ctx context.Context, method, path, body string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.server.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Session "+s.token)
	request.Header.Set("Content-Type", "application/json")
	return s.client.Do(request)
}

// listen opens one stream after the other and leaves each after some events,
// as pages do.
func (s *soak) listen(ctx context.Context, t *testing.T, dice *rand.Rand) {
	for ctx.Err() == nil && !t.Failed() {
		page, leave := context.WithTimeout(ctx, time.Duration(1+dice.IntN(30))*time.Second)
		response, err := s.send(page, http.MethodGet, "/api/events/", "")
		if err == nil {
			s.opened.Add(1)
			lines := bufio.NewScanner(response.Body)
			for left := 1 + dice.IntN(400); left > 0 && lines.Scan(); left-- {
				if strings.HasPrefix(lines.Text(), "data:") {
					s.told.Add(1)
				}
			}
			_ = response.Body.Close()
		} else if page.Err() == nil {
			t.Errorf("a stream: %v", err)
		}
		leave()
	}
}

// sample reads the server's own figures and the size of its log.
func (s *soak) sample(t *testing.T) sample {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.metrics, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	figures := map[string]float64{}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		figures[name], _ = strconv.ParseFloat(value, 64)
	}
	now := sample{
		resident: figures["process_resident_memory_bytes"], goroutines: figures["go_goroutines"],
		streams: figures["estante_live_streams"],
	}
	if log, err := os.Stat(filepath.Join(s.server.data, store.FileName+"-wal")); err == nil {
		now.wal = float64(log.Size())
	}
	return now
}

// left waits until the clients that left are gone from the server as well.
func (s *soak) left(t *testing.T, gone func(sample) bool) (now sample) {
	t.Helper()
	s.client.CloseIdleConnections()
	for giveUp := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if now = s.sample(t); gone(now) {
			return now
		}
		if time.Now().After(giveUp) {
			t.Errorf("%.0f goroutines and %.0f streams are left", now.goroutines, now.streams)
			return now
		}
	}
}

// soakProblems compares the third sixth of a soak, when everything is warm,
// with the last. A few samples say nothing.
func soakProblems(samples []sample) (problems []string) {
	if highest := highestWAL(samples); highest > walMax {
		problems = append(problems, fmt.Sprintf("the log grew to %.0f MB", highest/1e6))
	}
	part := len(samples) / 6
	if part < 5 {
		return problems
	}
	warm, last := middle(samples[2*part:3*part]), middle(samples[5*part:])
	if last > warm*(1+flatWithin) {
		problems = append(problems, fmt.Sprintf("resident memory went from %.1f MB to %.1f MB", warm/1e6, last/1e6))
	}
	return problems
}

// middle is the median of the resident memory.
func middle(samples []sample) float64 {
	all := make([]float64, 0, len(samples))
	for _, s := range samples {
		all = append(all, s.resident)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func highestWAL(samples []sample) (highest float64) {
	for _, s := range samples {
		highest = max(highest, s.wal)
	}
	return highest
}

// course tells the memory of each sixth of a soak.
func course(samples []sample) string {
	part := len(samples) / 6
	if part == 0 {
		return "not looked at"
	}
	var words []string
	for n := range 6 {
		words = append(words, fmt.Sprintf("%.1f", middle(samples[n*part:(n+1)*part])/1e6))
	}
	return strings.Join(words, ", ") + " MB"
}

// The check of a soak notices what grows.
func TestTheSoakCheckNotices(t *testing.T) {
	var flat, growing, flooded []sample
	for n := range 60 {
		flat = append(flat, sample{resident: 100e6 + float64(n%3)*1e6, wal: walMax})
		growing = append(growing, sample{resident: 100e6 + float64(n)*0.5e6})
		flooded = append(flooded, sample{resident: 100e6, wal: walMax + float64(n)})
	}
	if found := soakProblems(flat); len(found) != 0 {
		t.Errorf("a flat course: %q", found)
	}
	if len(soakProblems(growing)) != 1 || len(soakProblems(flooded)) != 1 {
		t.Error("what grows went unnoticed")
	}
}
