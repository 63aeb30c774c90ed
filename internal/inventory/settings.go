package inventory

import (
	"context"

	"estante/internal/alert"
	"estante/internal/backup"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/order"
)

// lockSettings makes changes of the settings wait for one another, so that a
// version seen is a version still there when the change is written.
const lockSettings = "settings"

// UpdateSettings changes the settings of the business.
func (inv *Inventory) UpdateSettings(
	ctx context.Context, actor core.Actor, change core.SettingsChange,
) (core.Settings, error) {
	return core.Once(ctx, inv.store, func(tx Tx) (core.Settings, error) {
		if err := tx.Lock(lockSettings); err != nil {
			return core.Settings{}, err
		}
		before, err := tx.Settings()
		if err != nil {
			return core.Settings{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return core.Settings{}, core.ErrStale
		}
		after, err := change.Apply(before)
		if err != nil || after == before {
			return after, err
		}
		if err := tx.UpdateSettings(after); err != nil {
			return core.Settings{}, err
		}
		if after.TimeZone != before.TimeZone {
			if err := order.RecountDays(tx, after.Zone()); err != nil {
				return core.Settings{}, err
			}
			if err := alert.RescheduleDigests(tx, after.Zone()); err != nil {
				return core.Settings{}, err
			}
			if err := backup.Replan(tx, after.Zone()); err != nil {
				return core.Settings{}, err
			}
			if err := forecasting.AskRun(tx); err != nil {
				return core.Settings{}, err
			}
		}
		after.Version++
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounSettings, 1, before, after); err != nil {
			return core.Settings{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicSettings})
	})
}
