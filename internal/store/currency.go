package store

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// InsertCurrencyChange implements ledger.Tx.
func (t *tx) InsertCurrencyChange(c ledger.CurrencyChange) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO currency_changes (amounts, from_currency, to_currency, rate, user_id, at)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`, c.Amounts, c.From, c.To, c.Rate.String(), c.UserID, c.At)
	if err != nil {
		return 0, fmt.Errorf("insert currency change: %w", err)
	}
	return id, nil
}

// CostChanges implements ledger.Tx.
func (t *tx) CostChanges(since time.Time) ([]ledger.CurrencyChange, error) {
	return all(t, func(r row) (c ledger.CurrencyChange, err error) {
		var rate string
		if err := r.Scan(&c.ID, &c.Amounts, &c.From, &c.To, &rate, &c.UserID, toTime(&c.At)); err != nil {
			return c, err
		}
		c.Rate, err = core.ParseRate(rate)
		return c, err
	}, `SELECT id, amounts, from_currency, to_currency, rate, user_id, at FROM currency_changes
		WHERE amounts = 'costs' AND at >= $1 ORDER BY id`, since)
}

// amountColumns are where products keep the amounts that are restated.
var amountColumns = map[ledger.RestatedAmounts]string{
	ledger.RestatedCosts: "cost_value", ledger.RestatedPrices: "price_cents",
}

// LockAmounts implements ledger.Tx.
func (t *tx) LockAmounts(of ledger.RestatedAmounts, afterID int64, limit int) ([]catalogue.Product, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	return all(t, scanProduct, productTable.query+` WHERE products.id > $1 AND products.`+amountColumns[of]+
		` IS NOT NULL ORDER BY products.id LIMIT $2`+t.dialect.lockProducts, afterID, limit)
}

// HoldSettings implements core.Tx.
func (t *tx) HoldSettings() (core.Settings, error) {
	if _, err := one(t, scanID, `SELECT id FROM settings WHERE id = 1`+t.dialect.keepRow); err != nil {
		return core.Settings{}, err
	}
	t.known.settings = nil
	return t.Settings()
}
