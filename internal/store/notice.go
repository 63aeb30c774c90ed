package store

import (
	"encoding/json"
	"fmt"

	"estante/internal/alert"
	"estante/internal/core"
)

const noticeColumns = `user_id, levels, categories, digest_minute, quiet_from, quiet_to, digest_due_at, digested_on`

func scanNotice(r row) (n alert.Notice, err error) {
	var levels, categories string
	var from, to *int
	err = r.Scan(&n.UserID, &levels, &categories, &n.DigestMinute, &from, &to, toOptionalTime(&n.DigestDueAt),
		&n.DigestedOn)
	if err != nil {
		return n, err
	}
	if from != nil && to != nil {
		n.Quiet = &alert.QuietHours{From: *from, To: *to}
	}
	if err := json.Unmarshal([]byte(levels), &n.Levels); err != nil {
		return n, fmt.Errorf("notice of %d: %w", n.UserID, err)
	}
	if err := json.Unmarshal([]byte(categories), &n.Categories); err != nil {
		return n, fmt.Errorf("notice of %d: %w", n.UserID, err)
	}
	return n.WithEveryLevel(), nil
}

// Notices implements alert.Tx.
func (t *tx) Notices(userIDs []int64) (map[int64]alert.Notice, error) {
	notices := map[int64]alert.Notice{}
	for start := 0; start < len(userIDs); start += idsMax {
		var f filter
		f.in("user_id", userIDs[start:min(start+idsMax, len(userIDs))])
		found, err := all(t, scanNotice, `SELECT `+noticeColumns+` FROM notices`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		for _, notice := range found {
			notices[notice.UserID] = notice
		}
	}
	return notices, nil
}

// LockNotice implements alert.Tx.
func (t *tx) LockNotice(userID int64) (alert.Notice, error) {
	if t.readOnly {
		return alert.Notice{}, core.ErrReadOnly
	}
	return one(t, scanNotice, `SELECT `+noticeColumns+` FROM notices WHERE user_id = $1`+t.dialect.lockRow, userID)
}

// DueNotices implements alert.Tx.
func (t *tx) DueNotices(limit int) ([]alert.Notice, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	return all(t, scanNotice, `SELECT `+noticeColumns+
		` FROM notices WHERE digest_due_at <= $1 ORDER BY digest_due_at, user_id LIMIT $2`+t.dialect.skipLocked,
		t.now, limit)
}

// DigestNotices implements alert.Tx.
func (t *tx) DigestNotices() ([]alert.Notice, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	return all(t, scanNotice, `SELECT `+noticeColumns+` FROM notices WHERE digest_due_at IS NOT NULL ORDER BY user_id`+
		t.dialect.lockRow)
}

// KeepNotice implements alert.Tx.
func (t *tx) KeepNotice(n alert.Notice) error {
	levels, err := json.Marshal(n.Levels)
	if err != nil {
		return err
	}
	categories, err := json.Marshal(n.Categories)
	if err != nil {
		return err
	}
	var from, to *int
	if n.Quiet != nil {
		from, to = &n.Quiet.From, &n.Quiet.To
	}
	_, err = t.exec(`INSERT INTO notices (`+noticeColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (user_id) DO UPDATE SET levels = excluded.levels, categories = excluded.categories,
		digest_minute = excluded.digest_minute,
			quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, digest_due_at = excluded.digest_due_at,
			digested_on = excluded.digested_on`,
		n.UserID, string(levels), string(categories), n.DigestMinute, from, to, n.DigestDueAt, n.DigestedOn)
	return err
}
