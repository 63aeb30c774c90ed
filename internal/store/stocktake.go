package store

import (
	"fmt"
	"strconv"

	"estante/internal/core"
	"estante/internal/ledger"
)

const stocktakeColumns = `stocktakes.id, stocktakes.location_id, stocktakes.category_id, stocktakes.category_name,
	stocktakes.blind,
	stocktakes.state, stocktakes.notes, stocktakes.created_by, stocktakes.created_at, stocktakes.ended_by,
	stocktakes.ended_at,
	stocktakes.lines, stocktakes.counted, stocktakes.differing, stocktakes.version`

func stocktakeFields(s *ledger.Stocktake, categoryID **int64) []any {
	return []any{
		&s.ID, &s.LocationID, categoryID, &s.CategoryName, &s.Blind, &s.State, &s.Notes, &s.CreatedBy, toTime(&s.CreatedAt),
		&s.EndedBy, toOptionalTime(&s.EndedAt), &s.Lines, &s.Counted, &s.Differing, &s.Version,
	}
}

func scanStocktake(r row) (s ledger.Stocktake, err error) {
	var categoryID *int64
	err = r.Scan(stocktakeFields(&s, &categoryID)...)
	s.CategoryID = orZero(categoryID)
	return s, err
}

func orZero(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// orNull is an id as a reference that may be missing.
func orNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// stocktakeRowColumns and stocktakeTables join what a list of stocktakes names.
var stocktakeRowColumns = stocktakeColumns + `, locations.name, ` + personColumns("maker") + `, ` +
	personColumns("ender")

const stocktakeTables = `stocktakes JOIN locations ON locations.id = stocktakes.location_id
	LEFT JOIN users AS maker ON maker.id = stocktakes.created_by
	LEFT JOIN users AS ender ON ender.id = stocktakes.ended_by`

func scanStocktakeRow(r row) (s ledger.StocktakeRow, err error) {
	var categoryID *int64
	var maker, ender person
	fields := append(stocktakeFields(&s.Stocktake, &categoryID), &s.LocationName)
	err = r.Scan(append(append(fields, maker.fields()...), ender.fields()...)...)
	s.CategoryID, s.CreatedByName = orZero(categoryID), maker.name()
	if s.EndedAt != nil {
		s.EndedByName = ender.name()
	}
	return s, err
}

// InsertStocktake implements ledger.Tx.
func (t *tx) InsertStocktake(s ledger.Stocktake) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO stocktakes (location_id, category_id, category_name, blind, state, notes,
		created_by, created_at,
			ended_by, lines, counted, differing, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, 0, 0, $9) RETURNING id`,
		s.LocationID, orNull(s.CategoryID), s.CategoryName, s.Blind, s.State, s.Notes, s.CreatedBy, s.CreatedAt, s.Version)
	if err != nil {
		return 0, fmt.Errorf("insert stocktake: %w", err)
	}
	return id, nil
}

// ExpectStock implements ledger.Tx. A product that never lay at the location is not
// expected there, and joins the stocktake when a person who counts finds it. One
// statement sees one moment of the stock.
func (t *tx) ExpectStock(s ledger.Stocktake, limit int) (int64, error) {
	t.edited()
	var f filter
	id := f.arg(s.ID)
	f.add("stock_levels.location_id = ?", s.LocationID)
	f.add("products.deleted_at IS NULL")
	if s.CategoryID != 0 {
		f.add("products.category_id = ?", s.CategoryID)
	}
	added, err := t.exec(`INSERT INTO stocktake_lines (stocktake_id, product_id, expected, counted_by, movement_id,
		sort_key)
		SELECT CAST(`+id+` AS BIGINT), products.id, stock_levels.stock, 0, 0, products.name_sort_key
		FROM stock_levels JOIN products ON products.id = stock_levels.product_id`+f.where()+` LIMIT `+strconv.Itoa(limit+1),
		f.args...)
	if err != nil {
		return 0, fmt.Errorf("expect stock: %w", err)
	}
	return added, nil
}

// StocktakeByID implements ledger.Tx.
func (t *tx) StocktakeByID(id int64) (ledger.StocktakeRow, error) {
	return one(t, scanStocktakeRow, `SELECT `+stocktakeRowColumns+` FROM `+stocktakeTables+` WHERE stocktakes.id = $1`, id)
}

// LockStocktake implements ledger.Tx.
func (t *tx) LockStocktake(id int64) (ledger.Stocktake, error) {
	if t.readOnly {
		return ledger.Stocktake{}, core.ErrReadOnly
	}
	return one(t, scanStocktake, `SELECT `+stocktakeColumns+` FROM stocktakes WHERE id = $1`+t.dialect.lockRow, id)
}

// UpdateStocktake implements ledger.Tx.
func (t *tx) UpdateStocktake(s ledger.Stocktake) error {
	return t.change(`UPDATE stocktakes SET blind = $1, state = $2, ended_by = $3, ended_at = $4, lines = $5, counted = $6,
		differing = $7,
			version = version + 1 WHERE id = $8`,
		s.Blind, s.State, s.EndedBy, s.EndedAt, s.Lines, s.Counted, s.Differing, s.ID)
}

// ListStocktakes implements ledger.Tx.
func (t *tx) ListStocktakes(asked ledger.StocktakeFilter) (core.List[ledger.StocktakeRow], error) {
	var f filter
	if asked.State != "" {
		f.add("stocktakes.state = ?", asked.State)
	}
	if asked.LocationID != 0 {
		f.add("stocktakes.location_id = ?", asked.LocationID)
	}
	return list(t, scanStocktakeRow, stocktakeRowColumns, stocktakeTables,
		"stocktakes.created_at DESC, stocktakes.id DESC", f, asked.Page)
}

// OpenStocktakes implements ledger.Tx.
func (t *tx) OpenStocktakes(locationID int64) ([]ledger.Stocktake, error) {
	return all(t, scanStocktake, `SELECT `+stocktakeColumns+
		` FROM stocktakes WHERE location_id = $1 AND state = 'open' ORDER BY id`, locationID)
}
