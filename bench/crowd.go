package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// side is one of two that are compared: how it is asked for the n-th time, and
// how long it has been computing, in microseconds.
type side struct {
	ask           func(ctx context.Context, n int) error
	processorTime func() int64
	// writes says that it has something left to do when it was asked.
	writes bool
}

// A server has done what writes left it with after a lull, or has been waited for
// long enough. Forecasts wait for the last of the changes before they begin, longer
// than a look takes.
var leftoverDone = lull{looks: 4, every: 100 * time.Millisecond, most: 20_000}

const leftoverWait = 30 * time.Second

// rest waits until a side has done what it was left with, so that it does so neither
// in the other's turn nor while something else is asked.
func (s side) rest(ctx context.Context) error {
	if !s.writes {
		return nil
	}
	enough, stop := context.WithTimeout(ctx, leftoverWait)
	defer stop()
	if err := leftoverDone.await(enough, s.processorTime); enough.Err() == nil {
		return err
	}
	return ctx.Err()
}

// lull is when a server has hardly computed for so many looks, so far apart: most is
// how many microseconds between two.
type lull struct {
	looks int
	every time.Duration
	most  int64
}

func (l lull) await(ctx context.Context, processorTime func() int64) error {
	for seen := 0; seen < l.looks; seen++ {
		before := processorTime()
		if err := wait(ctx, l.every); err != nil {
			return err
		}
		if processorTime()-before > l.most {
			seen = -1
		}
	}
	return nil
}

// crowd has as many clients as there are connections ask for a while, each its
// next question when it has the answer. What comes before warms up.
func crowd(ctx context.Context, s side, lasting time.Duration) (percentiles, error) {
	if _, err := askTogether(ctx, s, lasting/4); err != nil {
		return percentiles{}, err
	}
	return askTogether(ctx, s, lasting)
}

// crowds is how many have asked so far.
var crowds uint64

func askTogether(ctx context.Context, s side, lasting time.Duration) (percentiles, error) {
	crowds++
	var took [connections][]int64
	var failed [connections]error
	var clients sync.WaitGroup
	began, before := time.Now(), s.processorTime()
	for hand := range connections {
		clients.Go(func() { took[hand], failed[hand] = askOn(ctx, s, crowds, hand, began.Add(lasting)) })
	}
	clients.Wait()
	elapsed, computing := time.Since(began), s.processorTime()-before
	if err := errors.Join(failed[:]...); err != nil {
		return percentiles{}, err
	}
	answers := slices.Concat(took[:]...)
	waits := percentilesOf(answers)
	waits.cpu = computing / int64(len(answers))
	waits.rate = float64(len(answers)) / elapsed.Seconds()
	return waits, nil
}

// askOn asks until a time, at least once. The same crowd asks the same in every
// run, and no two of one run do: what was answered is remembered.
func askOn(ctx context.Context, s side, crowd uint64, hand int, until time.Time) (took []int64, err error) {
	random := rand.New(rand.NewPCG(crowd, uint64(hand))) //nolint:gosec // The same questions in every run.
	for began := time.Now(); len(took) == 0 || began.Before(until); began = time.Now() {
		if err := s.ask(ctx, random.IntN(1<<30)); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began).Microseconds())
	}
	return took, nil
}

// duel asks two sides in turn, so that whatever slows the machine slows both.
func duel(ctx context.Context, o options, ours, theirs side) (a, b []percentiles, err error) {
	for range o.rounds {
		one, err := turn(ctx, o, ours)
		if err != nil {
			return nil, nil, err
		}
		other, err := turn(ctx, o, theirs)
		if err != nil {
			return nil, nil, err
		}
		a, b = append(a, one), append(b, other)
	}
	return a, b, nil
}

func turn(ctx context.Context, o options, s side) (percentiles, error) {
	waits, err := crowd(ctx, s, o.lasting)
	if err != nil {
		return waits, err
	}
	return waits, s.rest(ctx)
}
