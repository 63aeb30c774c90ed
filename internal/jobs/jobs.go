// Package jobs does what no request waits for: sending messages, telling
// subscribers, checking the ledger, importing files, processing what shops sent,
// forecasting, taking backups, waking alerts and forgetting what has expired. Several processes
// may run it at once; the memory sees to it that each piece of work is taken by one.
package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"estante/internal/inventory"
)

// How often work is looked for that no event announced: messages whose pause
// is over, imports whose worker died, and rows whose time has come.
const (
	deliveryEvery = 15 * time.Second
	checkEvery    = time.Minute
	importEvery   = 5 * time.Second
	wakeEvery     = 30 * time.Second
	inboxEvery    = 5 * time.Second
	silenceEvery  = 5 * time.Minute
	tidyEvery     = 10 * time.Minute
)

// Hands are what the work is done with.
type Hands struct {
	Mailer  inventory.Mailer
	Courier inventory.Courier
}

// Run works until ctx ends, then returns when the work at hand is done.
func Run(ctx context.Context, inv *inventory.Inventory, hands Hands, log *slog.Logger) {
	messages, checks, imports := make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, 1)
	dispatches := make(chan struct{}, 1)
	backups := make(chan struct{}, 1)
	forecasts, reports, inbox := make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, 1)
	var running sync.WaitGroup
	running.Go(func() {
		listen(ctx, inv, map[inventory.Topic]chan<- struct{}{
			inventory.TopicMessages: messages, inventory.TopicLedgerCheck: checks, inventory.TopicImports: imports,
			inventory.TopicSubscriptions: dispatches, inventory.TopicDeliveries: inbox,
			inventory.TopicStock: forecasts, inventory.TopicProducts: forecasts, inventory.TopicForecastRuns: forecasts,
			inventory.TopicForecastReports: reports, inventory.TopicBackups: backups,
		}, log)
	})
	running.Go(func() { deliver(ctx, inv, hands.Mailer, messages, log) })
	running.Go(func() { buildDigests(ctx, inv, log) })
	running.Go(func() { dispatch(ctx, inv, hands.Courier, dispatches, log) })
	running.Go(func() { check(ctx, inv, checks, log) })
	running.Go(func() { workOnImports(ctx, inv, imports, log) })
	running.Go(func() { wakeAlerts(ctx, inv, log) })
	running.Go(func() { workOnForecasts(ctx, inv, forecasts, log) })
	running.Go(func() { workOnForecastReports(ctx, inv, reports, log) })
	running.Go(func() { workOnInbox(ctx, inv, inbox, log) })
	running.Go(func() { workOnBackups(ctx, inv, backups, log) })
	running.Go(func() { noticeSilence(ctx, inv, log) })
	running.Go(func() { tidy(ctx, inv, log) })
	running.Wait()
}

// listen wakes the job that a topic is for, whichever process told of it. When
// events were missed, all of them look.
func listen(ctx context.Context, inv *inventory.Inventory, jobs map[inventory.Topic]chan<- struct{}, log *slog.Logger) {
	err := inv.Events(ctx, func(events []inventory.Event) {
		for _, event := range events {
			for topic, wake := range jobs {
				if event.Topic != topic && event.Topic != inventory.TopicResync {
					continue
				}
				select {
				case wake <- struct{}{}:
				default: // It is awake already.
				}
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		log.Warn("jobs stopped listening; work is still looked for on the clock", "error", err)
	}
}

// check verifies the ledger when somebody asks for it.
func check(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(checkEvery)
	defer clock.Stop()
	for {
		if _, err := inv.RunLedgerChecks(ctx); err != nil && ctx.Err() == nil {
			log.Error("the ledger could not be checked", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
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

// workOnImports runs imports one after the other.
func workOnImports(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(importEvery)
	defer clock.Stop()
	for {
		worked, err := inv.WorkOnImports(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("import not finished; it will be carried on", "error", err)
		}
		if worked && err == nil {
			continue // Another may be waiting.
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
	}
}

// wakeAlerts brings back the alerts that somebody let rest until now.
func wakeAlerts(ctx context.Context, inv *inventory.Inventory, log *slog.Logger) {
	clock := time.NewTicker(wakeEvery)
	defer clock.Stop()
	for {
		if _, err := inv.WakeAlerts(ctx); err != nil && ctx.Err() == nil {
			log.Error("alerts not woken; they will be", "error", err)
		}
		select {
		case <-ctx.Done():
			return
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
			"attempts": inv.ForgetOldAttempts, "messages": inv.ForgetOldMessages, "imports": inv.ForgetOldImports, "images": inv.ForgetOldImages,
			"dispatches":    inv.ForgetOldDispatches,
			"deliveries":    inv.ForgetOldDeliveries,
			"presences":     inv.ForgetOldPresences,
			"forecast runs": inv.ForgetOldForecastRuns, "forecast reports": inv.ForgetOldForecastReports,
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
