package store_test

import (
	"errors"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestSettingsComeBackWholeAndRefuseAStaleChange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		want := core.Settings{
			BusinessName: "La Ñ", SalesCurrency: "GBP", PurchaseCurrency: "JPY", TimeZone: "Atlantic/Canary",
			SupportEmail: "a@example.com",
			Location:     "Las Palmas", Registration: core.RegistrationApproval, NewAccountRole: core.Viewer, Version: 1,
		}
		write(t, db, func(tx inventory.Tx) error { return tx.UpdateSettings(want) })
		read(t, db, func(tx inventory.Tx) error {
			got, err := tx.Settings()
			want.Version = 2
			if got != want {
				t.Errorf("settings are %+v", got)
			}
			return err
		})
		want.Version = 1
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			return tx.UpdateSettings(want)
		}); !errors.Is(err, core.ErrStale) {
			t.Errorf("a stale change ended with %v", err)
		}
	})
}

func TestATransactionSeesTheSettingsItHasChanged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(tx inventory.Tx) error {
			settings, err := tx.Settings()
			if err != nil {
				return err
			}
			settings.BusinessName = "La Otra"
			if err := tx.UpdateSettings(settings); err != nil {
				return err
			}
			changed, err := tx.Settings()
			if changed.BusinessName != "La Otra" || changed.Version != settings.Version+1 {
				t.Errorf("settings are %+v", changed)
			}
			return err
		})
	})
}
