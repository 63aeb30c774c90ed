package inventory_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store/storetest"
)

// ware adds a product with a stock.
func (s *office) ware(t *testing.T, name string, stock int64) inventory.Product {
	t.Helper()
	product, err := s.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: &name, Name: &name, Stock: &stock})
	if err != nil {
		t.Fatal(err)
	}
	return product
}

// sell takes units of a product out as sold.
func (s *office) sell(t *testing.T, product inventory.Product, units int64) inventory.Movement {
	t.Helper()
	adjusted, err := s.AdjustStock(t.Context(), clerk, product.ID, inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: units, Reason: inventory.ReasonSale})
	if err != nil {
		t.Fatal(err)
	}
	return *adjusted.Movement
}

// sellDaily sells units of a product on each of the coming days.
func (s *office) sellDaily(t *testing.T, product inventory.Product, units int64, days int) {
	t.Helper()
	for range days {
		s.sell(t, product, units)
		s.pass(24 * time.Hour)
	}
}

// foresee works everything out that is due.
func (s *office) foresee(t *testing.T) {
	t.Helper()
	for {
		ran, err := s.WorkOnForecastRuns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		more, err := s.WorkOnDueForecasts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ran && !more {
			return
		}
	}
}

// forecasts is what a list shows, by the names of the products.
func (s *office) forecasts(t *testing.T, filter inventory.ForecastFilter) (names []string, byName map[string]inventory.ForecastRow) {
	t.Helper()
	filter.Page = inventory.Page{Number: 1, Size: 100}
	found, err := s.ListForecasts(t.Context(), filter)
	if err != nil {
		t.Fatal(err)
	}
	byName = map[string]inventory.ForecastRow{}
	for _, row := range found.Rows {
		names = append(names, row.Product.Name)
		byName[row.Product.Name] = row
	}
	if found.Count.N != len(names) {
		t.Errorf("%d forecasts are counted and %d shown", found.Count.N, len(names))
	}
	return names, byName
}

// A product that sells two a day will go on doing so: what it sold, will sell,
// how long it lasts and what to order follow from that.
func TestForecastOfASteadySeller(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		steady, silent := s.ware(t, "Constante", 150), s.ware(t, "Parado", 5)
		s.sellDaily(t, steady, 2, 65)
		s.foresee(t)
		_, rows := s.forecasts(t, inventory.ForecastFilter{})
		got := rows["Constante"]
		if got.SoldLast30 != 58 { // Nothing has been sold today yet.
			t.Errorf("sold %d in the last 30 days, want 58", got.SoldLast30)
		}
		if got.WillSell30 < 54 || got.WillSell30 > 66 || got.WillSellLow > 60 || got.WillSellHigh < 60 {
			t.Errorf("will sell %v (%d to %d), want about 60", got.WillSell30, got.WillSellLow, got.WillSellHigh)
		}
		if got.RunsOutIn == nil || *got.RunsOutIn < 9 || *got.RunsOutIn > 12 {
			t.Errorf("the 20 units left last %v days, want about 10", got.RunsOutIn)
		}
		if got.ToDo < 40 || got.ToDo > 130 || got.GoneInAlertDays < 95 || got.ComputedAt == nil {
			t.Errorf("to do %d, gone in the alert days with %d %%, made at %v", got.ToDo, got.GoneInAlertDays, got.ComputedAt)
		}
		if got := rows["Parado"]; got.RunsOutIn != nil || got.WillSell30 != 0 || got.ToDo != 0 || got.ProductID != silent.ID {
			t.Errorf("a product that never sells: %+v", got.Forecast)
		}
	})
}

// A figure follows the ledger soon, and nothing is left to do afterwards.
func TestForecastFollowsTheLedger(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Tornillo", 400)
		s.sellDaily(t, product, 5, 40)
		s.foresee(t)
		_, before := s.forecasts(t, inventory.ForecastFilter{})
		s.sell(t, product, 150)
		if _, rows := s.forecasts(t, inventory.ForecastFilter{}); rows["Tornillo"].Product.Stock != 50 || rows["Tornillo"].SoldLast30 != before["Tornillo"].SoldLast30 {
			t.Errorf("the stock is not the one of now, or the figures are worked out in the request: %+v", rows["Tornillo"])
		}
		s.foresee(t)
		_, after := s.forecasts(t, inventory.ForecastFilter{})
		if after["Tornillo"].SoldLast30 != before["Tornillo"].SoldLast30+150 || *after["Tornillo"].RunsOutIn >= *before["Tornillo"].RunsOutIn {
			t.Errorf("after selling 150 more: %+v, before %+v", after["Tornillo"].Forecast, before["Tornillo"].Forecast)
		}
		// Taking the sale back makes it as if it had never been.
		undone := s.sell(t, product, 10)
		s.pass(3 * 24 * time.Hour)
		if _, err := s.UndoMovement(t.Context(), clerk, undone.ID); err != nil {
			t.Fatal(err)
		}
		s.foresee(t)
		if _, rows := s.forecasts(t, inventory.ForecastFilter{}); rows["Tornillo"].SoldLast30 != after["Tornillo"].SoldLast30-3*5 {
			t.Errorf("a sale that was taken back counts: %d, want %d", rows["Tornillo"].SoldLast30, after["Tornillo"].SoldLast30-3*5)
		}
	})
}

