package jobs

import (
	"context"
	"log/slog"
	"time"

	"estante/internal/inventory"
)

// workOnInbox processes what shops have sent.
func workOnInbox(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(inboxEvery)
	defer clock.Stop()
	for {
		taken, err := inv.ProcessDeliveries(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("deliveries not processed; they will be tried again", "error", err)
		}
		if taken > 0 && err == nil {
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

// noticeSilence tells of shops that nothing is heard of.
func noticeSilence(ctx context.Context, inv *inventory.Inventory, log *slog.Logger) {
	clock := time.NewTicker(silenceEvery)
	defer clock.Stop()
	for {
		if err := inv.NoticeSilence(ctx); err != nil && ctx.Err() == nil {
			log.Error("silent channels were not looked for", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}
