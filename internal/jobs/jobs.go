// Package jobs does what no request waits for: sending messages and forgetting
// what has expired. Several processes may run it at once; the memory sees to
// it that each piece of work is taken by one.
package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"estante/internal/inventory"
)

// How often work is looked for that no event announced: messages whose pause
// is over, and rows whose time is.
const (
	deliveryEvery = 15 * time.Second
	tidyEvery     = 10 * time.Minute
)

// Run works until ctx ends, then returns when the work at hand is done.
func Run(ctx context.Context, inv *inventory.Inventory, mailer inventory.Mailer, log *slog.Logger) {
	wake := make(chan struct{}, 1)
	var running sync.WaitGroup
	running.Go(func() { listen(ctx, inv, wake, log) })
	running.Go(func() { deliver(ctx, inv, mailer, wake, log) })
	running.Go(func() { tidy(ctx, inv, log) })
	running.Wait()
}

// listen wakes the delivery when a message has been queued, by any process.
func listen(ctx context.Context, inv *inventory.Inventory, wake chan<- struct{}, log *slog.Logger) {
	err := inv.Events(ctx, func(events []inventory.Event) {
		for _, event := range events {
			if event.Topic == inventory.TopicMessages || event.Topic == inventory.TopicResync {
				select {
				case wake <- struct{}{}:
				default: // It is awake already.
				}
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		log.Warn("jobs stopped listening; messages are still looked for on the clock", "error", err)
	}
}

func deliver(ctx context.Context, inv *inventory.Inventory, mailer inventory.Mailer, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(deliveryEvery)
	defer clock.Stop()
	for {
		sent, err := inv.DeliverMessages(ctx, mailer)
		if err != nil && ctx.Err() == nil {
			log.Error("messages not delivered", "error", err)
		}
		if sent > 0 && err == nil {
			continue // There may be more than one batch.
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
	}
}

func tidy(ctx context.Context, inv *inventory.Inventory, log *slog.Logger) {
	clock := time.NewTicker(tidyEvery)
	defer clock.Stop()
	for {
		for name, forget := range map[string]func(context.Context) error{
			"sessions": inv.ForgetOldSessions, "recovery links": inv.ForgetOldRecoveries, "request keys": inv.ForgetOldRequests,
			"attempts": inv.ForgetOldAttempts, "messages": inv.ForgetOldMessages,
		} {
			if err := forget(ctx); err != nil && ctx.Err() == nil {
				log.Error("could not tidy up", "what", name, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}
