package store

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

const lineColumns = `stocktake_lines.stocktake_id, stocktake_lines.product_id, stocktake_lines.expected,
	stocktake_lines.counted,
	stocktake_lines.counted_by, stocktake_lines.counted_at, stocktake_lines.movement_id`

func lineFields(l *ledger.StocktakeLine) []any {
	return []any{
		&l.StocktakeID, &l.ProductID, &l.Expected, &l.Counted, &l.CountedBy, toOptionalTime(&l.CountedAt),
		&l.MovementID,
	}
}

func scanLine(r row) (l ledger.StocktakeLine, err error) {
	err = r.Scan(lineFields(&l)...)
	return l, err
}

// lineRowColumns and lineTables join what people need to find a product.
var lineRowColumns = lineColumns + `, products.name, products.sku, products.barcode, products.image_url,
	products.category_name, ` + personColumns("users")

const lineTables = `stocktake_lines JOIN products ON products.id = stocktake_lines.product_id
	LEFT JOIN users ON users.id = stocktake_lines.counted_by`

func scanLineRow(r row) (l ledger.StocktakeLineRow, err error) {
	var who person
	fields := append(lineFields(&l.StocktakeLine), &l.ProductName, &l.ProductSKU, &l.Barcode, &l.ImageURL, &l.CategoryName)
	err = r.Scan(append(fields, who.fields()...)...)
	if l.CountedAt != nil {
		l.CountedByName = who.name()
	}
	return l, err
}

// StocktakeLine implements ledger.Tx.
func (t *tx) StocktakeLine(stocktakeID, productID int64) (ledger.StocktakeLineRow, error) {
	return one(t, scanLineRow, `SELECT `+lineRowColumns+` FROM `+lineTables+`
		WHERE stocktake_lines.stocktake_id = $1 AND stocktake_lines.product_id = $2`, stocktakeID, productID)
}

// SaveLine implements ledger.Tx.
func (t *tx) SaveLine(l ledger.StocktakeLine, product catalogue.Product) error {
	t.edited()
	_, err := t.exec(`INSERT INTO stocktake_lines (stocktake_id, product_id, expected, counted, counted_by, counted_at,
		movement_id, sort_key)
		VALUES ($1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT (stocktake_id, product_id) DO UPDATE
		SET expected = excluded.expected, counted = excluded.counted, counted_by = excluded.counted_by,
		counted_at = excluded.counted_at`,
		l.StocktakeID, l.ProductID, l.Expected, l.Counted, l.CountedBy, l.CountedAt, core.SortKey(product.Name))
	if err != nil {
		return fmt.Errorf("save stocktake line: %w", err)
	}
	return nil
}

// CountedElsewhere implements ledger.Tx.
func (t *tx) CountedElsewhere(s ledger.Stocktake, productID int64) (int64, error) {
	return one(t, scanID, `SELECT coalesce(min(stocktakes.id), 0) FROM stocktakes
		JOIN stocktake_lines ON stocktake_lines.stocktake_id = stocktakes.id AND stocktake_lines.product_id = $1
		WHERE stocktakes.location_id = $2 AND stocktakes.state = 'open' AND stocktakes.id <> $3
		AND stocktake_lines.counted IS NOT NULL`,
		productID, s.LocationID, s.ID)
}

// DifferingLines implements ledger.Tx.
func (t *tx) DifferingLines(stocktakeID int64, limit int) ([]ledger.StocktakeLine, error) {
	return all(t, scanLine, `SELECT `+lineColumns+` FROM stocktake_lines WHERE stocktake_id = $1 AND counted <> expected
		ORDER BY product_id LIMIT $2`, stocktakeID, limit)
}

