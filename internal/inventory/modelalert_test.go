package inventory_test

import (
	"time"

	"pgregory.net/rapid"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/shoptest"
)

// watchModel is what decides the alerts of a product besides its stock, and
// those it should have.
type watchModel struct {
	minimum           *int64
	blocked, inactive bool
	stock, shortage   alertModel
}

// alertModel is the alert of one kind: the level it is open at, or the one that a user
// resolved it at, and how many there have been.
type alertModel struct {
	open, settled alert.Level
	ever          int
}

// follow is what becomes of the alert when its product stands at a level.
func (a *alertModel) follow(level alert.Level) {
	switch {
	case level == 0:
		a.open, a.settled = 0, 0
	case a.settled >= level:
		a.settled = level
	default:
		if a.open == 0 {
			a.ever++
		}
		a.open, a.settled = level, 0
	}
}

// followAlerts brings every alert of the model up to date.
func (m *model) followAlerts() {
	_, lacking := m.shortages()
	for id, shelf := range m.products {
		minimum := int64(10)
		if shelf.minimum != nil {
			minimum = *shelf.minimum
		}
		var level, short alert.Level
		if shelf.total() <= minimum {
			level = alert.Critical
		}
		if shelf.total() == 0 {
			level = alert.Out
		}
		if lacking[id] > 0 {
			short = alert.Critical
		}
		if shelf.deleted || shelf.blocked {
			level, short = 0, 0
		}
		if shelf.inactive {
			level = 0
		}
		shelf.stock.follow(level)
		shelf.shortage.follow(short)
	}
}

// watch changes what decides alerts without moving stock.
func (m *model) watch(t *rapid.T) {
	id, shelf := m.product(t)
	minimum := rapid.SampledFrom([]*int64{
		nil, shoptest.Ptr(int64(0)), shoptest.Ptr(int64(4)),
		shoptest.Ptr(int64(15)),
	}).Draw(t, "minimum")
	blocked, inactive := rapid.Bool().Draw(t, "blocked"), rapid.Bool().Draw(t, "inactive")
	status := catalogue.StatusActive
	if inactive {
		status = catalogue.StatusDiscontinued
	}
	_, err := m.inv.Ledger.UpdateProduct(m.background, shoptest.Clerk, id, catalogue.ProductFields{
		MinStock: &minimum, AlertBlocked: &blocked, Status: &status,
	})
	if m.agree(t, !shelf.deleted, err) {
		shelf.minimum, shelf.blocked, shelf.inactive = minimum, blocked, inactive
	}
}

// openAlert draws an alert of the shop that is not resolved.
func (m *model) openAlert(t *rapid.T) (alert.Row, *alertModel) {
	id, shelf := m.product(t)
	for _, raised := range m.alertsOf(t, id) {
		if raised.State == alert.Resolved {
			continue
		}
		if raised.Kind == alert.Stock {
			return raised, &shelf.stock
		}
		return raised, &shelf.shortage
	}
	t.Skip("there is no alert")
	return alert.Row{}, nil
}

func (m *model) resolveAlert(t *rapid.T) {
	alert, known := m.openAlert(t)
	_, err := m.inv.Alerts.ResolveAlert(m.background, shoptest.Clerk, alert.ID)
	if m.agree(t, true, err) {
		known.open, known.settled = 0, known.open
	}
	_, err = m.inv.Alerts.ResolveAlert(m.background, shoptest.Clerk, alert.ID)
	m.agree(t, false, err)
}

func (m *model) snoozeAlert(t *rapid.T) {
	alert, _ := m.openAlert(t)
	_, err := m.inv.Alerts.SnoozeAlert(m.background, shoptest.Clerk, alert.ID, m.inv.Core.Now().Add(time.Hour))
	m.agree(t, true, err)
}

func (m *model) alertsOf(t *rapid.T, product int64) []alert.Row {
	alerts, err := m.inv.Alerts.ListAlerts(m.background, alert.Filter{
		ProductID: product, EveryState: true, Ordering: "-createdAt", Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	return alerts.Rows
}

// compareAlerts holds the alerts of every product against the shop.
func (m *model) compareAlerts(t *rapid.T) {
	m.followAlerts()
	for id, shelf := range m.products {
		want := map[alert.Kind]alertModel{alert.Stock: shelf.stock, alert.Shortage: shelf.shortage}
		ever, open := map[alert.Kind]int{}, map[alert.Kind]alert.Level{}
		for _, raised := range m.alertsOf(t, id) {
			ever[raised.Kind]++
			if raised.State != alert.Resolved {
				open[raised.Kind] = raised.Level
			}
		}
		for kind, w := range want {
			if ever[kind] != w.ever || open[kind] != w.open {
				t.Fatalf("product %d (%d in stock): alerts %s: %d ever, open at %d, want %d and %d", id, shelf.total(), kind,
					ever[kind], open[kind], w.ever, w.open)
			}
		}
	}
}
