package alert_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/outbox"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAlertLevel(t *testing.T) {
	for name, row := range map[string]struct {
		subject alert.Subject
		want    alert.Level
	}{
		"nothing left": {alert.Subject{
			Stock: 0, AlertDays: 30, MinStock: shoptest.Ptr(int64(0)),
		}, alert.Out},
		"at the minimum": {alert.Subject{
			Stock: 4, AlertDays: 30, MinStock: shoptest.Ptr(int64(4)),
		}, alert.Critical},
		"above the minimum": {alert.Subject{
			Stock: 5, AlertDays: 30, MinStock: shoptest.Ptr(int64(4)),
		}, alert.None},
		"no minimum is ten": {alert.Subject{Stock: 10, AlertDays: 30}, alert.Critical},
		"more than ten":     {alert.Subject{Stock: 11, AlertDays: 30}, alert.None},
		"half of the days": {alert.Subject{
			Stock: 50, AlertDays: 30, DaysLeft: shoptest.Ptr(15),
		}, alert.Critical},
		"half of an odd number": {alert.Subject{Stock: 50, AlertDays: 15, DaysLeft: shoptest.Ptr(8)}, alert.Low},
		"the last of the days":  {alert.Subject{Stock: 50, AlertDays: 30, DaysLeft: shoptest.Ptr(30)}, alert.Low},
		"longer than the days":  {alert.Subject{Stock: 50, AlertDays: 30, DaysLeft: shoptest.Ptr(31)}, alert.None},
		"the minimum counts, days or not": {alert.Subject{
			Stock: 9, AlertDays: 30, DaysLeft: shoptest.Ptr(400),
		}, alert.Critical},
	} {
		if got := row.subject.Level(); got != row.want {
			t.Errorf("%s: %s, want %s", name, got.Code(), row.want.Code())
		}
	}
}

func received(t *testing.T, inv *inventory.Inventory, user core.User) []outbox.Notification {
	t.Helper()
	found, err := inv.Outbox.Notifications(t.Context(), core.Actor{User: user}, core.Page{Number: 1, Size: 100})
	return shoptest.Must(t, found, err).Rows
}

// One fall has one alert, which follows it up and down; everybody hears of it
// when it is new or worse and not when it gets better.
func TestAlertFollowsOneFall(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana, luis := s.Open(t, "ana", shoptest.Password), s.Open(t, "luis", shoptest.Password)
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(20)))(t)
		set := func(stock int64) {
			t.Helper()
			s.Pass(time.Minute)
			shoptest.Must1(s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
				catalogue.ProductFields{Stock: &stock}))(t)
		}
		heard := func(want ...string) {
			t.Helper()
			for _, user := range []core.User{ana, luis} {
				var titles []string
				for _, n := range received(t, s.Inventory, user) {
					titles = append(titles, n.Title)
				}
				if strings.Join(titles, "|") != strings.Join(want, "|") {
					t.Fatalf("%s heard %q, want %q", user.Username, titles, want)
				}
			}
		}
		if len(shoptest.AlertsOf(t, s.Inventory, product.ID)) != 0 {
			t.Fatal("an alert for plenty of stock")
		}
		set(3)
		opened := shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Open)
		heard("Stock crítico: Taladro percutor")
		if link := received(t, s.Inventory, ana)[0].Link; link != fmt.Sprintf("/alertas-stock/%d", opened.ID) {
			t.Errorf("the notification leads to %s", link)
		}
		set(2)
		heard("Stock crítico: Taladro percutor")
		if same := shoptest.Newest(t, s.Inventory, product.ID); !same.UpdatedAt.Equal(opened.UpdatedAt) {
			t.Error("it says that it changed, at the same level")
		}
		set(0)
		if worse := shoptest.Is(t, s.Inventory, product.ID, 1, alert.Out,
			alert.Open); !worse.UpdatedAt.After(worse.CreatedAt) || worse.OutSince == nil || !worse.OutSince.Equal(s.Now()) {
			t.Errorf("it changed at %v and says that nothing is left since %v", worse.UpdatedAt, worse.OutSince)
		}
		s.Pass(time.Hour)
		since := shoptest.Newest(t, s.Inventory, product.ID).OutSince
		if since == nil || !since.Equal(s.Now().Add(-time.Hour)) {
			t.Errorf("an hour later nothing is left since %v", since)
		}
		heard("Sin stock: Taladro percutor", "Stock crítico: Taladro percutor")
		set(1)
		if better := shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Open); better.OutSince != nil {
			t.Errorf("with one unit nothing is left since %v", better.OutSince)
		}
		set(50)
		ended := shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Resolved)
		if ended.Resolution != alert.ResolvedRecovered || ended.ResolvedByName != "Sistema" ||
			!ended.ResolvedAt.Equal(s.Now()) {
			t.Errorf("it ended by %q, %q at %v", ended.Resolution, ended.ResolvedByName, ended.ResolvedAt)
		}
		heard("Sin stock: Taladro percutor", "Stock crítico: Taladro percutor")
		set(1)
		shoptest.Is(t, s.Inventory, product.ID, 2, alert.Critical, alert.Open)
		shoptest.Clean(t, s.Inventory)
	})
}

