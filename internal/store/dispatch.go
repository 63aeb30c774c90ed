package store

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/webhook"
)

const dispatchColumns = `id, subscription_id, message, event, body, created_at, state, due_at, attempts,
	attempted_at, status, duration_ms, failure, answer, ended_at, tries`

func scanDispatch(r row) (d webhook.Dispatch, err error) {
	var milliseconds int64
	var tries string
	err = r.Scan(&d.ID, &d.SubscriptionID, &d.Message, &d.Event, &d.Body, toTime(&d.CreatedAt), &d.State, toTime(&d.DueAt),
		&d.Attempts,
		toOptionalTime(&d.AttemptedAt), &d.Status, &milliseconds, &d.Failure, &d.Answer, toOptionalTime(&d.EndedAt), &tries)
	d.Duration = time.Duration(milliseconds) * time.Millisecond
	if err != nil {
		return d, err
	}
	return d, decodeList(tries, &d.Tries)
}

// legible is what can be kept of a text that another machine wrote.
func legible(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

// InsertDispatches implements webhook.Tx.
func (t *tx) InsertDispatches(dispatches []webhook.Dispatch) error {
	rows := make([][]any, 0, len(dispatches))
	for _, d := range dispatches {
		rows = append(rows, []any{
			d.SubscriptionID, d.Message, d.Event, d.Body, d.CreatedAt, d.State, d.DueAt, 0, 0, 0, "",
			"",
		})
	}
	return t.insertMany(`dispatches (subscription_id, message, event, body, created_at, state, due_at, attempts, status,
		duration_ms, failure, answer)`, rows)
}

// ListDispatches implements webhook.Tx.
func (t *tx) ListDispatches(asked webhook.DispatchFilter) (core.List[webhook.Dispatch], error) {
	var f filter
	f.add("subscription_id = ?", asked.SubscriptionID)
	if asked.State != "" {
		f.add("state = ?", asked.State)
	}
	return list(t, scanDispatch, dispatchColumns, "dispatches", "id DESC", f, asked.Page)
}

// LockDispatch implements webhook.Tx.
func (t *tx) LockDispatch(subscriptionID, id int64) (webhook.Dispatch, error) {
	if t.readOnly {
		return webhook.Dispatch{}, core.ErrReadOnly
	}
	return one(t, scanDispatch, `SELECT `+dispatchColumns+` FROM dispatches WHERE id = $1 AND subscription_id = $2`+
		t.dialect.lockRow, id, subscriptionID)
}

// DueSubscriptions implements webhook.Tx.
func (t *tx) DueSubscriptions() ([]int64, error) {
	return all(t, scanID, `SELECT DISTINCT subscription_id FROM dispatches WHERE state = 'waiting' AND due_at <= $1
		ORDER BY subscription_id`, t.now)
}

// ClaimDispatches implements webhook.Tx. A claim is an attempt: one that
// kills the process is counted too.
func (t *tx) ClaimDispatches(subscriptionID int64, limit int, leaseUntil time.Time) ([]webhook.Dispatch, error) {
	claimed, err := all(t, scanDispatch, `UPDATE dispatches SET due_at = $1, attempts = attempts + 1
		WHERE id IN (SELECT id FROM dispatches WHERE subscription_id = $2 AND state = 'waiting' AND due_at <= $3
		ORDER BY due_at, id LIMIT $4`+t.dialect.skipLocked+`)
		RETURNING `+dispatchColumns, leaseUntil, subscriptionID, t.now, limit)
	slices.SortFunc(claimed, func(a, b webhook.Dispatch) int { return cmp.Compare(a.ID, b.ID) })
	return claimed, err
}

// NoteDispatch implements webhook.Tx. Failure and answer are what another
// machine said, which may be anything.
func (t *tx) NoteDispatch(d webhook.Dispatch) error {
	tries, err := encodeList(d.Tries)
	if err != nil {
		return err
	}
	return t.change(`UPDATE dispatches SET state = $1, due_at = $2, attempts = $3, attempted_at = $4, status = $5,
		duration_ms = $6,
			failure = $7, answer = $8, ended_at = $9, tries = $10 WHERE id = $11`,
		d.State, d.DueAt, d.Attempts, d.AttemptedAt, d.Status, d.Duration.Milliseconds(), legible(d.Failure),
		legible(d.Answer), d.EndedAt, legible(tries), d.ID)
}

// GiveUpDispatches implements webhook.Tx.
func (t *tx) GiveUpDispatches(subscriptionID int64, reason string) error {
	_, err := t.exec(`UPDATE dispatches SET state = 'failed', failure = $1, ended_at = $2 WHERE subscription_id = $3
		AND state = 'waiting' AND event <> $4`,
		reason, t.now, subscriptionID, webhook.EventTest)
	return err
}

// ForgetDispatches implements webhook.Tx.
func (t *tx) ForgetDispatches(endedBefore time.Time) error {
	_, err := t.exec(`DELETE FROM dispatches WHERE ended_at < $1`, endedBefore)
	return err
}
