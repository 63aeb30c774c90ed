package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"estante/internal/forecast"
)

// timeForecasts fits a model on a made-up shop and forecasts all of it, first
// by one worker and then by two. Each history is made when it is needed, as a
// shop's is read, so that memory shows what forecasting alone takes.
func timeForecasts(products, days int) {
	today := forecast.Day(20_000 + days)
	before := memory()
	began := time.Now()
	trainer := forecast.NewTrainer(forecast.Daily, today)
	var made time.Duration
	for n := range products {
		start := time.Now()
		h := history(n, days, nil)
		made += time.Since(start)
		trainer.Add(h)
	}
	model := trainer.Fit()
	fitting := time.Since(began) - made
	fmt.Printf("%d products × %d days: fitted in %.1f s, %d MB more memory\n",
		products, days, fitting.Seconds(), (memory()-before)>>20)
	for _, workers := range []int{1, 2} {
		spent := forecastAll(model, products, days, workers)
		each := spent.Seconds() * 1e6 * float64(workers) / float64(products)
		fmt.Printf("%d worker(s): all forecasts with ranges, run-out and order in %.1f s, %.0f µs each on one core; "+
			"with the fit %.1f s\n", workers, spent.Seconds(), each, (spent + fitting).Seconds())
	}
}

// forecastAll is the time the forecasts take, without that of making histories.
func forecastAll(model *forecast.Model, products, days, workers int) time.Duration {
	const batch = 1000
	spent := make([]time.Duration, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			histories := make([]forecast.History, batch)
			for first := worker * batch; first < products; first += workers * batch {
				n := min(batch, products-first)
				for i := range n {
					histories[i] = history(first+i, days, histories[i].Sold)
				}
				start := time.Now()
				for i := range n {
					model.Forecast(histories[i], forecast.Settings{
						Stock: int64(i % 90), Supply: &forecast.Supply{LeadDays: 7, ReviewDays: 7},
					})
				}
				spent[worker] += time.Since(start)
			}
		})
	}
	group.Wait()
	longest := time.Duration(0)
	for _, s := range spent {
		longest = max(longest, s)
	}
	return longest
}

// history is the n-th product's, the same in every run: some sell daily, some seldom.
func history(n, days int, sold []float64) forecast.History {
	random := rand.New(rand.NewPCG(uint64(n), 1)) //nolint:gosec // Made-up sales need no secrecy, and must repeat.
	if sold == nil {
		sold = make([]float64, days)
	}
	chance, size := 0.02+0.9*random.Float64()*random.Float64(), 1+20*random.Float64()*random.Float64()
	for d := range sold {
		sold[d] = 0
		if random.Float64() < chance {
			sold[d] = 1 + float64(int(size*random.ExpFloat64()))
		}
	}
	return forecast.History{First: 20_000, Sold: sold}
}

func memory() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapInuse
}