// An alert that a user has resolved is not raised again until the product falls further, or
// falls again after it was better.
func TestAlertResolvedByHand(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana := core.Actor{User: s.Open(t, "ana", shoptest.Password)}
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(3)))(t)
		set := func(stock int64) {
			t.Helper()
			s.Pass(time.Minute)
			shoptest.Must1(s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
				catalogue.ProductFields{Stock: &stock}))(t)
		}
		raised := shoptest.Newest(t, s.Inventory, product.ID)
		resolved := shoptest.Must1(s.Alerts.ResolveAlert(t.Context(), ana, raised.ID))(t)
		if resolved.ResolvedByName != "Nombre Apellido" || resolved.Resolution != alert.ResolvedByHand ||
			resolved.ResolvedAt == nil {
			t.Errorf("resolved: %+v", resolved)
		}
		if _, err := s.Alerts.ResolveAlert(t.Context(), ana, raised.ID); !errors.Is(err, alert.ErrAlertResolved) {
			t.Errorf("resolved again: %v", err)
		}
		set(2)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Resolved)
		set(0)
		worse := shoptest.Is(t, s.Inventory, product.ID, 2, alert.Out, alert.Open)
		shoptest.Must1(s.Alerts.ResolveAlert(t.Context(), ana, worse.ID))(t)
		set(1)
		shoptest.Is(t, s.Inventory, product.ID, 2, alert.Out, alert.Resolved)
		set(0)
		shoptest.Is(t, s.Inventory, product.ID, 3, alert.Out, alert.Open)
		shoptest.Clean(t, s.Inventory)
	})
}

// A product that is not watched opens no alert and ends the one it has, with
// the reason; watching it again is a new look.
func TestUnwatchedProductsHaveNoAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		update := func(fields catalogue.ProductFields) {
			t.Helper()
			shoptest.Must1(inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, fields))(t)
		}
		ends := func(count int, why alert.Resolution) {
			t.Helper()
			if alert := shoptest.Is(t, inv, product.ID, count, alert.Out, alert.Resolved); alert.Resolution != why {
				t.Errorf("it ended by %q, want %q", alert.Resolution, why)
			}
		}
		update(catalogue.ProductFields{AlertBlocked: shoptest.Ptr(true)})
		ends(1, alert.ResolvedBlocked)
		update(catalogue.ProductFields{AlertBlocked: shoptest.Ptr(false)})
		update(catalogue.ProductFields{Status: shoptest.Ptr(catalogue.StatusDiscontinued)})
		ends(2, alert.ResolvedInactive)
		update(catalogue.ProductFields{Status: shoptest.Ptr(catalogue.StatusActive)})
		if err := inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID); err != nil {
			t.Fatal(err)
		}
		ends(3, alert.ResolvedDeleted)
		shoptest.Must1(inv.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, product.ID))(t)
		shoptest.Is(t, inv, product.ID, 4, alert.Out, alert.Open)
		shoptest.Clean(t, inv)
	})
}

