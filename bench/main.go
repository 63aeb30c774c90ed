// Command bench measures what the product costs as the catalogue grows, and
// what its parts cost one another. Everything is a ratio within one run: on a
// shared machine seconds say little, but two things measured in turn share its
// moods.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

// options are what a run may be told.
type options struct {
	small, large     int
	rounds, requests int
	database         string
	keep             string
	only             string
}

// experiments are what can be measured, by the word that asks for it.
var experiments = map[string]func(context.Context, options) error{
	"growth": growth,
	"import": importing,
	"alerts": alerting,
	"labels": relabelling,
	"night":  night,
}

func main() {
	var o options
	flag.IntVar(&o.small, "small", 100, "products of the small shop")
	flag.IntVar(&o.large, "large", 100_000, "products of the large shop, and rows of an import")
	flag.IntVar(&o.rounds, "rounds", 3, "repeats; tables show their median and spread")
	flag.IntVar(&o.requests, "requests", 200, "requests of each question in a round")
	flag.StringVar(&o.database, "database", os.Getenv("TEST_POSTGRES"), "address of a PostgreSQL server to measure on; SQLite without it")
	flag.StringVar(&o.keep, "keep", "", "folder in which SQLite shops stay for the next run; on a server any word keeps its databases")
	flag.StringVar(&o.only, "only", "", "part of the name of the questions to ask; all without it")
	flag.Usage = func() {
		_, _ = fmt.Fprintf(flag.CommandLine.Output(), "usage: bench [flags] [growth | import | alerts | labels | night]\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, name string) error {
	if name == "" {
		name = "growth"
	}
	experiment, known := experiments[name]
	if !known {
		return fmt.Errorf("there is no experiment %q", name)
	}
	if o.small < 1 || o.large < 1 || o.rounds < 1 || o.requests < 1 {
		return errors.New("every number has to be at least 1")
	}
	return experiment(ctx, o)
}
