package inventory_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAlertLevel(t *testing.T) {
	for name, row := range map[string]struct {
		subject inventory.AlertSubject
		want    inventory.AlertLevel
	}{
		"nothing left":                    {inventory.AlertSubject{Stock: 0, AlertDays: 30, MinStock: ptr(int64(0))}, inventory.AlertOut},
		"at the minimum":                  {inventory.AlertSubject{Stock: 4, AlertDays: 30, MinStock: ptr(int64(4))}, inventory.AlertCritical},
		"above the minimum":               {inventory.AlertSubject{Stock: 5, AlertDays: 30, MinStock: ptr(int64(4))}, inventory.AlertNone},
		"no minimum is ten":               {inventory.AlertSubject{Stock: 10, AlertDays: 30}, inventory.AlertCritical},
		"more than ten":                   {inventory.AlertSubject{Stock: 11, AlertDays: 30}, inventory.AlertNone},
		"half of the days":                {inventory.AlertSubject{Stock: 50, AlertDays: 30, DaysLeft: ptr(15)}, inventory.AlertCritical},
		"half of an odd number":           {inventory.AlertSubject{Stock: 50, AlertDays: 15, DaysLeft: ptr(8)}, inventory.AlertLow},
		"the last of the days":            {inventory.AlertSubject{Stock: 50, AlertDays: 30, DaysLeft: ptr(30)}, inventory.AlertLow},
		"longer than the days":            {inventory.AlertSubject{Stock: 50, AlertDays: 30, DaysLeft: ptr(31)}, inventory.AlertNone},
		"the minimum counts, days or not": {inventory.AlertSubject{Stock: 9, AlertDays: 30, DaysLeft: ptr(400)}, inventory.AlertCritical},
	} {
		if got := row.subject.Level(); got != row.want {
			t.Errorf("%s: %s, want %s", name, got.Code(), row.want.Code())
		}
	}
}

// newest returns the product's last alert.
func newest(t *testing.T, inv *inventory.Inventory, productID int64) inventory.AlertRow {
	t.Helper()
	alerts := alertsOf(t, inv, productID)
	if len(alerts) == 0 {
		t.Fatal("there is no alert")
	}
	return alerts[0]
}

func alertsOf(t *testing.T, inv *inventory.Inventory, productID int64) []inventory.AlertRow {
	t.Helper()
	alerts, err := inv.ListAlerts(t.Context(), inventory.AlertFilter{
		ProductID: productID, EveryState: true, Ordering: "-createdAt", Page: inventory.Page{Number: 1, Size: 100},
	})
	return must(t, alerts, err).Rows
}

// is wants the newest of so many alerts to stand at a level and a state.
func is(t *testing.T, inv *inventory.Inventory, productID int64, count int, level inventory.AlertLevel, state inventory.AlertState) inventory.AlertRow {
	t.Helper()
	alert := newest(t, inv, productID)
	if got := len(alertsOf(t, inv, productID)); got != count || alert.Level != level || alert.State != state {
		t.Fatalf("%d alerts, the last is %s and %s, want %d, %s and %s", got, alert.Level.Code(), alert.State.Code(), count, level.Code(), state.Code())
	}
	return alert
}

func received(t *testing.T, inv *inventory.Inventory, user inventory.User) []inventory.Notification {
	t.Helper()
	found, err := inv.Notifications(t.Context(), inventory.Actor{User: user}, inventory.Page{Number: 1, Size: 100})
	return must(t, found, err).Rows
}

