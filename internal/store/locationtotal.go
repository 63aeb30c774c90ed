package store

import (
	"maps"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// keptFigures are figures of stock that a table keeps by one of its columns, in
// slots as those of the whole catalogue are.
type keptFigures struct{ table, key string }

var (
	locationFigures = keptFigures{"location_totals", "location_id"}
	categoryFigures = keptFigures{"category_totals", "label_id"}
)

// shareOut notes what a product adds to the figures of the locations where it lies, or
// takes from them. They are written when the transaction has done everything else, as
// those of the whole catalogue are.
func (t *tx) shareOut(p catalogue.Product, lying []ledger.Lying, sign int64) {
	if t.locationTotals == nil {
		t.locationTotals = map[int64]ledger.ValuationTotals{}
	}
	for locationID, totals := range ledger.TotalsAt(p, lying) {
		t.locationTotals[locationID] = t.locationTotals[locationID].Plus(totals, sign)
	}
}

// revalue notes what another price or deletion of a product means for the locations
// where it lies.
func (t *tx) revalue(before, after catalogue.Product) error {
	if before.ID == 0 || (catalogue.SameCents(before.Price, after.Price) &&
		catalogue.SamePointer(before.Worth, after.Worth) && (before.DeletedAt == nil) == (after.DeletedAt == nil)) {
		return nil
	}
	stocks, err := t.StocksAt([]int64{after.ID})
	lying := make([]ledger.Lying, 0, len(stocks))
	for place, stock := range stocks {
		lying = append(lying, ledger.Lying{LocationID: place.LocationID, Stock: stock})
	}
	t.shareOut(before, lying, -1)
	t.shareOut(after, lying, 1)
	return err
}

// writeLocationTotals writes what the transaction changed, by location.
func (t *tx) writeLocationTotals() error { return t.writeFigures(locationFigures, t.locationTotals) }

// writeFigures adds changes to kept figures, always in the same order.
func (t *tx) writeFigures(of keptFigures, changes map[int64]ledger.ValuationTotals) error {
	slot := t.anySlot()
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(changes)) {
		if c := changes[id]; c != (ledger.ValuationTotals{}) {
			rows = append(rows, []any{id, slot, c.Products, c.Units, c.CostValue, c.SaleValue, c.WithoutCost, c.WithoutPrice})
		}
	}
	const width = 8
	return t.inBatches(len(rows), width, func(from, to int) error {
		return t.later(anyRows, `INSERT INTO `+of.table+` (`+
			of.key+`, slot, products, units, cost_value, sale_value, without_cost, without_price)
			VALUES `+tuples(to-from, width, nil)+` ON CONFLICT (`+of.key+`, slot) DO UPDATE SET
				products = `+of.table+`.products + excluded.products, units = `+of.table+`.units + excluded.units,
				cost_value = `+of.table+`.cost_value + excluded.cost_value, sale_value = `+
			of.table+`.sale_value + excluded.sale_value,
				without_cost = `+of.table+`.without_cost + excluded.without_cost, without_price = `+of.table+
			`.without_price + excluded.without_price`,
			flatten(rows[from:to])...)
	})
}

func scanValuationTotals(r row) (v ledger.ValuationTotals, err error) {
	err = r.Scan(&v.Products, &v.Units, &v.CostValue, &v.SaleValue, &v.WithoutCost, &v.WithoutPrice)
	return v, err
}

// keptLocationTotals reads the figures of a location.
func (t *tx) keptLocationTotals(locationID int64) (ledger.ValuationTotals, error) {
	return t.readFigures(locationFigures, locationID)
}

// readFigures adds up the slots of one id.
func (t *tx) readFigures(of keptFigures, id int64) (ledger.ValuationTotals, error) {
	if err := t.settleFigures(); err != nil {
		return ledger.ValuationTotals{}, err
	}
	return one(t, scanValuationTotals, `SELECT CAST(coalesce(sum(products), 0) AS BIGINT), CAST(coalesce(sum(units),
		0) AS BIGINT),
		CAST(coalesce(sum(cost_value), 0) AS BIGINT), CAST(coalesce(sum(sale_value), 0) AS BIGINT),
		CAST(coalesce(sum(without_cost), 0) AS BIGINT), CAST(coalesce(sum(without_price), 0) AS BIGINT)
		FROM `+of.table+` WHERE `+of.key+` = $1`, id)
}

// LocationCounts implements verify.Tx.
func (t *tx) LocationCounts() ([]core.KeptCount, error) {
	locations, err := t.Locations()
	if err != nil {
		return nil, err
	}
	counts := []core.KeptCount{}
	for _, location := range locations {
		kept, err := t.keptLocationTotals(location.ID)
		if err != nil {
			return nil, err
		}
		counted, err := t.addUp(ledger.ValuationFilter{LocationID: location.ID, WithStock: true})
		if err != nil {
			return nil, err
		}
		counts = append(counts, compareFigures(" del almacén «"+location.Name+"»", kept, counted)...)
	}
	return counts, nil
}

// compareFigures names each figure of a location or a category.
func compareFigures(of string, kept, counted ledger.ValuationTotals) []core.KeptCount {
	return []core.KeptCount{
		{What: "El número de productos" + of, Kept: kept.Products, Counted: counted.Products},
		{What: "Las unidades" + of, Kept: kept.Units, Counted: counted.Units},
		{What: "El valor a coste, en céntimos," + of, Kept: int64(kept.CostValue), Counted: int64(counted.CostValue)},
		{
			What: "El valor a precio de venta, en céntimos," + of, Kept: int64(kept.SaleValue),
			Counted: int64(counted.SaleValue),
		},
		{What: "El número de productos sin coste" + of, Kept: kept.WithoutCost, Counted: counted.WithoutCost},
		{What: "El número de productos sin precio" + of, Kept: kept.WithoutPrice, Counted: counted.WithoutPrice},
	}
}
