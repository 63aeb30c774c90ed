package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// run is a table in the making, with the shops and peers that are open for it.
type run struct {
	options
	lines []line
	shops map[int]*shop
	peers map[int]*peer
}

// chapter is a part of the table.
type chapter struct {
	name    string
	measure func(*run, context.Context) error
	// long ones are left out where there is little time.
	long bool
}

// chapters come in an order in which what changes the shops most comes last.
var chapters = []chapter{
	{name: "idle", measure: (*run).idle},
	{name: "peers", measure: (*run).besidePeers},
	{name: "mixed", measure: (*run).besideMixed},
	{name: "commits", measure: (*run).besideSingles},
	{name: "growth", measure: (*run).growth},
	{name: "files", measure: (*run).files},
	{name: "streams", measure: (*run).streams},
	{name: "import", measure: (*run).bringMany, long: true},
	{name: "engines", measure: (*run).besidePostgres, long: true},
}

// table measures everything that has a goal, up to a million products with
// three million movements.
func table(ctx context.Context, o options) error {
	o.entries = 20
	return measureChapters(ctx, o, chapters)
}

// quick is the same with less: no shop of a million products, and no long chapter.
func quick(ctx context.Context, o options) error {
	o.huge, o.lasting = o.large, o.lasting/5
	return measureChapters(ctx, o, slices.DeleteFunc(slices.Clone(chapters), func(c chapter) bool { return c.long }))
}

func measureChapters(ctx context.Context, o options, chapters []chapter) error {
	r := &run{options: o, shops: map[int]*shop{}, peers: map[int]*peer{}}
	defer r.close()
	began := time.Now()
	err := r.measure(ctx, chapters)
	told := fmt.Sprintf("%s, %d processors: %d clients, %d rounds of %s; %.0f minutes in all.",
		began.Format("2 January 2006"), runtime.NumCPU(), connections, o.rounds, o.lasting, time.Since(began).Minutes())
	fmt.Println(told + "\n")
	if err == nil && o.document != "" {
		err = r.writeTable(o.document, told)
	}
	// What was measured before something went wrong, or the run was interrupted, is told.
	return errors.Join(err, r.finish())
}

func (r *run) measure(ctx context.Context, chapters []chapter) error {
	for _, c := range chapters {
		if !strings.Contains(c.name, r.only) {
			continue
		}
		if err := c.measure(r, ctx); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// finish prints the table; something that fell short is an error.
func (r *run) finish() error {
	if err := r.print(os.Stdout); err != nil {
		return err
	}
	return r.judge()
}

func (r *run) judge() error {
	if slices.ContainsFunc(r.lines, func(l line) bool { return l.verdict() == verdict(false) }) {
		return errors.New("something fell short of its goal")
	}
	return nil
}

// add keeps a line for the table, and says meanwhile how it goes.
func (r *run) add(l line) {
	r.lines = append(r.lines, l)
	fmt.Fprintf(os.Stderr, "%s, %s: %s, %s, %.2f %s\n", l.operation, l.size, l.ours, l.theirs, l.middle(), l.verdict())
}

func (r *run) print(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	if err := writeLines(table, r.lines, "\t| "); err != nil {
		return err
	}
	return table.Flush()
}

// shop is the one of a size, filled once and served by the real program.
func (r *run) shop(ctx context.Context, products int) (*shop, error) {
	if s := r.shops[products]; s != nil {
		return s, nil
	}
	s, err := serveShop(ctx, r.options.onFile(), products)
	if err == nil {
		r.shops[products] = s
	}
	return s, err
}

// peer is the one of a size, with the same products.
func (r *run) peer(ctx context.Context, products int) (*peer, error) {
	if p := r.peers[products]; p != nil {
		return p, nil
	}
	p, err := openPeer(ctx, r.options, products)
	if err == nil {
		r.peers[products] = p
	}
	return p, err
}

func (r *run) close() {
	for _, p := range r.peers {
		p.close()
	}
	for _, s := range r.shops {
		s.close()
	}
}
