package support_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/shoptest"
	"estante/internal/support"
)

func question(subject, body string) support.NewTicket {
	return support.NewTicket{
		Subject: subject, Category: support.TicketQuestion, Priority: support.TicketNormal, Body: body,
	}
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// A ticket goes back and forth: each side sees what waits for it, once.
func TestTicketGoesBackAndForth(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		boss, other, ana := s.Who(t, "jefa", core.Administrator), s.Who(t, "otro", core.Administrator),
			s.Who(t, "ana", core.Seller)
		ticket, err := s.Support.OpenTicket(t.Context(), ana, question("El lector no lee", "Apunto y no pasa nada."))
		shoptest.Must(t, ticket, err)
		unread := func(actor core.Actor, want bool) {
			t.Helper()
			row, err := s.Support.Ticket(t.Context(), actor, ticket.ID)
			if shoptest.Must(t, row, err).Unread != want {
				t.Errorf("unread by %s = %t, want %t", actor.Username, row.Unread, want)
			}
		}
		unread(ana, false)
		unread(boss, true)
		same(t, "the boss hears", s.Unheard(t, boss),
			"Doña ana Apellido pide ayuda: «El lector no lee» / Apunto y no pasa nada.")

		// What she adds replaces what nobody has read yet.
		_, err = s.Support.AnswerTicket(t.Context(), ana, ticket.ID, "Es el de la caja 2.")
		shoptest.Must(t, true, err)
		same(t, "the boss hears", s.Unheard(t, boss),
			"Doña ana Apellido ha escrito en «El lector no lee» / Es el de la caja 2.")

		s.Pass(time.Minute)
		_, err = s.Support.AnswerTicket(t.Context(), boss, ticket.ID, "Voy a mirarlo.")
		shoptest.Must(t, true, err)
		unread(ana, true)
		// One answer is enough: the other administrator has nothing to do any more.
		unread(other, false)
		same(t, "she hears", s.Unheard(t, ana), "Respuesta a «El lector no lee» / Doña jefa Apellido: Voy a mirarlo.")
		row, err := s.Support.Ticket(t.Context(), ana, ticket.ID)
		if shoptest.Must(t, row, err).Status != support.TicketInProgress || len(row.Thread) != 3 {
			t.Errorf("status %s with %d messages", row.Status, len(row.Thread))
		}
		shoptest.Must(t, true, s.Support.ReadTicket(t.Context(), ana, ticket.ID, row.Thread[2].ID))
		unread(ana, false)
		same(t, "she has heard", s.Unheard(t, ana))

		resolved := support.TicketResolved
		_, err = s.Support.ChangeTicket(t.Context(), boss, ticket.ID, support.TicketChange{Status: &resolved})
		shoptest.Must(t, true, err)
		same(t, "she hears", s.Unheard(t, ana), "Tu ticket «El lector no lee» / Ahora está resuelto.")
		_, err = s.Support.AnswerTicket(t.Context(), ana, ticket.ID, "Sigue igual.")
		shoptest.Must(t, true, err)
		row, err = s.Support.Ticket(t.Context(), boss, ticket.ID)
		if shoptest.Must(t, row, err).Status != support.TicketOpen || !row.Unread {
			t.Errorf("after her answer it is %s, unread %t", row.Status, row.Unread)
		}

		closed := support.TicketClosed
		_, err = s.Support.ChangeTicket(t.Context(), ana, ticket.ID, support.TicketChange{Status: &closed})
		shoptest.Must(t, true, err)
		unread(boss, false)
		if _, err := s.Support.AnswerTicket(t.Context(), ana, ticket.ID, "Otra cosa"); !errors.Is(err,
			support.ErrTicketClosed) {
			t.Errorf("a closed ticket took a message: %v", err)
		}
	})
}

// A ticket is its author's and the administrators'; to others it is not there.
func TestTicketIsNotThereForOthers(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Who(t, "jefa", core.Administrator)
		ana, manager := s.Who(t, "ana", core.Viewer), s.Who(t, "eva", core.Manager)
		ticket, err := s.Support.OpenTicket(t.Context(), ana, question("Cierre de caja", "¿Cómo se hace?"))
		shoptest.Must(t, ticket, err)
		_, seen := s.Support.Ticket(t.Context(), manager, ticket.ID)
		_, answered := s.Support.AnswerTicket(t.Context(), manager, ticket.ID, "Hola")
		_, changed := s.Support.ChangeTicket(t.Context(), manager, ticket.ID, support.TicketChange{})
		for what, err := range map[string]error{
			"see": seen, "answer": answered, "change": changed, "read": s.Support.ReadTicket(t.Context(), manager, ticket.ID, 1),
		} {
			if !errors.Is(err, core.ErrNotFound) {
				t.Errorf("to %s somebody else's ticket: %v", what, err)
			}
		}
		open := support.TicketOpen
		if _, err := s.Support.ChangeTicket(t.Context(), ana, ticket.ID, support.TicketChange{Status: &open}); !errors.Is(err,
			support.ErrTicketForeign) {
			t.Errorf("its author gave it a status: %v", err)
		}
		list, err := s.Support.Tickets(t.Context(), support.TicketFilter{
			Viewer: manager.User, Page: core.Page{Number: 1, Size: 20},
		})
		if shoptest.Must(t, list, err).Count.N != 0 {
			t.Error("the manager's list has somebody else's ticket")
		}
	})
}