// One fall has one alert, which follows it up and down; everybody hears of it
// when it is new or worse and not when it gets better.
func TestAlertFollowsOneFall(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ana, luis := s.open(t, "ana", password), s.open(t, "luis", password)
		product := must1(s.CreateProduct(t.Context(), clerk, drill(20)))(t)
		set := func(stock int64) {
			t.Helper()
			s.pass(time.Minute)
			must1(s.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Stock: &stock}))(t)
		}
		heard := func(want ...string) {
			t.Helper()
			for _, user := range []inventory.User{ana, luis} {
				var titles []string
				for _, n := range received(t, s.Inventory, user) {
					titles = append(titles, n.Title)
				}
				if strings.Join(titles, "|") != strings.Join(want, "|") {
					t.Fatalf("%s heard %q, want %q", user.Username, titles, want)
				}
			}
		}
		if len(alertsOf(t, s.Inventory, product.ID)) != 0 {
			t.Fatal("an alert for plenty of stock")
		}
		set(3)
		opened := is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertOpen)
		heard("Stock crítico: Taladro percutor")
		if link := received(t, s.Inventory, ana)[0].Link; link != fmt.Sprintf("/alertas-stock/%d", opened.ID) {
			t.Errorf("the notification leads to %s", link)
		}
		set(2)
		heard("Stock crítico: Taladro percutor")
		if same := newest(t, s.Inventory, product.ID); !same.UpdatedAt.Equal(opened.UpdatedAt) {
			t.Error("it says that it changed, at the same level")
		}
		set(0)
		if worse := is(t, s.Inventory, product.ID, 1, inventory.AlertOut, inventory.AlertOpen); !worse.UpdatedAt.After(worse.CreatedAt) {
			t.Error("it does not say when it changed")
		}
		heard("Sin stock: Taladro percutor", "Stock crítico: Taladro percutor")
		set(1)
		is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertOpen)
		set(50)
		ended := is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertResolved)
		if ended.Resolution != inventory.ResolvedRecovered || ended.ResolvedByName != "Sistema" || !ended.ResolvedAt.Equal(s.now()) {
			t.Errorf("it ended by %q, %q at %v", ended.Resolution, ended.ResolvedByName, ended.ResolvedAt)
		}
		heard("Sin stock: Taladro percutor", "Stock crítico: Taladro percutor")
		set(1)
		is(t, s.Inventory, product.ID, 2, inventory.AlertCritical, inventory.AlertOpen)
		clean(t, s.Inventory)
	})
}

// must1 is must for a call that is written in place.
func must1[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		return must(t, value, err)
	}
}

// What somebody has settled is not told again until the product falls further,
// or falls again after it was better.
func TestAlertResolvedByHand(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ana := inventory.Actor{User: s.open(t, "ana", password)}
		product := must1(s.CreateProduct(t.Context(), clerk, drill(3)))(t)
		set := func(stock int64) {
			t.Helper()
			s.pass(time.Minute)
			must1(s.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Stock: &stock}))(t)
		}
		alert := newest(t, s.Inventory, product.ID)
		resolved := must1(s.ResolveAlert(t.Context(), ana, alert.ID))(t)
		if resolved.ResolvedByName != "Nombre Apellido" || resolved.Resolution != inventory.ResolvedByHand || resolved.ResolvedAt == nil {
			t.Errorf("resolved: %+v", resolved)
		}
		if _, err := s.ResolveAlert(t.Context(), ana, alert.ID); !errors.Is(err, inventory.ErrAlertResolved) {
			t.Errorf("resolved again: %v", err)
		}
		set(2)
		is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertResolved)
		set(0)
		worse := is(t, s.Inventory, product.ID, 2, inventory.AlertOut, inventory.AlertOpen)
		must1(s.ResolveAlert(t.Context(), ana, worse.ID))(t)
		set(1)
		is(t, s.Inventory, product.ID, 2, inventory.AlertOut, inventory.AlertResolved)
		set(0)
		is(t, s.Inventory, product.ID, 3, inventory.AlertOut, inventory.AlertOpen)
		clean(t, s.Inventory)
	})
}

// A product that is not watched opens no alert and ends the one it has, with
// the reason; watching it again is a new look.
func TestUnwatchedProductsHaveNoAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		update := func(fields inventory.ProductFields) {
			t.Helper()
			must1(inv.UpdateProduct(t.Context(), clerk, product.ID, fields))(t)
		}
		ends := func(count int, why inventory.Resolution) {
			t.Helper()
			if alert := is(t, inv, product.ID, count, inventory.AlertOut, inventory.AlertResolved); alert.Resolution != why {
				t.Errorf("it ended by %q, want %q", alert.Resolution, why)
			}
		}
		update(inventory.ProductFields{AlertBlocked: ptr(true)})
		ends(1, inventory.ResolvedBlocked)
		update(inventory.ProductFields{AlertBlocked: ptr(false)})
		update(inventory.ProductFields{Status: ptr(inventory.StatusDiscontinued)})
		ends(2, inventory.ResolvedInactive)
		update(inventory.ProductFields{Status: ptr(inventory.StatusActive)})
		if err := inv.DeleteProduct(t.Context(), clerk, product.ID); err != nil {
			t.Fatal(err)
		}
		ends(3, inventory.ResolvedDeleted)
		must1(inv.RestoreProduct(t.Context(), clerk, product.ID))(t)
		is(t, inv, product.ID, 4, inventory.AlertOut, inventory.AlertOpen)
		clean(t, inv)
	})
}

