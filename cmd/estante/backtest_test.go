package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBacktestWritesPredictionsAndPrintsScores(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lines := "sku,date,qty\n"
	first := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := range 200 {
		for product := range 4 {
			if day%(product+1) == 0 {
				lines += fmt.Sprintf("P%d,%s,%d\n", product, first.AddDate(0, 0, day).Format(time.DateOnly), 1+product)
			}
		}
	}
	sales := write("sales.csv", lines)
	stockouts := write("stockouts.csv", "sku,from,to\nP3,2024-02-01,2024-02-10\n")
	predictions := filepath.Join(dir, "out.csv")
	var out, stderr bytes.Buffer
	if code := run([]string{
		"backtest", "--sales", sales, "--stockouts", stockouts, "--origins", "2", "--out",
		predictions,
	}, &out, &stderr); code != 0 {
		t.Fatalf("ended with %d: %s", code, stderr.String())
	}
	if !strings.HasPrefix(out.String(), "8 previsiones en 2 orígenes\n") || !strings.Contains(out.String(), "naive-30d") ||
		!strings.Contains(out.String(), "RMSSE") {
		t.Errorf("printed %s", out.String())
	}
	text, err := os.ReadFile(predictions)
	if err != nil || strings.Count(string(text), "\n") != 9 || !strings.Contains(string(text), "\nP0,2024-05-20,3") {
		t.Errorf("wrote %s, %v", text, err)
	}
	monthly := write("monthly.csv", "sku,m1,m2,m3,m4\nA,1,0,2,1\n")
	if code := run([]string{"backtest", "--sales", monthly, "--monthly", "--out", predictions}, &out, &stderr); code != 0 {
		t.Errorf("a monthly file ended with %d: %s", code, stderr.String())
	}
	stderr.Reset()
	short := write("short.csv", "sku,date,qty\nA,2024-01-01,1\n")
	if code := run([]string{"backtest", "--sales", short, "--out", predictions}, &out, &stderr); code != 1 ||
		!strings.Contains(stderr.String(), "muy poco tiempo") {
		t.Errorf("a single day ended with %d: %s", code, stderr.String())
	}
}
