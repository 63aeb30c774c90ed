package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"estante/internal/inventory"
)

// dispatchEvery is how often messages are looked for whose pause is over; the
// shortest pause is five seconds.
const dispatchEvery = 2 * time.Second

// dispatch sends messages to subscribers. Each subscriber has its own worker,
// so that one that does not answer keeps no other waiting.
func dispatch(ctx context.Context, inv *inventory.Inventory, courier inventory.Courier, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(dispatchEvery)
	defer clock.Stop()
	workers := workers{busy: map[int64]bool{}}
	defer workers.running.Wait()
	for {
		due, err := inv.DueSubscriptions(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("messages for subscribers not looked for", "error", err)
		}
		for _, id := range due {
			workers.start(id, func() { sendTo(ctx, inv, courier, id, log) })
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
	}
}

// sendTo sends what is due for one subscriber until nothing is.
func sendTo(ctx context.Context, inv *inventory.Inventory, courier inventory.Courier, id int64, log *slog.Logger) {
	for {
		sent, err := inv.SendDispatches(ctx, courier, id)
		if err != nil && ctx.Err() == nil {
			log.Error("messages for a subscriber not sent", "subscription", id, "error", err)
		}
		if sent == 0 || err != nil {
			return
		}
	}
}

// workers runs one piece of work for each number at a time.
type workers struct {
	mu      sync.Mutex
	busy    map[int64]bool
	running sync.WaitGroup
}

func (w *workers) start(id int64, work func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy[id] {
		return
	}
	w.busy[id] = true
	w.running.Go(func() {
		work()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.busy, id)
	})
}
