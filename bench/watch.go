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

// watch asks questions, each every few milliseconds by a client of its own,
// while something is done, and says how long each was waited for.
func (s *shop) watch(ctx context.Context, asked []question, do func() error) ([]percentiles, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type result struct {
		waits percentiles
		err   error
	}
	results := make([]chan result, 0, len(asked))
	for _, q := range asked {
		ended := make(chan result, 1)
		results = append(results, ended)
		go func() {
			waits, err := s.askUntil(ctx, q)
			ended <- result{waits, err}
		}()
	}
	if err := do(); err != nil {
		return nil, err
	}
	stop()
	waited := make([]percentiles, 0, len(asked))
	for _, ended := range results {
		one := <-ended
		if one.err != nil {
			return nil, one.err
		}
		waited = append(waited, one.waits)
	}
	return waited, nil
}

// askUntil asks a question again and again until ctx ends.
func (s *shop) askUntil(ctx context.Context, q question) (percentiles, error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var took []int64
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return percentilesOf(took), nil
		case <-tick.C:
		}
		began := time.Now()
		// What was asked is answered, even when nobody watches any more.
		if err := s.put(context.WithoutCancel(ctx), q, n); err != nil {
			return percentiles{}, err
		}
		took = append(took, time.Since(began).Microseconds())
	}
}
