package imports_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/forecasting"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// yearOfOrders has an order of two units on each of the days up to the desk's.
func yearOfOrders(days int) string {
	file := strings.Builder{}
	file.WriteString("Pedido;Fecha;Cliente;Estado;SKU;Cantidad;Precio\n")
	today := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	for i := range days {
		fmt.Fprintf(&file, "A-%d;%s;Ana;Entregado;HER-1;2;5\n", i, today.AddDate(0, 0, -i).Format("02/01/2006"))
	}
	return file.String()
}

// bringOrders runs a file with orders, as history or not; nil goes by its dates.
func bringOrders(t *testing.T, inv *inventory.Inventory, file string, history *bool) imports.Import {
	t.Helper()
	draft := shoptest.UploadAs(t, inv, imports.OrderImports, file)
	if history != nil {
		draft = shoptest.Must1(inv.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID, imports.MappingChange{
			Mapping: draft.Mapping, History: history,
		}))(t)
	}
	shoptest.Must1(inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID))(t)
	return shoptest.Work(t, inv, draft.ID)
}

// soldFigures is what each road says the first product sold lately, and its stock.
func soldFigures(t *testing.T, inv *inventory.Inventory) string {
	t.Helper()
	(&shoptest.Office{Inventory: inv}).Foresee(t)
	const id = 1
	product := shoptest.Must1(inv.Catalogue.ProductSold(t.Context(), id))(t)
	listed := shoptest.Must1(inv.Catalogue.SoldLately(t.Context(), []int64{id}))(t)
	working := shoptest.Must1(inv.Forecasts.ForecastWorking(t.Context(), id))(t)
	forecasts := shoptest.Must1(inv.Forecasts.ListForecasts(t.Context(), forecasting.Filter{Search: "HER-1"}))(t)
	best := "-"
	if sellers := shoptest.Must1(inv.Forecasts.BestSellers(t.Context(), 1))(t); len(sellers) == 1 {
		best = fmt.Sprint(sellers[0].Sold)
		if sellers[0].Growth != nil {
			best += fmt.Sprintf(" %+.0f %%", *sellers[0].Growth)
		}
	}
	return fmt.Sprintf("%d %d %d %d best %s will sell %.0f stock %d", product.Sold, listed[id],
		forecasts.Rows[0].SoldLast30, working.SoldLast30, best, forecasts.Rows[0].WillSell30, product.Stock)
}

// Whether its stock leaves or not, a year of orders sold what the last 30 days of it did,
// and undone it sold nothing.
func TestASaleCountsOnTheDayOfItsOrder(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;1000;5\n")
		for name, c := range map[string]struct {
			history *bool
			want    string
		}{
			"by its dates": {nil, "60 60 60 60 best 60 +0 % will sell 60 stock 1000"},
			"as history":   {shoptest.Ptr(true), "60 60 60 60 best 60 +0 % will sell 60 stock 1000"},
			"from stock":   {shoptest.Ptr(false), "60 60 60 60 best 60 +0 % will sell 60 stock 272"},
		} {
			done := bringOrders(t, inv, yearOfOrders(364), c.history)
			if got := soldFigures(t, inv); done.Status != imports.Done || done.Created != 364 || got != c.want {
				t.Errorf("%s: %s, want %s, %+v", name, got, c.want, done.Problems)
			}
			shoptest.Clean(t, inv)
			shoptest.Must1(inv.Imports.UndoImport(t.Context(), shoptest.Clerk, done.ID))(t)
			undone := shoptest.Work(t, inv, done.ID)
			if got, want := soldFigures(t, inv), "0 0 0 0 best - will sell 0 stock 1000"; got != want ||
				undone.Status != imports.Undone || undone.Wrong != 0 {
				t.Errorf("%s and undone: %s, want %s, %s", name, got, want, undone.Failure)
			}
			shoptest.Clean(t, inv)
		}
	})
}

// What a file says of history is preset by its dates: a month is recent, and orders that
// are here already do not count.
func TestHistoryIsPresetByTheDates(t *testing.T) {
	db := orderDesk(t, storetest.SQLite(t))
	inv := shoptest.Warehouse(db)
	shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;1000;5\n")
	history := func(file string) bool {
		return shoptest.UploadAs(t, inv, imports.OrderImports, file).Mapping.History
	}
	if year, month := history(yearOfOrders(364)), history(yearOfOrders(30)); !year || month {
		t.Errorf("a year is history: %t, a month is: %t", year, month)
	}
	if open := history(strings.ReplaceAll(yearOfOrders(364), "Entregado", "Pendiente")); open {
		t.Error("what has not left is history")
	}
	bringOrders(t, inv, yearOfOrders(364), nil)
	if again := history(strings.Replace(yearOfOrders(364), "A-0;", "B-0;", 1)); again {
		t.Error("one new order among those of a year is history")
	}
	// Columns that tell the dates another way are looked at anew.
	file := strings.Replace(yearOfOrders(364), "Fecha;", "Cuándo;", 1)
	draft := shoptest.UploadAs(t, inv, imports.OrderImports, strings.ReplaceAll(file, "A-", "C-"))
	draft.Mapping.Columns["date"] = 1
	mapped := shoptest.Must1(inv.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID, imports.MappingChange{
		Mapping: draft.Mapping,
	}))(t)
	if draft.Mapping.History || !mapped.Mapping.History {
		t.Errorf("without dates it is history: %t, with them: %t", draft.Mapping.History, mapped.Mapping.History)
	}
}

// Open orders of a history reserve, as they do anywhere; what comes back by hand of an
// order of before lies on the shelf, and what the file says came back sold nothing.
func TestHistoryTouchesNoStock(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;1;5\n")
		bringOrders(t, inv, "Pedido;Fecha;Cliente;Estado;SKU;Cantidad\nA;01/11/2026;Ana;Pendiente;HER-1;1\n"+
			"B;02/11/2026;Ana;Enviado;HER-1;5\nC;03/11/2026;Ana;Entregado;HER-1;6\nD;04/11/2026;Ana;Devuelto;HER-1;7\n"+
			"E;05/11/2026;Ana;Cancelado;HER-1;8\n", shoptest.Ptr(true))
		if got := levels(t, db); got != "HER-1 1/1 " {
			t.Errorf("levels %s", got)
		}
		if got := soldFigures(t, inv); !strings.HasPrefix(got, "11 11 11 11 best 11") {
			t.Errorf("sold %s", got)
		}
		sent := shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{Search: "B"}))(t)
		shoptest.MoveTo(t, inv, sent.Rows[0].ID, order.Returned)
		if got := soldFigures(t, inv); !strings.HasPrefix(got, "6 6 6 6") || !strings.HasSuffix(got, "stock 6") {
			t.Errorf("after a return: %s", got)
		}
		shoptest.Clean(t, inv)
	})
}
