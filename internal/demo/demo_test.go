package demo_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/demo"
	"estante/internal/forecasting"
	"estante/internal/imports"
	"estante/internal/inbox"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/report"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/verify"
	"estante/internal/webhook"
)

// days is the shortest history there is.
const days = 1

// open opens an empty shop with the clock that the demonstration turns.
func open(t *testing.T, options store.Options) (*inventory.Inventory, *demo.Clock) {
	t.Helper()
	clock := &demo.Clock{}
	options.Now = clock.Now
	return inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 2, Sheets: report.Sheets{}}), clock
}

func users(t *testing.T, inv *inventory.Inventory) []core.User {
	t.Helper()
	list, err := inv.Accounts.ListUsers(t.Context(), account.UserFilter{
		Page: core.Page{Number: 1, Size: 100}, Ordering: account.UsersByUsername,
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.Rows
}

// Of several processes that start at once with the demonstration, one loads it
// and the others find data. Loading takes a while, so all that is asked of a
// loaded shop is asked here.
func TestLoad(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, clock := open(t, options)
		checkLoaded(t, inv, false)
		// Each process has a clock of its own, which its database goes by.
		shops, clocks := []*inventory.Inventory{inv}, []*demo.Clock{clock}
		if options.URL != "" {
			other, otherClock := open(t, options)
			shops, clocks = append(shops, other), append(clocks, otherClock)
		}
		results := make([]error, len(shops))
		var all sync.WaitGroup
		for i := range shops {
			all.Go(func() { results[i] = demo.Load(t.Context(), shops[i], clocks[i], days) })
		}
		all.Wait()
		loaded := 0
		for _, err := range results {
			switch {
			case err == nil:
				loaded++
			case !errors.Is(err, demo.ErrNotEmpty):
				t.Errorf("a process could not start: %v", err)
			}
		}
		if loaded != 1 {
			t.Fatalf("%d processes loaded", loaded)
		}
		checkPeople(t, inv)
		checkOrders(t, inv)
		checkCount(t, inv)
		checkFiles(t, inv)
		checkShops(t, inv)
		checkBeginnings(t, inv)
		checkForecasts(t, inv)
		checkAlerts(t, inv)
		checkPurchases(t, inv)
		checkPictures(t, inv)
		checkLoaded(t, inv, true)
		if err := demo.Load(t.Context(), inv, clock, days); !errors.Is(err, demo.ErrNotEmpty) {
			t.Errorf("loaded again: %v", err)
		}
		if err := inv.Accounts.ResetPasswordOf(t.Context(), demo.Username, "otra clave más"); err != nil {
			t.Fatal(err)
		}
		checkLoaded(t, inv, false)
	})
}

// checkPeople wants one person of each role who can sign in.
func checkPeople(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	roles := map[core.Role]int{}
	for _, user := range users(t, inv) {
		roles[user.Role]++
		if was := user.LastLoginAt != nil; was != (user.Username != demo.Username) {
			t.Errorf("%s has been here: %v", user.Username, was)
		}
		if _, err := inv.Accounts.Login(t.Context(), account.Login{
			Username: user.Username, Password: demo.Password, Peer: "192.0.2.1",
		}); err != nil {
			t.Errorf("%s cannot sign in: %v", user.Username, err)
		}
	}
	for _, role := range core.Roles {
		if roles[role] != 1 {
			t.Errorf("%d people are %s", roles[role], role.Name())
		}
	}
}