// The support address hears of everything that is asked, once and together, and
// of nothing that was asked while there was no such address.
func TestTicketsReachTheSupportAddress(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		boss, ana := s.Who(t, "jefa", core.Administrator), s.Who(t, "ana", core.Seller)
		box := &shoptest.Mailbox{}
		_, err := s.Support.OpenTicket(t.Context(), ana, question("Antes", "Nadie lo lee por correo."))
		shoptest.Must(t, true, err)
		s.Mailed(t, box)
		_, err = s.UpdateSettings(t.Context(), boss, core.SettingsChange{SupportEmail: shoptest.Ptr("ayuda@example.com")})
		shoptest.Must(t, true, err)
		ticket, err := s.Support.OpenTicket(t.Context(), ana, question("Etiquetas", "No imprime."))
		shoptest.Must(t, ticket, err)
		s.Mailed(t, box)
		for _, text := range []string{"¿Hola?", "Ya está enchufada."} {
			_, err := s.Support.AnswerTicket(t.Context(), ana, ticket.ID, text)
			shoptest.Must(t, true, err)
		}
		_, err = s.Support.AnswerTicket(t.Context(), boss, ticket.ID, "Un momento.")
		shoptest.Must(t, true, err)
		s.Mailed(t, box)
		if len(box.Letters) != 1 || box.Letters[0].To != "ayuda@example.com" ||
			!strings.Contains(box.Letters[0].Text, "No imprime.") {
			t.Fatalf("letters %+v", box.Letters)
		}
		if text := box.Letters[0].Text; strings.Contains(text, "Antes") ||
			!strings.Contains(text, "https://estante.example.com/soporte/tickets/") {
			t.Errorf("the letter says %s", text)
		}

		// What follows is gathered, and a mail server that is down loses nothing.
		s.Pass(6 * time.Minute)
		box.Down = errors.New("no hay línea")
		s.Mailed(t, box)
		box.Down = nil
		s.Pass(2 * time.Minute)
		s.Mailed(t, box)
		s.Pass(time.Hour)
		s.Mailed(t, box)
		if len(box.Letters) != 2 {
			t.Fatalf("%d letters", len(box.Letters))
		}
		if text := box.Letters[1].Text; !strings.Contains(text, "¿Hola?") || !strings.Contains(text, "Ya está enchufada.") ||
			strings.Contains(text, "Un momento.") {
			t.Errorf("the second letter says %s", text)
		}
	})
}

// An attendant is present as long as one page is open, and a little longer when its process dies.
func TestAttendantsAreThoseWithAnOpenPage(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		boss, ana := s.Who(t, "jefa", core.Administrator), s.Who(t, "ana", core.Seller)
		there := func(want ...string) {
			t.Helper()
			people, err := s.Support.Attendants(t.Context())
			names := []string{}
			for _, person := range shoptest.Must(t, people, err) {
				names = append(names, person.UserName)
			}
			same(t, "there", names, want...)
		}
		there()
		first, err := s.Support.Arrive(t.Context(), boss)
		shoptest.Must(t, first, err)
		second, err := s.Support.Arrive(t.Context(), boss)
		shoptest.Must(t, second, err)
		if id, err := s.Support.Arrive(t.Context(), ana); shoptest.Must(t, id, err) != 0 {
			t.Error("a seller's presence was noted")
		}
		there("Doña jefa Apellido")
		shoptest.Must(t, true, s.Support.Leave(t.Context(), first))
		there("Doña jefa Apellido")
		s.Pass(40 * time.Second)
		kept, err := s.Support.Stay(t.Context(), boss, second)
		shoptest.Must(t, kept, err)
		s.Pass(40 * time.Second)
		there("Doña jefa Apellido")
		s.Pass(20 * time.Second)
		there()
		// The page was only slow: it comes back under another number.
		shoptest.Must(t, true, s.Support.ForgetOldPresences(t.Context()))
		kept, err = s.Support.Stay(t.Context(), boss, second)
		shoptest.Must(t, kept, err)
		there("Doña jefa Apellido")
		shoptest.Must(t, true, s.Support.Leave(t.Context(), kept))
		there()
	})
}
