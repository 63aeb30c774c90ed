package inventory

import (
	"context"

	"estante/internal/alert"
	"estante/internal/backup"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/ledger"
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
		if err := restate(tx, actor, before, after, change); err != nil {
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
		noted := withRates(before, after, change)
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounSettings, 1, before, noted); err != nil {
			return core.Settings{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicSettings})
	})
}

// restate brings what products cost and their prices into new currencies.
func restate(tx Tx, actor core.Actor, before, after core.Settings, change core.SettingsChange) error {
	wrong := core.Problems{}
	for _, c := range []struct {
		amounts  ledger.RestatedAmounts
		from, to string
		rate     *core.Rate
	}{
		{ledger.RestatedCosts, before.PurchaseCurrency, after.PurchaseCurrency, change.PurchaseRate},
		{ledger.RestatedPrices, before.SalesCurrency, after.SalesCurrency, change.SalesRate},
	} {
		if c.from == c.to {
			continue
		}
		err := ledger.Restate(tx, actor, ledger.CurrencyChange{Amounts: c.amounts, From: c.from, To: c.to}, c.rate)
		if err != nil && !wrong.Under("", err) {
			return err
		}
	}
	return wrong.Err()
}

// restatedSettings is what the audit keeps of settings whose currencies changed.
type restatedSettings struct {
	core.Settings
	SalesRate    *core.Rate `json:",omitempty"`
	PurchaseRate *core.Rate `json:",omitempty"`
}

func withRates(before, after core.Settings, change core.SettingsChange) restatedSettings {
	noted := restatedSettings{Settings: after}
	if after.SalesCurrency != before.SalesCurrency {
		noted.SalesRate = change.SalesRate
	}
	if after.PurchaseCurrency != before.PurchaseCurrency {
		noted.PurchaseRate = change.PurchaseRate
	}
	return noted
}
