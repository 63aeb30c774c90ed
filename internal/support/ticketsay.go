package support

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/outbox"
)

// The kinds of notifications about tickets: for the attendants, and for the author.
const (
	NotifyTicketAsked    outbox.NotificationKind = "ticket.asked"
	NotifyTicketAnswered outbox.NotificationKind = "ticket.answered"
)

// ticketExcerpt is how much of a message the bell shows.
const ticketExcerpt = 140

// say adds a message of the actor to a ticket, and notifies the others.
func say(tx Tx, actor core.Actor, ticket Ticket, body string) (Ticket, TicketMessage, error) {
	message := TicketMessage{TicketID: ticket.ID, UserID: actor.ID, UserName: actor.FullName(), Body: body, At: tx.Now()}
	asks, first := actor.ID == ticket.UserID, ticket.Messages == 0
	if asks {
		settings, err := tx.Settings()
		if err != nil {
			return ticket, message, err
		}
		message.Mailed = settings.SupportEmail != ""
	}
	var err error
	if message.ID, err = tx.InsertTicketMessage(message); err != nil {
		return ticket, message, err
	}
	ticket.Messages, ticket.UpdatedAt = ticket.Messages+1, tx.Now()
	if err := tx.ReadTicket(ticket.ID, actor.ID, message.ID); err != nil {
		return ticket, message, err
	}
	if !asks {
		ticket.AnsweredID = message.ID
		return ticket, message, tellAuthor(tx, ticket, fmt.Sprintf("Respuesta a «%s»", ticket.Subject),
			excerpt(actor.FullName()+": "+body, ticketExcerpt))
	}
	ticket.AskedID = message.ID
	if message.Mailed {
		if err := queueTicketMail(tx, actor.ID); err != nil {
			return ticket, message, err
		}
	}
	return ticket, message, tellAttendants(tx, actor, ticket, first, body)
}

// noteStatus adds the line of a new status to the thread. The actor who set it has dealt
// with what was asked so far.
func noteStatus(tx Tx, actor core.Actor, ticket Ticket) (Ticket, error) {
	id, err := tx.InsertTicketMessage(TicketMessage{
		TicketID: ticket.ID, UserID: actor.ID, Status: ticket.Status, At: tx.Now(),
	})
	if err != nil {
		return Ticket{}, err
	}
	ticket.Messages, ticket.AnsweredID = ticket.Messages+1, id
	if err := tx.ReadTicket(ticket.ID, actor.ID, id); err != nil || actor.ID == ticket.UserID {
		return ticket, err
	}
	return ticket, tellAuthor(tx, ticket, fmt.Sprintf("Tu ticket «%s»", ticket.Subject),
		"Ahora está "+statusWords[ticket.Status]+".")
}

// statusWords are the statuses within a sentence.
var statusWords = map[TicketStatus]string{
	TicketOpen: "abierto", TicketInProgress: "en curso", TicketResolved: "resuelto", TicketClosed: "cerrado",
}

func tellAuthor(tx Tx, ticket Ticket, title, message string) error {
	return tellOfTicket(tx, []int64{ticket.UserID}, outbox.Notification{
		Kind: NotifyTicketAnswered, Title: title, Message: message, Link: ticket.link(),
	})
}

// tellAttendants notifies the users who answer, but not the author.
func tellAttendants(tx Tx, actor core.Actor, ticket Ticket, first bool, body string) error {
	people, err := outbox.UsersWho(tx, core.AttendTickets)
	if err != nil {
		return err
	}
	var ids []int64
	for _, person := range people {
		if person.ID != actor.ID {
			ids = append(ids, person.ID)
		}
	}
	title := fmt.Sprintf("%s ha escrito en «%s»", actor.FullName(), ticket.Subject)
	switch {
	case first && ticket.IsChat:
		title = actor.FullName() + " ha empezado un chat"
	case first:
		title = fmt.Sprintf("%s pide ayuda: «%s»", actor.FullName(), ticket.Subject)
	}
	return tellOfTicket(tx, ids, outbox.Notification{
		Kind: NotifyTicketAsked, Title: title, Message: excerpt(body, ticketExcerpt), Link: ticket.link(),
	})
}

// tellOfTicket notifies once for each ticket: what a user has not read yet about it is
// replaced, so that a lively chat is one line of the bell.
func tellOfTicket(tx Tx, ids []int64, notification outbox.Notification) error {
	notification.CreatedAt = tx.Now()
	renewed, err := tx.RenewLinkedNotifications(ids, notification)
	if err != nil {
		return err
	}
	var fresh []outbox.Notification
	for _, id := range ids {
		if renewed[id] {
			if err := tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: id}); err != nil {
				return err
			}
			continue
		}
		notification.UserID = id
		fresh = append(fresh, notification)
	}
	return outbox.NotifyAll(tx, fresh)
}

// readLinked takes what the bell says about a screen as read.
func readLinked(tx Tx, userID int64, link string) error {
	read, err := tx.ReadLinkedNotifications(userID, link)
	if err != nil || read == 0 {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: userID})
}
