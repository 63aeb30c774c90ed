package store

import (
	"fmt"

	"estante/internal/support"
)

var ticketMessageColumns = `ticket_messages.id, ticket_messages.ticket_id, ticket_messages.user_id,
	ticket_messages.body, ticket_messages.status,
	ticket_messages.at, ` + personColumns("users") +
	` FROM ticket_messages LEFT JOIN users ON users.id = ticket_messages.user_id`

func scanTicketMessage(r row) (m support.TicketMessage, err error) {
	var who person
	err = r.Scan(append([]any{&m.ID, &m.TicketID, &m.UserID, &m.Body, &m.Status, toTime(&m.At)}, who.fields()...)...)
	m.UserName = who.name()
	return m, err
}

// InsertTicketMessage implements support.Tx.
func (t *tx) InsertTicketMessage(m support.TicketMessage) (int64, error) {
	var mail *int64
	if !m.Mailed {
		mail = new(int64)
	}
	id, err := one(t, scanID, `INSERT INTO ticket_messages (ticket_id, user_id, body, status, at, mail_id)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		m.TicketID, m.UserID, m.Body, m.Status, m.At, mail)
	if err != nil {
		return 0, fmt.Errorf("insert ticket message: %w", err)
	}
	return id, nil
}

// ReadTicket implements support.Tx.
func (t *tx) ReadTicket(ticketID, userID, messageID int64) error {
	_, err := t.exec(`INSERT INTO ticket_reads (ticket_id, user_id, message_id) VALUES ($1, $2, $3)
		ON CONFLICT (ticket_id, user_id) DO UPDATE SET message_id = excluded.message_id
		WHERE ticket_reads.message_id < excluded.message_id`,
		ticketID, userID, messageID)
	return err
}

// TakeTicketMessages implements support.Tx. A message is told by one e-mail:
// who comes second finds that it belongs to another already.
func (t *tx) TakeTicketMessages(userID, mailID int64) error {
	_, err := t.exec(`UPDATE ticket_messages SET mail_id = $1 WHERE user_id = $2 AND mail_id IS NULL`, mailID, userID)
	return err
}

// MailedTicketMessages implements support.Tx.
func (t *tx) MailedTicketMessages(mailID int64) ([]support.TicketMessage, error) {
	return all(t, scanTicketMessage, `SELECT `+
		ticketMessageColumns+` WHERE ticket_messages.mail_id = $1 AND ticket_messages.mail_id > 0
		ORDER BY ticket_messages.ticket_id, ticket_messages.id`, mailID)
}
