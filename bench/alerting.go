package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
)

// alertShareMax is how much longer an adjustment may take because the alerts
// of its product are looked at.
const alertShareMax = 1.5

// blind is a memory that forgets which products a write touched, so that
// nobody looks at their alerts. Everything else is as ever.
type blind struct{ core.Store }

func (m blind) Write(ctx context.Context, fn func(core.Tx) error) error {
	return core.Write(ctx, m.Store, func(tx inventory.Tx) error { return fn(blindTx{tx}) })
}

type blindTx struct{ inventory.Tx }

func (blindTx) TouchedProducts() map[int64]alert.Touch { return nil }

// alerting compares writes that look at alerts with the same writes that do
// not, in turn in one shop.
func alerting(ctx context.Context, o options) error {
	s, err := openShop(ctx, o, o.large)
	if err != nil {
		return err
	}
	defer s.close()
	fmt.Printf("%s, %d products, %d rounds of %d writes each, one writer\n\n", s.engine, o.large, o.rounds, o.requests)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "write\twithout alerts: p50 µs\twith: p50 µs\tratio\tspread\tgoal\t\t\n")
	short := false
	for _, w := range writes {
		without, with, ratios, err := s.compare(ctx, o, w)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		middle, goal, fine := ratios[len(ratios)/2], "—", true
		if w.limit > 0 {
			goal, fine = fmt.Sprintf("≤ %.1f", w.limit), middle <= w.limit
		}
		short = short || !fine
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t%s\t\n",
			w.name, without.p50, with.p50, spread(ratios), goal, verdict(fine))
	}
	if err := table.Flush(); err != nil || !short {
		return err
	}
	return errors.New("something fell short of its goal")
}

// write is something that changes stock. Each time it is asked of another product.
type write struct {
	name string
	// limit is the most it may take of what it takes without alerts; 0 is any.
	limit float64
	do    func(ctx context.Context, inv *inventory.Inventory, n int, productID int64) error
}

func adjusting(ctx context.Context, inv *inventory.Inventory, _ int, id int64) error {
	_, err := inv.Ledger.AdjustStock(ctx, core.System, id, ledger.Adjustment{
		Type: ledger.AdjustAdd, Quantity: 1, Reason: ledger.ReasonRestock,
	})
	return err
}

// alarming takes one product from one unit to plenty and back.
func alarming(ctx context.Context, inv *inventory.Inventory, n int, _ int64) error {
	_, err := inv.Ledger.AdjustStock(ctx, core.System, 1, ledger.Adjustment{
		Type: ledger.AdjustSet, Quantity: int64(1 + n%2*999), Reason: ledger.ReasonAdjustment,
	})
	return err
}

func receiving(ctx context.Context, inv *inventory.Inventory, _ int, id int64) error {
	lines := make([]ledger.EntryFields, 0, 50)
	for i := range cap(lines) {
		lines = append(lines, ledger.EntryFields{
			ProductID: max(id-int64(i), 1), Quantity: 1, Type: ledger.EntryPurchase,
		})
	}
	_, err := inv.Ledger.CreateEntries(ctx, core.System, lines)
	return err
}

var writes = []write{
	{"adjustment that changes no alert", alertShareMax, adjusting},
	{"adjustment that opens or ends one", 0, alarming},
	{"entry of 50 lines", alertShareMax, receiving},
}

// compare does a write with and without a look at the alerts, in turn.
func (s *shop) compare(ctx context.Context, o options, w write) (
	without, with percentiles, ratios []float64, err error,
) {
	sides := []*inventory.Inventory{newInventory(blind{s.db}), s.inv}
	var rounds [2][]percentiles
	for round := range o.rounds {
		for side, inv := range sides {
			took := make([]int64, 0, o.requests)
			for i := range o.requests {
				n := round*o.requests + i
				began := time.Now()
				if err := w.do(ctx, inv, n, int64(1+n*13%s.products)); err != nil {
					return without, with, nil, err
				}
				took = append(took, time.Since(began).Microseconds())
			}
			rounds[side] = append(rounds[side], percentilesOf(took))
		}
		ratios = append(ratios, ratio(rounds[1][round].p50, rounds[0][round].p50))
	}
	slices.Sort(ratios)
	return median(rounds[0]), median(rounds[1]), ratios, nil
}