func TestSnoozedAlert(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ana := s.open(t, "ana", password)
		product := must1(s.CreateProduct(t.Context(), clerk, drill(3)))(t)
		alert := newest(t, s.Inventory, product.ID)
		for until, says := range map[time.Duration]string{-time.Hour: "Elige un momento que no haya pasado", 400 * 24 * time.Hour: "un año como mucho"} {
			if _, err := s.SnoozeAlert(t.Context(), clerk, alert.ID, s.now().Add(until)); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("snoozed for %v: %v", until, err)
			}
		}
		snooze := func() {
			t.Helper()
			must1(s.SnoozeAlert(t.Context(), clerk, alert.ID, s.now().Add(time.Hour)))(t)
			is(t, s.Inventory, product.ID, 1, newest(t, s.Inventory, product.ID).Level, inventory.AlertSnoozed)
		}
		wakes := func(want int) {
			t.Helper()
			if woken := must1(s.WakeAlerts(t.Context()))(t); woken != want {
				t.Errorf("%d alerts woke, want %d", woken, want)
			}
		}
		snooze()
		s.pass(59 * time.Minute)
		wakes(0)
		s.pass(time.Minute)
		wakes(1)
		wakes(0)
		is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertOpen)
		if told := len(received(t, s.Inventory, ana)); told != 2 {
			t.Errorf("told %d times, want once at first and once on waking", told)
		}
		if _, err := s.WakeAlert(t.Context(), clerk, alert.ID); !errors.Is(err, inventory.ErrAlertAwake) {
			t.Errorf("woken twice: %v", err)
		}
		snooze()
		must1(s.WakeAlert(t.Context(), clerk, alert.ID))(t)
		snooze()
		must1(s.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 3)))(t)
		is(t, s.Inventory, product.ID, 1, inventory.AlertOut, inventory.AlertOpen)
		clean(t, s.Inventory)
	})
}

// What orders lack is an alert of its own until something covers it.
func TestShortageIsAnAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 20)
		order := place(t, inv, item(product.ID, 25))
		alert := is(t, inv, product.ID, 1, inventory.AlertCritical, inventory.AlertOpen)
		if alert.Kind != inventory.AlertShortage || alert.Message() != "A los pedidos abiertos les faltan 5 unidades." {
			t.Errorf("it is %s: %s", alert.Kind, alert.Message())
		}
		entry := purchase(product.ID, 5, 100)
		must1(inv.CreateEntry(t.Context(), clerk, entry))(t)
		is(t, inv, product.ID, 1, inventory.AlertCritical, inventory.AlertResolved)
		must1(inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 1)))(t)
		is(t, inv, product.ID, 2, inventory.AlertCritical, inventory.AlertOpen)
		moveTo(t, inv, order.ID, "cancelled")
		is(t, inv, product.ID, 2, inventory.AlertCritical, inventory.AlertResolved)
		clean(t, inv)
	})
}

// Stock that only changes its place has not fallen, although a movement took
// all of it away for a moment.
func TestTransferIsNoFall(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 20)
		other := must1(inv.CreateLocation(t.Context(), boss, "Nave"))(t)
		must1(inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{
			ProductID: product.ID, FromLocationID: inventory.MainLocation, ToLocationID: other.ID, Quantity: 20,
		}))(t)
		if alerts := alertsOf(t, inv, product.ID); len(alerts) != 0 {
			t.Errorf("it opened %+v", alerts)
		}
	})
}

