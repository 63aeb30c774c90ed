package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// fileTime is how long others are watched while files are fetched, one after the
// other, and before that: a round, but no less than a second.
func (r *run) fileTime() time.Duration { return max(r.lasting, time.Second) }

// file is something large that one person asks for, with how many seconds it may take.
type file struct {
	name  string
	rows  int
	limit float64
	fetch func(ctx context.Context, s *shop) error
}

// filesAsked are of all products, and the reports of those that a search for
// the common word finds.
func (r *run) filesAsked() []file {
	return []file{
		{"export as CSV", r.large, 5, exported("csv")},
		{"export as XLSX", r.large, 20, exported("xlsx")},
		{"report as PDF", r.large / len(things), 10, reported("pdf")},
		{"report as XLSX", r.large / len(things), 10, reported("xlsx")},
	}
}

func exported(format string) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		return s.send(ctx, http.MethodGet, "/api/products/export/?format="+format, "")
	}
}

// reported asks for a report of forecasts, waits for it and fetches it.
func reported(format string) func(context.Context, *shop) error {
	return func(ctx context.Context, s *shop) error {
		var report struct {
			ID    int64
			State string
		}
		body := fmt.Sprintf(`{"format":%q,"search":"tornillo"}`, format)
		if err := s.read(ctx, http.MethodPost, "/api/forecast/reports/", body, &report); err != nil {
			return err
		}
		address := fmt.Sprintf("/api/forecast/reports/%d/", report.ID)
		for report.State != "done" {
			if report.State == "failed" {
				return fmt.Errorf("report %d failed", report.ID)
			}
			if err := wait(ctx, 50*time.Millisecond); err != nil {
				return err
			}
			if err := s.read(ctx, http.MethodGet, address, "", &report); err != nil {
				return err
			}
		}
		return s.send(ctx, http.MethodGet, address+"file/", "")
	}
}

// files fetches what is large while others go on, and compares how long they
// wait with how long they waited before.
func (r *run) files(ctx context.Context) error {
	s, err := r.shop(ctx, r.large)
	if err != nil {
		return err
	}
	for _, f := range r.filesAsked() {
		var seconds []float64
		var calm, busy [][]percentiles
		for range r.rounds {
			if err := s.side(find("adjust stock")).rest(ctx); err != nil {
				return err
			}
			before, err := s.watch(ctx, others, crowded, func() error { return wait(ctx, r.fileTime()) })
			if err != nil {
				return err
			}
			during, err := s.watch(ctx, others, crowded, func() error {
				took, err := f.fetchOften(ctx, s, r.fileTime())
				seconds = append(seconds, took...)
				return err
			})
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			calm, busy = append(calm, before), append(busy, during)
		}
		r.add(within(f.name, short(f.rows), "s", f.limit, seconds...))
		r.meanwhile(f.name, f.rows, calm, busy, atMost(slowerMax))
	}
	return r.addMemory("memory with these files", s)
}

// fetchOften fetches the file until time is up, and says how many seconds each took.
func (f file) fetchOften(ctx context.Context, s *shop, lasting time.Duration) (seconds []float64, err error) {
	for end := time.Now().Add(lasting); err == nil && time.Now().Before(end); {
		began := time.Now()
		err = f.fetch(ctx, s)
		seconds = append(seconds, time.Since(began).Seconds())
	}
	return seconds, err
}

// meanwhile adds how long others waited while something large was done, beside
// how long they did before, in each round.
func (r *run) meanwhile(what string, rows int, calm, busy [][]percentiles, g goal) {
	for n, q := range others {
		var during, before []percentiles
		var longest int64
		for round := range busy {
			during, before = append(during, busy[round][n]), append(before, calm[round][n])
			longest = max(longest, busy[round][n].most)
		}
		l := longer(fmt.Sprintf("%s, during the %s", q.name, what), rows, 0, during, before, g)
		l.group = "others meanwhile"
		l.ours += fmt.Sprintf(", longest %d ms", longest/1000)
		l.theirs, l.ourCPU, l.theirCPU = strings.Replace(l.theirs, short(0), "before", 1), "", ""
		r.add(l)
	}
}

// addMemory adds the most memory that a server ever had.
func (r *run) addMemory(what string, s *shop) error {
	_, most, err := s.served.memory()
	if err != nil {
		return err
	}
	r.add(within(what, short(s.products), "MB", loadMegabytesMax, float64(most)/megabyte))
	return nil
}
