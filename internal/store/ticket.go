package store

import (
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/support"
)

const ticketColumns = `tickets.id, tickets.user_id, tickets.subject, tickets.category, tickets.priority, tickets.status,
	tickets.is_chat,
	tickets.created_at, tickets.updated_at, tickets.messages, tickets.asked_id, tickets.answered_id`

func ticketFields(t *support.Ticket) []any {
	return []any{
		&t.ID, &t.UserID, &t.Subject, &t.Category, &t.Priority, &t.Status, &t.IsChat, toTime(&t.CreatedAt),
		toTime(&t.UpdatedAt), &t.Messages,
		&t.AskedID, &t.AnsweredID,
	}
}

func scanTicket(r row) (t support.Ticket, err error) {
	err = r.Scan(ticketFields(&t)...)
	return t, err
}

// InsertTicket implements support.Tx. A ticket is found by its subject and by
// the name of its author.
func (t *tx) InsertTicket(n support.Ticket, author core.User) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO tickets (user_id, subject, search_key, category, priority, status, is_chat,
		created_at, updated_at,
			messages, asked_id, answered_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
		n.UserID, n.Subject, searchKey(n.Subject, author.FullName()), n.Category, n.Priority, n.Status, n.IsChat, n.CreatedAt,
		n.UpdatedAt,
		n.Messages, n.AskedID, n.AnsweredID)
	if err != nil {
		return 0, fmt.Errorf("insert ticket: %w", err)
	}
	return id, nil
}

// LockTicket implements support.Tx.
func (t *tx) LockTicket(id int64) (support.Ticket, error) {
	if t.readOnly {
		return support.Ticket{}, core.ErrReadOnly
	}
	return one(t, scanTicket, `SELECT `+ticketColumns+` FROM tickets WHERE id = $1`+t.dialect.lockRow, id)
}

// UpdateTicket implements support.Tx.
func (t *tx) UpdateTicket(n support.Ticket) error {
	return t.change(`UPDATE tickets SET category = $1, priority = $2, status = $3, updated_at = $4, messages = $5,
		asked_id = $6, answered_id = $7
		WHERE id = $8`, n.Category, n.Priority, n.Status, n.UpdatedAt, n.Messages, n.AskedID, n.AnsweredID, n.ID)
}

// ticketRowColumns are a ticket's columns and how far one user has read it.
var ticketRowColumns = ticketColumns + `, coalesce(ticket_reads.message_id, 0), ` + personColumns("users")

// ticketTables joins what a ticket shows to the viewer, whose id is the first value.
const ticketTables = `tickets LEFT JOIN users ON users.id = tickets.user_id
	LEFT JOIN ticket_reads ON ticket_reads.ticket_id = tickets.id AND ticket_reads.user_id = $1`

func scanTicketRow(viewer core.User) func(row) (support.TicketRow, error) {
	return func(r row) (t support.TicketRow, err error) {
		var who person
		var read int64
		err = r.Scan(append(append(ticketFields(&t.Ticket), &read), who.fields()...)...)
		t.UserName, t.Unread = who.name(), t.UnreadBy(viewer.ID, read)
		return t, err
	}
}

// TicketByID implements support.Tx.
func (t *tx) TicketByID(id int64, viewer core.User) (support.TicketRow, error) {
	found, err := one(t, scanTicketRow(viewer), `SELECT `+ticketRowColumns+` FROM `+ticketTables+` WHERE tickets.id = $2`,
		viewer.ID, id)
	if err != nil {
		return found, err
	}
	found.Thread, err = all(t, scanTicketMessage,
		`SELECT `+ticketMessageColumns+` WHERE ticket_messages.ticket_id = $1 ORDER BY ticket_messages.id`, id)
	return found, err
}

// ticketFilter is what was asked as conditions; the viewer is the first value.
func ticketFilter(asked support.TicketFilter) filter {
	f := filter{args: []any{asked.Viewer.ID}}
	if !asked.Everybodys() {
		f.conditions = append(f.conditions, "tickets.user_id = $1")
	}
	if asked.Status != "" {
		f.add("tickets.status = ?", asked.Status)
	}
	if asked.Active {
		f.add("tickets.status IN ('open', 'in_progress')")
	}
	if strings.TrimSpace(asked.Search) != "" {
		f.search("tickets.search_key", asked.Search)
	}
	return f
}

// ListTickets implements support.Tx.
func (t *tx) ListTickets(asked support.TicketFilter) (found core.List[support.TicketRow], err error) {
	f := ticketFilter(asked)
	if found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM `+ticketTables+f.where(),
		f.args); err != nil {
		return found, err
	}
	query := `SELECT ` + ticketRowColumns + ` FROM ` + ticketTables + f.where() +
		` ORDER BY tickets.updated_at DESC, tickets.id DESC`
	query += f.page(asked.Page)
	found.Rows, err = all(t, scanTicketRow(asked.Viewer), query, f.args...)
	return found, err
}

// TicketSummary implements support.Tx.
func (t *tx) TicketSummary(asked support.TicketFilter) (support.TicketSummary, error) {
	summary := support.TicketSummary{ByStatus: map[support.TicketStatus]int{}}
	f := ticketFilter(asked)
	err := walk(t, func(r row) (status support.TicketStatus, err error) {
		var n int
		err = r.Scan(&status, &n)
		summary.ByStatus[status] = n
		return status, err
	}, func(support.TicketStatus) error { return nil },
		`SELECT tickets.status, count(*) FROM `+ticketTables+f.where()+` GROUP BY tickets.status`, f.args...)
	if err != nil {
		return summary, err
	}
	unread := `(tickets.user_id = $1 AND tickets.answered_id > coalesce(ticket_reads.message_id, 0))`
	if asked.Everybodys() {
		unread = `(` + unread + ` OR (tickets.user_id <> $1 AND tickets.asked_id > tickets.answered_id
			AND tickets.asked_id > coalesce(ticket_reads.message_id, 0)))`
	}
	f.conditions = append(f.conditions, unread)
	summary.Unread, err = one(t, scanInt, `SELECT count(*) FROM `+ticketTables+f.where(), f.args...)
	return summary, err
}

// CountActiveTickets implements support.Tx.
func (t *tx) CountActiveTickets(userID int64) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM tickets WHERE user_id = $1 AND status IN ('open', 'in_progress')`, userID)
}