// Many alerts at once are one notification, which says how things stand.
func TestManyAlertsAreToldTogether(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ana := s.open(t, "ana", password)
		var items []inventory.BulkItem
		for i := range 12 {
			sku := fmt.Sprintf("SKU-%d", i)
			product := must1(s.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: &sku, Name: &sku, Stock: ptr(int64(20))}))(t)
			items = append(items, inventory.BulkItem{ID: product.ID, SetMinStock: true, MinStock: ptr(int64(30))})
		}
		must1(s.ChangeProducts(t.Context(), clerk, items[:6]))(t)
		must1(s.ChangeProducts(t.Context(), clerk, items[6:]))(t)
		told := received(t, s.Inventory, ana)
		if len(told) != 1 || told[0].Kind != inventory.NotifyAlerts || !strings.Contains(told[0].Message, "12 críticas") {
			t.Fatalf("told %+v", told)
		}
		clean(t, s.Inventory)
	})
}

// A search finds alerts by what they are about: a product or a channel.
func TestAlertsAreSearchedByTheirSubject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, _ := shop(t, db, 0)
		for id, name := range map[int64]string{4: "Tienda Málaga", 5: "Tienda Sevilla"} {
			must(t, true, inv.SayChannelSilent(t.Context(), id, name, true))
		}
		for search, want := range map[string]string{
			"malaga": "Tienda Málaga", "TIENDA": "Tienda Málaga, Tienda Sevilla", "sevilla tienda": "Tienda Sevilla", "taladro": "Taladro percutor",
			"her-1": "Taladro percutor", "ti": "Tienda Málaga, Tienda Sevilla", "ie": "", "tienda bilbao": "", "taladro tienda": "",
		} {
			found := must1(inv.ListAlerts(t.Context(), inventory.AlertFilter{Search: search, Ordering: "createdAt", Page: inventory.Page{Number: 1, Size: 10}}))(t)
			names := make([]string, 0, len(found.Rows))
			for _, row := range found.Rows {
				names = append(names, row.Subject+row.ProductName)
			}
			slices.Sort(names)
			if got := strings.Join(names, ", "); got != want || found.Count.N != len(names) {
				t.Errorf("%q finds %q and counts %d, want %q", search, got, found.Count.N, want)
			}
		}
	})
}

func TestSilentChannelIsAnAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		say := func(silent bool) {
			t.Helper()
			if err := inv.SayChannelSilent(t.Context(), 4, "Tienda", silent); err != nil {
				t.Fatal(err)
			}
		}
		counts := func(open, resolved int64) {
			t.Helper()
			totals := must1(inv.AlertTotals(t.Context()))(t)
			if totals.Of(inventory.AlertOpen, inventory.AlertNone) != open || totals.Of(inventory.AlertResolved, inventory.AlertNone) != resolved {
				t.Errorf("the alerts are %v, want %d open and %d resolved", totals, open, resolved)
			}
		}
		say(false)
		say(true)
		say(true)
		counts(1, 0)
		say(false)
		counts(0, 1)
		say(true)
		list := must1(inv.ListAlerts(t.Context(), inventory.AlertFilter{Page: inventory.Page{Number: 1, Size: 10}}))(t)
		if len(list.Rows) != 1 || list.Rows[0].Title() != "Canal en silencio: Tienda" {
			t.Fatalf("the list is %+v", list)
		}
		must1(inv.ResolveAlert(t.Context(), clerk, list.Rows[0].ID))(t)
		say(true)
		counts(0, 2)
		say(false)
		say(true)
		counts(1, 2)
		clean(t, inv)
	})
}

func TestAlertNotes(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ana := inventory.Actor{User: s.open(t, "ana", password)}
		product := must1(s.CreateProduct(t.Context(), clerk, drill(0)))(t)
		id := newest(t, s.Inventory, product.ID).ID
		for text, says := range map[string]string{" \n ": "Escribe una nota", strings.Repeat("a", 2001): "demasiado larga"} {
			if _, err := s.AddAlertNote(t.Context(), ana, id, text); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%.10q: %v", text, err)
			}
		}
		must1(s.AddAlertNote(t.Context(), ana, id, "Pedido al proveedor"))(t)
		must1(s.ResolveAlert(t.Context(), ana, id))(t)
		s.pass(time.Minute)
		must1(s.AddAlertNote(t.Context(), ana, id, " Llega el lunes "))(t)
		notes := must1(s.Alert(t.Context(), id))(t).Notes
		if len(notes) != 2 || notes[0].Note != "Pedido al proveedor" || notes[1].Note != "Llega el lunes" || notes[1].UserName != "Nombre Apellido" || !notes[1].At.Equal(s.now()) {
			t.Errorf("the thread is %+v", notes)
		}
		if _, err := s.AddAlertNote(t.Context(), ana, 999, "¿?"); !errors.Is(err, inventory.ErrNotFound) {
			t.Errorf("a note to nothing: %v", err)
		}
	})
}

