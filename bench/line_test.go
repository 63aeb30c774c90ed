package main

import (
	"bytes"
	"strings"
	"testing"
)

// rates are rounds that differ only in how many answers they had.
func rates(figures ...float64) (rounds []percentiles) {
	for _, figure := range figures {
		rounds = append(rounds, percentiles{rate: figure, p50: int64(figure), p99: int64(figure)})
	}
	return rounds
}

func TestALineIsJudgedByTheMiddleOfItsRatios(t *testing.T) {
	for name, test := range map[string]struct {
		line line
		want string
	}{
		"as fast as wanted":     {faster("list", 1000, "peer", rates(10, 90, 40), rates(10, 30, 20), atLeast(2)), "ok"},
		"not as fast as wanted": {faster("list", 1000, "peer", rates(10, 90, 40), rates(10, 30, 20), atLeast(2.1)), "short"},
		"no longer than it may": {longer("list", 1000, 100, rates(10, 90, 40), rates(10, 30, 20), atMost(2)), "ok"},
		"longer than it may":    {longer("list", 1000, 100, rates(10, 90, 40), rates(10, 30, 20), atMost(1.9)), "short"},
		"within its limit":      {within("start", "0", "ms", 20, 10, 50, 20), "ok"},
		"beyond its limit":      {within("start", "0", "ms", 19, 10, 50, 20), "short"},
		"without a goal":        {faster("list", 1000, "server", rates(1), rates(1000), goal{}), ""},
	} {
		if got := test.line.verdict(); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// The figures of a line are those of the round that it is judged by.
func TestALineShowsTheRoundOfItsMiddleRatio(t *testing.T) {
	l := faster("list", 1000, "peer", rates(10, 90, 40), rates(10, 30, 20), goal{})
	if l.ours != "40/s" || l.theirs != "peer: 20/s" {
		t.Errorf("the line shows %s and %s", l.ours, l.theirs)
	}
}

func TestATableWithSomethingShortIsAnError(t *testing.T) {
	fine, short := within("start", "0", "ms", 300, 100), within("memory", "0", "MB", 40, 80)
	r := &run{lines: []line{fine}}
	if err := r.judge(); err != nil {
		t.Errorf("everything is fine: %v", err)
	}
	r.lines = append(r.lines, short)
	if r.judge() == nil {
		t.Error("what fell short is no error")
	}
	var out bytes.Buffer
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 || !strings.Contains(lines[2], "| ok") || !strings.Contains(lines[3], "| short") {
		t.Errorf("the table is\n%s", out.String())
	}
}
