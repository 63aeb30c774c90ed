package support

import (
	"context"
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/outbox"
)

// MessageTickets tells the support address what a user has asked.
const MessageTickets outbox.MessageKind = "tickets"

// queueTicketMail sees to it that an e-mail takes what the person has said. As
// with alerts, the first leaves at once and what follows is gathered.
func queueTicketMail(tx Tx, userID int64) error {
	now := tx.Now()
	queued, due, err := tx.LastMessage(userID, MessageTickets)
	if err != nil || due.After(now.Add(outbox.WriteMax)) {
		return err
	}
	wanted := now
	if next := queued.Add(outbox.MailPause); next.After(now) {
		wanted = next
	}
	return outbox.QueueMessageAt(tx, outbox.Message{Kind: MessageTickets, UserID: userID, CreatedAt: now}, wanted)
}

// composeTickets writes the e-mail to the support address. Every attempt tells
// the same: what is said later belongs to another e-mail.
func (s *Service) composeTickets(
	ctx context.Context, message outbox.Message, author core.User, settings core.Settings,
) (outbox.Mail, error) {
	if settings.SupportEmail == "" {
		return outbox.Mail{}, outbox.ErrNothingToTell
	}
	var said []TicketMessage
	var subjects map[int64]Ticket
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		subjects = map[int64]Ticket{}
		if said, err = tx.MailedTicketMessages(message.ID); err != nil {
			return err
		}
		if len(said) == 0 {
			if err := tx.TakeTicketMessages(message.UserID, message.ID); err != nil {
				return err
			}
			if said, err = tx.MailedTicketMessages(message.ID); err != nil {
				return err
			}
		}
		for _, one := range said {
			row, err := tx.TicketByID(one.TicketID, author)
			if err != nil {
				return err
			}
			subjects[one.TicketID] = row.Ticket
		}
		return nil
	})
	if err != nil {
		return outbox.Mail{}, err
	}
	if len(said) == 0 {
		return outbox.Mail{}, outbox.ErrNothingToTell
	}
	first := subjects[said[0].TicketID]
	return outbox.Mail{
		To: settings.SupportEmail, Name: settings.BusinessName,
		Subject: fmt.Sprintf("Soporte de %s: %s", settings.BusinessName, first.Subject),
		Text:    s.ticketsText(author, said, subjects),
	}, nil
}

// ticketsText is what a user has asked, ticket by ticket.
func (s *Service) ticketsText(author core.User, said []TicketMessage, tickets map[int64]Ticket) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s) ha escrito a soporte.\n", author.FullName(), author.Email)
	for i, one := range said {
		ticket := tickets[one.TicketID]
		if i == 0 || one.TicketID != said[i-1].TicketID {
			fmt.Fprintf(&text, "\nTicket %d: %s\nCategoría: %s. Prioridad: %s.\nRespóndele en %s\n",
				ticket.ID, ticket.Subject, ticket.Category.Label(), ticket.Priority.Label(), s.publicURL.JoinPath(ticket.link()))
		}
		fmt.Fprintf(&text, "\n%s\n", one.Body)
	}
	return text.String()
}
