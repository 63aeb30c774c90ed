package store

import (
	"errors"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

// MailServer implements outbox.Tx.
func (t *tx) MailServer() (outbox.MailServer, error) {
	return one(t, func(r row) (m outbox.MailServer, err error) {
		err = r.Scan(&m.Host, &m.Port, &m.Security, &m.Username, &m.Password, &m.Sender, &m.Version)
		return m, err
	}, `SELECT host, port, security, username, password, sender, version FROM mail_server WHERE id = 1`)
}

// UpdateMailServer implements outbox.Tx.
func (t *tx) UpdateMailServer(m outbox.MailServer) error {
	err := t.change(`UPDATE mail_server SET host = $1, port = $2, security = $3, username = $4, password = $5,
			sender = $6, version = version + 1 WHERE id = 1 AND version = $7`,
		m.Host, m.Port, m.Security, m.Username, m.Password, m.Sender, m.Version)
	if errors.Is(err, core.ErrNotFound) {
		return core.ErrStale
	}
	return err
}

const trayColumns = `id, user_id, kind, recipient, name, subject, body, link, created_at, expires_at`

func scanTrayItem(r row) (i outbox.SealedTrayItem, err error) {
	err = r.Scan(&i.ID, &i.UserID, &i.Kind, &i.To, &i.Name, &i.Subject, &i.SealedText, &i.SealedLink,
		toTime(&i.CreatedAt), toTime(&i.ExpiresAt))
	return i, err
}

// InsertTrayItem implements outbox.Tx.
func (t *tx) InsertTrayItem(i outbox.SealedTrayItem) error {
	_, err := t.exec(`INSERT INTO mail_tray (user_id, kind, recipient, name, subject, body, link, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		i.UserID, i.Kind, i.To, i.Name, i.Subject, i.SealedText, i.SealedLink, i.CreatedAt, i.ExpiresAt)
	return err
}

// TrayItems implements outbox.Tx.
func (t *tx) TrayItems(page core.Page) (core.List[outbox.SealedTrayItem], error) {
	var f filter
	f.add("expires_at > ?", t.now)
	return list(t, scanTrayItem, trayColumns, "mail_tray", "id DESC", f, page)
}

// DeleteTrayItem implements outbox.Tx.
func (t *tx) DeleteTrayItem(id int64) error {
	return t.change(`DELETE FROM mail_tray WHERE id = $1`, id)
}

// ForgetTrayItems implements outbox.Tx.
func (t *tx) ForgetTrayItems(endedBefore time.Time, most int) error {
	_, err := t.exec(`DELETE FROM mail_tray WHERE expires_at <= $1
		OR id <= (SELECT id FROM mail_tray ORDER BY id DESC LIMIT 1 OFFSET $2)`, endedBefore, most)
	return err
}

// dropTrayLinks takes the e-mails out of the tray whose link is useless now.
func (t *tx) dropTrayLinks(userID int64) error {
	_, err := t.exec(`DELETE FROM mail_tray WHERE user_id = $1 AND link <> ''`, userID)
	return err
}
