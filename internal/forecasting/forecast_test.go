package forecasting_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store/storetest"
)

// A product that sells two a day will go on doing so: what it sold, will sell,
// how long it lasts and what to order follow from that.
func TestForecastOfASteadySeller(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		steady, silent := s.Ware(t, "Constante", 150), s.Ware(t, "Parado", 5)
		s.SellDaily(t, steady, 2, 65)
		s.Foresee(t)
		_, rows := s.ForecastRows(t, forecasting.Filter{})
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
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Tornillo", 400)
		s.SellDaily(t, product, 5, 40)
		s.Foresee(t)
		_, before := s.ForecastRows(t, forecasting.Filter{})
		s.Sell(t, product, 150)
		_, rows := s.ForecastRows(t, forecasting.Filter{})
		if rows["Tornillo"].Product.Stock != 50 ||
			rows["Tornillo"].SoldLast30 != before["Tornillo"].SoldLast30 {
			t.Errorf("the stock is not the one of now, or the figures are worked out in the request: %+v", rows["Tornillo"])
		}
		s.Foresee(t)
		_, after := s.ForecastRows(t, forecasting.Filter{})
		if after["Tornillo"].SoldLast30 != before["Tornillo"].SoldLast30+150 ||
			*after["Tornillo"].RunsOutIn >= *before["Tornillo"].RunsOutIn {
			t.Errorf("after selling 150 more: %+v, before %+v", after["Tornillo"].Forecast, before["Tornillo"].Forecast)
		}
		// Taking the sale back makes it as if it had never been.
		undone := s.Sell(t, product, 10)
		s.Pass(3 * 24 * time.Hour)
		if _, err := s.Ledger.UndoMovement(t.Context(), shoptest.Clerk, undone.ID); err != nil {
			t.Fatal(err)
		}
		s.Foresee(t)
		_, rows = s.ForecastRows(t, forecasting.Filter{})
		if rows["Tornillo"].SoldLast30 != after["Tornillo"].SoldLast30-3*5 {
			t.Errorf("a sale that was taken back counts: %d, want %d", rows["Tornillo"].SoldLast30,
				after["Tornillo"].SoldLast30-3*5)
		}
	})
}

// Days without stock are not days without demand: they are read from the
// ledger and left out.
func TestEmptyDaysAreNotDaysWithoutDemand(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Bombilla", 120)
		s.SellDaily(t, product, 3, 40)
		s.Pass(25 * 24 * time.Hour)
		s.Foresee(t)
		_, rows := s.ForecastRows(t, forecasting.Filter{})
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
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		soon, later := s.Ware(t, "Pronto", 70), s.Ware(t, "Luego", 200)
		never := s.Ware(t, "Nunca", 9)
		s.Ware(t, "Vacío", 0)
		for range 32 {
			s.Sell(t, soon, 2)
			s.Sell(t, later, 3)
			s.Pass(24 * time.Hour)
		}
		yes, least := true, shoptest.Ptr(int64(10))
		for id, fields := range map[int64]catalogue.ProductFields{
			never.ID: {AlertBlocked: &yes, MinStock: &least}, soon.ID: {MinStock: &least, AlertDays: shoptest.Ptr(7)},
		} {
			if _, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, id, fields); err != nil {
				t.Fatal(err)
			}
		}
		s.Foresee(t)
		for _, c := range []struct {
			filter forecasting.Filter
			want   []string
		}{
			{forecasting.Filter{}, []string{"Vacío", "Pronto", "Luego", "Nunca"}},
			{forecasting.Filter{Ordering: "-runsOutIn"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{forecasting.Filter{Ordering: "productName"}, []string{"Luego", "Nunca", "Pronto", "Vacío"}},
			{forecasting.Filter{Ordering: "-currentStock"}, []string{"Luego", "Nunca", "Pronto", "Vacío"}},
			{forecasting.Filter{Ordering: "-soldLast30Days"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{forecasting.Filter{Ordering: "-willSellIn30Days"}, []string{"Luego", "Pronto", "Vacío", "Nunca"}},
			{forecasting.Filter{Ordering: "-toDo", LowStock: true}, []string{"Pronto", "Nunca"}},
			{forecasting.Filter{Ordering: "alertDays", LowStock: true}, []string{"Pronto", "Nunca"}},
			{forecasting.Filter{Ordering: "-productName", LowStock: true}, []string{"Pronto", "Nunca"}},
			{forecasting.Filter{Ordering: "-currentStock", LowStock: true}, []string{"Nunca", "Pronto"}},
			{forecasting.Filter{Ordering: "alertDays"}, []string{"Pronto", "Luego", "Nunca", "Vacío"}},
			{forecasting.Filter{Ordering: "productName", AlertBlocked: true}, []string{"Nunca"}},
			{forecasting.Filter{Ordering: "currentStock", AlertBlocked: true}, []string{"Nunca"}},
			{forecasting.Filter{Ordering: "alertDays", AlertBlocked: true}, []string{"Nunca"}},
			{forecasting.Filter{Ordering: "-currentStock", Search: "p"}, []string{"Pronto"}},
			{forecasting.Filter{AlertBlocked: true}, []string{"Nunca"}},
			{forecasting.Filter{AlertBlocked: true, LowStock: true, Ordering: "-runsOutIn"}, []string{"Nunca"}},
			{forecasting.Filter{Search: "nu"}, []string{"Nunca"}},
			{forecasting.Filter{Search: "unca", LowStock: true}, []string{"Nunca"}},
			{forecasting.Filter{Search: "nada"}, nil},
		} {
			if got, _ := s.ForecastRows(t, c.filter); !slices.Equal(got, c.want) {
				t.Errorf("%+v: %v, want %v", c.filter, got, c.want)
			}
		}
		if err := s.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, never.ID); err != nil {
			t.Fatal(err)
		}
		name := "Antes"
		if _, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, later.ID,
			catalogue.ProductFields{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if got, _ := s.ForecastRows(t, forecasting.Filter{Ordering: "productName"}); !slices.Equal(got,
			[]string{"Antes", "Pronto", "Vacío"}) {
			t.Errorf("after a product was deleted and one renamed: %v", got)
		}
		if _, err := s.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, never.ID); err != nil {
			t.Fatal(err)
		}
		s.Foresee(t)
		if got, _ := s.ForecastRows(t, forecasting.Filter{AlertBlocked: true}); !slices.Equal(got, []string{"Nunca"}) {
			t.Errorf("a product that came back is not among them: %v", got)
		}
	})
}

