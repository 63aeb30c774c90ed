package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// loadMegabytesMax is how much memory a server may have under the load of the
// chapter on growth.
const loadMegabytesMax = 400

// growthGoal is how much longer the worst hundredth may wait in the largest
// shop. What a small shop has nothing to show for has no goal, and neither has a
// search, which counts what it finds.
func growthGoal(q question) goal {
	switch {
	case q.name == "adjust stock":
		return atMost(3.5)
	case strings.Contains(q.name, "search"), strings.Contains(q.name, "page 400"), strings.Contains(q.name, "page 50"):
		return goal{}
	}
	return atMost(2)
}

// growth asks the smallest and the largest shop the same questions.
func (r *run) growth(ctx context.Context) error {
	few, err := r.shop(ctx, r.small)
	if err != nil {
		return err
	}
	many, err := r.shop(ctx, r.huge)
	if err != nil {
		return err
	}
	if err := r.grow(ctx, few, many, ""); err != nil {
		return err
	}
	return r.addMemory("memory under that load", many)
}

// grow adds a line for each question with a goal. They are many, so each is
// asked for a shorter time.
func (r *run) grow(ctx context.Context, few, many *shop, mark string) error {
	o := r.options
	o.lasting /= 4
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	few.stir(ctx)
	many.stir(ctx)
	for _, q := range questions {
		g := growthGoal(q)
		if g == (goal{}) {
			continue
		}
		large, small := many.side(q), few.side(q)
		// They are written to all the time.
		large.writes, small.writes = false, false
		ours, theirs, err := duel(ctx, o, large, small)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		l := longer(q.name+mark, many.products, few.products, ours, theirs, g)
		if q.method == http.MethodGet {
			l.group = "growth" + mark
		}
		r.add(l)
	}
	return nil
}
