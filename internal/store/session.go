package store

import (
	"fmt"
	"time"

	"estante/internal/account"
	"estante/internal/core"
)

const sessionColumns = `sessions.id, sessions.user_id, sessions.created_at, sessions.last_seen_at, sessions.expires_at,
	sessions.user_agent, sessions.address`

func sessionFields(session *account.Session) []any {
	return []any{
		&session.ID, &session.UserID, toTime(&session.CreatedAt), toTime(&session.LastSeenAt), toTime(&session.ExpiresAt),
		&session.UserAgent, &session.Address,
	}
}

func scanSession(r row) (session account.Session, err error) {
	err = r.Scan(sessionFields(&session)...)
	return session, err
}

// InsertSession implements account.Tx.
func (t *tx) InsertSession(session account.Session, token core.TokenHash) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, expires_at, user_agent,
		address)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		session.UserID, token, session.CreatedAt, session.LastSeenAt, session.ExpiresAt, session.UserAgent, session.Address)
	if err != nil {
		return 0, fmt.Errorf("insert session: %w", err)
	}
	return id, nil
}

// SessionByToken implements account.Tx.
func (t *tx) SessionByToken(token core.TokenHash) (account.Session, core.User, error) {
	type stay struct {
		session account.Session
		user    core.User
	}
	found, err := one(t, func(r row) (s stay, err error) {
		err = r.Scan(append(sessionFields(&s.session), userFields(&s.user)...)...)
		return s, err
	}, `SELECT `+sessionColumns+`, `+userColumns+` FROM sessions JOIN users ON users.id = sessions.user_id
		WHERE sessions.token_hash = $1 AND sessions.expires_at > $2`, token, t.now)
	return found.session, found.user, err
}

// ExtendSession implements account.Tx.
func (t *tx) ExtendSession(id int64, expiresAt, seenAt time.Time) error {
	return t.change(`UPDATE sessions SET expires_at = $1, last_seen_at = $2 WHERE id = $3`, expiresAt, seenAt, id)
}

// Sessions implements account.Tx.
func (t *tx) Sessions(userID int64) ([]account.Session, error) {
	return all(t, scanSession, `SELECT `+sessionColumns+` FROM sessions WHERE user_id = $1 AND expires_at > $2
		ORDER BY last_seen_at DESC, id DESC`, userID, t.now)
}

// EndSession implements account.Tx.
func (t *tx) EndSession(userID, id int64) error {
	return t.change(`DELETE FROM sessions WHERE id = $1 AND user_id = $2`, id, userID)
}

// EndSessions implements account.Tx.
func (t *tx) EndSessions(userID, exceptID int64) error {
	_, err := t.exec(`DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, userID, exceptID)
	return err
}

// ForgetSessions implements account.Tx.
func (t *tx) ForgetSessions(expiredBefore time.Time) error {
	_, err := t.exec(`DELETE FROM sessions WHERE expires_at <= $1`, expiredBefore)
	return err
}
