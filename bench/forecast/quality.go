package main

import (
	"fmt"
	"math"
	"os"
	"text/tabwriter"

	"estante/internal/forecast/backtest"
)

// shop is a sales file and the figures to be reached on it; 0 is no figure.
type shop struct {
	name, file string
	monthly    bool
	target     target
}

type target struct {
	rmsse, mae, bias, wql90        float64
	leastCoverage, largestCoverage float64
	brier, censoredBias            float64
}

var shops = []shop{
	{"uci", "uci", false, target{0.98, 0.92, 0.12, 0.35, 0.78, 0.88, 0.18, 0.21}},
	{"takeaway", "takeaway", false, target{0.845, 0.86, 0.05, 0.125, 0.78, 0.90, 0.165, 0.06}},
	{"carparts", "carparts_monthly", true, target{rmsse: 0.795, bias: 0.08, wql90: 0.98}},
}

// measure replays one shop with every method and prints its part of the table.
func measure(data string, s shop) error {
	sales, err := open(data, s.file, "", s.monthly)
	if err != nil {
		return err
	}
	methods := []backtest.Forecaster{&backtest.Estante{}, backtest.Naive()}
	names := []string{"estante", "naive-30d"}
	for _, c := range backtest.Classics() {
		methods, names = append(methods, c), append(names, c.Name)
	}
	origins := sales.DefaultOrigins()
	scores := make([]backtest.Score, len(methods))
	for i, f := range methods {
		scores[i] = backtest.Judge(backtest.Replay(sales, origins, f))
	}
	fmt.Printf("%s: %d products, %d forecasts at %d origins\n", s.name, len(sales.Products), scores[0].Rows, origins)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	printHeader(table, names)
	naive := scores[1]
	for _, row := range []struct {
		name   string
		goal   goal
		figure func(backtest.Score) float64
	}{
		{"RMSSE ÷ naive-30d", atMost(s.target.rmsse), func(x backtest.Score) float64 { return x.RMSSE / naive.RMSSE }},
		{"MAE ÷ naive-30d", atMost(s.target.mae), func(x backtest.Score) float64 { return x.MAE / naive.MAE }},
		{"bias", within(s.target.bias), func(x backtest.Score) float64 { return x.Bias }},
		{"WQL90", atMost(s.target.wql90), func(x backtest.Score) float64 { return x.WQL90 }},
		{"cov80", between(s.target.leastCoverage, s.target.largestCoverage), func(x backtest.Score) float64 {
			return x.Coverage80
		}},
		{"Brier, gone in 30 days", atMost(s.target.brier), func(x backtest.Score) float64 { return x.Brier }},
	} {
		figures := make([]float64, len(scores))
		for i, score := range scores {
			figures[i] = row.figure(score)
		}
		printFigures(table, row.name, row.goal, figures)
	}
	if s.target.censoredBias > 0 {
		biases, err := censored(data, s, sales, methods)
		if err != nil {
			return err
		}
		printFigures(table, "censored: bias against true demand", within(s.target.censoredBias), biases)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Println()
	return nil
}

// censored forecasts the same shop seen through its empty shelves.
func censored(data string, s shop, whole *backtest.Sales, methods []backtest.Forecaster) ([]float64, error) {
	seen, err := open(data, s.file+"_censored", s.file+"_stockouts", false)
	if err != nil {
		return nil, err
	}
	biases := make([]float64, len(methods))
	for i, f := range methods {
		biases[i] = backtest.BiasAgainst(backtest.Replay(seen, seen.DefaultOrigins(), f), whole)
	}
	return biases, nil
}

// goal is a figure to be reached: how it reads, and whether it is.
type goal struct {
	text    string
	reached func(x float64) bool
}

func atMost(limit float64) goal {
	if limit == 0 {
		return goal{text: "–"}
	}
	return goal{fmt.Sprintf("≤ %.3f", limit), func(x float64) bool { return x <= limit }}
}

func within(limit float64) goal {
	return goal{fmt.Sprintf("± %.3f", limit), func(x float64) bool { return math.Abs(x) <= limit }}
}

func between(least, largest float64) goal {
	if largest == 0 {
		return goal{text: "–"}
	}
	return goal{fmt.Sprintf("%.2f–%.2f", least, largest), func(x float64) bool { return x >= least && x <= largest }}
}

func printHeader(table *tabwriter.Writer, names []string) {
	_, _ = fmt.Fprint(table, "figure\tto reach\t\t")
	for _, name := range names {
		_, _ = fmt.Fprintf(table, "%s\t", name)
	}
	_, _ = fmt.Fprintln(table)
}

// printFigures prints a line; the first figure is ours and is held to the goal.
func printFigures(table *tabwriter.Writer, name string, g goal, figures []float64) {
	verdict := ""
	switch {
	case g.reached == nil:
	case g.reached(figures[0]):
		verdict = "ok"
	default:
		verdict = "MISSED"
	}
	_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t", name, g.text, verdict)
	for _, x := range figures {
		_, _ = fmt.Fprintf(table, "%.3f\t", x)
	}
	_, _ = fmt.Fprintln(table)
}
