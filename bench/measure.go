package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"syscall"
	"time"
)

// percentiles of one round, in microseconds, and the longest. cpu is what one
// request cost the server, and the client too where both are this process: a
// busy machine changes it least. rate is answers a second, of many clients.
type percentiles struct {
	p50, p99, most, cpu int64
	rate                float64
}

// row is a question's line in the table: the middle round, and every ratio.
type row struct {
	few, many percentiles
	// ratios are of p50, and costs of cpu.
	ratios, costs []float64
}

// measure asks both shops in turn, so that whatever slows the machine slows both.
func measure(ctx context.Context, few, many *shop, q question, o options) (row, error) {
	var fewRounds, manyRounds []percentiles
	var r row
	for round := range o.rounds {
		a, err := few.ask(ctx, q, o.requests, round)
		if err != nil {
			return r, err
		}
		b, err := many.ask(ctx, q, o.requests, round)
		if err != nil {
			return r, err
		}
		fewRounds, manyRounds = append(fewRounds, a), append(manyRounds, b)
		r.ratios, r.costs = append(r.ratios, ratio(b.p50, a.p50)), append(r.costs, ratio(b.cpu, a.cpu))
	}
	slices.Sort(r.ratios)
	slices.Sort(r.costs)
	r.few, r.many = median(fewRounds), median(manyRounds)
	return r, nil
}

func ratio(a, b int64) float64 { return float64(a) / float64(max(b, 1)) }

func median(rounds []percentiles) percentiles {
	slices.SortFunc(rounds, func(a, b percentiles) int { return int(a.p50 - b.p50) })
	return rounds[len(rounds)/2]
}

// ask sends one round of a question and sorts how long each answer took.
func (s *shop) ask(ctx context.Context, q question, requests, round int) (percentiles, error) {
	random := rand.New(rand.NewPCG(7, uint64(round))) //nolint:gosec // The same questions in every run.
	took := make([]int64, 0, requests)
	var before int64
	for i := range requests + requests/10 {
		if i == requests/10 { // What comes before warms up.
			before = processorTime()
		}
		// What is remembered of the last answer is not what is measured.
		beside := processorTime()
		if err := s.change(ctx); err != nil {
			return percentiles{}, err
		}
		began := time.Now()
		before += processorTime() - beside
		if err := s.put(ctx, q, random.IntN(1<<30)); err != nil {
			return percentiles{}, err
		}
		if i >= requests/10 {
			took = append(took, time.Since(began).Microseconds())
		}
	}
	waits := percentilesOf(took)
	waits.cpu = (processorTime() - before) / int64(requests)
	return waits, nil
}

// change has something written that no list shows: until then whole answers are
// remembered.
func (s *shop) change(ctx context.Context) error {
	return s.send(ctx, http.MethodPost, "/api/auth/refresh/", "{}")
}

// stirEvery is how often a shop that is stirred changes.
const stirEvery = 5 * time.Millisecond

// stir changes something every few milliseconds until ctx ends, as a shop with
// people in it does, so that the slowest answers are those that are found anew.
func (s *shop) stir(ctx context.Context) {
	clock := time.NewTicker(stirEvery)
	context.AfterFunc(ctx, clock.Stop)
	go func() {
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-clock.C:
				_ = s.change(ctx) // The measured requests report a shop that does not answer.
			}
		}
	}()
}

// processorTime is how long this process has been computing, in microseconds.
func processorTime() int64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return used.Utime.Nano()/1000 + used.Stime.Nano()/1000
}

func percentilesOf(took []int64) percentiles {
	if len(took) == 0 {
		return percentiles{}
	}
	slices.Sort(took)
	return percentiles{p50: took[len(took)/2], p99: took[len(took)*99/100], most: took[len(took)-1]}
}

// put asks a question once.
func (s *shop) put(ctx context.Context, q question, n int) error {
	body := ""
	if q.body != nil {
		body = q.body(n)
	}
	return s.send(ctx, q.method, q.path(s, n), body)
}

func verdict(fine bool) string {
	if fine {
		return "ok"
	}
	return "short"
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
