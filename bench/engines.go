package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"estante/internal/archive"
	"estante/internal/ledger"
	"estante/internal/store"
)

// processorsForTwo is how many processors two servers, their database and those
// who ask need for the comparison with one server to say anything.
const processorsForTwo = 4

// besidePostgres compares shops on PostgreSQL with shops in a file.
func (r *run) besidePostgres(ctx context.Context) error {
	if r.database == "" {
		fmt.Fprintln(os.Stderr, "no PostgreSQL server was given: nothing is measured on it")
		return nil
	}
	if err := syncCommits(ctx, r.database); err != nil {
		return err
	}
	file, err := r.shop(ctx, r.large)
	if err != nil {
		return err
	}
	server, err := r.onServer(ctx, r.large)
	if err != nil {
		return err
	}
	defer server.close()
	for _, asked := range []struct {
		question string
		goal     goal
	}{
		{"list, newest first", atLeast(0.4)},
		{"one product", atLeast(0.4)},
		{"search, rare word", atLeast(0.4)},
		{"movements", atLeast(0.4)},
		{"alerts", atLeast(0.4)},
		{"forecast, soonest first", atLeast(0.4)},
		{"adjust stock", atLeast(0.45)},
	} {
		q := find(asked.question)
		ours, theirs, err := duel(ctx, r.options, server.side(q), file.side(q))
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		r.add(faster(q.name+", PostgreSQL", r.large, "SQLite", ours, theirs, asked.goal))
	}
	if err := r.twoServers(ctx, server); err != nil {
		return err
	}
	return r.growPostgres(ctx, server)
}

// onServer is the shop of a size on PostgreSQL: the one in a file, moved there as
// the product moves them, unless an earlier run kept it. To fill a million products
// through a wire would take an hour and a half.
func (r *run) onServer(ctx context.Context, products int) (*shop, error) {
	file, err := r.shop(ctx, products)
	if err != nil {
		return nil, err
	}
	s, err := emptyShop(ctx, r.handedOver(), products)
	if err != nil {
		return nil, err
	}
	s.stocktake = file.stocktake
	if err = s.moveFrom(ctx, file); err == nil {
		err = s.serve(ctx, r.options)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// moveFrom copies another shop into a database without users.
func (s *shop) moveFrom(ctx context.Context, other *shop) error {
	kept, err := s.inv.Ledger.ListStocktakes(ctx, ledger.StocktakeFilter{})
	if err != nil || len(kept.Rows) > 0 {
		return err
	}
	from, err := store.Open(ctx, store.Options{Dir: other.place.Dir})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	began := time.Now()
	if _, err := archive.Move(ctx, from, s.db); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "a shop of %d products moved in %s\n", s.products, time.Since(began).Round(time.Millisecond))
	return nil
}

// syncCommits has the server wait for the disk at each commit, as SQLite does.
// The one of scripts/with-postgres does not; any other does already.
func syncCommits(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var synced string
	if err := conn.QueryRow(ctx, "SHOW fsync").Scan(&synced); err != nil || synced == "on" {
		return err
	}
	for _, statement := range []string{
		"ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on", "SELECT pg_reload_conf()",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// twoServers compares two servers on one database, each with half of what is
// asked, with one that is asked everything.
func (r *run) twoServers(ctx context.Context, one *shop) error {
	two, err := one.second(ctx, r.options)
	if err != nil {
		return err
	}
	defer two.close()
	g := goal{}
	if runtime.NumCPU() >= processorsForTwo {
		g = atLeast(1)
	}
	for _, name := range []string{"list, newest first", "adjust stock"} {
		q := find(name)
		both := one.side(q)
		both.ask = func(ctx context.Context, n int) error { return []*shop{one, two}[n%2].put(ctx, q, n/2) }
		both.processorTime = func() int64 { return one.served.processorTime() + two.served.processorTime() }
		ours, theirs, err := duel(ctx, r.options, both, one.side(q))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		r.add(faster(name+", two servers", r.large, "one server", ours, theirs, g))
	}
	return nil
}

// second is another server of the same shop.
func (s *shop) second(ctx context.Context, o options) (*shop, error) {
	folder, err := os.MkdirTemp("", "estante-bench-")
	if err != nil {
		return nil, err
	}
	other := &shop{
		engine: s.engine, products: s.products, stocktake: s.stocktake, place: s.place, door: door{client: newClient()},
	}
	other.place.Dir = folder
	other.leftovers = append(other.leftovers, func() { _ = os.RemoveAll(folder) })
	if err := other.serve(ctx, o); err != nil {
		other.close()
		return nil, err
	}
	return other, nil
}

// growPostgres asks the smallest and the largest shop on PostgreSQL the same.
func (r *run) growPostgres(ctx context.Context, large *shop) error {
	few, err := r.onServer(ctx, r.small)
	if err != nil {
		return err
	}
	defer few.close()
	many := large
	if r.huge != r.large {
		if many, err = r.onServer(ctx, r.huge); err != nil {
			return err
		}
		defer many.close()
	}
	return r.grow(ctx, few, many, ", PostgreSQL")
}
