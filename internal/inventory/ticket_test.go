package inventory_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/inventory"
)

// who opens an account of a role and returns its owner.
func (s *office) who(t *testing.T, name string, role inventory.Role) inventory.Actor {
	t.Helper()
	user, err := s.CreateUser(t.Context(), inventory.System, inventory.NewUser{
		Username: name, Password: password, ConfirmPassword: password, DNI: name, FirstName: "Doña " + name, LastName: "Apellido", Email: name + "@example.com",
	}, role)
	return inventory.Actor{User: must(t, user, err)}
}

func question(subject, body string) inventory.NewTicket {
	return inventory.NewTicket{Subject: subject, Category: inventory.TicketQuestion, Priority: inventory.TicketNormal, Body: body}
}

// unheard is what somebody has not read yet, the newest first.
func (s *office) unheard(t *testing.T, actor inventory.Actor) []string {
	t.Helper()
	inbox, err := s.Notifications(t.Context(), actor, inventory.Page{Number: 1, Size: 20})
	must(t, true, err)
	unread := []string{}
	for _, one := range inbox.Rows {
		if !one.Read {
			unread = append(unread, one.Title+" / "+one.Message)
		}
	}
	return unread
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// A ticket goes back and forth: each side sees what waits for it, once.
func TestTicketGoesBackAndForth(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		boss, other, ana := s.who(t, "jefa", inventory.Administrator), s.who(t, "otro", inventory.Administrator), s.who(t, "ana", inventory.Seller)
		ticket, err := s.OpenTicket(t.Context(), ana, question("El lector no lee", "Apunto y no pasa nada."))
		must(t, ticket, err)
		unread := func(actor inventory.Actor, want bool) {
			t.Helper()
			row, err := s.Ticket(t.Context(), actor, ticket.ID)
			if must(t, row, err).Unread != want {
				t.Errorf("unread by %s = %t, want %t", actor.Username, row.Unread, want)
			}
		}
		unread(ana, false)
		unread(boss, true)
		same(t, "the boss hears", s.unheard(t, boss), "Doña ana Apellido pide ayuda: «El lector no lee» / Apunto y no pasa nada.")

		// What she adds replaces what nobody has read yet.
		_, err = s.AnswerTicket(t.Context(), ana, ticket.ID, "Es el de la caja 2.")
		must(t, true, err)
		same(t, "the boss hears", s.unheard(t, boss), "Doña ana Apellido ha escrito en «El lector no lee» / Es el de la caja 2.")

		s.pass(time.Minute)
		_, err = s.AnswerTicket(t.Context(), boss, ticket.ID, "Voy a mirarlo.")
		must(t, true, err)
		unread(ana, true)
		// One answer is enough: the other administrator has nothing to do any more.
		unread(other, false)
		same(t, "she hears", s.unheard(t, ana), "Respuesta a «El lector no lee» / Doña jefa Apellido: Voy a mirarlo.")
		row, err := s.Ticket(t.Context(), ana, ticket.ID)
		if must(t, row, err).Status != inventory.TicketInProgress || len(row.Thread) != 3 {
			t.Errorf("status %s with %d messages", row.Status, len(row.Thread))
		}
		must(t, true, s.ReadTicket(t.Context(), ana, ticket.ID, row.Thread[2].ID))
		unread(ana, false)
		same(t, "she has heard", s.unheard(t, ana))

		resolved := inventory.TicketResolved
		_, err = s.ChangeTicket(t.Context(), boss, ticket.ID, inventory.TicketChange{Status: &resolved})
		must(t, true, err)
		same(t, "she hears", s.unheard(t, ana), "Tu ticket «El lector no lee» / Ahora está resuelto.")
		_, err = s.AnswerTicket(t.Context(), ana, ticket.ID, "Sigue igual.")
		must(t, true, err)
		row, err = s.Ticket(t.Context(), boss, ticket.ID)
		if must(t, row, err).Status != inventory.TicketOpen || !row.Unread {
			t.Errorf("after her answer it is %s, unread %t", row.Status, row.Unread)
		}

		closed := inventory.TicketClosed
		_, err = s.ChangeTicket(t.Context(), ana, ticket.ID, inventory.TicketChange{Status: &closed})
		must(t, true, err)
		unread(boss, false)
		if _, err := s.AnswerTicket(t.Context(), ana, ticket.ID, "Otra cosa"); !errors.Is(err, inventory.ErrTicketClosed) {
			t.Errorf("a closed ticket took a message: %v", err)
		}
	})
}

