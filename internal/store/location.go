package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/ledger"
)

const locationColumns = `id, name, active, created_at, version`

func scanLocation(r row) (l ledger.Location, err error) {
	err = r.Scan(&l.ID, &l.Name, &l.Active, toTime(&l.CreatedAt), &l.Version)
	return l, err
}

// InsertLocation implements ledger.Tx.
func (t *tx) InsertLocation(l ledger.Location) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO locations (name, name_key, active, created_at, version)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`,
		l.Name, core.Fold(l.Name), l.Active, l.CreatedAt, l.Version)
	if err != nil {
		return 0, fmt.Errorf("insert location: %w", err)
	}
	return id, nil
}

// LocationByID implements ledger.Tx.
func (t *tx) LocationByID(id int64) (ledger.Location, error) {
	return one(t, scanLocation, `SELECT `+locationColumns+` FROM locations WHERE id = $1`, id)
}

// HoldLocation implements ledger.Tx. A movement's reference to its location
// takes the same lock on PostgreSQL a moment later.
func (t *tx) HoldLocation(id int64) (ledger.Location, error) {
	if t.readOnly {
		return t.LocationByID(id)
	}
	if location, held := t.known.held[id]; held {
		return location, nil
	}
	location, err := one(t, scanLocation, `SELECT `+locationColumns+` FROM locations WHERE id = $1`+t.dialect.holdRow, id)
	if err == nil {
		if t.known.held == nil {
			t.known.held = map[int64]ledger.Location{}
		}
		t.known.held[id] = location
	}
	return location, err
}

// LockLocation implements ledger.Tx.
func (t *tx) LockLocation(id int64) (ledger.Location, error) {
	if t.readOnly {
		return ledger.Location{}, core.ErrReadOnly
	}
	return one(t, scanLocation, `SELECT `+locationColumns+` FROM locations WHERE id = $1`+t.dialect.lockRow, id)
}

// Locations implements ledger.Tx.
func (t *tx) Locations() ([]ledger.Location, error) {
	return all(t, scanLocation, `SELECT `+locationColumns+` FROM locations ORDER BY id`)
}

// LocationNameTaken implements ledger.Tx.
func (t *tx) LocationNameTaken(name string, exceptID int64) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM locations WHERE name_key = $1 AND id <> $2)`, core.Fold(name),
		exceptID)
}

// UpdateLocation implements ledger.Tx.
func (t *tx) UpdateLocation(l ledger.Location) error {
	delete(t.known.held, l.ID)
	return t.change(`UPDATE locations SET name = $1, name_key = $2, active = $3, version = version + 1 WHERE id = $4`,
		l.Name, core.Fold(l.Name), l.Active, l.ID)
}

// StockAt implements ledger.Tx.
func (t *tx) StockAt(locationID int64) (int64, error) {
	return one(t, scanID, `SELECT CAST(coalesce(sum(stock), 0) AS BIGINT) FROM stock_levels WHERE location_id = $1`,
		locationID)
}

// StockByLocation implements ledger.Tx.
func (t *tx) StockByLocation(productID int64) ([]ledger.LocationStock, error) {
	return all(t, func(r row) (s ledger.LocationStock, err error) {
		err = r.Scan(&s.LocationID, &s.LocationName, &s.Stock)
		return s, err
	}, `SELECT locations.id, locations.name, coalesce(stock_levels.stock, 0) FROM locations
		LEFT JOIN stock_levels ON stock_levels.location_id = locations.id AND stock_levels.product_id = $1
		WHERE locations.active OR stock_levels.stock > 0 ORDER BY locations.id`, productID)
}

// LocationStockOf implements ledger.Tx.
func (t *tx) LocationStockOf(productID, locationID int64) (int64, error) {
	return one(t, scanID, `SELECT coalesce((SELECT stock FROM stock_levels WHERE product_id = $1 AND location_id = $2),
		0)`, productID, locationID)
}

// ServesShop implements ledger.Tx.
func (t *tx) ServesShop(locationID int64) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM channels WHERE location_id = $1 AND deleted_at IS NULL)`,
		locationID)
}
