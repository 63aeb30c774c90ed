package store

import (
	"time"

	"estante/internal/core"
	"estante/internal/support"
)

// InsertPresence implements support.Tx.
func (t *tx) InsertPresence(userID int64) (int64, error) {
	return one(t, scanID, `INSERT INTO presences (user_id, seen_at) VALUES ($1, $2) RETURNING id`, userID, t.now)
}

// KeepPresence implements support.Tx.
func (t *tx) KeepPresence(id int64) error {
	return t.change(`UPDATE presences SET seen_at = $1 WHERE id = $2`, t.now, id)
}

// DeletePresence implements support.Tx.
func (t *tx) DeletePresence(id int64) error {
	_, err := t.exec(`DELETE FROM presences WHERE id = $1`, id)
	return err
}

// Attendants implements support.Tx.
func (t *tx) Attendants(roles []core.Role, since time.Time) ([]support.Attendant, error) {
	ids := make([]int64, 0, len(roles))
	for _, role := range roles {
		ids = append(ids, int64(role))
	}
	var f filter
	f.in("users.role", ids)
	f.add("users.state = ?", core.AccountActive)
	f.add("users.id IN (SELECT user_id FROM presences WHERE seen_at > ?)", since)
	return all(t, func(r row) (a support.Attendant, err error) {
		var who person
		err = r.Scan(append([]any{&a.UserID}, who.fields()...)...)
		a.UserName = who.name()
		return a, err
	}, `SELECT users.id, `+personColumns("users")+` FROM users`+f.where()+` ORDER BY users.id`, f.args...)
}

// ForgetPresences implements support.Tx.
func (t *tx) ForgetPresences(before time.Time) error {
	_, err := t.exec(`DELETE FROM presences WHERE seen_at <= $1`, before)
	return err
}
