// Command bench measures the product beside a peer, what it costs as the catalogue grows, and
// what its parts cost one another. Everything is a ratio within one run: on a shared machine
// seconds say little, but two things measured in turn share its moods.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// options are what a run may be told.
type options struct {
	small, large, huge int
	entries            int
	rounds, requests   int
	lasting            time.Duration
	database           string
	keep               string
	only               string
	document           string
	program, peer      string
	// syncLater says that the disk need not have a commit before the shop is closed.
	syncLater bool
}

// onFile are the same options for a shop in a file.
func (o options) onFile() options {
	o.database = ""
	return o
}

// handedOver are the same options for a shop that is filled here and measured by
// another process.
func (o options) handedOver() options {
	o.syncLater = true
	return o
}

// afresh are the same options for a shop in a file that no other run has had.
func (o options) afresh() options {
	o.keep = ""
	return o.onFile()
}

// experiments are what can be measured, by the word that asks for it.
var experiments = map[string]func(context.Context, options) error{
	"table":  table,
	"quick":  quick,
	"growth": growth,
	"import": importing,
	"alerts": alerting,
	"labels": relabelling,
	"night":  night,
	"buying": purchasing,
}

func main() {
	var o options
	flag.IntVar(&o.small, "small", 1000, "products of the small shop")
	flag.IntVar(&o.large, "large", 100_000, "products of the large shop, and rows of an import")
	flag.IntVar(&o.huge, "huge", 1_000_000, "products of the largest shop of the table")
	flag.IntVar(&o.entries, "entries", 2, "entries for every ten products of a shop")
	flag.IntVar(&o.rounds, "rounds", 3, "repeats; tables show their median and spread")
	flag.IntVar(&o.requests, "requests", 200, "requests of each question in a round")
	flag.DurationVar(&o.lasting, "lasting", 2*time.Second, "how long many clients ask in a round of the table")
	flag.StringVar(&o.database, "database", os.Getenv("TEST_POSTGRES"),
		"address of a PostgreSQL server to measure on; SQLite without it")
	flag.StringVar(&o.keep, "keep", "",
		"folder in which SQLite shops stay for the next run; on a server any word keeps its databases")
	flag.StringVar(&o.only, "only", "",
		"part of the name of the questions to ask, or of the chapters of the table; all without it")
	flag.StringVar(&o.document, "write", "", "document into which the whole table is written, between its two marks")
	flag.StringVar(&o.program, "program", "bin/estante", "the program that the table measures")
	flag.StringVar(&o.peer, "peer", ".cache/bin/pocketbase", "the peer that it is measured beside")
	flag.Usage = func() {
		_, _ = fmt.Fprintln(flag.CommandLine.Output(),
			"usage: bench [flags] [table | quick | growth | import | alerts | labels | night | buying]")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := begin(ctx, o, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func begin(ctx context.Context, o options, name string) error {
	if name == "" {
		name = "table"
	}
	experiment, known := experiments[name]
	if !known {
		return fmt.Errorf("there is no experiment %q", name)
	}
	if o.small < 1 || o.large < 1 || o.huge < 1 || o.lasting <= 0 || o.rounds < 1 || o.requests < 1 {
		return errors.New("every number has to be at least 1")
	}
	if o.document != "" && (o.only != "" || name != "table" && name != "quick") {
		return errors.New("only a whole table is written into a document")
	}
	return experiment(ctx, o)
}
