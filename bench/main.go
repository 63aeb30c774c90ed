// Command bench measures what the product's screens cost as the catalogue
// grows. It fills a small and a large shop, asks both the same questions over
// loopback in turn, and prints the ratio: on a shared machine seconds say
// little, but two shops measured in one run share its moods.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"
)

func main() {
	small := flag.Int("small", 100, "products of the small shop")
	large := flag.Int("large", 100_000, "products of the large shop")
	rounds := flag.Int("rounds", 3, "repeats; the table shows their median and spread")
	requests := flag.Int("requests", 200, "requests of each question in a round")
	database := flag.String("database", "", "address of a PostgreSQL server to measure on; SQLite without it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := growth(ctx, options{*small, *large, *rounds, *requests, *database}); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	small, large     int
	rounds, requests int
	database         string
}

// growth measures both shops and prints the table.
func growth(ctx context.Context, o options) error {
	few, err := openShop(ctx, o.database, o.small)
	if err != nil {
		return err
	}
	defer few.close()
	many, err := openShop(ctx, o.database, o.large)
	if err != nil {
		return err
	}
	defer many.close()
	fmt.Printf("%s, %d and %d products, %d rounds of %d requests each, one client, signed in, over loopback\n\n",
		few.engine, o.small, o.large, o.rounds, o.requests)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "question\t%d: p50 µs\tp99\t%d: p50 µs\tp99\tratio p50\tspread\t\n", o.small, o.large)
	for _, q := range questions {
		row, err := measure(ctx, few, many, q, o)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.2f\t%.2f–%.2f\t\n", q.name, row.few.p50, row.few.p99, row.many.p50, row.many.p99,
			row.ratios[len(row.ratios)/2], row.ratios[0], row.ratios[len(row.ratios)-1])
	}
	return table.Flush()
}
