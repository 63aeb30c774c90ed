package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
)

// growth asks a small and a large shop the same questions and prints how much
// longer the large one thinks.
func growth(ctx context.Context, o options) error {
	few, err := openShop(ctx, o, o.small)
	if err != nil {
		return err
	}
	defer few.close()
	many, err := openShop(ctx, o, o.large)
	if err != nil {
		return err
	}
	defer many.close()
	fmt.Printf("%s, %d and %d products, %d rounds of %d requests each, one client, signed in, over loopback\n\n",
		few.engine, o.small, o.large, o.rounds, o.requests)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "question\t%d: p50 µs\tp99\tCPU\t%d: p50 µs\tp99\tCPU\t"+
		"ratio p50\tspread\tratio CPU\tspread\t\n", o.small, o.large)
	for _, q := range questions {
		if !strings.Contains(q.name, o.only) {
			continue
		}
		row, err := measure(ctx, few, many, q, o)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", q.name, row.few.p50, row.few.p99, row.few.cpu,
			row.many.p50, row.many.p99, row.many.cpu, spread(row.ratios), spread(row.costs))
	}
	return table.Flush()
}

// spread is the middle of sorted ratios, and the smallest and the largest.
func spread(ratios []float64) string {
	return fmt.Sprintf("%.2f\t%.2f–%.2f", ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
}