// Days without stock are not days without demand: they are read from the
// ledger and left out.
func TestEmptyDaysAreNotDaysWithoutDemand(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Bombilla", 120)
		s.sellDaily(t, product, 3, 40)
		s.pass(25 * 24 * time.Hour)
		s.foresee(t)
		_, rows := s.forecasts(t, inventory.ForecastFilter{})
		got := rows["Bombilla"]
		if got.WillSell30 < 75 || got.WillSell30 > 110 {
			t.Errorf("will sell %v after three weeks without stock, want about 90", got.WillSell30)
		}
		if got.RunsOutIn == nil || *got.RunsOutIn != 0 || got.ToDo < 80 {
			t.Errorf("runs out in %v days and %d to order, want 0 and about 100", got.RunsOutIn, got.ToDo)
		}
	})
}

func TestForecastsAreFilteredAndSorted(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		soon, later := s.ware(t, "Pronto", 70), s.ware(t, "Luego", 200)
		never := s.ware(t, "Nunca", 9)
		s.ware(t, "Vacío", 0)
		for range 32 {
			s.sell(t, soon, 2)
			s.sell(t, later, 3)
			s.pass(24 * time.Hour)
		}
		yes, least := true, ptr(int64(10))
		for id, fields := range map[int64]inventory.ProductFields{
			never.ID: {AlertBlocked: &yes, MinStock: &least}, soon.ID: {MinStock: &least, AlertDays: ptr(7)},
		} {
			if _, err := s.UpdateProduct(t.Context(), clerk, id, fields); err != nil {
				t.Fatal(err)
			}
		}
		s.foresee(t)
		for _, c := range []struct {
			filter inventory.ForecastFilter
			want   []string
		}{
			{inventory.ForecastFilter{}, []string{"Vacío", "Pronto", "Luego", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "-runsOutIn"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "productName"}, []string{"Luego", "Nunca", "Pronto", "Vacío"}},
			{inventory.ForecastFilter{Ordering: "-currentStock"}, []string{"Luego", "Nunca", "Pronto", "Vacío"}},
			{inventory.ForecastFilter{Ordering: "-soldLast30Days"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "-willSellIn30Days"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "-toDo", LowStock: true}, []string{"Pronto", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "alertDays", LowStock: true}, []string{"Pronto", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "-productName", LowStock: true}, []string{"Pronto", "Nunca"}},
			{inventory.ForecastFilter{Ordering: "-currentStock", LowStock: true}, []string{"Nunca", "Pronto"}},
			{inventory.ForecastFilter{Ordering: "alertDays"}, []string{"Pronto", "Luego", "Nunca", "Vacío"}},
			{inventory.ForecastFilter{Ordering: "productName", AlertBlocked: true}, []string{"Nunca"}},
			{inventory.ForecastFilter{Ordering: "currentStock", AlertBlocked: true}, []string{"Nunca"}},
			{inventory.ForecastFilter{Ordering: "alertDays", AlertBlocked: true}, []string{"Nunca"}},
			{inventory.ForecastFilter{Ordering: "-currentStock", Search: "p"}, []string{"Pronto"}},
			{inventory.ForecastFilter{AlertBlocked: true}, []string{"Nunca"}},
			{inventory.ForecastFilter{AlertBlocked: true, LowStock: true, Ordering: "-runsOutIn"}, []string{"Nunca"}},
			{inventory.ForecastFilter{Search: "nu"}, []string{"Nunca"}},
			{inventory.ForecastFilter{Search: "unca", LowStock: true}, []string{"Nunca"}},
			{inventory.ForecastFilter{Search: "nada"}, nil},
		} {
			if got, _ := s.forecasts(t, c.filter); !slices.Equal(got, c.want) {
				t.Errorf("%+v: %v, want %v", c.filter, got, c.want)
			}
		}
		if err := s.DeleteProduct(t.Context(), clerk, never.ID); err != nil {
			t.Fatal(err)
		}
		name := "Antes"
		if _, err := s.UpdateProduct(t.Context(), clerk, later.ID, inventory.ProductFields{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if got, _ := s.forecasts(t, inventory.ForecastFilter{Ordering: "productName"}); !slices.Equal(got, []string{"Antes", "Pronto", "Vacío"}) {
			t.Errorf("after a product was deleted and one renamed: %v", got)
		}
		if _, err := s.RestoreProduct(t.Context(), clerk, never.ID); err != nil {
			t.Fatal(err)
		}
		s.foresee(t)
		if got, _ := s.forecasts(t, inventory.ForecastFilter{AlertBlocked: true}); !slices.Equal(got, []string{"Nunca"}) {
			t.Errorf("a product that came back is not among them: %v", got)
		}
	})
}

