package main

import (
	"context"
	"net/http/httptest"
	"sync"

	"estante/internal/api"
	"estante/internal/core"
)

// alone is a memory in which every write has a transaction of its own, because
// only one caller at a time may write. Everything else is as ever.
type alone struct {
	core.Store
	turn sync.Mutex
}

func (m *alone) Write(ctx context.Context, fn func(core.Tx) error) error {
	m.turn.Lock()
	defer m.turn.Unlock()
	return core.Write(ctx, m.Store, fn)
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
