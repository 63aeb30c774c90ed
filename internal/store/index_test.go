package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A shop does not notice an index that is not used until its tables are long. One
// that has only some of the rows is used only where the question names them.
func TestQuestionsAboutLongTablesUseTheirIndex(t *testing.T) {
	page := core.Page{Number: 1, Size: 20}
	auditOfProduct := func(tx inventory.Tx) error {
		_, err := tx.ListAudit(core.AuditFilter{Noun: "product", NounID: 7, Page: page})
		return err
	}
	for index, ask := range map[string]func(inventory.Tx) error{
		"audit_by_noun_time": func(tx inventory.Tx) error {
			_, err := tx.ListAudit(core.AuditFilter{Noun: "product", Page: page})
			return err
		},
		"audit_by_thing for a location": func(tx inventory.Tx) error {
			_, err := tx.ListAudit(core.AuditFilter{Noun: "location", NounID: 7, Page: page})
			return err
		},
		"audit_by_thing for a product":                          auditOfProduct,
		"audit_of_movements":                                    auditOfProduct,
		"sqlite_autoindex_movements_1 for what moved a product": auditOfProduct,
		"movements_by_location": func(tx inventory.Tx) error {
			_, err := tx.ListMovements(ledger.MovementFilter{LocationID: ledger.MainLocation + 1, Page: page})
			return err
		},
		"movements_by_reason": func(tx inventory.Tx) error {
			_, err := tx.CorrectedSince(ledger.Stocktake{ID: 7, LocationID: ledger.MainLocation}, tx.Now())
			return err
		},
		"stocktakes_open": func(tx inventory.Tx) error {
			_, err := tx.CountedElsewhere(ledger.Stocktake{ID: 7, LocationID: ledger.MainLocation}, 9)
			return err
		},
		"deliveries_by_order for a list": func(tx inventory.Tx) error {
			_, err := tx.ListDeliveries(inbox.DeliveryFilter{OrderID: 7, Page: page})
			return err
		},
		"deliveries_by_order for the last one": func(tx inventory.Tx) error {
			if _, err := tx.LastOrderDelivery(7); !errors.Is(err, core.ErrNotFound) {
				return err
			}
			return nil
		},
		"deliveries_by_order for a change": func(tx inventory.Tx) error {
			_, err := tx.SettleDeliveries(7, "Procesado")
			return err
		},
		"deliveries_due": func(tx inventory.Tx) error {
			_, err := tx.ClaimDeliveries(10, tx.Now().Add(time.Minute))
			return err
		},
		"alerts_snoozed": func(tx inventory.Tx) error {
			_, err := tx.SnoozedAlerts(tx.Now(), 10)
			return err
		},
	} {
		t.Run(index, func(t *testing.T) {
			name, _, _ := strings.Cut(index, " ")
			write(t, storetest.Open(t, storetest.SQLite(t)), func(tx inventory.Tx) error {
				if err := ask(tx); err != nil {
					return err
				}
				plans, err := store.Plans(tx)
				if !slices.ContainsFunc(plans, func(plan string) bool { return strings.Contains(plan, name) }) {
					t.Errorf("found without its index: %s", strings.Join(plans, "\n"))
				}
				return err
			})
		})
	}
}
