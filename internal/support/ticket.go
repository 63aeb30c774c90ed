package support

import (
	"slices"
	"time"

	"estante/internal/core"
)

// Ticket is a request for help: its author, its subject, and the thread of messages until
// it is resolved. A chat is a ticket that began with a message.
type Ticket struct {
	ID       int64
	UserID   int64
	Subject  string
	Category TicketCategory
	Priority TicketPriority
	Status   TicketStatus
	// IsChat says that it began in the chat.
	IsChat    bool
	CreatedAt time.Time
	// UpdatedAt is when something was last said or changed.
	UpdatedAt time.Time
	// Messages is how many there are. AskedID is the last one of the author and AnsweredID
	// the last one of an attendant; see UnreadBy.
	Messages   int
	AskedID    int64
	AnsweredID int64
}

// TicketCategory says what a ticket is about.
type TicketCategory string

// The categories of tickets.
const (
	TicketQuestion TicketCategory = "question"
	TicketProblem  TicketCategory = "problem"
	TicketData     TicketCategory = "data"
	TicketAccount  TicketCategory = "account"
	TicketIdea     TicketCategory = "idea"
)

// ticketCategories are their names as people read them.
var ticketCategories = map[TicketCategory]string{
	TicketQuestion: "Duda", TicketProblem: "Algo no funciona", TicketData: "Corregir datos",
	TicketAccount: "Mi cuenta y permisos", TicketIdea: "Sugerencia",
}

// Label is the category as people read it.
func (c TicketCategory) Label() string { return ticketCategories[c] }

// TicketPriority says how much a ticket presses.
type TicketPriority string

// The priorities of tickets.
const (
	TicketLow    TicketPriority = "low"
	TicketNormal TicketPriority = "normal"
	TicketHigh   TicketPriority = "high"
	TicketUrgent TicketPriority = "urgent"
)

var ticketPriorities = map[TicketPriority]string{
	TicketLow: "Baja", TicketNormal: "Normal", TicketHigh: "Alta", TicketUrgent: "Urgente",
}

// Label is the priority as people read it.
func (p TicketPriority) Label() string { return ticketPriorities[p] }

// TicketStatus says how far a ticket is.
type TicketStatus string

// The statuses of tickets. What is resolved opens again when its author writes; what is
// closed only when an attendant opens it.
const (
	TicketOpen       TicketStatus = "open"
	TicketInProgress TicketStatus = "in_progress"
	TicketResolved   TicketStatus = "resolved"
	TicketClosed     TicketStatus = "closed"
)

// TicketStatuses lists them in their natural order.
var TicketStatuses = []TicketStatus{TicketOpen, TicketInProgress, TicketResolved, TicketClosed}

// Label is the status as people read it.
func (s TicketStatus) Label() string {
	return map[TicketStatus]string{
		TicketOpen: "Abierto", TicketInProgress: "En curso", TicketResolved: "Resuelto", TicketClosed: "Cerrado",
	}[s]
}

// Valid says whether the status is one of ours.
func (s TicketStatus) Valid() bool { return slices.Contains(TicketStatuses, s) }

// TicketMessage is one thing said in a ticket, or a change of its status.
type TicketMessage struct {
	ID       int64
	TicketID int64
	UserID   int64
	UserName string
	Body     string
	// Status is the one that the ticket was given here; empty for what was said.
	Status TicketStatus
	At     time.Time
	// Mailed says that the support address hears of it by e-mail.
	Mailed bool
}

// TicketRow is a ticket as one user sees it.
type TicketRow struct {
	Ticket
	UserName string
	// Unread says that something was said which this person has not seen.
	Unread bool
	// Thread is everything said, the oldest first; lists leave it out.
	Thread []TicketMessage
}

// mayBeSeenBy says whether a user may know of the ticket.
func (t Ticket) mayBeSeenBy(user core.User) bool {
	return t.UserID == user.ID || user.Role.May(core.AttendTickets)
}

// UnreadBy says whether something waits for a user who has read as far as a message: an answer for
// the author, and for an attendant a question that no attendant has answered yet.
func (t Ticket) UnreadBy(userID, read int64) bool {
	if t.UserID == userID {
		return t.AnsweredID > read
	}
	return t.AskedID > max(t.AnsweredID, read)
}

// TicketFilter says which tickets a list shows, the last changed first.
type TicketFilter struct {
	// Viewer sees own tickets, or everybody's where the role answers them.
	Viewer core.User
	// Mine leaves out those of others.
	Mine bool
	// Active leaves out what is resolved or closed.
	Active bool
	Status TicketStatus // empty for all
	Search string
	Page   core.Page
}

// Everybodys says whether the list is not of own tickets alone.
func (f TicketFilter) Everybodys() bool { return !f.Mine && f.Viewer.Role.May(core.AttendTickets) }

// TicketSummary counts the tickets that a user sees.
type TicketSummary struct {
	ByStatus map[TicketStatus]int
	Unread   int
}

type ticketMemory interface {
	InsertTicket(ticket Ticket, author core.User) (int64, error)
	// LockTicket returns a ticket and keeps every other writer from changing it.
	LockTicket(id int64) (Ticket, error)
	// UpdateTicket writes what can change of a ticket.
	UpdateTicket(ticket Ticket) error
	// TicketByID returns a ticket with its thread, as the viewer sees it.
	TicketByID(id int64, viewer core.User) (TicketRow, error)
	ListTickets(filter TicketFilter) (core.List[TicketRow], error)
	TicketSummary(filter TicketFilter) (TicketSummary, error)
	// CountActiveTickets counts the tickets of a user that are neither resolved nor closed.
	CountActiveTickets(userID int64) (int, error)
	InsertTicketMessage(message TicketMessage) (int64, error)
	// ReadTicket notes how far a user has read; it never goes back.
	ReadTicket(ticketID, userID, messageID int64) error
	// TakeTicketMessages assigns the messages of a user that were in no e-mail yet to one.
	TakeTicketMessages(userID, mailID int64) error
	// MailedTicketMessages are those that an e-mail tells, by ticket.
	MailedTicketMessages(mailID int64) ([]TicketMessage, error)
}
