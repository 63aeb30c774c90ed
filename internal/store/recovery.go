package store

import (
	"time"

	"estante/internal/core"
)

// InsertRecovery implements account.Tx. There is one row for each person, so
// of two links made at the same moment one is left.
func (t *tx) InsertRecovery(userID int64, token core.TokenHash, expiresAt time.Time) error {
	if err := t.dropTrayLinks(userID); err != nil {
		return err
	}
	_, err := t.exec(`INSERT INTO recoveries (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
		userID, token, expiresAt)
	return err
}

// RecoveryUser implements account.Tx.
func (t *tx) RecoveryUser(token core.TokenHash) (int64, error) {
	return one(t, scanID, `SELECT user_id FROM recoveries WHERE token_hash = $1 AND expires_at > $2`, token, t.now)
}

// UseRecovery implements account.Tx.
func (t *tx) UseRecovery(token core.TokenHash) (int64, error) {
	userID, err := one(t, scanID, `DELETE FROM recoveries WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id`,
		token, t.now)
	if err != nil {
		return 0, err
	}
	return userID, t.dropTrayLinks(userID)
}

// DropRecovery implements account.Tx.
func (t *tx) DropRecovery(userID int64) error {
	if _, err := t.exec(`DELETE FROM recoveries WHERE user_id = $1`, userID); err != nil {
		return err
	}
	return t.dropTrayLinks(userID)
}

// ForgetRecoveries implements account.Tx.
func (t *tx) ForgetRecoveries(expiredBefore time.Time) error {
	_, err := t.exec(`DELETE FROM recoveries WHERE expires_at <= $1`, expiredBefore)
	return err
}
