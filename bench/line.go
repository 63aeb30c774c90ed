package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// line is one row of the table: a figure of ours beside another's of the same
// run, or beside a limit.
type line struct {
	operation, size string
	ours, ourCPU    string
	theirs          string
	theirCPU        string
	ratios          []float64
	goal            goal
	// group is what a line has in common with others, of which a document shows the worst.
	group string
}

// goal is what the middle ratio has to reach or may not pass; zero is none.
type goal struct {
	limit float64
	most  bool
}

func atLeast(limit float64) goal { return goal{limit: limit} }
func atMost(limit float64) goal  { return goal{limit: limit, most: true} }

func (g goal) met(ratio float64) bool {
	if g.most {
		return ratio <= g.limit
	}
	return ratio >= g.limit
}

// worse says that a ratio is farther from the goal than another. Without a goal ratios are
// of waits.
func (g goal) worse(ratio, than float64) bool {
	if g.most || g.limit == 0 {
		return ratio > than
	}
	return ratio < than
}

func (g goal) String() string {
	switch {
	case g.limit == 0:
		return "—"
	case g.most:
		return fmt.Sprintf("≤ %.4g", g.limit)
	}
	return fmt.Sprintf("≥ %.4g", g.limit)
}

func (l line) middle() float64 { return l.ratios[len(l.ratios)/2] }

func (l line) verdict() string {
	if l.goal.limit == 0 {
		return ""
	}
	return verdict(l.goal.met(l.middle()))
}

// heading names the cells of a line.
var heading = []string{"operation", "products", "ours", "CPU", "beside", "CPU", "ratio", "spread", "goal", ""}

func (l line) cells() []string {
	spread := fmt.Sprintf("%.2f–%.2f", l.ratios[0], l.ratios[len(l.ratios)-1])
	return []string{
		l.operation, l.size, l.ours, l.ourCPU, l.theirs, l.theirCPU,
		fmt.Sprintf("%.2f", l.middle()), spread, l.goal.String(), l.verdict(),
	}
}

// writeLines writes a table of Markdown, with this between two cells.
func writeLines(out io.Writer, lines []line, between string) error {
	rows := [][]string{heading, slices.Repeat([]string{"---"}, len(heading))}
	for _, l := range lines {
		rows = append(rows, l.cells())
	}
	for _, row := range rows {
		if _, err := fmt.Fprintln(out, strings.TrimSpace(between+strings.Join(row, between)+between)); err != nil {
			return err
		}
	}
	return nil
}

// sortRatios sorts them and says in which round the middle one was measured: its
// figures are those that the line shows.
func (l *line) sortRatios() (round int) {
	inOrder := slices.Clone(l.ratios)
	slices.Sort(l.ratios)
	return slices.Index(inOrder, l.middle())
}

// faster compares how many answers a second each side gives.
func faster(operation string, products int, who string, ours, theirs []percentiles, g goal) line {
	l := line{operation: operation, size: short(products), goal: g}
	for round := range ours {
		l.ratios = append(l.ratios, ours[round].rate/theirs[round].rate)
	}
	shown := l.sortRatios()
	a, b := ours[shown], theirs[shown]
	l.ours, l.ourCPU = fmt.Sprintf("%.0f/s", a.rate), fmt.Sprintf("%d µs", a.cpu)
	l.theirs, l.theirCPU = fmt.Sprintf("%s: %.0f/s", who, b.rate), fmt.Sprintf("%d µs", b.cpu)
	return l
}

// longer compares how long the worst hundredth waits in two shops.
func longer(operation string, products, fewer int, many, few []percentiles, g goal) line {
	l := line{operation: operation, size: short(products), goal: g}
	for round := range many {
		l.ratios = append(l.ratios, ratio(many[round].p99, few[round].p99))
	}
	shown := l.sortRatios()
	a, b := many[shown], few[shown]
	l.ours, l.ourCPU = fmt.Sprintf("p99 %.1f ms", float64(a.p99)/1000), fmt.Sprintf("%d µs", a.cpu)
	l.theirs, l.theirCPU = fmt.Sprintf("%s: %.1f ms", short(fewer), float64(b.p99)/1000), fmt.Sprintf("%d µs", b.cpu)
	return l
}

// within compares figures with a limit that they may not pass.
func within(operation, size, unit string, limit float64, figures ...float64) line {
	slices.Sort(figures)
	l := line{operation: operation, size: size, theirs: fmt.Sprintf("limit: %.4g %s", limit, unit), goal: atMost(1)}
	for _, figure := range figures {
		l.ratios = append(l.ratios, figure/limit)
	}
	l.ours = fmt.Sprintf("%.4g %s", figures[len(figures)/2], unit)
	return l
}

// short is a number of products as the table has it.
func short(n int) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1000 && n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}