// CorrectedSince implements ledger.Tx. Only counts have that reason, so
// what is read is what they posted since, whatever else was moved.
func (t *tx) CorrectedSince(s ledger.Stocktake, since time.Time) (map[int64]time.Time, error) {
	type correction struct {
		productID int64
		at        time.Time
	}
	corrections, err := all(t, func(r row) (c correction, err error) {
		err = r.Scan(&c.productID, toTime(&c.at))
		return c, err
	}, `SELECT product_id, max(at) FROM movements
		WHERE reason = 'count' AND at >= $1 AND location_id = $2 AND source_id <> $3 GROUP BY product_id`, since,
		s.LocationID, s.ID)
	last := make(map[int64]time.Time, len(corrections))
	for _, c := range corrections {
		last[c.productID] = c.at
	}
	return last, err
}

// NotePosted implements ledger.Tx. A stocktake moves a product once.
func (t *tx) NotePosted(stocktakeID int64) error {
	_, err := t.exec(`UPDATE stocktake_lines SET movement_id = posted.id FROM movements AS posted
		WHERE posted.source = 'count' AND posted.source_id = $1 AND stocktake_lines.stocktake_id = $2
			AND stocktake_lines.product_id = posted.product_id`, stocktakeID, stocktakeID)
	if err != nil {
		return fmt.Errorf("note posted lines: %w", err)
	}
	return nil
}

// ListStocktakeLines implements ledger.Tx. How many lines there are of each
// sort is known from the stocktake; only the matches of a search are counted.
func (t *tx) ListStocktakeLines(
	s ledger.Stocktake, asked ledger.StocktakeLineFilter,
) (core.List[ledger.StocktakeLineRow], error) {
	found := core.List[ledger.StocktakeLineRow]{Count: core.Count{N: int(keptLines(s, asked))}}
	searching := !isBlank(asked.Search)
	f := t.lineFilter(s, asked, gathered)
	if searching || (asked.Pending && asked.Differing) {
		var err error
		if found.Count, err = t.countMatches(otherList, onTexts, `SELECT 1 FROM stocktake_lines`+f.where(),
			f.args); err != nil {
			return found, err
		}
	}
	order, page := lineOrder.sql(), ""
	if searching {
		ids, err := t.pickLines(s, asked, found.Count)
		if err != nil {
			return found, err
		}
		f = filter{}
		f.add("stocktake_lines.stocktake_id = ?", s.ID)
		f.in("stocktake_lines.product_id", ids)
		order = t.dialect.sortedLater + order // The few are not to be met along all lines.
	} else {
		page = f.page(asked.Page)
	}
	var err error
	found.Rows, err = all(t, scanLineRow, `SELECT `+lineRowColumns+` FROM `+lineTables+f.where()+` ORDER BY `+order+page,
		f.args...)
	return found, err
}

// lineOrder is the only order of lines. Within a stocktake a product tells
// them apart.
var lineOrder = ordering{
	table: "stocktake_lines", column: "stocktake_lines.sort_key", index: "stocktake_lines_by_name", key: "product_id",
}

// keptLines is how many lines there are without a search.
func keptLines(s ledger.Stocktake, asked ledger.StocktakeLineFilter) int64 {
	switch {
	case asked.Differing:
		return s.Differing
	case asked.Pending:
		return s.Lines - s.Counted
	}
	return s.Lines
}

func (t *tx) lineFilter(s ledger.Stocktake, asked ledger.StocktakeLineFilter, how reading) filter {
	var f filter
	f.add("stocktake_lines.stocktake_id = ?", s.ID)
	if asked.Pending {
		f.add("stocktake_lines.counted IS NULL")
	}
	if asked.Differing {
		f.add("stocktake_lines.counted <> stocktake_lines.expected")
	}
	t.searchProductOf(&f, "stocktake_lines.product_id", asked.Search, how)
	return f
}

func (t *tx) pickLines(s ledger.Stocktake, asked ledger.StocktakeLineFilter, matches core.Count) ([]int64, error) {
	return t.pick(picking{
		order: lineOrder, columns: "stocktake_lines.product_id, stocktake_lines.stocktake_id, stocktake_lines.counted, " +
			"stocktake_lines.expected, stocktake_lines.sort_key",
		always: 1, filter: func(how reading) (filter, error) { return t.lineFilter(s, asked, how), nil },
		page: clamp(asked.Page), matches: matches, rows: s.Lines, on: onTexts,
	})
}
