package inventory

import "context"

// AlertFilter says which alerts a list shows.
type AlertFilter struct {
	// State is which ones, unless EveryState asks for all of them, which only
	// the alerts of one product are asked for.
	State      AlertState
	EveryState bool
	Level      AlertLevel // AlertNone for all
	ProductID  int64      // zero for all
	Search     string
	Ordering   AlertOrdering
	Page       Page
}

// AlertOrdering is how a list of alerts is sorted; a leading minus is descending.
type AlertOrdering string

// The orderings of the list of alerts. By level the worst come first, and the
// newest of those.
const (
	AlertsByLevel    AlertOrdering = "level"
	AlertsByCreated  AlertOrdering = "createdAt"
	AlertsByResolved AlertOrdering = "resolvedAt"
)

// ListAlerts shows alerts with their notes.
func (inv *Inventory) ListAlerts(ctx context.Context, filter AlertFilter) (alerts List[AlertRow], err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		alerts, err = tx.ListAlerts(filter)
		return err
	})
	return alerts, err
}

// Alert returns one alert with its notes.
func (inv *Inventory) Alert(ctx context.Context, id int64) (alert AlertRow, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		alert, err = tx.AlertByID(id)
		return err
	})
	return alert, err
}

// AlertTotals shows how many alerts there are.
func (inv *Inventory) AlertTotals(ctx context.Context) (totals AlertTotals, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		totals, err = tx.AlertTotals()
		return err
	})
	return totals, err
}

// ProductAlerts shows the alerts that a product has had, the newest first.
func (inv *Inventory) ProductAlerts(ctx context.Context, productID int64, page Page) (List[AlertRow], error) {
	err := inv.store.Read(ctx, func(tx Tx) error {
		_, err := tx.ProductByID(productID)
		return err
	})
	if err != nil {
		return List[AlertRow]{}, err
	}
	return inv.ListAlerts(ctx, AlertFilter{ProductID: productID, EveryState: true, Ordering: "-" + AlertsByCreated, Page: page})
}
