package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"sync"

	"estante/internal/api"
	"estante/internal/inventory"
)

// besideLimits compares a shop with what is possible at all.
func (r *run) besideLimits(ctx context.Context) error {
	s, err := r.shop(ctx, r.large)
	if err != nil {
		return err
	}
	if err := r.besideBare(ctx, s); err != nil {
		return fmt.Errorf("bare handler: %w", err)
	}
	if err := r.besideDriver(ctx, s); err != nil {
		return fmt.Errorf("raw driver: %w", err)
	}
	if err := r.besideSingles(ctx); err != nil {
		return fmt.Errorf("group commit: %w", err)
	}
	return nil
}

// besideBare compares with a handler that sends the same bytes.
func (r *run) besideBare(ctx context.Context, s *shop) error {
	limits := []struct {
		question string
		goal     goal
	}{{"list, newest first", atLeast(0.35)}, {"one product", atLeast(0.5)}}
	asked := map[string]question{}
	for n, l := range limits {
		asked[fmt.Sprintf("%d.json", n)] = find(l.question)
	}
	b, err := openPlain(ctx, s, asked)
	if err != nil {
		return err
	}
	defer b.close()
	for n, l := range limits {
		ours, theirs, err := duel(ctx, r.options, s.side(find(l.question)), b.side(fmt.Sprintf("%d.json", n)))
		if err != nil {
			return err
		}
		r.add(faster(l.question, r.large, "bare handler", ours, theirs, l.goal))
	}
	return nil
}

// alone is a memory in which every write has a transaction of its own, because
// only one caller at a time may write. Everything else is as ever.
type alone struct {
	inventory.Store
	turn sync.Mutex
}

func (m *alone) Write(ctx context.Context, fn func(inventory.Tx) error) error {
	m.turn.Lock()
	defer m.turn.Unlock()
	return m.Store.Write(ctx, fn)
}

// besideSingles compares adjustments that share their commits with such that
// have each their own, in one shop of this process, by two doors of it.
func (r *run) besideSingles(ctx context.Context) error {
	s, err := openShop(ctx, r.options.afresh(), r.small)
	if err != nil {
		return err
	}
	defer s.close()
	single := httptest.NewServer(api.New(newInventory(&alone{Store: s.db}), api.Options{Version: "bench"}))
	defer single.Close()
	adjust := find("adjust stock")
	other := door{address: single.URL, authorization: s.authorization, client: newClient()}
	each := s.side(adjust)
	each.ask = func(ctx context.Context, n int) error {
		return other.send(ctx, adjust.method, adjust.path(s, n), adjust.body(n))
	}
	ours, theirs, err := duel(ctx, r.options, s.side(adjust), each)
	if err != nil {
		return err
	}
	r.add(faster("adjust stock, commits shared", r.small, "a commit each", ours, theirs, atLeast(1.6)))
	return nil
}
