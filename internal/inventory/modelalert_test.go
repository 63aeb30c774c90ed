package inventory_test

import (
	"time"

	"pgregory.net/rapid"

	"estante/internal/inventory"
)

// watchModel is what decides the alerts of a product besides its stock, and
// those it should have.
type watchModel struct {
	minimum           *int64
	blocked, inactive bool
	stock, shortage   alertModel
}

// alertModel is the alert of one kind: the level it is open at, or the one that
// somebody settled it at, and how many there have been.
type alertModel struct {
	open, settled inventory.AlertLevel
	ever          int
}

// follow is what becomes of the alert when its product stands at a level.
func (a *alertModel) follow(level inventory.AlertLevel) {
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
		var level, short inventory.AlertLevel
		if shelf.total() <= minimum {
			level = inventory.AlertCritical
		}
		if shelf.total() == 0 {
			level = inventory.AlertOut
		}
		if lacking[id] > 0 {
			short = inventory.AlertCritical
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
	minimum := rapid.SampledFrom([]*int64{nil, ptr(int64(0)), ptr(int64(4)), ptr(int64(15))}).Draw(t, "minimum")
	blocked, inactive := rapid.Bool().Draw(t, "blocked"), rapid.Bool().Draw(t, "inactive")
	status := inventory.StatusActive
	if inactive {
		status = inventory.StatusDiscontinued
	}
	_, err := m.inv.UpdateProduct(m.background, clerk, id, inventory.ProductFields{MinStock: &minimum, AlertBlocked: &blocked, Status: &status})
	if m.agree(t, !shelf.deleted, err) {
		shelf.minimum, shelf.blocked, shelf.inactive = minimum, blocked, inactive
	}
}

// openAlert draws an alert of the shop that is not resolved.
func (m *model) openAlert(t *rapid.T) (inventory.AlertRow, *alertModel) {
	id, shelf := m.product(t)
	for _, alert := range m.alertsOf(t, id) {
		if alert.State == inventory.AlertResolved {
			continue
		}
		if alert.Kind == inventory.AlertStock {
			return alert, &shelf.stock
		}
		return alert, &shelf.shortage
	}
	t.Skip("there is no alert")
	return inventory.AlertRow{}, nil
}

func (m *model) resolveAlert(t *rapid.T) {
	alert, known := m.openAlert(t)
	_, err := m.inv.ResolveAlert(m.background, clerk, alert.ID)
	if m.agree(t, true, err) {
		known.open, known.settled = 0, known.open
	}
	_, err = m.inv.ResolveAlert(m.background, clerk, alert.ID)
	m.agree(t, false, err)
}

func (m *model) snoozeAlert(t *rapid.T) {
	alert, _ := m.openAlert(t)
	_, err := m.inv.SnoozeAlert(m.background, clerk, alert.ID, m.inv.Now().Add(time.Hour))
	m.agree(t, true, err)
}

func (m *model) alertsOf(t *rapid.T, product int64) []inventory.AlertRow {
	alerts, err := m.inv.ListAlerts(m.background, inventory.AlertFilter{
		ProductID: product, EveryState: true, Ordering: "-createdAt", Page: inventory.Page{Number: 1, Size: 100},
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
		want := map[inventory.AlertKind]alertModel{inventory.AlertStock: shelf.stock, inventory.AlertShortage: shelf.shortage}
		ever, open := map[inventory.AlertKind]int{}, map[inventory.AlertKind]inventory.AlertLevel{}
		for _, alert := range m.alertsOf(t, id) {
			ever[alert.Kind]++
			if alert.State != inventory.AlertResolved {
				open[alert.Kind] = alert.Level
			}
		}
		for kind, w := range want {
			if ever[kind] != w.ever || open[kind] != w.open {
				t.Fatalf("product %d (%d in stock): alerts %s: %d ever, open at %d, want %d and %d", id, shelf.total(), kind, ever[kind], open[kind], w.ever, w.open)
			}
		}
	}
}
