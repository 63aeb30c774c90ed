package store

import (
	"time"

	"estante/internal/inventory"
)

// InsertPresence implements inventory.Tx.
func (t *tx) InsertPresence(userID int64) (int64, error) {
	return one(t, scanID, `INSERT INTO presences (user_id, seen_at) VALUES ($1, $2) RETURNING id`, userID, t.now)
}

// KeepPresence implements inventory.Tx.
func (t *tx) KeepPresence(id int64) error {
	return t.change(`UPDATE presences SET seen_at = $1 WHERE id = $2`, t.now, id)
}

// DeletePresence implements inventory.Tx.
func (t *tx) DeletePresence(id int64) error {
	_, err := t.exec(`DELETE FROM presences WHERE id = $1`, id)
	return err
}

// Attendants implements inventory.Tx.
func (t *tx) Attendants(roles []inventory.Role, since time.Time) ([]inventory.Attendant, error) {
	ids := make([]int64, 0, len(roles))
	for _, role := range roles {
		ids = append(ids, int64(role))
	}
	var f filter
	f.in("users.role", ids)
	f.add("users.state = ?", inventory.AccountActive)
	f.add("users.id IN (SELECT user_id FROM presences WHERE seen_at > ?)", since)
	return all(t, func(r row) (a inventory.Attendant, err error) {
		var who person
		err = r.Scan(append([]any{&a.UserID}, who.fields()...)...)
		a.UserName = who.name()
		return a, err
	}, `SELECT users.id, `+personColumns("users")+` FROM users`+f.where()+` ORDER BY users.id`, f.args...)
}

// ForgetPresences implements inventory.Tx.
func (t *tx) ForgetPresences(before time.Time) error {
	_, err := t.exec(`DELETE FROM presences WHERE seen_at <= $1`, before)
	return err
}