// Of two workers that look for work only one takes a product, and a change that comes while
// it is worked on is not lost.
func TestDueForecastsAreTakenOnce(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Clavo", 10)
		claim := func() (due []forecasting.DueForecast) {
			err := core.Write(t.Context(), s.Db, func(tx inventory.Tx) (err error) {
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
		s.Pass(2 * time.Minute)
		if late := claim(); len(late) != 1 {
			t.Errorf("nobody takes over from the dead: %+v", late)
		}
		s.Sell(t, product, 1)
		if err := core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			return tx.FinishDueForecasts(first)
		}); err != nil {
			t.Fatal(err)
		}
		if left := claim(); len(left) != 1 || left[0].Changes == first[0].Changes {
			t.Errorf("the change meanwhile is lost: %+v", left)
		}
	})
}

// interrupted is a memory in which something happens before one of its writes.
type interrupted struct {
	core.Store
	before map[int]func()
	writes int
}

func (m *interrupted) Write(ctx context.Context, fn func(core.Tx) error) error {
	m.writes++
	if step := m.before[m.writes]; step != nil {
		step()
	}
	return core.Write(ctx, m.Store, fn)
}

// A figure that was worked out while the product changed is not kept: it would
// be older than what is there to be read. The product stays due.
func TestForecastOfAProductThatChangedMeanwhile(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Vela", 100)
		s.SellDaily(t, product, 2, 10)
		s.Foresee(t)
		sold := func(want int64) {
			t.Helper()
			if _, now := s.ForecastRows(t, forecasting.Filter{}); now["Vela"].SoldLast30 != want {
				t.Errorf("sold lately %d, want %d", now["Vela"].SoldLast30, want)
			}
		}
		sold(20)
		s.Sell(t, product, 3)
		// The first write takes what is due, and the second keeps what came of it.
		memory := &interrupted{Store: storetest.Twice(s.Db), before: map[int]func(){2: func() { s.Sell(t, product, 4) }}}
		worker := inventory.New(memory, inventory.Options{PasswordWorkers: 1})
		shoptest.Must1(worker.Forecasts.WorkOnDueForecasts(t.Context()))(t)
		sold(20)
		s.Foresee(t)
		sold(27)
	})
}