// A ticket is its author's and the administrators'; to others it is not there.
func TestTicketIsNotThereForOthers(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.who(t, "jefa", inventory.Administrator)
		ana, manager := s.who(t, "ana", inventory.Viewer), s.who(t, "eva", inventory.Manager)
		ticket, err := s.OpenTicket(t.Context(), ana, question("Cierre de caja", "¿Cómo se hace?"))
		must(t, ticket, err)
		_, seen := s.Ticket(t.Context(), manager, ticket.ID)
		_, answered := s.AnswerTicket(t.Context(), manager, ticket.ID, "Hola")
		_, changed := s.ChangeTicket(t.Context(), manager, ticket.ID, inventory.TicketChange{})
		for what, err := range map[string]error{"see": seen, "answer": answered, "change": changed, "read": s.ReadTicket(t.Context(), manager, ticket.ID, 1)} {
			if !errors.Is(err, inventory.ErrNotFound) {
				t.Errorf("to %s somebody else's ticket: %v", what, err)
			}
		}
		open := inventory.TicketOpen
		if _, err := s.ChangeTicket(t.Context(), ana, ticket.ID, inventory.TicketChange{Status: &open}); !errors.Is(err, inventory.ErrTicketForeign) {
			t.Errorf("its author gave it a status: %v", err)
		}
		list, err := s.Tickets(t.Context(), inventory.TicketFilter{Viewer: manager.User, Page: inventory.Page{Number: 1, Size: 20}})
		if must(t, list, err).Count.N != 0 {
			t.Error("the manager's list has somebody else's ticket")
		}
	})
}

// The support address hears of everything that is asked, once and together, and
// of nothing that was asked while there was no such address.
func TestTicketsReachTheSupportAddress(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		boss, ana := s.who(t, "jefa", inventory.Administrator), s.who(t, "ana", inventory.Seller)
		box := &mailbox{}
		_, err := s.OpenTicket(t.Context(), ana, question("Antes", "Nadie lo lee por correo."))
		must(t, true, err)
		s.mailed(t, box)
		_, err = s.UpdateSettings(t.Context(), boss, inventory.SettingsChange{SupportEmail: ptr("ayuda@example.com")})
		must(t, true, err)
		ticket, err := s.OpenTicket(t.Context(), ana, question("Etiquetas", "No imprime."))
		must(t, ticket, err)
		s.mailed(t, box)
		for _, text := range []string{"¿Hola?", "Ya está enchufada."} {
			_, err := s.AnswerTicket(t.Context(), ana, ticket.ID, text)
			must(t, true, err)
		}
		_, err = s.AnswerTicket(t.Context(), boss, ticket.ID, "Un momento.")
		must(t, true, err)
		s.mailed(t, box)
		if len(box.letters) != 1 || box.letters[0].To != "ayuda@example.com" || !strings.Contains(box.letters[0].Text, "No imprime.") {
			t.Fatalf("letters %+v", box.letters)
		}
		if text := box.letters[0].Text; strings.Contains(text, "Antes") || !strings.Contains(text, "https://estante.example.com/soporte/tickets/") {
			t.Errorf("the letter says %s", text)
		}

		// What follows is gathered, and a mail server that is down loses nothing.
		s.pass(6 * time.Minute)
		box.down = errors.New("no hay línea")
		s.mailed(t, box)
		box.down = nil
		s.pass(2 * time.Minute)
		s.mailed(t, box)
		s.pass(time.Hour)
		s.mailed(t, box)
		if len(box.letters) != 2 {
			t.Fatalf("%d letters", len(box.letters))
		}
		if text := box.letters[1].Text; !strings.Contains(text, "¿Hola?") || !strings.Contains(text, "Ya está enchufada.") || strings.Contains(text, "Un momento.") {
			t.Errorf("the second letter says %s", text)
		}
	})
}

// Somebody is there as long as one page is open, and a little longer when its
// process dies.
func TestAttendantsAreThoseWithAnOpenPage(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		boss, ana := s.who(t, "jefa", inventory.Administrator), s.who(t, "ana", inventory.Seller)
		there := func(want ...string) {
			t.Helper()
			people, err := s.Attendants(t.Context())
			names := []string{}
			for _, person := range must(t, people, err) {
				names = append(names, person.UserName)
			}
			same(t, "there", names, want...)
		}
		there()
		first, err := s.Arrive(t.Context(), boss)
		must(t, first, err)
		second, err := s.Arrive(t.Context(), boss)
		must(t, second, err)
		if id, err := s.Arrive(t.Context(), ana); must(t, id, err) != 0 {
			t.Error("a seller's presence was noted")
		}
		there("Doña jefa Apellido")
		must(t, true, s.Leave(t.Context(), first))
		there("Doña jefa Apellido")
		s.pass(40 * time.Second)
		kept, err := s.Stay(t.Context(), boss, second)
		must(t, kept, err)
		s.pass(40 * time.Second)
		there("Doña jefa Apellido")
		s.pass(20 * time.Second)
		there()
		// The page was only slow: it comes back under another number.
		must(t, true, s.ForgetOldPresences(t.Context()))
		kept, err = s.Stay(t.Context(), boss, second)
		must(t, kept, err)
		there("Doña jefa Apellido")
		must(t, true, s.Leave(t.Context(), kept))
		there()
	})
}
