package store

import (
	"fmt"
	"time"

	"estante/internal/reportjob"
)

const reportColumns = `id, user_id, kind, format, asked, state, created_at, ended_at, total, done, size, file_name,
	attempts`

func scanReport(r row) (j reportjob.Job, err error) {
	var about string
	err = r.Scan(&j.ID, &j.UserID, &j.Kind, &j.Format, &about, &j.State, toTime(&j.CreatedAt), toOptionalTime(&j.EndedAt),
		&j.Total, &j.Done, &j.Size, &j.FileName, &j.Attempts)
	j.About = []byte(about)
	return j, err
}

// InsertReport implements reportjob.Memory.
func (t *tx) InsertReport(j reportjob.Job) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO reports (user_id, kind, format, asked, state, created_at, total, done, size,
		file_name, attempts, seen_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, 0, $9) RETURNING id`,
		j.UserID, j.Kind, j.Format, string(j.About), j.State, j.CreatedAt, j.Total, j.FileName, t.now)
	if err != nil {
		return 0, fmt.Errorf("insert report: %w", err)
	}
	return id, nil
}

// ReportByID implements reportjob.Memory.
func (t *tx) ReportByID(id int64) (reportjob.Job, error) {
	return one(t, scanReport, `SELECT `+reportColumns+` FROM reports WHERE id = $1`, id)
}

// PendingReports implements reportjob.Memory.
func (t *tx) PendingReports(kind reportjob.Kind, userID int64) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM reports WHERE state IN ('asked', 'running') AND kind = $1 AND user_id = $2`,
		kind, userID)
}

// AnyPendingReport implements reportjob.Memory.
func (t *tx) AnyPendingReport(kind reportjob.Kind) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM reports WHERE state IN ('asked', 'running') AND kind = $1)`, kind)
}

// ClaimReport implements reportjob.Memory.
func (t *tx) ClaimReport(kind reportjob.Kind, silentSince time.Time) (reportjob.Job, error) {
	return one(t, scanReport, `UPDATE reports SET state = 'running', attempts = attempts + 1, seen_at = $1
		WHERE id IN (SELECT id FROM reports WHERE kind = $2 AND (state = 'asked' OR (state = 'running' AND seen_at < $3))
			ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+reportColumns, t.now, kind, silentSince)
}

// UpdateReport implements reportjob.Memory.
func (t *tx) UpdateReport(j reportjob.Job) error {
	return t.change(`UPDATE reports SET state = $1, ended_at = $2, total = $3, done = $4, size = $5, seen_at = $6
		WHERE id = $7`,
		j.State, j.EndedAt, j.Total, j.Done, j.Size, t.now, j.ID)
}

// InsertReportPiece implements reportjob.Memory.
func (t *tx) InsertReportPiece(id int64, seq int, piece []byte) error {
	_, err := t.exec(`INSERT INTO report_pieces (report_id, seq, bytes) VALUES ($1, $2, $3)`, id, seq, piece)
	return err
}

// ReportPiece implements reportjob.Memory.
func (t *tx) ReportPiece(id int64, seq int) ([]byte, error) {
	return one(t, scanBytes, `SELECT bytes FROM report_pieces WHERE report_id = $1 AND seq = $2`, id, seq)
}

// DeleteReportPieces implements reportjob.Memory.
func (t *tx) DeleteReportPieces(id int64) error {
	_, err := t.exec(`DELETE FROM report_pieces WHERE report_id = $1`, id)
	return err
}

// ForgetReports implements reportjob.Memory.
func (t *tx) ForgetReports(createdBefore time.Time) error {
	_, err := t.exec(`DELETE FROM report_pieces WHERE report_id IN (SELECT id FROM reports WHERE created_at < $1)`,
		createdBefore)
	if err == nil {
		_, err = t.exec(`DELETE FROM reports WHERE created_at < $1`, createdBefore)
	}
	return err
}

// DropReports implements reportjob.Memory.
func (t *tx) DropReports(kind reportjob.Kind, userID int64, keep int) error {
	ids, err := all(t, scanID, `SELECT id FROM reports WHERE kind = $1 AND user_id = $2 AND state IN ('done', 'failed')
		ORDER BY id DESC LIMIT $3 OFFSET $4`, kind, userID, idsMax, keep)
	if err != nil || len(ids) == 0 {
		return err
	}
	for _, table := range []struct{ name, id string }{{"report_pieces", "report_id"}, {"reports", "id"}} {
		var f filter
		f.in(table.id, ids)
		if _, err := t.exec(`DELETE FROM `+table.name+f.where(), f.args...); err != nil {
			return fmt.Errorf("drop reports: %w", err)
		}
	}
	return nil
}
