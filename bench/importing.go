package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// importLimit is how long an import of the large shop's rows may take, and
// slowerMax how much longer others may wait meanwhile, at the worst hundredth.
const (
	importLimit = 60 * time.Second
	slowerMax   = 3
)

// importing brings a catalogue into a small shop, and again with other prices,
// while somebody reads and somebody adjusts stock all the time, and compares
// how long they wait with how long they waited before.
func importing(ctx context.Context, o options) error {
	o.keep = "" // What is measured is a shop without those products.
	s, err := openShop(ctx, o, o.small)
	if err != nil {
		return err
	}
	defer s.close()
	calm, err := s.watch(ctx, others, func() error { return wait(ctx, 10*time.Second) })
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d rows, two other clients at the same time\n\n", s.engine, o.large)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "import\tseconds\tlimit\tof them computing\tlist p99 µs\tbefore\tratio\tadjustment p99 µs\tbefore\tratio\tgoal\t\t\n")
	short := false
	for dearer, name := range []string{"every row is new", "every row has another price"} {
		began, computing := time.Now(), processorTime()
		busy, err := s.watch(ctx, others, func() error { return s.bring(ctx, catalogue(o.large, dearer)) })
		if err != nil {
			return err
		}
		took := time.Since(began)
		list, adjustment := ratio(busy[0].p99, calm[0].p99), ratio(busy[1].p99, calm[1].p99)
		fine := took < importLimit && list <= slowerMax && adjustment <= slowerMax
		short = short || !fine
		_, _ = fmt.Fprintf(table, "%s\t%.1f\t%.0f\t%.1f\t%d\t%d\t%.2f\t%d\t%d\t%.2f\t≤ %d\t%s\t\n", name, took.Seconds(), importLimit.Seconds(),
			float64(processorTime()-computing)/1e6, busy[0].p99, calm[0].p99, list, busy[1].p99, calm[1].p99, adjustment, slowerMax, verdict(fine))
	}
	if err := table.Flush(); err != nil || !short {
		return err
	}
	return errors.New("something fell short of its goal")
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
