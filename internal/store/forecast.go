package store

import (
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
)

const forecastColumns = `forecasts.product_id, forecasts.sold_last_30, forecasts.will_sell_30, forecasts.will_sell_low,
	forecasts.will_sell_high,
	forecasts.runs_out_in, forecasts.runs_out_early, forecasts.runs_out_late, forecasts.gone_in_alert_days,
	forecasts.to_do, forecasts.method,
	forecasts.low_confidence, forecasts.computed_at`

// unitParts is how finely expected units are kept.
const unitParts = 100

// forecastFields are where the columns of a forecast go; willSell is in parts of a unit.
func forecastFields(f *forecasting.Forecast, willSell *int64) []any {
	return []any{
		&f.ProductID, &f.SoldLast30, willSell, &f.WillSellLow, &f.WillSellHigh, &f.RunsOutIn, &f.RunsOutEarly, &f.RunsOutLate,
		&f.GoneInAlertDays, &f.ToDo, &f.Method, &f.LowConfidence, toOptionalTime(&f.ComputedAt),
	}
}

func scanForecast(r row) (f forecasting.Forecast, err error) {
	var willSell int64
	err = r.Scan(forecastFields(&f, &willSell)...)
	f.WillSell30 = float64(willSell) / unitParts
	return f, err
}

func scanForecastRow(r row) (f forecasting.Row, err error) {
	var willSell int64
	f.Product, err = newProductReader(forecastFields(&f.Forecast, &willSell)...).read(r)
	f.WillSell30 = float64(willSell) / unitParts
	return f, err
}

var forecastRowQuery = `SELECT ` + productTable.columns + `, ` + forecastColumns +
	` FROM products JOIN forecasts ON forecasts.product_id = products.id`

// forecastOrder is an ordering as SQL, with the table whose figures it goes by
// and the ends of the names of the indexes that have it: one for the whole list
// and one for each filter.
type forecastOrder struct{ table, column, index string }

var forecastOrders = map[forecasting.Ordering]forecastOrder{
	forecasting.ForecastsByName:      {"products", "products.name_sort_key", "by_name"},
	forecasting.ForecastsByStock:     {"products", stockColumn, "by_stock"},
	forecasting.ForecastsBySold:      {"forecasts", "forecasts.sold_last_30", "by_sold"},
	forecasting.ForecastsByWillSell:  {"forecasts", "forecasts.will_sell_30", "by_will_sell"},
	forecasting.ForecastsByToDo:      {"forecasts", "forecasts.to_do", "by_to_do"},
	forecasting.ForecastsByRunsOut:   {"forecasts", "coalesce(forecasts.runs_out_in, 1000000)", "by_run_out"},
	forecasting.ForecastsByAlertDays: {"products", "products.alert_days", "by_alert_days"},
}

// latestRunOut is the order of run-out days from the last to the first, with
// what never runs out still behind them.
var latestRunOut = forecastOrder{"forecasts", "coalesce(forecasts.runs_out_in, -1)", "by_run_out_last"}

// forecastOrdering is what was asked for, or what runs out soonest first, and
// the index that has what the filter asks for in that order, where there is one.
func forecastOrdering(asked forecasting.Filter) (order ordering, own string) {
	name, descending := strings.CutPrefix(string(asked.Ordering), "-")
	by, known := forecastOrders[forecasting.Ordering(name)]
	switch {
	case !known:
		by, descending = forecastOrders[forecasting.ForecastsByRunsOut], false
	case descending && name == string(forecasting.ForecastsByRunsOut):
		by = latestRunOut
	}
	order = ordering{table: by.table, column: by.column, index: by.table + "_" + by.index, descending: descending}
	if by.table == "forecasts" {
		order.key = "product_id"
	}
	switch {
	case !isBlank(asked.Search):
	case asked.AlertBlocked:
		own = by.table + "_blocked_" + by.index
	case asked.LowStock:
		own = by.table + "_low_" + by.index
	}
	return order, own
}