// Verify names the product whose alert was spoilt behind the server's back.
func TestVerifyFindsWrongAlerts(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, _ := shop(t, storetest.Open(t, options), 0)
		clean(t, inv)
		for _, row := range []struct{ spoil, repair, says string }{
			{`UPDATE alerts SET dip = 2, level = 2`, `UPDATE alerts SET dip = 3, level = 3`, "(HER-1): su alerta (stock) está en el nivel 2 y debería estar en el 3"},
			{`UPDATE alert_totals SET alerts = 4`, `UPDATE alert_totals SET alerts = 1`, "El número de alertas de nivel Sin Stock en estado open: hay guardado 4 y al contar sale 1"},
		} {
			storetest.Tamper(t, options, row.spoil)
			report := must1(inv.Verify(t.Context(), nil))(t)
			if !strings.Contains(fmt.Sprint(report.Findings), row.says) {
				t.Errorf("%s: %q is not among %v", row.spoil, row.says, report.Findings)
			}
			storetest.Tamper(t, options, row.repair)
		}
		clean(t, inv)
	})
}

// The days that are left decide too, once the forecast knows of the stock; what
// comes in ends the alert at once.
func TestAlertFollowsTheForecast(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		fields := drill(1000)
		product := must1(s.CreateProduct(t.Context(), clerk, fields))(t)
		change := func(kind inventory.AdjustmentType, quantity int64, reason inventory.Reason) {
			t.Helper()
			must1(s.AdjustStock(t.Context(), clerk, product.ID, inventory.Adjustment{Type: kind, Quantity: quantity, Reason: reason}))(t)
		}
		forecast := func() {
			t.Helper()
			for more := true; more; {
				more = must1(s.WorkOnDueForecasts(t.Context()))(t)
			}
			clean(t, s.Inventory)
		}
		for range 40 {
			s.pass(24 * time.Hour)
			change("remove", 10, inventory.ReasonSale)
		}
		forecast()
		if alerts := alertsOf(t, s.Inventory, product.ID); len(alerts) != 0 {
			t.Fatalf("600 units at ten a day opened %+v", alerts)
		}
		change("set", 250, inventory.ReasonDamage)
		clean(t, s.Inventory)
		forecast()
		if low := is(t, s.Inventory, product.ID, 1, inventory.AlertLow, inventory.AlertOpen); low.DaysLeft == nil || *low.DaysLeft > 30 || *low.DaysLeft < 16 {
			t.Errorf("250 units at ten a day last %v days", low.DaysLeft)
		}
		change("remove", 1, inventory.ReasonSale)
		is(t, s.Inventory, product.ID, 1, inventory.AlertLow, inventory.AlertOpen)
		change("set", 120, inventory.ReasonDamage)
		forecast()
		is(t, s.Inventory, product.ID, 1, inventory.AlertCritical, inventory.AlertOpen)
		change("remove", 120, inventory.ReasonDamage)
		is(t, s.Inventory, product.ID, 1, inventory.AlertOut, inventory.AlertOpen)
		change("add", 2000, inventory.ReasonRestock)
		is(t, s.Inventory, product.ID, 1, inventory.AlertOut, inventory.AlertResolved)
		forecast()
		is(t, s.Inventory, product.ID, 1, inventory.AlertOut, inventory.AlertResolved)
		must1(s.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{AlertDays: ptr(365)}))(t)
		is(t, s.Inventory, product.ID, 2, inventory.AlertLow, inventory.AlertOpen)
		clean(t, s.Inventory)
	})
}
