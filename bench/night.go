package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"text/tabwriter"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/jobs"
)

const (
	// nightLimit is how long it may take to work out the large shop anew.
	nightLimit = 20 * time.Second
	// nightDays is how long each of its products has been selling.
	nightDays = 374
	// benchZone is that of a new shop.
	benchZone = "Europe/Madrid"
)

// beside is what people do while everything is worked out.
var beside = []question{
	find("list, newest first"), find("forecast, soonest first"), find("one product"), find("adjust stock"),
}

// night has everything forecast anew by the job that does so every night, while
// people look at lists and adjust stock, and compares how long they wait with
// how long they waited before.
func night(ctx context.Context, o options) error {
	o.keep = "" // What is measured is a shop of which each night is the next.
	s, err := emptyShop(ctx, o, o.large)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.sell(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := s.open(ctx); err != nil {
		return err
	}
	go jobs.Run(ctx, s.inv, jobs.Hands{}, slog.New(slog.DiscardHandler))
	calm, err := s.watch(ctx, beside, quiet, func() error { return wait(ctx, 10*time.Second) })
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d products × %d days, the first night alone and then with %d other clients\n\n",
		s.engine, o.large, nightDays, len(beside))
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(table, "night\tseconds\tlimit\t\tCPU s\tbeside it\talone: p50 µs\tp99\t"+
		"during: p50 µs\tp99\tratio p50\tratio p99\t\n")
	short := false
	for n := range 1 + o.rounds {
		asked := beside
		if n == 0 {
			asked = nil
		}
		if err := s.goOn(ctx); err != nil {
			return err
		}
		var spent spending
		busy, err := s.watch(ctx, asked, quiet, func() (err error) {
			spent, err = s.workOut(ctx)
			return err
		})
		if err != nil {
			return err
		}
		short = short || spent.wall > nightLimit
		_, _ = fmt.Fprintf(table, "%d\t%.1f\t%.0f\t%s\t%.1f\t", n+1, spent.wall.Seconds(), nightLimit.Seconds(),
			verdict(spent.wall <= nightLimit), spent.cpu.Seconds())
		tellBeside(table, calm, busy)
	}
	if err := table.Flush(); err != nil || !short {
		return err
	}
	return errors.New("a night took longer than it may")
}

// tellBeside ends the row of a night with what was waited for meanwhile.
func tellBeside(table *tabwriter.Writer, calm, busy []percentiles) {
	if len(busy) == 0 {
		_, _ = fmt.Fprint(table, "nobody\t\t\t\t\t\t\t\n")
	}
	for i, during := range busy {
		if i > 0 {
			_, _ = fmt.Fprint(table, "\t\t\t\t\t")
		}
		before := calm[i]
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.2f\t%.2f\t\n", beside[i].name,
			before.p50, before.p99, during.p50, during.p99, ratio(during.p50, before.p50), ratio(during.p99, before.p99))
	}
}

// spending is what a night took; cpu is this process's, including the clients that
// sent requests meanwhile and without a database server.
type spending struct{ wall, cpu time.Duration }

// goOn goes on to the next night, for which the last session is too old.
func (s *shop) goOn(ctx context.Context) error {
	zone, err := time.LoadLocation(benchZone)
	if err != nil {
		return err
	}
	now := s.now().In(zone)
	s.ahead.Add(int64(time.Date(now.Year(), now.Month(), now.Day()+1, 3, 0, 0, 0, zone).Sub(now)))
	return s.signIn(ctx)
}

// workOut asks for the night's run and waits until it is over.
func (s *shop) workOut(ctx context.Context) (spending, error) {
	before := processorTime()
	if err := s.inv.Forecasts.AskNightlyForecasts(ctx); err != nil {
		return spending{}, err
	}
	for {
		run, err := s.inv.Forecasts.LastForecastRun(ctx)
		if err != nil {
			return spending{}, err
		}
		if run.State == forecasting.RunDone {
			return spending{run.EndedAt.Sub(*run.StartedAt), time.Duration(processorTime()-before) * time.Microsecond}, nil
		}
		if err := wait(ctx, 50*time.Millisecond); err != nil {
			return spending{}, err
		}
	}
}

// sell makes a shop whose products have been selling for a year, and works
// everything out once, as a shop that is open for long has.
func (s *shop) sell(ctx context.Context) error {
	began := time.Now()
	if err := s.hire(ctx); err != nil {
		return err
	}
	if err := s.bringAll(ctx); err != nil {
		return err
	}
	if err := s.remember(ctx); err != nil {
		return err
	}
	if err := s.inv.Forecasts.AskNightlyForecasts(ctx); err != nil {
		return err
	}
	for more := true; more; {
		ran, err := s.inv.Forecasts.WorkOnForecastRuns(ctx)
		if err != nil {
			return err
		}
		due, err := s.inv.Forecasts.WorkOnDueForecasts(ctx)
		if err != nil {
			return err
		}
		more = ran || due
	}
	fmt.Fprintf(os.Stderr, "a shop of %d products with a past made in %s\n",
		s.products, time.Since(began).Round(time.Millisecond))
	return nil
}

// remember writes the days that each product would have of its ledger.
func (s *shop) remember(ctx context.Context) error {
	random := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // The same sales in every run.
	today := forecast.DayOf(time.Now())
	for after, more := int64(0), true; more; {
		err := core.Write(ctx, s.db, func(tx inventory.Tx) error {
			products, err := tx.ProductsToForecast(after, 500)
			if more = len(products) > 0; err != nil || !more {
				return err
			}
			histories := make([]forecasting.SalesHistory, 0, len(products))
			for _, product := range products {
				histories = append(histories, sales(random, product, today))
			}
			after = products[len(products)-1].ID
			return tx.KeepSalesHistories(histories)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sales are those of a product that sells often, sometimes or rarely, with a
// time without stock here and there.
func sales(random *rand.Rand, product catalogue.Product, today forecasting.Day) forecasting.SalesHistory {
	h := forecasting.SalesHistory{
		ProductID: product.ID, Seq: product.MovementSeq, Stock: product.Stock, Zone: benchZone,
		First: today - nightDays, Sold: make([]int64, nightDays), Empty: make([]bool, nightDays),
	}
	chance := []float64{0.7, 0.25, 0.05}[product.ID%3]
	for i := range h.Sold {
		if random.Float64() < chance {
			h.Sold[i] = 1 + random.Int64N(6)
		}
	}
	if product.ID%10 == 0 {
		for i := 200; i < 215; i++ {
			h.Sold[i], h.Empty[i] = 0, true
		}
	}
	return h
}