func TestSnoozedAlert(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana := s.Open(t, "ana", shoptest.Password)
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(3)))(t)
		raised := shoptest.Newest(t, s.Inventory, product.ID)
		for until, says := range map[time.Duration]string{
			-time.Hour: "Elige un momento que no haya pasado", 400 * 24 * time.Hour: "un año como mucho",
		} {
			if _, err := s.Alerts.SnoozeAlert(t.Context(), shoptest.Clerk, raised.ID, s.Now().Add(until)); err == nil ||
				!strings.Contains(err.Error(), says) {
				t.Errorf("snoozed for %v: %v", until, err)
			}
		}
		snooze := func() {
			t.Helper()
			shoptest.Must1(s.Alerts.SnoozeAlert(t.Context(), shoptest.Clerk, raised.ID, s.Now().Add(time.Hour)))(t)
			shoptest.Is(t, s.Inventory, product.ID, 1, shoptest.Newest(t, s.Inventory, product.ID).Level, alert.Snoozed)
		}
		wakes := func(want int) {
			t.Helper()
			if woken := shoptest.Must1(s.Alerts.WakeAlerts(t.Context()))(t); woken != want {
				t.Errorf("%d alerts woke, want %d", woken, want)
			}
		}
		snooze()
		s.Pass(59 * time.Minute)
		wakes(0)
		s.Pass(time.Minute)
		wakes(1)
		wakes(0)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Open)
		if told := len(received(t, s.Inventory, ana)); told != 2 {
			t.Errorf("told %d times, want once at first and once on waking", told)
		}
		if _, err := s.Alerts.WakeAlert(t.Context(), shoptest.Clerk, raised.ID); !errors.Is(err, alert.ErrAlertAwake) {
			t.Errorf("woken twice: %v", err)
		}
		snooze()
		shoptest.Must1(s.Alerts.WakeAlert(t.Context(), shoptest.Clerk, raised.ID))(t)
		snooze()
		shoptest.Must1(s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 3)))(t)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Out, alert.Open)
		shoptest.Clean(t, s.Inventory)
	})
}

// What orders lack is an alert of its own until something covers it.
func TestShortageIsAnAlert(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 20)
		order := shoptest.Place(t, inv, shoptest.Item(product.ID, 25))
		raised := shoptest.Is(t, inv, product.ID, 1, alert.Critical, alert.Open)
		if raised.Kind != alert.Shortage || raised.Message() != "A los pedidos abiertos les faltan 5 unidades." {
			t.Errorf("it is %s: %s", raised.Kind, raised.Message())
		}
		entry := shoptest.Purchase(product.ID, 5, 100)
		shoptest.Must1(inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, entry))(t)
		shoptest.Is(t, inv, product.ID, 1, alert.Critical, alert.Resolved)
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 1)))(t)
		shoptest.Is(t, inv, product.ID, 2, alert.Critical, alert.Open)
		shoptest.MoveTo(t, inv, order.ID, "cancelled")
		shoptest.Is(t, inv, product.ID, 2, alert.Critical, alert.Resolved)
		shoptest.Clean(t, inv)
	})
}

// Stock that only changes its place has not fallen, although a movement took
// all of it away for a moment.
func TestTransferIsNoFall(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 20)
		other := shoptest.Must1(inv.Ledger.CreateLocation(t.Context(), shoptest.Boss, "Nave"))(t)
		shoptest.Must1(inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: ledger.MainLocation, ToLocationID: other.ID, Quantity: 20,
		}))(t)
		if alerts := shoptest.AlertsOf(t, inv, product.ID); len(alerts) != 0 {
			t.Errorf("it opened %+v", alerts)
		}
	})
}

