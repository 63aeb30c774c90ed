package store

import (
	"cmp"
	"slices"
	"time"

	"estante/internal/outbox"
)

func scanMessage(r row) (m outbox.Message, err error) {
	err = r.Scan(&m.ID, &m.Kind, &m.UserID, toTime(&m.CreatedAt), &m.Attempts)
	return m, err
}

// QueueMessage implements outbox.Tx.
func (t *tx) QueueMessage(m outbox.Message, dueAt time.Time) error {
	_, err := t.exec(`INSERT INTO messages (kind, user_id, created_at, due_at, attempts, failure)
		VALUES ($1, $2, $3, $4, $5, '')`,
		m.Kind, m.UserID, m.CreatedAt, dueAt, m.Attempts)
	return err
}

// QueueNamed implements outbox.Tx.
func (t *tx) QueueNamed(m outbox.Message, dueAt time.Time) (int64, error) {
	return one(t, scanID, `INSERT INTO messages (kind, user_id, created_at, due_at, attempts, failure)
		VALUES ($1, $2, $3, $4, $5, '') RETURNING id`, m.Kind, m.UserID, m.CreatedAt, dueAt, m.Attempts)
}

// MessageState implements outbox.Tx.
func (t *tx) MessageState(id int64) (outbox.MessageState, error) {
	return one(t, func(r row) (state outbox.MessageState, err error) {
		var failed, ended bool
		err = r.Scan(&failed, &ended)
		switch {
		case ended && failed:
			state = outbox.MessageFailed
		case ended:
			state = outbox.MessageSent
		case failed:
			state = outbox.MessageTrying
		default:
			state = outbox.MessageWaiting
		}
		return state, err
	}, `SELECT failure <> '', ended_at IS NOT NULL FROM messages WHERE id = $1`, id)
}

// ClaimMessages implements outbox.Tx. A claim is an attempt: one that
// kills the process is counted too.
func (t *tx) ClaimMessages(limit int, leaseUntil time.Time) ([]outbox.Message, error) {
	claimed, err := all(t, scanMessage, `UPDATE messages SET due_at = $1, attempts = attempts + 1
		WHERE id IN (SELECT id FROM messages WHERE ended_at IS NULL AND due_at <= $2 ORDER BY due_at, id
		LIMIT $3`+t.dialect.skipLocked+`)
		RETURNING id, kind, user_id, created_at, attempts`, leaseUntil, t.now, limit)
	slices.SortFunc(claimed, func(a, b outbox.Message) int { return cmp.Compare(a.ID, b.ID) })
	return claimed, err
}

// FinishMessage implements outbox.Tx.
func (t *tx) FinishMessage(id int64) error {
	return t.change(`UPDATE messages SET ended_at = $1, failure = '' WHERE id = $2`, t.now, id)
}

// FailMessage implements outbox.Tx. The reason is what another server said,
// which may be anything: what cannot be kept of it is left out.
func (t *tx) FailMessage(id int64, reason string, dueAt time.Time) error {
	reason = legible(reason)
	if dueAt.IsZero() {
		return t.change(`UPDATE messages SET failure = $1, ended_at = $2 WHERE id = $3`, reason, t.now, id)
	}
	return t.change(`UPDATE messages SET failure = $1, due_at = $2 WHERE id = $3`, reason, dueAt, id)
}

// DropMessages implements outbox.Tx.
func (t *tx) DropMessages(userID int64, kinds ...outbox.MessageKind) error {
	for _, kind := range kinds {
		if _, err := t.exec(`UPDATE messages SET ended_at = $1, failure = '' WHERE user_id = $2 AND kind = $3
			AND ended_at IS NULL`, t.now, userID, kind); err != nil {
			return err
		}
	}
	return nil
}

// ForgetMessages implements outbox.Tx.
func (t *tx) ForgetMessages(endedBefore time.Time) error {
	_, err := t.exec(`DELETE FROM notice_lines WHERE message_id IN (SELECT id FROM messages WHERE ended_at < $1)`,
		endedBefore)
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM messages WHERE ended_at < $1`, endedBefore)
	return err
}
