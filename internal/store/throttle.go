package store

import (
	"errors"
	"time"

	"estante/internal/core"
)

// Attempts implements core.Tx.
func (t *tx) Attempts(key string) (int, time.Time, error) {
	type window struct {
		tries int
		ends  time.Time
	}
	found, err := one(t, func(r row) (w window, err error) {
		err = r.Scan(&w.tries, toTime(&w.ends))
		return w, err
	}, `SELECT tries, ends_at FROM attempts WHERE key = $1 AND ends_at > $2`, key, t.now)
	if errors.Is(err, core.ErrNotFound) {
		return 0, time.Time{}, nil
	}
	return found.tries, found.ends, err
}

// AddAttempt implements core.Tx. It is one statement, so that attempts
// made at once are all counted.
func (t *tx) AddAttempt(key string, window time.Duration) error {
	_, err := t.exec(`INSERT INTO attempts (key, tries, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET
			tries = CASE WHEN attempts.ends_at > $3 THEN attempts.tries + 1 ELSE 1 END,
			ends_at = CASE WHEN attempts.ends_at > $3 THEN attempts.ends_at ELSE excluded.ends_at END`,
		key, t.now.Add(window), t.now)
	return err
}

// ClearAttempts implements core.Tx.
func (t *tx) ClearAttempts(key string) error {
	_, err := t.exec(`DELETE FROM attempts WHERE key = $1`, key)
	return err
}

// ClearAttemptsOf implements core.Tx.
func (t *tx) ClearAttemptsOf(beginning string) error {
	_, err := t.exec(`DELETE FROM attempts WHERE substr(key, 1, length($1)) = $1`, beginning)
	return err
}

// ForgetAttempts implements core.Tx.
func (t *tx) ForgetAttempts(before time.Time) error {
	_, err := t.exec(`DELETE FROM attempts WHERE ends_at <= $1`, before)
	return err
}