// Many alerts at once are one notification, which says how things stand.
func TestManyAlertsAreToldTogether(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana := s.Open(t, "ana", shoptest.Password)
		var items []catalogue.BulkItem
		for i := range 12 {
			sku := fmt.Sprintf("SKU-%d", i)
			product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
				SKU: &sku, Name: &sku, Stock: shoptest.Ptr(int64(20)),
			}))(t)
			items = append(items, catalogue.BulkItem{ID: product.ID, SetMinStock: true, MinStock: shoptest.Ptr(int64(30))})
		}
		shoptest.Must1(s.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, items[:6]))(t)
		shoptest.Must1(s.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, items[6:]))(t)
		told := received(t, s.Inventory, ana)
		if len(told) != 1 || told[0].Kind != alert.NotifyAlerts || !strings.Contains(told[0].Message, "12 críticas") {
			t.Fatalf("told %+v", told)
		}
		shoptest.Clean(t, s.Inventory)
	})
}

// A search finds alerts by what they are about: a product or a channel.
func TestAlertsAreSearchedByTheirSubject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, _ := shoptest.Shop(t, db, 0)
		for id, name := range map[int64]string{4: "Tienda Málaga", 5: "Tienda Sevilla"} {
			shoptest.Must(t, true, inv.Alerts.SayChannelSilent(t.Context(), id, name, true))
		}
		for search, want := range map[string]string{
			"malaga": "Tienda Málaga", "TIENDA": "Tienda Málaga, Tienda Sevilla", "sevilla tienda": "Tienda Sevilla",
			"taladro": "Taladro percutor",
			"her-1":   "Taladro percutor", "ti": "Tienda Málaga, Tienda Sevilla", "ie": "", "tienda bilbao": "",
			"taladro tienda": "",
		} {
			found := shoptest.Must1(inv.Alerts.ListAlerts(t.Context(), alert.Filter{
				Search: search, Ordering: "createdAt", Page: core.Page{Number: 1, Size: 10},
			}))(t)
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
			if err := inv.Alerts.SayChannelSilent(t.Context(), 4, "Tienda", silent); err != nil {
				t.Fatal(err)
			}
		}
		counts := func(open, resolved int64) {
			t.Helper()
			totals := shoptest.Must1(inv.Alerts.AlertTotals(t.Context()))(t)
			if totals.Of(alert.Open, alert.None) != open || totals.Of(alert.Resolved, alert.None) != resolved {
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
		list := shoptest.Must1(inv.Alerts.ListAlerts(t.Context(), alert.Filter{Page: core.Page{Number: 1, Size: 10}}))(t)
		if len(list.Rows) != 1 || list.Rows[0].Title() != "Canal en silencio: Tienda" {
			t.Fatalf("the list is %+v", list)
		}
		shoptest.Must1(inv.Alerts.ResolveAlert(t.Context(), shoptest.Clerk, list.Rows[0].ID))(t)
		say(true)
		counts(0, 2)
		say(false)
		say(true)
		counts(1, 2)
		shoptest.Clean(t, inv)
	})
}

func TestAlertNotes(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana := core.Actor{User: s.Open(t, "ana", shoptest.Password)}
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(0)))(t)
		id := shoptest.Newest(t, s.Inventory, product.ID).ID
		for text, says := range map[string]string{" \n ": "Escribe una nota", strings.Repeat("a", 2001): "demasiado larga"} {
			if _, err := s.Alerts.AddAlertNote(t.Context(), ana, id, text); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%.10q: %v", text, err)
			}
		}
		shoptest.Must1(s.Alerts.AddAlertNote(t.Context(), ana, id, "Pedido al proveedor"))(t)
		shoptest.Must1(s.Alerts.ResolveAlert(t.Context(), ana, id))(t)
		s.Pass(time.Minute)
		shoptest.Must1(s.Alerts.AddAlertNote(t.Context(), ana, id, " Llega el lunes "))(t)
		notes := shoptest.Must1(s.Alerts.Alert(t.Context(), id))(t).Notes
		if len(notes) != 2 || notes[0].Note != "Pedido al proveedor" || notes[1].Note != "Llega el lunes" ||
			notes[1].UserName != "Nombre Apellido" || !notes[1].At.Equal(s.Now()) {
			t.Errorf("the thread is %+v", notes)
		}
		if _, err := s.Alerts.AddAlertNote(t.Context(), ana, 999, "¿?"); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("a note to nothing: %v", err)
		}
	})
}

