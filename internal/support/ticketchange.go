package support

import (
	"context"
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/outbox"
)

// The limits of what people write to support.
const (
	ticketSubjectMax  = 150
	ticketBodyMax     = 4000
	ticketMessagesMax = 500
	ticketsActiveMax  = 100
	// ticketSubjectCut is how much of a chat's first message names it.
	ticketSubjectCut = 80
)

// Errors about tickets.
var (
	ErrTicketClosed = &core.Error{
		Kind: core.Conflict, Message: "Este ticket está cerrado. Abre otro si necesitas más ayuda.",
	}
	ErrTicketFull = &core.Error{
		Kind: core.Conflict, Message: "Esta conversación ya es muy larga. Abre otra para seguir.",
	}
	ErrTicketsTooMany = &core.Error{
		Kind: core.Conflict, Message: "Tienes demasiados tickets sin resolver. Cierra alguno antes de abrir otro.",
	}
	ErrTicketForeign = &core.Error{Kind: core.Forbidden, Message: "Solo quien atiende el soporte puede cambiar esto"}
)

// NewTicket is what a person writes to ask for help.
type NewTicket struct {
	Subject  string
	Category TicketCategory
	Priority TicketPriority
	Body     string
	IsChat   bool
}

// clean checks what was written. A chat is named by its first words.
func (n *NewTicket) clean() error {
	n.Subject, n.Body = core.Line(n.Subject), core.Clean(n.Body)
	if n.IsChat && n.Subject == "" {
		n.Subject = excerpt(n.Body, ticketSubjectCut)
	}
	wrong := core.Problems{}
	wrong.Check(n.IsChat || n.Subject != "", "subject", "Escribe un asunto")
	wrong.Check(core.Characters(n.Subject) <= ticketSubjectMax, "subject", "El asunto es demasiado largo")
	wrong.Check(n.Category.Label() != "", "category", "Elige una categoría")
	wrong.Check(n.Priority.Label() != "", "priority", "Elige una prioridad")
	checkTicketBody(wrong, n.Body)
	return wrong.Err()
}

func checkTicketBody(wrong core.Problems, body string) {
	wrong.Check(body != "", "message", "Escribe un mensaje")
	wrong.Check(core.Characters(body) <= ticketBodyMax, "message", "El mensaje es demasiado largo")
}

// excerpt is the beginning of a text, on one line.
func excerpt(text string, limit int) string {
	line := strings.Join(strings.Fields(text), " ")
	if core.Characters(line) <= limit {
		return line
	}
	return strings.TrimSpace(string([]rune(line)[:limit])) + "…"
}

// OpenTicket asks for help.
func (s *Service) OpenTicket(ctx context.Context, actor core.Actor, asked NewTicket) (TicketRow, error) {
	if err := asked.clean(); err != nil {
		return TicketRow{}, err
	}
	id, err := core.Once(ctx, s.store, func(tx Tx) (int64, error) {
		if n, err := tx.CountActiveTickets(actor.ID); err != nil {
			return 0, err
		} else if n >= ticketsActiveMax {
			return 0, ErrTicketsTooMany
		}
		ticket := Ticket{
			UserID: actor.ID, Subject: asked.Subject, Category: asked.Category, Priority: asked.Priority, Status: TicketOpen,
			IsChat: asked.IsChat, CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
		}
		var err error
		if ticket.ID, err = tx.InsertTicket(ticket, actor.User); err != nil {
			return 0, err
		}
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounTicket, ticket.ID, nil, ticket.auditable()); err != nil {
			return 0, err
		}
		if ticket, _, err = say(tx, actor, ticket, asked.Body); err != nil {
			return 0, err
		}
		return ticket.ID, ticketChanged(tx, ticket)
	})
	if err != nil {
		return TicketRow{}, err
	}
	return s.Ticket(ctx, actor, id)
}

// AnswerTicket adds a message to the thread of a ticket. The author reopens what was
// resolved; an attendant takes the ticket up.
func (s *Service) AnswerTicket(ctx context.Context, actor core.Actor, id int64, body string) (TicketMessage, error) {
	body = core.Clean(body)
	wrong := core.Problems{}
	checkTicketBody(wrong, body)
	if err := wrong.Err(); err != nil {
		return TicketMessage{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (TicketMessage, error) {
		ticket, err := lockTicket(tx, actor, id)
		if err != nil {
			return TicketMessage{}, err
		}
		switch {
		case ticket.Status == TicketClosed:
			return TicketMessage{}, ErrTicketClosed
		case ticket.Messages >= ticketMessagesMax:
			return TicketMessage{}, ErrTicketFull
		case actor.ID == ticket.UserID && ticket.Status == TicketResolved:
			ticket.Status = TicketOpen
		case actor.ID != ticket.UserID && ticket.Status == TicketOpen:
			ticket.Status = TicketInProgress
		}
		ticket, said, err := say(tx, actor, ticket, body)
		if err != nil {
			return TicketMessage{}, err
		}
		return said, ticketChanged(tx, ticket)
	})
}

// TicketChange is what is changed of a ticket; nil leaves it.
type TicketChange struct {
	Status   *TicketStatus
	Priority *TicketPriority
	Category *TicketCategory
}

// ChangeTicket changes what a ticket is. Its author can end it.
func (s *Service) ChangeTicket(
	ctx context.Context, actor core.Actor, id int64, change TicketChange,
) (TicketRow, error) {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		before, err := lockTicket(tx, actor, id)
		if err != nil {
			return core.Nothing{}, err
		}
		if !actor.Role.May(core.AttendTickets) && !change.justCloses() {
			return core.Nothing{}, ErrTicketForeign
		}
		after, err := change.apply(before)
		if err != nil || after == before {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounTicket, id, before.auditable(),
			after.auditable()); err != nil {
			return core.Nothing{}, err
		}
		after.UpdatedAt = tx.Now()
		if after.Status != before.Status {
			if after, err = noteStatus(tx, actor, after); err != nil {
				return core.Nothing{}, err
			}
		}
		return core.Nothing{}, ticketChanged(tx, after)
	})
	if err != nil {
		return TicketRow{}, err
	}
	return s.Ticket(ctx, actor, id)
}