// An event to come adds to what is expected, for its category alone, and a
// past one does not pass for the usual. The alert follows, although nothing of
// the product itself has changed.
func TestEventsMoveForecasts(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Panettone", 900)
		other := s.Ware(t, "Sal", 900)
		if _, err := s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, catalogue.ProductFields{
			Category: &catalogue.LabelRef{Name: "Navidad"}, AlertDays: shoptest.Ptr(270),
		}); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			s.Sell(t, product, 3)
			s.Sell(t, other, 3)
			s.Pass(24 * time.Hour)
		}
		s.Foresee(t)
		_, before := s.ForecastRows(t, forecasting.Filter{})
		if alerts := shoptest.AlertsOf(t, s.Inventory, product.ID); len(alerts) != 0 {
			t.Fatalf("780 units at three a day opened %+v", alerts)
		}
		first, last := s.Now().Format(time.DateOnly), s.Now().AddDate(0, 0, 29).Format(time.DateOnly)
		event, err := s.Forecasts.CreateForecastEvent(t.Context(), shoptest.Clerk, forecasting.EventFields{
			Name: shoptest.Ptr("Campaña"), FirstDay: &first, LastDay: &last, Uplift: shoptest.Ptr(100),
			Category: &catalogue.LabelRef{Name: "navidad"},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Foresee(t)
		_, during := s.ForecastRows(t, forecasting.Filter{})
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Low, alert.Open)
		if got, want := during["Panettone"].WillSell30, 2*before["Panettone"].WillSell30; got < want-0.1 || got > want+0.1 {
			t.Errorf("with twice the demand %v, want %v", got, want)
		}
		if during["Sal"].WillSell30 != before["Sal"].WillSell30 {
			t.Errorf("another category moves from %v to %v", before["Sal"].WillSell30, during["Sal"].WillSell30)
		}
		working, err := s.Forecasts.ForecastWorking(t.Context(), product.ID)
		if err != nil || len(working.Events) != 1 || working.Events[0].Name != "Campaña" || working.Working.EventUnits < 80 {
			t.Errorf("the working shows %+v and %v units: %v", working.Events, working.Working.EventUnits, err)
		}
		if err := s.Forecasts.DeleteForecastEvent(t.Context(), shoptest.Clerk, event.ID); err != nil {
			t.Fatal(err)
		}
		s.Foresee(t)
		_, after := s.ForecastRows(t, forecasting.Filter{})
		if after["Panettone"].WillSell30 != before["Panettone"].WillSell30 {
			t.Errorf("without the event %v, want %v", after["Panettone"].WillSell30, before["Panettone"].WillSell30)
		}
		shoptest.Is(t, s.Inventory, product.ID, 1, alert.Low, alert.Resolved)
		shoptest.Clean(t, s.Inventory)
	})
}

// Everything is worked out once a night, by the clock of the business.
func TestNightlyForecasts(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Foresee(t)
		ask := func() (ran bool) {
			if err := s.Forecasts.AskNightlyForecasts(t.Context()); err != nil {
				t.Fatal(err)
			}
			ran, err := s.Forecasts.WorkOnForecastRuns(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return ran
		}
		if !ask() || ask() {
			t.Error("the run of this night is not made once")
		}
		s.Pass(15*time.Hour + 30*time.Minute) // It is half past one in Madrid.
		if ask() {
			t.Error("a run before the night's hour")
		}
		s.Pass(time.Hour)
		if !ask() || ask() {
			t.Error("the run of the next night is not made once")
		}
	})
}

// A night has several turns, whose results are written together or, where
// others write too, one by one; whatever came of them is kept.
func TestANightReachesEveryProduct(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ids := shoptest.Shelf(t, s.Inventory, "Caja", 130)
		s.SellDaily(t, catalogue.Product{ID: ids[0]}, 1, 5)
		s.SellDaily(t, catalogue.Product{ID: ids[129]}, 1, 5)
		if ran, err := s.Forecasts.WorkOnForecastRuns(t.Context()); err != nil || !ran {
			t.Fatalf("ran %v: %v", ran, err)
		}
		run, err := s.Forecasts.LastForecastRun(t.Context())
		if shoptest.Must(t, run, err); run.State != forecasting.RunDone || run.Done != 130 || run.Total != 130 {
			t.Errorf("the run says %+v", run)
		}
		known := map[int64]forecasting.Forecast{}
		shoptest.Must(t, true, core.Read(t.Context(), s.Db, func(tx inventory.Tx) (err error) {
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
		shoptest.Clean(t, s.Inventory)
	})
}

// The days of the ledger are those of the business: in another time zone the
// same sales lie on other days, and the kept histories are made anew.
func TestHistoriesFollowTheTimeZone(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Vela", 100)
		s.SellDaily(t, product, 2, 20)
		s.Foresee(t)
		working := func() int {
			t.Helper()
			got, err := s.Forecasts.ForecastWorking(t.Context(), product.ID)
			if err != nil {
				t.Fatal(err)
			}
			return got.Working.HistoryDays
		}
		if days := working(); days != 20 {
			t.Fatalf("%d days of history, want 20", days)
		}
		zone := "Pacific/Kiritimati" // Fourteen hours ahead: what was nine in the morning is the same day's night.
		s.Pass(2 * time.Hour)
		if _, err := s.UpdateSettings(t.Context(), shoptest.Clerk, core.SettingsChange{TimeZone: &zone}); err != nil {
			t.Fatal(err)
		}
		s.Foresee(t)
		if days := working(); days != 21 {
			t.Errorf("%d days of history where the next day has begun, want 21", days)
		}
	})
}