// Of two who look for work only one takes a product, and a change that comes
// while it is worked on is not forgotten.
func TestDueForecastsAreTakenOnce(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Clavo", 10)
		claim := func() (due []inventory.DueForecast) {
			err := s.db.Write(t.Context(), func(tx inventory.Tx) (err error) {
				due, err = tx.ClaimDueForecasts(10, tx.Now().Add(time.Minute))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return due
		}
		first := claim()
		if len(first) != 1 || first[0].ProductID != product.ID {
			t.Fatalf("due are %+v", first)
		}
		if again := claim(); len(again) != 0 {
			t.Errorf("taken twice: %+v", again)
		}
		s.pass(2 * time.Minute)
		if late := claim(); len(late) != 1 {
			t.Errorf("nobody takes over from the dead: %+v", late)
		}
		s.sell(t, product, 1)
		if err := s.db.Write(t.Context(), func(tx inventory.Tx) error { return tx.FinishDueForecasts(first) }); err != nil {
			t.Fatal(err)
		}
		if left := claim(); len(left) != 1 || left[0].Changes == first[0].Changes {
			t.Errorf("the change meanwhile is lost: %+v", left)
		}
	})
}

// interrupted is a memory in which something happens before one of its writes.
type interrupted struct {
	inventory.Store
	before map[int]func()
	writes int
}

func (m *interrupted) Write(ctx context.Context, fn func(inventory.Tx) error) error {
	m.writes++
	if step := m.before[m.writes]; step != nil {
		step()
	}
	return m.Store.Write(ctx, fn)
}

// A figure that was worked out while the product changed is not kept: it would
// be older than what is there to be read. The product stays due.
func TestForecastOfAProductThatChangedMeanwhile(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Vela", 100)
		s.sellDaily(t, product, 2, 10)
		s.foresee(t)
		sold := func(want int64) {
			t.Helper()
			if _, now := s.forecasts(t, inventory.ForecastFilter{}); now["Vela"].SoldLast30 != want {
				t.Errorf("sold lately %d, want %d", now["Vela"].SoldLast30, want)
			}
		}
		sold(20)
		s.sell(t, product, 3)
		// The first write takes what is due, and the second keeps what came of it.
		memory := &interrupted{Store: storetest.Twice(s.db), before: map[int]func(){2: func() { s.sell(t, product, 4) }}}
		worker := inventory.New(memory, inventory.Options{PasswordWorkers: 1})
		must1(worker.WorkOnDueForecasts(t.Context()))(t)
		sold(20)
		s.foresee(t)
		sold(27)
	})
}