// checkOrders wants an order in every status, one of them short of stock, and
// a ledger that bears them out.
func checkOrders(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	summary, err := inv.Orders.OrderSummary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for status, orders := range summary.ByStatus {
		if orders == 0 {
			t.Errorf("no order is %s", status.Label())
		}
	}
	orders, err := inv.Orders.ListOrders(t.Context(), order.Filter{
		Status: order.Pending, Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for _, order := range orders.Rows {
		if order.Shortage() > 0 {
			short++
		}
	}
	if short < 2 {
		t.Errorf("%d orders lack something", short)
	}
	report, err := inv.Verify.Verify(t.Context(), nil)
	if err != nil || report.Problems > 0 {
		t.Errorf("verify found %+v, %v", report.Findings, err)
	}
}

// checkCount wants an aisle that was counted whole, with differences of both
// signs, and a ledger that was checked afterwards.
func checkCount(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	stocktakes, err := inv.Ledger.ListStocktakes(t.Context(), ledger.StocktakeFilter{Page: core.Page{Number: 1, Size: 10}})
	if err != nil {
		t.Fatal(err)
	}
	if len(stocktakes.Rows) != 1 || stocktakes.Rows[0].State != ledger.StocktakePosted ||
		stocktakes.Rows[0].Counted != stocktakes.Rows[0].Lines || stocktakes.Rows[0].Differing < 2 {
		t.Errorf("the stocktakes are %+v", stocktakes.Rows)
	}
	check, err := inv.Verify.LastLedgerCheck(t.Context())
	if err != nil || check.State != verify.CheckDone || check.Problems > 0 || check.Movements == 0 {
		t.Errorf("the last check is %+v, %v", check, err)
	}
}

// checkFiles wants the orders of a file, a price list that was refused, and the
// same one once it was right.
func checkFiles(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	for subject, wanted := range map[imports.Subject][]imports.Status{
		imports.OrderImports:   {imports.Done},
		imports.ProductImports: {imports.Done, imports.Failed},
	} {
		list, err := inv.Imports.ListImports(t.Context(), subject, core.Page{Number: 1, Size: 10})
		if err != nil {
			t.Fatal(err)
		}
		var statuses []imports.Status
		for _, imported := range list.Rows {
			statuses = append(statuses, imported.Status)
		}
		if !slices.Equal(statuses, wanted) {
			t.Errorf("the imports of %s are %v", subject, statuses)
			continue
		}
		last := list.Rows[0]
		if subject == imports.OrderImports && last.Created < 3 {
			t.Errorf("the file brought %d orders", last.Created)
		}
		if subject == imports.ProductImports && (last.Updated < 3 || last.Unchanged == 0 || list.Rows[1].Wrong != 1) {
			t.Errorf("%d prices changed, %d did not, and %d were wrong before", last.Updated, last.Unchanged, list.Rows[1].Wrong)
		}
	}
}

// checkShops wants a delivery of every verdict, a SKU that was linked, and a
// subscriber that received every event and is not called from now on.
func checkShops(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	deliveries, err := inv.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{Page: core.Page{Number: 1, Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	states := map[inbox.DeliveryState]int{}
	for _, delivery := range deliveries.Rows {
		states[delivery.State]++
	}
	for _, state := range []inbox.DeliveryState{
		inbox.DeliveryProcessed, inbox.DeliveryDuplicate, inbox.DeliveryRefused, inbox.DeliveryUnmatched,
		inbox.DeliveryFailed,
		inbox.DeliveryIgnored,
	} {
		if states[state] == 0 {
			t.Errorf("no delivery is %s: %v", state.Label(), states)
		}
	}
	links, err := inv.Inbox.SKULinks(t.Context(), deliveries.Rows[len(deliveries.Rows)-1].ChannelID,
		core.Page{Number: 1, Size: 10})
	if err != nil || links.Count.N != 1 {
		t.Errorf("%d SKUs are linked, %v", links.Count.N, err)
	}
	subscriptions, err := inv.Webhooks.Subscriptions(t.Context())
	if err != nil || len(subscriptions) != 1 || subscriptions[0].Active {
		t.Fatalf("the subscriptions are %+v, %v", subscriptions, err)
	}
	told, err := inv.Webhooks.Dispatches(t.Context(), webhook.DispatchFilter{
		SubscriptionID: subscriptions[0].ID, Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	retried := 0
	for _, dispatch := range told.Rows {
		if dispatch.State != webhook.DispatchDelivered {
			t.Errorf("%s ended as %s: %s", dispatch.Event, dispatch.State, dispatch.Failure)
		}
		if len(dispatch.Tries) > 1 {
			retried++
		}
	}
	if told.Count.N < 5 || retried != 1 {
		t.Errorf("%d messages, %d tried again", told.Count.N, retried)
	}
}

// checkBeginnings wants nothing to happen to a product before it is there.
func checkBeginnings(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	made := map[int64]time.Time{}
	if err := inv.Catalogue.WalkProducts(t.Context(), catalogue.ProductFilter{}, func(p catalogue.Product) error {
		made[p.ID] = p.CreatedAt
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := inv.Ledger.WalkMovements(t.Context(), ledger.MovementFilter{}, func(m ledger.MovementRow) error {
		if m.At.Before(made[m.ProductID]) {
			t.Errorf("%s moved at %s and came at %s", m.ProductSKU, m.At, made[m.ProductID])
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// checkForecasts wants figures from the first moment on, and a calendar.
func checkForecasts(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	forecasts, err := inv.Forecasts.ListForecasts(t.Context(), forecasting.Filter{Page: core.Page{Number: 1, Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range forecasts.Rows {
		if row.ComputedAt == nil {
			t.Fatalf("the forecast of %s was not worked out", row.Product.Name)
		}
	}
	if events, err := inv.Forecasts.ForecastEvents(t.Context()); err != nil || len(events) < 3 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// checkAlerts wants alerts that are open, settled and resting, and some of them
// with notes. A shop of one day has sold too little for low ones.
func checkAlerts(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	totals, err := inv.Alerts.AlertTotals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if totals.Of(alert.Open, alert.Out) == 0 || totals.Of(alert.Open, alert.Critical) == 0 ||
		totals.Of(alert.Open, alert.Late) == 0 ||
		totals.Of(alert.Resolved, alert.None) == 0 || totals.Of(alert.Snoozed, alert.None) == 0 {
		t.Errorf("the alerts are %v", totals)
	}
	list, err := inv.Alerts.ListAlerts(t.Context(), alert.Filter{Page: core.Page{Number: 1, Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	noted := 0
	for _, alert := range list.Rows {
		if len(alert.Notes) > 0 {
			noted++
		}
	}
	if noted == 0 {
		t.Error("nobody wrote a note")
	}
}

// checkLoaded holds the sign-in page to showing the account only while it works.
func checkLoaded(t *testing.T, inv *inventory.Inventory, want bool) {
	t.Helper()
	if got, err := demo.Loaded(t.Context(), inv); err != nil || got != want {
		t.Errorf("loaded: %t, %v", got, err)
	}
}

// Before the shop opens, the suppliers of that day have not come: this story
// would sell what they bring.
func TestLoadBeforeOpening(t *testing.T) {
	inv, clock := open(t, storetest.SQLite(t))
	clock.End(time.Date(2026, time.November, 16, 4, 0, 0, 0, time.UTC))
	if err := demo.Load(t.Context(), inv, clock, 47); err != nil {
		t.Fatal(err)
	}
}

// A shop's own data is never mixed with invented data.
func TestLoadLeavesDataAlone(t *testing.T) {
	inv, clock := open(t, storetest.SQLite(t))
	_, err := inv.Accounts.Register(t.Context(), account.NewUser{
		Username: "ana", Password: "clave-de-prueba", ConfirmPassword: "clave-de-prueba", DNI: "1", FirstName: "Ana",
		LastName: "Gil", Email: "a@b.es",
	}, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Load(t.Context(), inv, clock, days); !errors.Is(err, demo.ErrNotEmpty) {
		t.Errorf("loaded: %v", err)
	}
	if left := users(t, inv); len(left) != 1 {
		t.Errorf("the accounts are %v", left)
	}
}

// checkPictures wants every product to have one, and more than a few different ones.
func checkPictures(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	seen := map[string]bool{}
	err := inv.Catalogue.WalkProducts(t.Context(), catalogue.ProductFilter{}, func(p catalogue.Product) error {
		seen[p.ImageURL] = true
		return nil
	})
	if err != nil || seen[""] || len(seen) < 100 {
		t.Errorf("%d pictures, one of them none: %t (%v)", len(seen), seen[""], err)
	}
	for url := range seen {
		if kind, bytes, err := inv.Catalogue.ImageFile(t.Context(), url, true); err != nil || len(bytes) == 0 {
			t.Errorf("%s is a %s of %d bytes (%v)", url, kind, len(bytes), err)
		}
	}
}
