package store_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Some tests need more than one process: this binary is then the other ones.
func TestMain(m *testing.M) {
	if os.Getenv(upgradingSteps) != "" {
		if err := upgrade(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func TestANewDatabaseHasItsSettings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		err := core.Read(t.Context(), db, func(tx inventory.Tx) error {
			settings, err := tx.Settings()
			if err != nil {
				return err
			}
			if settings.TimeZone != "Europe/Madrid" || settings.Registration != core.RegistrationOpen || settings.Version != 1 {
				t.Errorf("settings are %+v", settings)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
