package store

import (
	"fmt"
	"time"

	"estante/internal/ledger"
)

const sheetColumns = `id, user_id, format, at, method, state, created_at, ended_at, total, done, size, file_name, attempts`

func scanSheet(r row) (s ledger.Sheet, err error) {
	err = r.Scan(&s.ID, &s.UserID, &s.Format, toTime(&s.At), &s.Method, &s.State, toTime(&s.CreatedAt),
		toOptionalTime(&s.EndedAt), &s.Total, &s.Done, &s.Size, &s.FileName, &s.Attempts)
	return s, err
}

// InsertSheet implements ledger.Tx.
func (t *tx) InsertSheet(s ledger.Sheet) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO value_sheets (user_id, format, at, method, state, created_at, seen_at, total, done,
			size, file_name, attempts)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9, 0) RETURNING id`,
		s.UserID, s.Format, s.At, s.Method, s.State, s.CreatedAt, t.now, s.Total, s.FileName)
	if err != nil {
		return 0, fmt.Errorf("insert sheet: %w", err)
	}
	return id, nil
}

// SheetByID implements ledger.Tx.
func (t *tx) SheetByID(id int64) (ledger.Sheet, error) {
	return one(t, scanSheet, `SELECT `+sheetColumns+` FROM value_sheets WHERE id = $1`, id)
}

// PendingSheets implements ledger.Tx.
func (t *tx) PendingSheets(userID int64) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM value_sheets WHERE state IN ('asked', 'running') AND user_id = $1`, userID)
}

// AnyPendingSheet implements ledger.Tx.
func (t *tx) AnyPendingSheet() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM value_sheets WHERE state IN ('asked', 'running'))`)
}

// ClaimSheet implements ledger.Tx.
func (t *tx) ClaimSheet(silentSince time.Time) (ledger.Sheet, error) {
	return one(t, scanSheet, `UPDATE value_sheets SET state = 'running', attempts = attempts + 1, seen_at = $1
		WHERE id IN (SELECT id FROM value_sheets WHERE state = 'asked' OR (state = 'running' AND seen_at < $2)
			ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+sheetColumns, t.now, silentSince)
}

// UpdateSheet implements ledger.Tx.
func (t *tx) UpdateSheet(s ledger.Sheet) error {
	return t.change(`UPDATE value_sheets SET state = $1, ended_at = $2, total = $3, done = $4, size = $5, seen_at = $6
		WHERE id = $7`, s.State, s.EndedAt, s.Total, s.Done, s.Size, t.now, s.ID)
}

// InsertSheetPiece implements ledger.Tx.
func (t *tx) InsertSheetPiece(sheetID int64, seq int, piece []byte) error {
	_, err := t.exec(`INSERT INTO value_sheet_pieces (sheet_id, seq, bytes) VALUES ($1, $2, $3)`, sheetID, seq, piece)
	return err
}

// SheetPiece implements ledger.Tx.
func (t *tx) SheetPiece(sheetID int64, seq int) ([]byte, error) {
	return one(t, scanBytes, `SELECT bytes FROM value_sheet_pieces WHERE sheet_id = $1 AND seq = $2`, sheetID, seq)
}

// DeleteSheetPieces implements ledger.Tx.
func (t *tx) DeleteSheetPieces(sheetID int64) error {
	_, err := t.exec(`DELETE FROM value_sheet_pieces WHERE sheet_id = $1`, sheetID)
	return err
}

// DropSheets implements ledger.Tx.
func (t *tx) DropSheets(userID int64, keep int) error {
	ids, err := all(t, scanID, `SELECT id FROM value_sheets WHERE user_id = $1 AND state IN ('done', 'failed')
		ORDER BY id DESC LIMIT $2 OFFSET $3`, userID, idsMax, keep)
	if err != nil || len(ids) == 0 {
		return err
	}
	var f filter
	f.in("sheet_id", ids)
	if _, err := t.exec(`DELETE FROM value_sheet_pieces`+f.where(), f.args...); err != nil {
		return fmt.Errorf("drop sheets: %w", err)
	}
	var sheets filter
	sheets.in("id", ids)
	_, err = t.exec(`DELETE FROM value_sheets`+sheets.where(), sheets.args...)
	return err
}

// ForgetSheets implements ledger.Tx.
func (t *tx) ForgetSheets(createdBefore time.Time) error {
	_, err := t.exec(`DELETE FROM value_sheet_pieces WHERE sheet_id IN (SELECT id FROM value_sheets
		WHERE created_at < $1)`, createdBefore)
	if err == nil {
		_, err = t.exec(`DELETE FROM value_sheets WHERE created_at < $1`, createdBefore)
	}
	return err
}

// MovedCount implements ledger.Tx.
func (t *tx) MovedCount() (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM products WHERE movement_seq > 0`)
}
