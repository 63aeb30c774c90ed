package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// streamsOpen is how many pages listen at once.
	streamsOpen = 1000
	// eventSeconds is how long an event may take to reach each of them.
	eventSeconds = 1
	// deafAfter is how long the last event is waited for.
	deafAfter = 30 * time.Second
)

// audience is many pages that listen to a shop.
type audience struct {
	shop *shop
	// asked is when the last adjustment of each product was sent, in
	// microseconds, and done the same of all that were answered, in that order.
	asked []atomic.Int64
	mu    sync.Mutex
	done  []int64
	// last is the product of the adjustment after which there is no other.
	last  int64
	heard sync.WaitGroup
	// slow is how long the slowest event was under way, in microseconds, and
	// resyncs how often a page was told that it had missed some.
	slow, resyncs atomic.Int64
	failed        chan error
}

// streams compares adjustments while a thousand pages listen with adjustments
// that nobody hears of.
func (r *run) streams(ctx context.Context) error {
	s, err := r.shop(ctx, r.large)
	if err != nil {
		return err
	}
	var quiet, heard []percentiles
	var slowest []float64
	missed := int64(0)
	for range r.rounds {
		alone, err := crowd(ctx, s.side(find("adjust stock")), r.lasting)
		if err != nil {
			return err
		}
		crowded, a, err := s.listened(ctx, r.lasting)
		if err != nil {
			return err
		}
		quiet, heard, slowest = append(quiet, alone), append(heard, crowded), append(slowest, float64(a.slow.Load())/1e6)
		missed += a.resyncs.Load()
	}
	adjusting := fmt.Sprintf("adjust stock, %d streams open", streamsOpen)
	r.add(faster(adjusting, s.products, "none open", heard, quiet, atLeast(0.7)))
	hearing := fmt.Sprintf("slowest event of any stream, %d resyncs", missed)
	r.add(within(hearing, short(s.products), "s", eventSeconds, slowest...))
	return nil
}

// listened adjusts stock while many pages listen. An event is under way from the
// moment its adjustment is sent.
func (s *shop) listened(ctx context.Context, lasting time.Duration) (percentiles, *audience, error) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	a := &audience{
		shop: s, asked: make([]atomic.Int64, s.products+1), last: int64(s.products),
		failed: make(chan error, streamsOpen),
	}
	if err := a.gather(ctx); err != nil {
		return percentiles{}, nil, err
	}
	waits, err := crowd(ctx, side{a.adjust, s.served.processorTime, true}, lasting)
	if err != nil {
		return percentiles{}, nil, err
	}
	if err := a.adjustOne(ctx, a.last); err != nil {
		return percentiles{}, nil, err
	}
	return waits, a, a.wait(ctx)
}

// adjust adjusts any product but the last.
func (a *audience) adjust(ctx context.Context, n int) error {
	return a.adjustOne(ctx, 1+int64(n)%(a.last-1))
}

func (a *audience) adjustOne(ctx context.Context, id int64) error {
	adjust := find("adjust stock")
	began := time.Now().UnixMicro()
	a.asked[id].Store(began)
	err := a.shop.send(ctx, adjust.method, adjustPath(id), adjust.body(0))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done = append(a.done, began)
	return err
}

// gather opens the streams and waits until each has been greeted.
func (a *audience) gather(ctx context.Context) error {
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	greeted := make(chan struct{}, streamsOpen)
	for range streamsOpen {
		a.heard.Add(1)
		go func() {
			if err := a.listen(ctx, client, greeted); err != nil && ctx.Err() == nil {
				a.failed <- err
			}
		}()
	}
	for range streamsOpen {
		select {
		case <-greeted:
		case err := <-a.failed:
			return err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// listen hears one stream until ctx ends.
func (a *audience) listen(ctx context.Context, client *http.Client, greeted chan<- struct{}) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.shop.address+"/api/events/", nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", a.shop.authorization)
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("a stream answered %d", response.StatusCode)
	}
	page := &page{audience: a, greeted: func() { greeted <- struct{}{} }, ended: sync.OnceFunc(a.heard.Done)}
	event := ""
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if name, found := strings.CutPrefix(lines.Text(), "event: "); found {
			event = name
		}
		if data, found := strings.CutPrefix(lines.Text(), "data: "); found {
			page.hear(event, data)
		}
	}
	return errors.New("a stream ended")
}

// page is one that listens.
type page struct {
	*audience
	// known is how many of the adjustments that were done it has heard of.
	known          int
	greeted, ended func()
}

// hear notes how long a change of stock was under way. Of many at once a page
// hears together; the first of them has waited longest.
func (p *page) hear(event, data string) {
	var change struct {
		Topic string
		ID    int64
	}
	switch event {
	case "hello":
		p.greeted()
		return
	case "resync":
		p.resyncs.Add(1)
	default:
		if json.Unmarshal([]byte(data), &change) != nil || change.Topic != "stock" || change.ID > p.last {
			return
		}
	}
	since := p.asked[change.ID].Load()
	p.mu.Lock()
	if change.ID == 0 && p.known < len(p.done) {
		since = p.done[p.known]
	}
	p.known = len(p.done)
	p.mu.Unlock()
	if since != 0 {
		p.noteDelay(time.Now().UnixMicro() - since)
	}
	if change.ID == p.last || (change.ID == 0 && p.asked[p.last].Load() != 0) {
		p.ended()
	}
}

// noteDelay keeps the longest.
func (a *audience) noteDelay(took int64) {
	for most := a.slow.Load(); took > most && !a.slow.CompareAndSwap(most, took); most = a.slow.Load() {
	}
}

// wait waits until every page has heard of the last adjustment.
func (a *audience) wait(ctx context.Context) error {
	all := make(chan struct{})
	go func() { a.heard.Wait(); close(all) }()
	timer := time.NewTimer(deafAfter)
	defer timer.Stop()
	select {
	case <-all:
		return nil
	case err := <-a.failed:
		return err
	case <-timer.C:
		return errors.New("a stream never heard of the last adjustment")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
