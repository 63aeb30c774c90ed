package jobs

import (
	"context"
	"log/slog"
	"sync"

	"estante/internal/inventory"
	"estante/internal/webhook"
)

// dispatcher sends messages to subscribers. Each subscriber has its own worker,
// so that one that does not answer keeps no other waiting.
type dispatcher struct {
	inv     *inventory.Inventory
	courier webhook.Courier
	log     *slog.Logger

	mu      sync.Mutex
	busy    map[int64]bool
	running sync.WaitGroup
}

func newDispatcher(inv *inventory.Inventory, courier webhook.Courier, log *slog.Logger) *dispatcher {
	return &dispatcher{inv: inv, courier: courier, log: log, busy: map[int64]bool{}}
}

// look starts a worker for each subscriber that something is due for.
func (d *dispatcher) look(ctx context.Context) (more bool, err error) {
	due, err := d.inv.Webhooks.DueSubscriptions(ctx)
	for _, id := range due {
		d.start(ctx, id)
	}
	return false, err
}

// start begins sending to a subscriber, unless a goroutine already does.
func (d *dispatcher) start(ctx context.Context, id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.busy[id] {
		return
	}
	d.busy[id] = true
	d.running.Go(func() {
		d.sendTo(ctx, id)
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.busy, id)
	})
}

// sendTo sends what is due for one subscriber until nothing is.
func (d *dispatcher) sendTo(ctx context.Context, id int64) {
	for {
		sent, err := surviving(ctx, func(ctx context.Context) (int, error) {
			return d.inv.Webhooks.SendDispatches(ctx, d.courier, id)
		})
		if err != nil && ctx.Err() == nil {
			d.log.Error("messages for a subscriber not sent", "subscription", id, "error", err)
		}
		if sent == 0 || err != nil {
			return
		}
	}
}
