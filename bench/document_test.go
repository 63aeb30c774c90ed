package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const performance = "../docs/performance.md"

// cellShapes are what the cells of a line may hold; figures and names may hold anything.
var cellShapes = map[int]*regexp.Regexp{
	6: regexp.MustCompile(`^\d+\.\d\d$`),
	7: regexp.MustCompile(`^\d+\.\d\d–\d+\.\d\d$`),
	8: regexp.MustCompile(`^(—|[≤≥] [\d.]+)$`),
	9: regexp.MustCompile(`^(ok|short|)$`),
}

// The table of the document is what the program writes, not what a hand has changed.
func TestTheDocumentHasTheTableOfTheProgram(t *testing.T) {
	text, err := os.ReadFile(performance)
	if err != nil {
		t.Fatal(err)
	}
	_, written, _, err := aroundTable(string(text))
	if err != nil {
		t.Fatal(err)
	}
	told, table, _ := strings.Cut(strings.TrimSpace(written), "\n\n")
	if !strings.Contains(told, " clients, ") {
		t.Errorf("the run is told as %q", told)
	}
	var empty strings.Builder
	if err := writeLines(&empty, nil, " | "); err != nil {
		t.Fatal(err)
	}
	rows, found := strings.CutPrefix(table+"\n", empty.String())
	if !found || rows == "" {
		t.Fatalf("the table does not begin with\n%s", empty.String())
	}
	for row := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|\n"), "|")
		if len(cells) != len(heading) {
			t.Errorf("%d cells instead of %d: %s", len(cells), len(heading), row)
			continue
		}
		for n, shape := range cellShapes {
			if cell := strings.TrimSpace(cells[n]); !shape.MatchString(cell) {
				t.Errorf("%s is %q: %s", heading[n], cell, row)
			}
		}
	}
}

func TestATableReplacesTheOneBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "document.md")
	before, after := "# Figures\n\n", "\n\nWhat they mean.\n"
	if err := os.WriteFile(path, []byte(before+tableBegins+"\nold\n"+tableEnds+after), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &run{lines: []line{within("start", "0", "ms", 300, 100)}}
	want := before + tableBegins + "\ntoday\n\n" +
		"| operation | products | ours | CPU | beside | CPU | ratio | spread | goal |  |\n" +
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n" +
		"| start | 0 | 100 ms |  | limit: 300 ms |  | 0.33 | 0.33–0.33 | ≤ 1 | ok |\n" +
		tableEnds + after
	for range 2 {
		if err := r.writeTable(path, "today"); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Fatalf("%v:\n%s\nwant\n%s", err, got, want)
		}
	}
	if err := os.WriteFile(path, []byte("no place"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r.writeTable(path, "today") == nil {
		t.Error("a document without a place for the table is no error")
	}
}

func TestADocumentShowsTheWorstOfAGroup(t *testing.T) {
	grown := func(operation, group string, middle float64, g goal) line {
		return line{operation: operation, group: group, ratios: []float64{middle}, goal: g}
	}
	shown := worstOfGroups([]line{
		grown("list", "growth", 1.1, atMost(2)), grown("adjust", "", 3, atMost(3.5)),
		grown("by name", "growth", 1.5, atMost(2)), grown("alerts", "growth", 0.9, atMost(2)),
		grown("calm", "growth", 4, goal{}), grown("adjust", "", 2, atMost(3.5)),
		grown("one", "faster", 5, atLeast(2)), grown("many", "faster", 3, atLeast(2)),
	})
	var got []string
	for _, l := range shown {
		got = append(got, l.operation)
	}
	want := "growth, worst of 3: by name; adjust; calm; adjust; faster, worst of 2: many"
	if strings.Join(got, "; ") != want {
		t.Errorf("the document shows %q, want %q", got, want)
	}
}
