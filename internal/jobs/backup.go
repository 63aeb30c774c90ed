package jobs

import (
	"context"
	"log/slog"
	"time"

	"estante/internal/inventory"
)

// backupEvery is how late a backup may be that the clock takes.
const backupEvery = 20 * time.Second

// workOnBackups takes backups when somebody asks or their hour has come, and
// checks those that somebody doubts.
func workOnBackups(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	if err := inv.AdoptBackups(ctx); err != nil && ctx.Err() == nil {
		log.Error("the folder of backups could not be looked through", "error", err)
	}
	clock := time.NewTicker(backupEvery)
	defer clock.Stop()
	for {
		err := inv.AskScheduledBackup(ctx)
		worked := false
		if err == nil {
			worked, err = inv.WorkOnBackups(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.Error("backup not taken or not checked", "error", err)
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
