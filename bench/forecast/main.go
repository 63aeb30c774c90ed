// Command forecast prints how good the forecasts are on a folder of sales
// files, beside the figures to be reached, the plainest method and three
// classics, and how long a large shop's forecasts take.
package main

import (
	"flag"
	"fmt"
	"os"

	"estante/internal/forecast/backtest"
)

func main() {
	data := flag.String("data", "", "folder with uci, takeaway and carparts_monthly (.csv.gz); none: speed alone")
	products := flag.Int("products", 100_000, "products whose forecasts are timed; 0: none")
	days := flag.Int("days", 374, "days of history of each")
	flag.Parse()
	if err := run(*data, *products, *days); err != nil {
		fmt.Fprintln(os.Stderr, "bench-forecast:", err)
		os.Exit(1)
	}
}

func run(data string, products, days int) error {
	if data != "" {
		for _, shop := range shops {
			if err := measure(data, shop); err != nil {
				return fmt.Errorf("%s: %w", shop.name, err)
			}
		}
	}
	if products > 0 {
		timeForecasts(products, days)
	}
	return nil
}

// open reads a sales file of the folder, with its stock-outs where it has any.
func open(data, sales, stockouts string, monthly bool) (*backtest.Sales, error) {
	file, err := os.OpenInRoot(data, sales+".csv.gz")
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if monthly {
		return backtest.ReadMonthly(file)
	}
	if stockouts == "" {
		return backtest.ReadDaily(file, nil)
	}
	gaps, err := os.OpenInRoot(data, stockouts+".csv.gz")
	if err != nil {
		return nil, err
	}
	defer func() { _ = gaps.Close() }()
	return backtest.ReadDaily(file, gaps)
}
