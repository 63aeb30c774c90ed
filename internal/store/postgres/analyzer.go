package postgres

import (
	"context"
	"database/sql"
	"sync"
)

// Analyzer has the server look at its tables when many products have come at
// once. The server does that by itself, but a minute later at the earliest, and
// until then it reads whole tables because it takes them for short ones.
type Analyzer struct {
	pool *sql.DB
	work chan struct{}
	ctx  context.Context
	stop context.CancelFunc
	done chan struct{}

	mu sync.Mutex
	// come is how many products have come since it looked last, and known how
	// many had before.
	come, known int
}

// analyzeAfter is how many products must have come at least.
const analyzeAfter = 500

// StartAnalyzer begins to look by way of a pool.
func StartAnalyzer(pool *sql.DB) *Analyzer {
	ctx, stop := context.WithCancel(context.Background())
	a := &Analyzer{pool: pool, work: make(chan struct{}, 1), ctx: ctx, stop: stop, done: make(chan struct{})}
	go a.run()
	return a
}

// Note takes note of products that have come. It looks again each time there
// are half as many more, so that few looks follow however many come.
func (a *Analyzer) Note(products int) {
	if products == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.come += products; a.come < max(analyzeAfter, a.known/2) {
		return
	}
	a.known, a.come = a.known+a.come, 0
	select {
	case a.work <- struct{}{}:
	default:
	}
}

// run looks when it is told to. A look that fails is made up for by the server's own.
func (a *Analyzer) run() {
	defer close(a.done)
	for {
		select {
		case <-a.work:
			_, _ = a.pool.ExecContext(a.ctx, `ANALYZE products, stock_order, product_search, product_tags, stock_levels,
				movements, forecasts, forecast_due, import_rows`)
		case <-a.ctx.Done():
			return
		}
	}
}

// Close ends it.
func (a *Analyzer) Close() {
	a.stop()
	<-a.done
}