// An event to come adds to what is expected, for its category alone, and a
// past one does not pass for the usual. The alert follows, although nothing of
// the product itself has changed.
func TestEventsMoveForecasts(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Panettone", 900)
		other := s.ware(t, "Sal", 900)
		if _, err := s.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Category: &inventory.LabelRef{Name: "Navidad"}, AlertDays: ptr(270)}); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			s.sell(t, product, 3)
			s.sell(t, other, 3)
			s.pass(24 * time.Hour)
		}
		s.foresee(t)
		_, before := s.forecasts(t, inventory.ForecastFilter{})
		if alerts := alertsOf(t, s.Inventory, product.ID); len(alerts) != 0 {
			t.Fatalf("780 units at three a day opened %+v", alerts)
		}
		first, last := s.now().Format(time.DateOnly), s.now().AddDate(0, 0, 29).Format(time.DateOnly)
		event, err := s.CreateForecastEvent(t.Context(), clerk, inventory.ForecastEventFields{
			Name: ptr("Campaña"), FirstDay: &first, LastDay: &last, Uplift: ptr(100), Category: &inventory.LabelRef{Name: "navidad"},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.foresee(t)
		_, during := s.forecasts(t, inventory.ForecastFilter{})
		is(t, s.Inventory, product.ID, 1, inventory.AlertLow, inventory.AlertOpen)
		if got, want := during["Panettone"].WillSell30, 2*before["Panettone"].WillSell30; got < want-0.1 || got > want+0.1 {
			t.Errorf("with twice the demand %v, want %v", got, want)
		}
		if during["Sal"].WillSell30 != before["Sal"].WillSell30 {
			t.Errorf("another category moves from %v to %v", before["Sal"].WillSell30, during["Sal"].WillSell30)
		}
		working, err := s.ForecastWorking(t.Context(), product.ID)
		if err != nil || len(working.Events) != 1 || working.Events[0].Name != "Campaña" || working.Working.EventUnits < 80 {
			t.Errorf("the working shows %+v and %v units: %v", working.Events, working.Working.EventUnits, err)
		}
		if err := s.DeleteForecastEvent(t.Context(), clerk, event.ID); err != nil {
			t.Fatal(err)
		}
		s.foresee(t)
		if _, after := s.forecasts(t, inventory.ForecastFilter{}); after["Panettone"].WillSell30 != before["Panettone"].WillSell30 {
			t.Errorf("without the event %v, want %v", after["Panettone"].WillSell30, before["Panettone"].WillSell30)
		}
		is(t, s.Inventory, product.ID, 1, inventory.AlertLow, inventory.AlertResolved)
		clean(t, s.Inventory)
	})
}

// Everything is worked out once a night, by the clock of the business.
func TestNightlyForecasts(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.foresee(t)
		ask := func() (ran bool) {
			if err := s.AskNightlyForecasts(t.Context()); err != nil {
				t.Fatal(err)
			}
			ran, err := s.WorkOnForecastRuns(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return ran
		}
		if !ask() || ask() {
			t.Error("the run of this night is not made once")
		}
		s.pass(15*time.Hour + 30*time.Minute) // It is half past one in Madrid.
		if ask() {
			t.Error("a run before the night's hour")
		}
		s.pass(time.Hour)
		if !ask() || ask() {
			t.Error("the run of the next night is not made once")
		}
	})
}

// A night has several turns, whose results are written together or, where
// others write too, one by one; whatever came of them is kept.
func TestANightReachesEveryProduct(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		ids := shelf(t, s.Inventory, "Caja", 130)
		s.sellDaily(t, inventory.Product{ID: ids[0]}, 1, 5)
		s.sellDaily(t, inventory.Product{ID: ids[129]}, 1, 5)
		if ran, err := s.WorkOnForecastRuns(t.Context()); err != nil || !ran {
			t.Fatalf("ran %v: %v", ran, err)
		}
		run, err := s.LastForecastRun(t.Context())
		if must(t, run, err); run.State != inventory.RunDone || run.Done != 130 || run.Total != 130 {
			t.Errorf("the run says %+v", run)
		}
		known := map[int64]inventory.Forecast{}
		must(t, true, s.db.Read(t.Context(), func(tx inventory.Tx) (err error) {
			known, err = tx.ForecastsOf(ids)
			return err
		}))
		for i, id := range ids {
			sold := int64(0)
			if i == 0 || i == 129 {
				sold = 5
			}
			if f := known[id]; f.ComputedAt == nil || f.SoldLast30 != sold || (f.WillSell30 > 0) != (sold > 0) {
				t.Errorf("product %d of the shelf is forecast as %+v", i, f)
			}
		}
		clean(t, s.Inventory)
	})
}

// The days of the ledger are those of the business: in another time zone the
// same sales lie on other days, and the kept histories are made anew.
func TestHistoriesFollowTheTimeZone(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.ware(t, "Vela", 100)
		s.sellDaily(t, product, 2, 20)
		s.foresee(t)
		working := func() int {
			t.Helper()
			got, err := s.ForecastWorking(t.Context(), product.ID)
			if err != nil {
				t.Fatal(err)
			}
			return got.Working.HistoryDays
		}
		if days := working(); days != 20 {
			t.Fatalf("%d days of history, want 20", days)
		}
		zone := "Pacific/Kiritimati" // Fourteen hours ahead: what was nine in the morning is the same day's night.
		s.pass(2 * time.Hour)
		if _, err := s.UpdateSettings(t.Context(), clerk, inventory.SettingsChange{TimeZone: &zone}); err != nil {
			t.Fatal(err)
		}
		s.foresee(t)
		if days := working(); days != 21 {
			t.Errorf("%d days of history where the next day has begun, want 21", days)
		}
	})
}
