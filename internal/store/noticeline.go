package store

import (
	"time"

	"estante/internal/alert"
	"estante/internal/outbox"
)

func scanNoticeLine(r row) (l alert.NoticeLine, err error) {
	err = r.Scan(&l.UserID, &l.Digest, &l.Level, &l.Title, &l.Message, &l.Link, &l.Alerts, toTime(&l.CreatedAt))
	return l, err
}

// InsertNoticeLines implements alert.Tx.
func (t *tx) InsertNoticeLines(lines []alert.NoticeLine) error {
	rows := make([][]any, 0, len(lines))
	for _, l := range lines {
		rows = append(rows, []any{l.UserID, l.Digest, l.Level, l.Title, l.Message, l.Link, l.Alerts, l.CreatedAt})
	}
	return t.insertMany(`notice_lines (user_id, digest, level, title, message, link, alerts, created_at)`, rows)
}

// GrowNoticeLine implements alert.Tx.
func (t *tx) GrowNoticeLine(l alert.NoticeLine) (bool, error) {
	grown, err := t.exec(`UPDATE notice_lines SET alerts = alerts + $1 WHERE user_id = $2 AND digest = $3
		AND message_id IS NULL AND level = $4`,
		l.Alerts, l.UserID, l.Digest, l.Level)
	return grown > 0, err
}

// TakeNoticeLines implements alert.Tx. A line is taken by one message: a second
// message finds that it belongs to another already.
func (t *tx) TakeNoticeLines(userID int64, digest bool, messageID int64) error {
	_, err := t.exec(`UPDATE notice_lines SET message_id = $1 WHERE user_id = $2 AND digest = $3 AND message_id IS NULL`,
		messageID, userID, digest)
	return err
}

// NoticeLines implements alert.Tx.
func (t *tx) NoticeLines(messageID int64) ([]alert.NoticeLine, error) {
	return all(t, scanNoticeLine, `SELECT user_id, digest, level, title, message, link, alerts, created_at
		FROM notice_lines
		WHERE message_id = $1 ORDER BY level DESC, id`, messageID)
}

// DropNoticeLines implements alert.Tx.
func (t *tx) DropNoticeLines(userID int64, digest bool) error {
	_, err := t.exec(`DELETE FROM notice_lines WHERE user_id = $1 AND digest = $2 AND message_id IS NULL`, userID, digest)
	return err
}

// LastMessage implements outbox.Tx. One that was tried or has ended is no
// longer due.
func (t *tx) LastMessage(userID int64, kind outbox.MessageKind) (queued, due time.Time, err error) {
	type times struct {
		queued time.Time
		due    *time.Time
	}
	last, err := one(t, func(r row) (l times, err error) {
		err = r.Scan(toTime(&l.queued), toOptionalTime(&l.due))
		return l, err
	}, `SELECT created_at, CASE WHEN attempts = 0 AND ended_at IS NULL THEN due_at END FROM messages
		WHERE user_id = $1 AND kind = $2 ORDER BY created_at DESC, id DESC LIMIT 1`, userID, kind)
	if isNotFound(err) {
		return time.Time{}, time.Time{}, nil
	}
	if err == nil && last.due != nil {
		due = *last.due
	}
	return last.queued, due, err
}