// forecastFilter is what was asked as conditions on forecasts, or on products,
// each of which has one forecast until it is deleted.
func (t *tx) forecastFilter(asked forecasting.Filter, table string, how reading) filter {
	var f filter
	if table == "products" {
		f.add("products.deleted_at IS NULL")
	}
	if asked.LowStock {
		f.add(table + ".level = 1")
	}
	if asked.AlertBlocked {
		f.add(table + ".alert_blocked")
	}
	if table == "products" {
		t.searchText(&f, searchedProducts, asked.Search, how)
	} else {
		t.searchProductOf(&f, "forecasts.product_id", asked.Search, how)
	}
	return f
}

// filteredForecast are the columns that filters and orders look at.
const filteredForecast = `forecasts.product_id, forecasts.level, forecasts.alert_blocked, forecasts.sold_last_30,
	forecasts.will_sell_30,
	forecasts.to_do, forecasts.runs_out_in`

// pickingForecasts finds a page of forecasts in the table whose figures the
// order goes by.
func (t *tx) pickingForecasts(asked forecasting.Filter) picking {
	order, own := forecastOrdering(asked)
	p := picking{
		order: order, columns: filteredForecast, own: own, page: asked.Page,
		filter: func(how reading) (filter, error) { return t.forecastFilter(asked, order.table, how), nil },
	}
	if order.table == "products" {
		p.columns, p.found, p.always = filteredColumns, t.found(asked.Search, asked.LowStock || order.column == stockColumn),
			1
	}
	return p
}

// ListForecasts implements forecasting.Tx.
func (t *tx) ListForecasts(asked forecasting.Filter) (core.List[forecasting.Row], error) {
	var found core.List[forecasting.Row]
	asked.Page = clamp(asked.Page)
	totals, err := t.Totals()
	if err != nil {
		return found, err
	}
	if found.Count, err = t.countForecasts(asked, totals); err != nil {
		return found, err
	}
	p := t.pickingForecasts(asked)
	p.matches, p.rows = found.Count, totals.Products
	ids, err := t.pick(p)
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("forecasts.product_id", ids)
	found.Rows, err = all(t, scanForecastRow, forecastRowQuery+picked.where()+` ORDER BY `+p.order.sql(), picked.args...)
	return found, err
}

// countForecasts takes the count of the common lists from the kept figures:
// every product has one forecast.
func (t *tx) countForecasts(asked forecasting.Filter, totals catalogue.Totals) (core.Count, error) {
	f := t.forecastFilter(asked, "forecasts", gathered)
	switch {
	case len(f.conditions) == 0:
		return core.CountOf(totals.Products, false), nil
	case len(f.conditions) == 1 && asked.LowStock:
		return core.CountOf(totals.Low, true), nil
	case len(f.conditions) == 1 && !asked.AlertBlocked:
		return t.countFound(asked.Search)
	}
	return t.countMatches(otherList, onStock, "SELECT 1 FROM forecasts"+f.where(), f.args)
}

// WalkForecasts implements forecasting.Tx.
func (t *tx) WalkForecasts(asked forecasting.Filter, fn func(forecasting.Row) error) error {
	f := t.forecastFilter(asked, "forecasts", gathered)
	order, _ := forecastOrdering(asked)
	return walk(t, scanForecastRow, fn, forecastRowQuery+f.where()+` ORDER BY `+order.sql(), f.args...)
}

// ForecastsOf implements forecasting.Tx.
func (t *tx) ForecastsOf(ids []int64) (map[int64]forecasting.Forecast, error) {
	found := map[int64]forecasting.Forecast{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("forecasts.product_id", ids[start:min(start+idsMax, len(ids))])
		err := walk(t, scanForecast, func(one forecasting.Forecast) error {
			found[one.ProductID] = one
			return nil
		}, `SELECT `+forecastColumns+` FROM forecasts`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ArrivalsOf implements forecasting.Tx.
func (t *tx) ArrivalsOf(ids []int64, from string) ([]forecasting.Arrival, error) {
	found := []forecasting.Arrival{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("product_id", ids[start:min(start+idsMax, len(ids))])
		f.add("pending > 0")
		f.add("expected_on >= ?", from)
		some, err := all(t, func(r row) (a forecasting.Arrival, err error) {
			err = r.Scan(&a.ProductID, &a.Day, &a.Units)
			return a, err
		}, `SELECT product_id, expected_on, CAST(sum(pending) AS BIGINT) FROM purchase_lines`+f.where()+`
			GROUP BY product_id, expected_on ORDER BY product_id, expected_on`, f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}
