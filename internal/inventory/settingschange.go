package inventory

import "context"

// Settings returns the settings of the business.
func (inv *Inventory) Settings(ctx context.Context) (settings Settings, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		settings, err = tx.Settings()
		return err
	})
	return settings, err
}

// lockSettings makes changes of the settings wait for one another, so that a
// version seen is a version still there when the change is written.
const lockSettings = "settings"

// UpdateSettings changes the settings of the business.
func (inv *Inventory) UpdateSettings(ctx context.Context, actor Actor, change SettingsChange) (Settings, error) {
	return once(ctx, inv.store, func(tx Tx) (Settings, error) {
		if err := tx.Lock(lockSettings); err != nil {
			return Settings{}, err
		}
		before, err := tx.Settings()
		if err != nil {
			return Settings{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return Settings{}, ErrStale
		}
		after, err := change.apply(before)
		if err != nil || after == before {
			return after, err
		}
		if err := tx.UpdateSettings(after); err != nil {
			return Settings{}, err
		}
		if after.TimeZone != before.TimeZone {
			if err := recountOrderDays(tx, after.Zone()); err != nil {
				return Settings{}, err
			}
			if err := rescheduleDigests(tx, after.Zone()); err != nil {
				return Settings{}, err
			}
			if err := replanBackups(tx, after.Zone()); err != nil {
				return Settings{}, err
			}
			if err := askForecastRun(tx); err != nil {
				return Settings{}, err
			}
		}
		after.Version++
		if err := audit(tx, actor, AuditUpdate, nounSettings, 1, before, after); err != nil {
			return Settings{}, err
		}
		return after, tx.Emit(Event{Topic: TopicSettings})
	})
}
