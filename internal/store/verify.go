package store

import (
	"fmt"
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/verify"
)

// CountMovements implements verify.Tx.
func (t *tx) CountMovements() (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM movements`)
}

// LedgerHeads implements verify.Tx.
func (t *tx) LedgerHeads(afterID int64, limit int) ([]verify.LedgerHead, error) {
	return all(t, func(r row) (h verify.LedgerHead, err error) {
		var value *core.Cents
		var units int64
		err = r.Scan(&h.ProductID, &h.SKU, &h.Stock, &h.Reserved, &h.MinStock, &h.Level, &h.MovementSeq, &h.LedgerHash,
			toOptionalTime(&h.LastMovementAt), &h.Cost, &value, &units)
		if value != nil {
			h.Worth = &core.Worth{Value: *value, Units: units}
		}
		return h, err
	}, `SELECT id, sku, stock, reserved, min_stock, level, movement_seq, ledger_hash, last_movement_at, cost_cents,
			cost_value, cost_units
		FROM products WHERE id > $1 ORDER BY id LIMIT $2`, afterID, limit)
}

// LocationLevels implements verify.Tx.
func (t *tx) LocationLevels(firstID, lastID int64) ([]verify.LocationLevel, error) {
	return all(t, func(r row) (l verify.LocationLevel, err error) {
		err = r.Scan(&l.ProductID, &l.LocationID, &l.Stock)
		return l, err
	}, `SELECT product_id, location_id, stock FROM stock_levels WHERE product_id >= $1 AND product_id <= $2`, firstID,
		lastID)
}

// WalkMovements implements verify.Tx.
func (t *tx) WalkMovements(firstID, lastID int64, fn func(ledger.Movement) error) error {
	return walk(t, movementTable.scan, fn, movementTable.query+` WHERE product_id >= $1 AND product_id <= $2
		ORDER BY product_id, seq`, firstID, lastID)
}

// StrayMovements implements verify.Tx. References forbid them, but a check
// takes nothing for granted.
func (t *tx) StrayMovements(limit int) ([]ledger.Movement, error) {
	return all(t, movementTable.scan, movementTable.query+`
		WHERE NOT EXISTS (SELECT 1 FROM products WHERE products.id = movements.product_id) ORDER BY movements.id LIMIT $1`,
		limit)
}

// labelNames are the kinds of labels as people call one of them.
var labelNames = map[catalogue.LabelKind]string{
	catalogue.Category: "la categoría", catalogue.Brand: "la marca", catalogue.Tag: "la etiqueta",
}

// LabelCounts implements verify.Tx.
func (t *tx) LabelCounts(limit int) ([]core.KeptCount, error) {
	wrong, err := t.wrongLabelCounts(limit)
	if err != nil {
		return nil, err
	}
	named, err := one(t, func(r row) (core.KeptCount, error) {
		c := core.KeptCount{What: "El número de productos con los nombres de su categoría y su marca"}
		err := r.Scan(&c.Kept, &c.Counted)
		return c, err
	}, `SELECT count(CASE WHEN products.category_name = coalesce(category.name, '')
		AND products.brand_name = coalesce(brand.name, '') THEN 1 END), count(*)
		FROM products LEFT JOIN labels AS category ON category.id = products.category_id LEFT
		JOIN labels AS brand ON brand.id = products.brand_id`)
	return append(wrong, named), err
}

func (t *tx) wrongLabelCounts(limit int) ([]core.KeptCount, error) {
	return all(t, func(r row) (c core.KeptCount, err error) {
		var kind catalogue.LabelKind
		var name string
		err = r.Scan(&kind, &name, &c.Kept, &c.Counted)
		c.What = "El número de productos de " + labelNames[kind] + " «" + name + "»"
		return c, err
	}, `SELECT kind, name, products, counted FROM (SELECT id, kind, name, products, CASE kind
			WHEN 'category' THEN (SELECT count(*) FROM products WHERE category_id = labels.id AND deleted_at IS NULL)
			WHEN 'brand' THEN (SELECT count(*) FROM products WHERE brand_id = labels.id AND deleted_at IS NULL)
			ELSE (SELECT count(*) FROM product_tags WHERE label_id = labels.id) END AS counted FROM labels) AS carried
		WHERE products <> counted ORDER BY id LIMIT $1`, limit)
}

// undoneSQL says whether a movement was taken back.
const undoneSQL = `EXISTS (SELECT 1 FROM movements AS later WHERE later.undo_of = movements.id AND later.undo_of <> 0)`

// moved is the sum of a document's movements that meet a condition.
func moved(source ledger.Source, document, condition string) string {
	return `(SELECT coalesce(sum(m.quantity), 0) FROM movements AS m WHERE m.source = '` + string(source) +
		`' AND m.source_id = ` + document + ` AND ` + condition + `)`
}

// wrongDocuments finds the documents that the ledger does not bear out, of each
// sort, and the movements that name a document there is not.
var wrongDocuments = []struct {
	source ledger.Source
	query  string
}{
	{ledger.SourceEntry, `SELECT entries.id, entries.product_id FROM entries LEFT
		JOIN movements ON movements.id = entries.movement_id
		WHERE movements.id IS NULL OR movements.product_id <> entries.product_id
		OR movements.location_id <> entries.location_id
			OR movements.quantity <> entries.quantity OR movements.source <> 'entry' OR movements.source_id <> entries.id
			OR (entries.deleted_at IS NULL) = ` + undoneSQL + `
			OR ` + moved(ledger.SourceEntry, "entries.id",
		"TRUE") + ` <> CASE WHEN entries.deleted_at IS NULL THEN entries.quantity ELSE 0 END
		ORDER BY entries.id`},
	{ledger.SourceTransfer, `SELECT id, product_id FROM transfers
		WHERE ` + moved(ledger.SourceTransfer, "transfers.id", "m.product_id = transfers.product_id AND m.location_id = "+
		"transfers.to_location_id") + `
				<> CASE WHEN undone_at IS NULL THEN quantity ELSE 0 END
			OR ` + moved(ledger.SourceTransfer, "transfers.id", "m.product_id = transfers.product_id AND m.location_id = "+
		"transfers.from_location_id") + `
				<> CASE WHEN undone_at IS NULL THEN -quantity ELSE 0 END
			OR (SELECT count(*) FROM movements AS m WHERE m.source = 'transfer' AND m.source_id = transfers.id) <> CASE
			WHEN undone_at IS NULL THEN 2 ELSE 4 END
		ORDER BY id`},
	{ledger.SourceCount, `SELECT stocktake_lines.stocktake_id, stocktake_lines.product_id FROM stocktake_lines
		JOIN stocktakes ON stocktakes.id = stocktake_lines.stocktake_id LEFT
		JOIN movements ON movements.id = stocktake_lines.movement_id
		WHERE stocktake_lines.movement_id <> 0 AND (movements.id IS NULL OR movements.product_id <> stocktake_lines.product_id
			OR movements.location_id <> stocktakes.location_id
			OR movements.quantity <> stocktake_lines.counted - stocktake_lines.expected
			OR movements.source <> 'count' OR movements.source_id <> stocktakes.id OR stocktakes.state <> 'posted')
		ORDER BY stocktake_lines.stocktake_id, stocktake_lines.product_id`},
	{ledger.SourceCount, `SELECT stocktakes.id, 0 FROM stocktakes LEFT JOIN (SELECT stocktake_id, count(*) AS lines,
		count(counted) AS counted,
			count(CASE WHEN counted <> expected THEN 1 END) AS differing FROM stocktake_lines GROUP BY stocktake_id) AS now
			ON now.stocktake_id = stocktakes.id
		WHERE stocktakes.lines <> coalesce(now.lines, 0) OR stocktakes.counted <> coalesce(now.counted, 0)
			OR stocktakes.differing <> coalesce(now.differing, 0) ORDER BY stocktakes.id`},
	{ledger.SourceEntry, `SELECT source_id, product_id FROM movements WHERE source = 'entry'
		AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = movements.source_id) ORDER BY id`},
	{ledger.SourceTransfer, `SELECT source_id, product_id FROM movements WHERE source = 'transfer'
		AND NOT EXISTS (SELECT 1 FROM transfers WHERE transfers.id = movements.source_id) ORDER BY id`},
	{ledger.SourceCount, `SELECT source_id, product_id FROM movements WHERE source = 'count'
		AND NOT EXISTS (SELECT 1 FROM stocktake_lines AS l WHERE l.stocktake_id = movements.source_id
		AND l.product_id = movements.product_id
			AND l.movement_id = movements.id) ORDER BY id`},
	{ledger.SourceOrder, `SELECT order_lines.order_id, order_lines.product_id FROM order_lines
		LEFT JOIN (SELECT line_id,
			sum(CASE WHEN quantity < 0 OR transition LIKE 'unship:%' THEN -quantity ELSE 0 END) AS gone,
			sum(CASE WHEN quantity > 0 AND transition NOT LIKE 'unship:%' THEN quantity ELSE 0 END) AS back
			FROM order_effects GROUP BY line_id) AS effects ON effects.line_id = order_lines.id
		LEFT JOIN (SELECT line_id, sum(CASE WHEN units > 0 THEN units ELSE 0 END) AS gone, sum(CASE
		WHEN units < 0 THEN -units ELSE 0 END) AS back
			FROM past_sales GROUP BY line_id) AS past ON past.line_id = order_lines.id
		WHERE order_lines.product_id IS NOT NULL
		AND (order_lines.shipped <> coalesce(effects.gone, 0) + coalesce(past.gone, 0)
		OR order_lines.returned <> coalesce(effects.back, 0) + coalesce(past.back, 0))
		ORDER BY order_lines.order_id, order_lines.id`},
	{ledger.SourceOrder, `SELECT source_id, product_id FROM movements WHERE source = 'order'
		AND quantity <> (SELECT coalesce(sum(e.quantity), 0) FROM order_effects AS e
			WHERE e.movement_id = movements.id AND e.order_id = movements.source_id AND e.product_id = movements.product_id)
			ORDER BY id`},
	{ledger.SourceOrder, `SELECT order_id, product_id FROM order_effects AS e WHERE NOT EXISTS (SELECT 1
		FROM movements AS m
			WHERE m.id = e.movement_id AND m.source = 'order' AND m.source_id = e.order_id AND m.product_id = e.product_id)
		ORDER BY order_id, line_id`},
}

// claimSums is what the lines of orders claim, by the columns that are named.
func claimSums(by string) string {
	return `(SELECT ` + by + `, CAST(sum(claimed) AS BIGINT) AS claimed, CAST(sum(shortage) AS BIGINT) AS shortage
		FROM order_lines WHERE claimed > 0 GROUP BY ` + by + `) AS sums`
}

// claimChecks compare what is kept of claims with the lines of orders. Each
// gives a name, what is kept and what it should be.
var claimChecks = []struct{ what, query string }{
	{"Lo reservado de %s", `SELECT products.sku, products.reserved, coalesce(sums.claimed, 0) FROM products
		LEFT JOIN ` + claimSums("product_id") +
		` ON sums.product_id = products.id WHERE products.reserved <> coalesce(sums.claimed, 0)`},
	{"Lo que falta de %s", `SELECT products.sku, products.shortage, coalesce(sums.shortage, 0) FROM products
		LEFT JOIN ` + claimSums("product_id") +
		` ON sums.product_id = products.id WHERE products.shortage <> coalesce(sums.shortage, 0)`},
	{"Lo reservado en un almacén de %s", `SELECT products.sku, here.reserved, coalesce(sums.claimed, 0)
		FROM stock_levels AS here
		JOIN products ON products.id = here.product_id
		LEFT JOIN ` + claimSums("product_id, location_id") + ` ON sums.product_id = here.product_id
			AND sums.location_id = here.location_id
		WHERE here.reserved <> coalesce(sums.claimed, 0)`},
	{"Lo que falta a los pedidos en un almacén de %s", `SELECT products.sku, here.shortage, coalesce(sums.shortage, 0)
		FROM stock_levels AS here
		JOIN products ON products.id = here.product_id
		LEFT JOIN ` + claimSums("product_id, location_id") + ` ON sums.product_id = here.product_id
			AND sums.location_id = here.location_id
		WHERE here.shortage <> coalesce(sums.shortage, 0)`},
	{"Lo que falta en un almacén de %s", `SELECT products.sku, here.shortage, CASE
		WHEN here.reserved > here.stock THEN here.reserved - here.stock ELSE 0 END
		FROM stock_levels AS here JOIN products ON products.id = here.product_id
		WHERE here.shortage <> CASE WHEN here.reserved > here.stock THEN here.reserved - here.stock ELSE 0 END`},
	{"Lo que reserva una línea del pedido %s", `SELECT number, claimed, due
		FROM (SELECT orders.number, orders.status, order_lines.claimed, order_lines.shipped,
			CASE WHEN orders.status IN ('cancelled', 'returned') OR order_lines.product_id IS NULL THEN 0
				WHEN order_lines.shop_taken = -2 THEN 0
				WHEN order_lines.shop_taken >= 0 AND order_lines.shop_taken - order_lines.shipped + order_lines.returned
					< order_lines.quantity - order_lines.cancelled - order_lines.shipped
				THEN CASE WHEN order_lines.shop_taken > order_lines.shipped - order_lines.returned
					THEN order_lines.shop_taken - order_lines.shipped + order_lines.returned ELSE 0 END
				ELSE order_lines.quantity - order_lines.cancelled - order_lines.shipped END AS due
		FROM order_lines JOIN orders ON orders.id = order_lines.order_id) AS claims
		-- What was added to an order that had left was not claimed once, and is not while its product is deleted.
		WHERE claimed <> due AND (claimed <> 0 OR (shipped = 0 AND status NOT IN ('shipped', 'delivered')))`},
	{"Las unidades del pedido %s", `SELECT orders.number, orders.units, coalesce(sums.units, 0) FROM orders
		LEFT JOIN (SELECT order_id, CAST(sum(quantity - cancelled - returned - written_off) AS BIGINT) AS units
			FROM order_lines GROUP BY order_id) AS sums
		ON sums.order_id = orders.id AND orders.status NOT IN ('cancelled', 'returned')
		WHERE orders.units <> coalesce(sums.units, 0)`},
	{"Las líneas sin producto del pedido %s", `SELECT orders.number, orders.unmatched, coalesce(sums.unmatched, 0)
		FROM orders
		LEFT JOIN (SELECT order_id, count(*) AS unmatched FROM order_lines WHERE product_id IS NULL
			AND NOT unstocked GROUP BY order_id) AS sums
		ON sums.order_id = orders.id
		WHERE orders.unmatched <> coalesce(sums.unmatched, 0)`},
}

// ClaimCounts implements verify.Tx.
func (t *tx) ClaimCounts(limit int) ([]core.KeptCount, error) {
	wrong := []core.KeptCount{}
	for _, check := range claimChecks {
		some, err := all(t, func(r row) (c core.KeptCount, err error) {
			var name string
			err = r.Scan(&name, &c.Kept, &c.Counted)
			c.What = fmt.Sprintf(check.what, name)
			return c, err
		}, check.query+` LIMIT `+strconv.Itoa(limit))
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, some...)
	}
	return wrong, nil
}

// WrongDocuments implements verify.Tx.
func (t *tx) WrongDocuments(limit int) ([]verify.WrongDocument, error) {
	wrong := []verify.WrongDocument{}
	for _, sort := range wrongDocuments {
		some, err := all(t, func(r row) (verify.WrongDocument, error) {
			d := verify.WrongDocument{Source: sort.source}
			var sku *string
			err := r.Scan(&d.ID, &d.ProductID, &sku)
			if sku != nil {
				d.SKU = *sku
			}
			return d, err
		}, `WITH found (id, product_id) AS (`+sort.query+` LIMIT `+strconv.Itoa(limit)+`)
			SELECT found.id, found.product_id, products.sku FROM found LEFT JOIN products ON products.id = found.product_id`)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, some...)
	}
	return wrong, nil
}
