package main

import (
	"fmt"
	"os"
	"strings"
)

// The lines of a document between which the table is written.
const (
	tableBegins = "<!-- table: written by bench -write -->"
	tableEnds   = "<!-- end of table -->"
)

// writeTable puts the table in its place in a document, with what is told of the run above it.
func (r *run) writeTable(path, told string) error {
	text, err := os.ReadFile(path) //nolint:gosec // The caller names the document that is to be written.
	if err != nil {
		return err
	}
	before, _, after, err := aroundTable(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var document strings.Builder
	document.WriteString(before + tableBegins + "\n" + told + "\n\n")
	if err := writeLines(&document, worstOfGroups(r.lines), " | "); err != nil {
		return err
	}
	document.WriteString(tableEnds + after)
	return os.WriteFile(path, []byte(document.String()), 0o644) //nolint:gosec // Any user may read a document.
}

// aroundTable takes a document apart at the table.
func aroundTable(text string) (before, table, after string, err error) {
	before, rest, begins := strings.Cut(text, tableBegins)
	table, after, ends := strings.Cut(rest, tableEnds)
	if !begins || !ends {
		return "", "", "", fmt.Errorf("there are no lines %q and %q", tableBegins, tableEnds)
	}
	return before, table, after, nil
}

// worstOfGroups has of each group of lines the worst one in the place of the first:
// sixty lines that say the same fill a terminal, but not a document.
func worstOfGroups(lines []line) (shown []line) {
	type group struct {
		name string
		goal goal
	}
	place, sizes := map[group]int{}, map[group]int{}
	for _, l := range lines {
		g := group{l.group, l.goal}
		at, known := place[g]
		switch {
		case l.group == "" || !known:
			place[g] = len(shown)
			shown = append(shown, l)
		case l.goal.worse(l.middle(), shown[at].middle()):
			shown[at] = l
		}
		sizes[g]++
	}
	for g, at := range place {
		if g.name != "" && sizes[g] > 1 {
			shown[at].operation = fmt.Sprintf("%s, worst of %d: %s", g.name, sizes[g], shown[at].operation)
		}
	}
	return shown
}
