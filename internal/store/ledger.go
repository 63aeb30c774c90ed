package store

import (
	"encoding/json"
	"fmt"
	"time"

	"estante/internal/verify"
)

const checkColumns = `id, state, asked_by, asked_at, started_at, ended_at, products, movements, movements_total,
	problems, findings`

func scanCheck(r row) (c verify.LedgerCheck, err error) {
	var findings string
	err = r.Scan(&c.ID, &c.State, &c.AskedBy, toTime(&c.AskedAt), toOptionalTime(&c.StartedAt), toOptionalTime(&c.EndedAt),
		&c.Products, &c.Movements, &c.MovementsTotal, &c.Problems, &findings)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(findings), &c.Findings)
}

func encodeFindings(findings []verify.Finding) (string, error) {
	if findings == nil {
		findings = []verify.Finding{}
	}
	text, err := json.Marshal(findings)
	return string(text), err
}

// InsertLedgerCheck implements verify.Tx.
func (t *tx) InsertLedgerCheck(c verify.LedgerCheck) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO ledger_checks (state, asked_by, asked_at, started_at, seen_at, products,
		movements, movements_total, problems, findings)
		VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 0, '[]') RETURNING id`, c.State, c.AskedBy, c.AskedAt, c.StartedAt, t.now)
	if err != nil {
		return 0, fmt.Errorf("insert ledger check: %w", err)
	}
	return id, nil
}

// LastLedgerCheck implements verify.Tx.
func (t *tx) LastLedgerCheck() (verify.LedgerCheck, error) {
	return one(t, scanCheck, `SELECT `+checkColumns+` FROM ledger_checks ORDER BY id DESC LIMIT 1`)
}

// ClaimLedgerCheck implements verify.Tx.
func (t *tx) ClaimLedgerCheck(silentSince time.Time) (verify.LedgerCheck, error) {
	return one(t, scanCheck, `UPDATE ledger_checks SET state = 'running', started_at = $1, seen_at = $2
		WHERE id IN (SELECT id FROM ledger_checks WHERE state = 'asked' OR (state = 'running' AND seen_at < $3)
			ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+checkColumns, t.now, t.now, silentSince)
}

// UpdateLedgerCheck implements verify.Tx.
func (t *tx) UpdateLedgerCheck(c verify.LedgerCheck) error {
	findings, err := encodeFindings(c.Findings)
	if err != nil {
		return err
	}
	return t.change(`UPDATE ledger_checks SET state = $1, started_at = $2, seen_at = $3, ended_at = $4, products = $5,
		movements = $6,
			movements_total = $7, problems = $8, findings = $9 WHERE id = $10`,
		c.State, c.StartedAt, t.now, c.EndedAt, c.Products, c.Movements, c.MovementsTotal, c.Problems, findings, c.ID)
}
