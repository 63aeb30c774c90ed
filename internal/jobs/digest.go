package jobs

import (
	"context"
	"log/slog"
	"time"

	"estante/internal/inventory"
)

// digestEvery is how late a daily e-mail may be made.
const digestEvery = 20 * time.Second

// buildDigests makes the daily e-mails when their hour has come.
func buildDigests(ctx context.Context, inv *inventory.Inventory, log *slog.Logger) {
	clock := time.NewTicker(digestEvery)
	defer clock.Stop()
	for {
		made, err := inv.BuildDigests(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("daily e-mails not made", "error", err)
		}
		if made > 0 && err == nil {
			continue // There may be more than one batch.
		}
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
		}
	}
}
