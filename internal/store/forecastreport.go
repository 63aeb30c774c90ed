package store

import (
	"encoding/json"
	"fmt"
	"time"

	"estante/internal/forecasting"
)

const reportColumns = `id, user_id, format, asked, state, created_at, ended_at, total, done, size, file_name, attempts`

func scanForecastReport(r row) (f forecasting.Report, err error) {
	var asked string
	err = r.Scan(&f.ID, &f.UserID, &f.Format, &asked, &f.State, toTime(&f.CreatedAt), toOptionalTime(&f.EndedAt), &f.Total,
		&f.Done, &f.Size,
		&f.FileName, &f.Attempts)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal([]byte(asked), &f.Filter)
}

// InsertForecastReport implements forecasting.Tx.
func (t *tx) InsertForecastReport(f forecasting.Report) (int64, error) {
	asked, err := json.Marshal(f.Filter)
	if err != nil {
		return 0, err
	}
	id, err := one(t, scanID, `INSERT INTO forecast_reports (user_id, format, asked, state, created_at, total, done, size,
		file_name, attempts, seen_at)
		VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7, 0, $8) RETURNING id`,
		f.UserID, f.Format, string(asked), f.State, f.CreatedAt, f.Total, f.FileName, t.now)
	if err != nil {
		return 0, fmt.Errorf("insert forecast report: %w", err)
	}
	return id, nil
}

// ForecastReportByID implements forecasting.Tx.
func (t *tx) ForecastReportByID(id int64) (forecasting.Report, error) {
	return one(t, scanForecastReport, `SELECT `+reportColumns+` FROM forecast_reports WHERE id = $1`, id)
}

// PendingForecastReports implements forecasting.Tx.
func (t *tx) PendingForecastReports(userID int64) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM forecast_reports WHERE state IN ('asked', 'running') AND user_id = $1`,
		userID)
}

// AnyPendingForecastReport implements forecasting.Tx.
func (t *tx) AnyPendingForecastReport() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM forecast_reports WHERE state IN ('asked', 'running'))`)
}

// ClaimForecastReport implements forecasting.Tx.
func (t *tx) ClaimForecastReport(silentSince time.Time) (forecasting.Report, error) {
	return one(t, scanForecastReport, `UPDATE forecast_reports SET state = 'running', attempts = attempts + 1, seen_at = $1
		WHERE id IN (SELECT id FROM forecast_reports WHERE state = 'asked' OR (state = 'running' AND seen_at < $2)
			ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+reportColumns, t.now, silentSince)
}

// UpdateForecastReport implements forecasting.Tx.
func (t *tx) UpdateForecastReport(f forecasting.Report) error {
	return t.change(`UPDATE forecast_reports SET state = $1, ended_at = $2, total = $3, done = $4, size = $5, seen_at = $6
		WHERE id = $7`,
		f.State, f.EndedAt, f.Total, f.Done, f.Size, t.now, f.ID)
}

// InsertForecastReportPiece implements forecasting.Tx.
func (t *tx) InsertForecastReportPiece(reportID int64, seq int, piece []byte) error {
	_, err := t.exec(`INSERT INTO forecast_report_pieces (report_id, seq, bytes) VALUES ($1, $2, $3)`, reportID, seq,
		piece)
	return err
}

// ForecastReportPiece implements forecasting.Tx.
func (t *tx) ForecastReportPiece(reportID int64, seq int) ([]byte, error) {
	return one(t, scanBytes, `SELECT bytes FROM forecast_report_pieces WHERE report_id = $1 AND seq = $2`, reportID, seq)
}

// DeleteForecastReportPieces implements forecasting.Tx.
func (t *tx) DeleteForecastReportPieces(reportID int64) error {
	_, err := t.exec(`DELETE FROM forecast_report_pieces WHERE report_id = $1`, reportID)
	return err
}

// ForgetForecastReports implements forecasting.Tx.
func (t *tx) ForgetForecastReports(createdBefore time.Time) error {
	_, err := t.exec(`DELETE FROM forecast_report_pieces WHERE report_id IN (SELECT id FROM forecast_reports
		WHERE created_at < $1)`, createdBefore)
	if err == nil {
		_, err = t.exec(`DELETE FROM forecast_reports WHERE created_at < $1`, createdBefore)
	}
	return err
}

// DropForecastReports implements forecasting.Tx.
func (t *tx) DropForecastReports(userID int64, keep int) error {
	ids, err := all(t, scanID, `SELECT id FROM forecast_reports WHERE user_id = $1 AND state IN ('done', 'failed')
		ORDER BY id DESC LIMIT $2 OFFSET $3`, userID, idsMax, keep)
	if err != nil || len(ids) == 0 {
		return err
	}
	for _, table := range []struct{ name, id string }{
		{"forecast_report_pieces", "report_id"}, {"forecast_reports", "id"},
	} {
		var f filter
		f.in(table.id, ids)
		if _, err := t.exec(`DELETE FROM `+table.name+f.where(), f.args...); err != nil {
			return fmt.Errorf("drop reports: %w", err)
		}
	}
	return nil
}
