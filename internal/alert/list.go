package alert

import (
	"context"

	"estante/internal/core"
)

// Filter says which alerts a list shows.
type Filter struct {
	// State is which ones, unless EveryState asks for all of them, which only
	// the alerts of one product are asked for.
	State      State
	EveryState bool
	Level      Level // AlertNone for all
	ProductID  int64 // zero for all
	Search     string
	Ordering   Ordering
	Page       core.Page
}

// Ordering is how a list of alerts is sorted; a leading minus is descending.
type Ordering string

// The orderings of the list of alerts. By level the worst come first, and the
// newest of those.
const (
	AlertsByLevel    Ordering = "level"
	AlertsByCreated  Ordering = "createdAt"
	AlertsByResolved Ordering = "resolvedAt"
)

// ListAlerts shows alerts with their notes.
func (s *Service) ListAlerts(ctx context.Context, filter Filter) (alerts core.List[Row], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		alerts, err = tx.ListAlerts(filter)
		return err
	})
	return alerts, err
}

// Alert returns one alert with its notes.
func (s *Service) Alert(ctx context.Context, id int64) (alert Row, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		alert, err = tx.AlertByID(id)
		return err
	})
	return alert, err
}

// AlertTotals shows how many alerts there are.
func (s *Service) AlertTotals(ctx context.Context) (totals Totals, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		totals, err = tx.AlertTotals()
		return err
	})
	return totals, err
}

// ProductAlerts shows the alerts that a product has had, the newest first.
func (s *Service) ProductAlerts(ctx context.Context, productID int64, page core.Page) (core.List[Row], error) {
	err := core.Read(ctx, s.store, func(tx Tx) error {
		_, err := tx.ProductByID(productID)
		return err
	})
	if err != nil {
		return core.List[Row]{}, err
	}
	return s.ListAlerts(ctx, Filter{ProductID: productID, EveryState: true, Ordering: "-" + AlertsByCreated, Page: page})
}
