package store

import (
	"errors"
	"fmt"
	"time"

	"estante/internal/core"
)

// claimTries bounds how often a key may be forgotten just while it is asked for.
const claimTries = 3

// ClaimRequest implements core.Tx. On PostgreSQL the insert waits for
// another transaction that is inserting the same key.
func (t *tx) ClaimRequest(key core.RequestKey) (claimed bool, fingerprint string, answer []byte, err error) {
	for range claimTries {
		inserted, err := t.exec(`INSERT INTO requests (user_id, key, fingerprint, claimed_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, key) DO NOTHING`, key.UserID, key.Key, key.Fingerprint, t.now)
		if err != nil {
			return false, "", nil, err
		}
		if inserted == 1 {
			return true, key.Fingerprint, nil, nil
		}
		fingerprint, answer, err = t.rememberedRequest(key)
		if !errors.Is(err, core.ErrNotFound) {
			return false, fingerprint, answer, err
		}
	}
	return false, "", nil, core.ErrBusy
}

func (t *tx) rememberedRequest(key core.RequestKey) (string, []byte, error) {
	type memory struct {
		fingerprint string
		answer      []byte
	}
	found, err := one(t, func(r row) (m memory, err error) {
		err = r.Scan(&m.fingerprint, &m.answer)
		return m, err
	}, `SELECT fingerprint, answer FROM requests WHERE user_id = $1 AND key = $2`, key.UserID, key.Key)
	return found.fingerprint, found.answer, err
}

// ReleaseRequest implements core.Tx.
func (t *tx) ReleaseRequest(key core.RequestKey) error {
	return t.later(1, `DELETE FROM requests WHERE user_id = $1 AND key = $2`, key.UserID, key.Key)
}

// AnswerRequest implements core.Tx.
func (t *tx) AnswerRequest(key core.RequestKey, answer []byte) error {
	return t.change(`UPDATE requests SET answer = $1 WHERE user_id = $2 AND key = $3`, answer, key.UserID, key.Key)
}

// ForgetRequests implements core.Tx.
func (t *tx) ForgetRequests(before time.Time) error {
	_, err := t.exec(`DELETE FROM requests WHERE claimed_at < $1`, before)
	return err
}

// RequestCrowds implements core.Tx.
func (t *tx) RequestCrowds(most int) (map[int64]time.Time, error) {
	users, err := all(t, scanID, `SELECT user_id FROM requests GROUP BY user_id HAVING count(*) > $1`, most)
	crowds := map[int64]time.Time{}
	for _, user := range users {
		oldest, err := one(t, func(r row) (at time.Time, err error) { return at, r.Scan(toTime(&at)) },
			`SELECT claimed_at FROM requests WHERE user_id = $1 ORDER BY claimed_at DESC LIMIT 1 OFFSET $2`, user, most-1)
		if err != nil {
			return nil, fmt.Errorf("oldest request key to keep: %w", err)
		}
		crowds[user] = oldest
	}
	return crowds, err
}

// DropRequests implements core.Tx.
func (t *tx) DropRequests(userID int64, before time.Time, limit int) (int, error) {
	dropped, err := t.exec(`DELETE FROM requests WHERE user_id = $1 AND key IN (SELECT key FROM requests
		WHERE user_id = $1 AND claimed_at < $2 LIMIT $3)`, userID, before, limit)
	return int(dropped), err
}
