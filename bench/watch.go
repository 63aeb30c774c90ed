package main

import (
	"context"
	"slices"
	"time"
)

// others are what other people do while something large goes on.
var others = []question{find("list, newest first"), find("adjust stock")}

// find is the question with a name.
func find(name string) question {
	return questions[slices.IndexFunc(questions, func(q question) bool { return q.name == name })]
}

// company is the other users while something large goes on: how many people send each
// request, and how long after the last time each of them sends it again.
type company struct {
	people int
	every  time.Duration
}

// The company of the table's other lines is as many users as there are connections,
// each with the next request when the answer has come. A quiet shop has one user for
// each request, now and then, who notices every delay.
var (
	nobody  = company{}
	crowded = company{people: connections / len(others)}
	quiet   = company{people: 1, every: 20 * time.Millisecond}
)

// watch has people ask while something is done, and says how long each question was
// waited for.
func (s *shop) watch(ctx context.Context, asked []question, by company, do func() error) ([]percentiles, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type result struct {
		question int
		took     []int64
		err      error
	}
	results := make(chan result, by.people*len(asked))
	for n, q := range asked {
		for person := range by.people {
			go func() {
				took, err := s.askUntil(ctx, q, by, person)
				results <- result{n, took, err}
			}()
		}
	}
	if err := do(); err != nil {
		return nil, err
	}
	stop()
	waits := make([][]int64, len(asked))
	for range cap(results) {
		one := <-results
		if one.err != nil {
			return nil, one.err
		}
		waits[one.question] = append(waits[one.question], one.took...)
	}
	waited := make([]percentiles, 0, len(asked))
	for _, took := range waits {
		waited = append(waited, percentilesOf(took))
	}
	return waited, nil
}

// askUntil is one person who sends a request again and again until ctx ends.
func (s *shop) askUntil(ctx context.Context, q question, by company, person int) (took []int64, err error) {
	for n := person; ctx.Err() == nil; n += by.people {
		began := time.Now()
		// A request that was sent is answered, even when the measurement is over.
		if err := s.put(context.WithoutCancel(ctx), q, n); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began).Microseconds())
		if by.every > 0 {
			_ = wait(ctx, time.Until(began.Add(by.every))) // Whether ctx has ended is looked at next.
		}
	}
	return took, nil
}
