package store

import (
	"fmt"
	"time"

	"estante/internal/backup"
	"estante/internal/core"
)

const backupColumns = `backups.id, backups.state, backups.origin, backups.asked_by, backups.asked_at,
	backups.started_at, backups.ended_at, backups.attempts,
	backups.rows_done, backups.rows_total, backups.place, backups.file_name, backups.size, backups.failure,
	backups.check_state, backups.check_ended_at, backups.check_problems, backups.check_failure`

func backupFields(b *backup.Backup) []any {
	return []any{
		&b.ID, &b.State, &b.Origin, &b.AskedBy, toTime(&b.AskedAt), toOptionalTime(&b.StartedAt), toOptionalTime(&b.EndedAt),
		&b.Attempts,
		&b.Done, &b.Total, &b.Place, &b.FileName, &b.Size, &b.Failure,
		&b.Check.State, toOptionalTime(&b.Check.EndedAt), &b.Check.Problems, &b.Check.Failure,
	}
}

func scanBackup(r row) (b backup.Backup, err error) {
	err = r.Scan(backupFields(&b)...)
	return b, err
}

// InsertBackup implements backup.Tx.
func (t *tx) InsertBackup(b backup.Backup) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO backups (state, origin, asked_by, asked_at, ended_at, seen_at, attempts,
		rows_done, rows_total, place, file_name,
			size, failure, check_state, check_problems, check_failure)
		VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, $7, $8, $9, '', '', 0, '') RETURNING id`,
		b.State, b.Origin, b.AskedBy, b.AskedAt, b.EndedAt, t.now, b.Place, b.FileName, b.Size)
	if err != nil {
		return 0, fmt.Errorf("insert backup: %w", err)
	}
	return id, nil
}

// BackupByID implements backup.Tx.
func (t *tx) BackupByID(id int64) (backup.Backup, error) {
	return one(t, scanBackup, `SELECT `+backupColumns+` FROM backups WHERE id = $1`, id)
}

// ListBackups implements backup.Tx. There are never so many that counting
// them would take time.
func (t *tx) ListBackups(page core.Page) (found core.List[backup.Backup], err error) {
	page = clamp(page)
	if found.Count.N, err = one(t, scanInt, `SELECT count(*) FROM backups`); err != nil {
		return found, err
	}
	found.Rows, err = all(t, func(r row) (b backup.Backup, err error) {
		var who person
		err = r.Scan(append(backupFields(&b), who.fields()...)...)
		b.AskedByName = who.name()
		return b, err
	}, `SELECT `+backupColumns+`, `+personColumns("users")+` FROM backups LEFT JOIN users ON users.id = backups.asked_by
		ORDER BY backups.asked_at DESC, backups.id DESC LIMIT $1 OFFSET $2`, page.Size, page.Offset())
	return found, err
}

// PendingBackup implements backup.Tx.
func (t *tx) PendingBackup() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM backups WHERE state IN ('asked', 'running'))`)
}

// Which backups and checks wait for a hand; the parameters are the time of the
// last sign of life and the place.
const (
	backupWaits = `(state = 'asked' OR (state = 'running' AND seen_at < $1))`
	checkWaits  = `(state = 'done' AND place = $2 AND (check_state = 'asked' OR (check_state = 'running'
		AND seen_at < $1)))`
)

// BackupWork implements backup.Tx.
func (t *tx) BackupWork(place string, silentSince time.Time) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM backups WHERE `+backupWaits+` OR `+checkWaits+`)`, silentSince,
		place)
}

// ClaimBackup implements backup.Tx.
func (t *tx) ClaimBackup(place string, silentSince time.Time) (backup.Backup, error) {
	return one(t, scanBackup, `UPDATE backups SET state = 'running', attempts = attempts + 1, place = $2, started_at = $3,
		seen_at = $3
		WHERE id IN (SELECT id FROM backups WHERE `+backupWaits+` ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+backupColumns, silentSince, place, t.now)
}

// ClaimBackupCheck implements backup.Tx.
func (t *tx) ClaimBackupCheck(place string, silentSince time.Time) (backup.Backup, error) {
	return one(t, scanBackup, `UPDATE backups SET check_state = 'running', seen_at = $3
		WHERE id IN (SELECT id FROM backups WHERE `+checkWaits+` ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+backupColumns, silentSince, place, t.now)
}

// UpdateBackup implements backup.Tx.
func (t *tx) UpdateBackup(b backup.Backup) error {
	return t.change(`UPDATE backups SET state = $1, started_at = $2, ended_at = $3, seen_at = $4, rows_done = $5,
		rows_total = $6, place = $7, file_name = $8,
			size = $9, failure = $10, check_state = $11, check_ended_at = $12, check_problems = $13, check_failure = $14
			WHERE id = $15`,
		b.State, b.StartedAt, b.EndedAt, t.now, b.Done, b.Total, b.Place, b.FileName, b.Size, b.Failure,
		b.Check.State, b.Check.EndedAt, b.Check.Problems, b.Check.Failure, b.ID)
}

// DeleteBackup implements backup.Tx.
func (t *tx) DeleteBackup(id int64) error {
	return t.change(`DELETE FROM backups WHERE id = $1`, id)
}

// SurplusBackups implements backup.Tx.
func (t *tx) SurplusBackups(place string, keep int) ([]backup.Backup, error) {
	return all(t, scanBackup, `SELECT `+backupColumns+` FROM backups WHERE origin = 'schedule' AND state = 'done'
		AND place = $1 AND id NOT IN (
			SELECT id FROM backups WHERE origin = 'schedule' AND state = 'done' AND place = $1 ORDER BY asked_at DESC, id DESC
			LIMIT $2)
		ORDER BY id`, place, keep)
}

// BackupNames implements backup.Tx.
func (t *tx) BackupNames(place string) ([]string, error) {
	return all(t, scanText, `SELECT file_name FROM backups WHERE place = $1`, place)
}

// BackupSchedule implements backup.Tx.
func (t *tx) BackupSchedule() (backup.Schedule, error) {
	return one(t, func(r row) (s backup.Schedule, err error) {
		err = r.Scan(&s.Enabled, &s.Minute, &s.Keep, toOptionalTime(&s.DueAt))
		return s, err
	}, `SELECT enabled, minute, keep, due_at FROM backup_schedule`)
}

// UpdateBackupSchedule implements backup.Tx.
func (t *tx) UpdateBackupSchedule(s backup.Schedule) error {
	return t.change(`UPDATE backup_schedule SET enabled = $1, minute = $2, keep = $3, due_at = $4`, s.Enabled, s.Minute,
		s.Keep, s.DueAt)
}