// Verify names the product whose alert was spoilt behind the server's back.
func TestVerifyFindsWrongAlerts(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, _ := shoptest.Shop(t, storetest.Open(t, options), 0)
		shoptest.Clean(t, inv)
		for _, row := range []struct{ spoil, repair, says string }{
			{
				`UPDATE alerts SET dip = 2, level = 2`, `UPDATE alerts SET dip = 3, level = 3`,
				"(HER-1): su alerta (stock) está en el nivel 2 y debería estar en el 3",
			},
			{
				`UPDATE alert_totals SET alerts = 4`, `UPDATE alert_totals SET alerts = 1`,
				"El número de alertas de nivel Sin Stock en estado open: hay guardado 4 y al contar sale 1",
			},
		} {
			storetest.Tamper(t, options, row.spoil)
			report := shoptest.Must1(inv.Verify.Verify(t.Context(), nil))(t)
			if !strings.Contains(fmt.Sprint(report.Findings), row.says) {
				t.Errorf("%s: %q is not among %v", row.spoil, row.says, report.Findings)
			}
			storetest.Tamper(t, options, row.repair)
		}
		shoptest.Clean(t, inv)
	})
}

// The days that are left decide too, once the forecast knows of the stock; what
// comes in ends the alert at once.
func TestAlertFollowsTheForecast(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		fields := shoptest.Drill(1000)
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields))(t)
		change := func(kind ledger.AdjustmentType, quantity int64, reason ledger.Reason) {
			t.Helper()
			shoptest.Must1(s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, ledger.Adjustment{
				Type: kind, Quantity: quantity, Reason: reason,
			}))(t)
		}
		forecast := func() {
			t.Helper()
			for more := true; more; {
				more = shoptest.Must1(s.Forecasts.WorkOnDueForecasts(t.Context()))(t)
			}
			shoptest.Clean(t, s.Inventory)
		}
		for range 40 {
			s.Pass(24 * time.Hour)
			change("remove", 10, ledger.ReasonSale)
		}
		forecast()
		if alerts := shoptest.AlertsOf(t, s.Inventory, product.ID); len(alerts) != 0 {
			t.Fatalf("600 units at ten a day opened %+v", alerts)
		}
		change("set", 250, ledger.ReasonDamage)
		shoptest.Clean(t, s.Inventory)
		forecast()
		if low := shoptest.Is(t, s.Inventory, product.ID, 1, alert.Low, alert.Open); low.DaysLeft == nil ||
			*low.DaysLeft > 30 || *low.DaysLeft < 16 {
			t.Errorf("250 units at ten a day last %v days", low.DaysLeft)
		}
		change("remove", 1, ledger.ReasonSale)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Low, alert.Open)
		change("set", 120, ledger.ReasonDamage)
		forecast()
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Critical, alert.Open)
		change("remove", 120, ledger.ReasonDamage)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Out, alert.Open)
		change("add", 2000, ledger.ReasonRestock)
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Out, alert.Resolved)
		forecast()
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Out, alert.Resolved)
		shoptest.Must1(s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
			catalogue.ProductFields{AlertDays: shoptest.Ptr(365)}))(t)
		shoptest.Is(t, s.Inventory, product.ID, 2, alert.Low, alert.Open)
		shoptest.Clean(t, s.Inventory)
	})
}