func (c TicketChange) justCloses() bool {
	return c.Status != nil && *c.Status == TicketClosed && c.Priority == nil && c.Category == nil
}

func (c TicketChange) apply(t Ticket) (Ticket, error) {
	if c.Status != nil {
		t.Status = *c.Status
	}
	if c.Priority != nil {
		t.Priority = *c.Priority
	}
	if c.Category != nil {
		t.Category = *c.Category
	}
	wrong := core.Problems{}
	wrong.Check(t.Status.Valid(), "status", "Elige un estado")
	wrong.Check(t.Priority.Label() != "", "priority", "Elige una prioridad")
	wrong.Check(t.Category.Label() != "", "category", "Elige una categoría")
	return t, wrong.Err()
}

// ReadTicket notes that the person has seen a ticket as far as a message, and
// takes what the bell says about it as read.
func (s *Service) ReadTicket(ctx context.Context, actor core.Actor, id, upTo int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		ticket, err := lockTicket(tx, actor, id)
		if err != nil {
			return core.Nothing{}, err
		}
		seen := min(upTo, max(ticket.AskedID, ticket.AnsweredID))
		if err := tx.ReadTicket(id, actor.ID, seen); err != nil {
			return core.Nothing{}, err
		}
		if !ticket.UnreadBy(actor.ID, seen) {
			if err := readLinked(tx, actor.ID, ticket.link()); err != nil {
				return core.Nothing{}, err
			}
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicTickets, ID: id, UserID: actor.ID})
	})
	return err
}

// lockTicket locks a ticket that the person may know of; to others it is not there.
func lockTicket(tx Tx, actor core.Actor, id int64) (Ticket, error) {
	ticket, err := tx.LockTicket(id)
	if err == nil && !ticket.mayBeSeenBy(actor.User) {
		return Ticket{}, core.ErrNotFound
	}
	return ticket, err
}

// ticketChanged saves a ticket and notifies the pages of the users who see it.
func ticketChanged(tx Tx, ticket Ticket) error {
	if err := tx.UpdateTicket(ticket); err != nil {
		return err
	}
	people, err := outbox.UsersWho(tx, core.AttendTickets)
	if err != nil {
		return err
	}
	told := map[int64]bool{}
	for _, person := range append(people, core.User{ID: ticket.UserID}) {
		if told[person.ID] {
			continue
		}
		told[person.ID] = true
		if err := tx.Emit(core.Event{Topic: core.TopicTickets, ID: ticket.ID, UserID: person.ID}); err != nil {
			return err
		}
	}
	return nil
}

// link is the screen of the ticket.
func (t Ticket) link() string { return fmt.Sprintf("/soporte/tickets/%d", t.ID) }

// ticketNote is what the audit keeps of a ticket.
type ticketNote struct{ Subject, Category, Priority, Status string }

func (t Ticket) auditable() ticketNote {
	return ticketNote{
		Subject: t.Subject, Category: string(t.Category), Priority: string(t.Priority), Status: string(t.Status),
	}
}

// Ticket returns a ticket with its thread.
func (s *Service) Ticket(ctx context.Context, actor core.Actor, id int64) (ticket TicketRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if ticket, err = tx.TicketByID(id, actor.User); err != nil {
			return err
		}
		if !ticket.mayBeSeenBy(actor.User) {
			return core.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return TicketRow{}, err
	}
	return ticket, nil
}

// Tickets lists the tickets that the person sees.
func (s *Service) Tickets(ctx context.Context, filter TicketFilter) (tickets core.List[TicketRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		tickets, err = tx.ListTickets(filter)
		return err
	})
	return tickets, err
}

// TicketSummary counts the tickets that the person sees.
func (s *Service) TicketSummary(ctx context.Context, filter TicketFilter) (summary TicketSummary, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		summary, err = tx.TicketSummary(filter)
		return err
	})
	return summary, err
}
