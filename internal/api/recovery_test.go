package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/mail"
	"estante/internal/mail/mailtest"
	"estante/internal/outbox"
)

const (
	recoveryPath   = "/api/auth/password-recovery/"
	resetPath      = "/api/auth/password-reset/"
	recoveryAnswer = "Si la dirección es de una cuenta, recibirás un enlace para elegir una contraseña nueva."
	usedLink       = "El enlace ya se ha usado o ha caducado. Pide uno nuevo."
	newPassword    = "una clave nueva"
)

// post is a mail server and what delivers to it.
type post struct {
	*mailtest.Server
	mailer outbox.Mailer
}

func newPost(t *testing.T) post {
	t.Helper()
	server := mailtest.Serve(t)
	mailer, err := mail.New(server.Address+"?tls=no", "Estante <estante@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	return post{server, mailer}
}

// deliver sends what is due, as the jobs do, and says how many messages it took.
func (s *stack) deliver(t *testing.T, mailer outbox.Mailer) int {
	t.Helper()
	taken, err := s.inv.Outbox.DeliverMessages(t.Context(), mailer)
	if err != nil {
		t.Fatal(err)
	}
	return taken
}

// link asks for a link, waits for the letter and returns the token in it.
func (s *stack) link(t *testing.T, p post, email string) string {
	t.Helper()
	s.post(t, "", recoveryPath, object{"email": email}).mustBe(t, 200)
	s.deliver(t, p.mailer)
	return tokenOf(t, p.Letter(t))
}

// tokenOf follows the link of a letter as far as its secret.
func tokenOf(t *testing.T, letter mailtest.Letter) string {
	t.Helper()
	_, rest, found := strings.Cut(letter.Text, publicURL+"/password-change#token=")
	token, _, _ := strings.Cut(rest, "\r\n")
	if !found || len(token) < 40 {
		t.Fatalf("the letter has no link: %s", letter.Text)
	}
	return token
}

func reset(token string) object {
	return object{"token": token, "newPassword": newPassword, "confirmPassword": newPassword}
}

// The whole way: forget, ask, read the letter, choose, sign in.
func TestRecovery(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		lucia := s.person(t, "lucía", core.Seller)
		elsewhere := s.session(t, lucia)
		asked := call{method: "POST", path: recoveryPath, body: `{"email": "LUCÍA@example.com"}`, header: map[string]string{
			"Host": "evil.example.net", "X-Forwarded-Host": "evil.example.net", "Origin": "https://evil.example.net",
		}}
		if answer := s.do(t, asked).mustBe(t, 200); answer.field(t, "detail") != recoveryAnswer {
			t.Errorf("answered %s", answer.body)
		}
		s.deliver(t, p.mailer)
		letter := p.Letter(t)
		if letter.To != lucia.Email || letter.Subject != "Recupera tu contraseña de Estante" ||
			strings.Contains(letter.Text, "evil") {
			t.Errorf("the letter is %+v", letter)
		}
		token := tokenOf(t, letter)
		// Until it is used, nothing has changed.
		s.get(t, elsewhere, "/api/profile/").mustBe(t, 200)

		s.post(t, "", resetPath, reset(token)).mustBe(t, 204)
		s.get(t, elsewhere, "/api/profile/").mustBe(t, 401)
		s.post(t, "", "/api/auth/login/", object{"username": "lucía", "password": password}).mustSay(t, 401, badCredentials)
		s.signIn(t, "lucía", newPassword)
		s.post(t, "", resetPath, reset(token)).mustBlame(t, map[string]string{"token": usedLink})
	})
}

// The answer does not tell whether an address has an account, and only the owner of an
// active one gets a letter.
func TestRecoveryTellsNothing(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	s.person(t, "ana", core.Viewer)
	s.keep(t, core.User{Username: "baja", Role: core.Viewer, State: core.AccountInactive})
	s.keep(t, core.User{Username: "espera", Role: core.Viewer, State: core.AccountPending})
	known := s.post(t, "", recoveryPath, object{"email": "ana@example.com"}).mustBe(t, 200)
	for _, email := range []string{"nadie@example.com", "baja@example.com", "espera@example.com"} {
		unknown := s.post(t, "", recoveryPath, object{"email": email}).mustBe(t, 200)
		if unknown.body != known.body {
			t.Errorf("%s is told apart: %s", email, unknown.body)
		}
	}
	if taken := s.deliver(t, p.mailer); taken != 1 {
		t.Errorf("%d messages were queued", taken)
	}
	if letter := p.Letter(t); letter.To != "ana@example.com" {
		t.Errorf("a letter for %s", letter.To)
	}
	p.Nothing(t)
}

func TestRecoveryFields(t *testing.T) {
	s := onSQLite(t)
	s.run(t, nil, []scenario{
		{
			name: "ask for nothing", method: "POST", path: recoveryPath, body: object{},
			fields: map[string]string{"email": "El email es requerido"},
		},
		{
			name: "ask for a blank", method: "POST", path: recoveryPath, body: object{"email": " "},
			fields: map[string]string{"email": "El email es requerido"},
		},
		{
			name: "ask for no address", method: "POST", path: recoveryPath, body: object{"email": "ana"},
			fields: map[string]string{"email": "El email no es válido"},
		},
		{name: "choose nothing", method: "POST", path: resetPath, body: object{
			"token": "", "newPassword": "", "confirmPassword": "",
		}, fields: map[string]string{
			"token": usedLink, "newPassword": "Todos los campos son obligatorios",
			"confirmPassword": "Todos los campos son obligatorios",
		}},
		{
			name: "choose a short one", method: "POST", path: resetPath,
			body: reset("x").with("newPassword", "corta").with("confirmPassword", "corta"), fields: map[string]string{
				"newPassword": "La nueva contraseña debe tener al menos 8 caracteres",
			},
		},
		{
			name: "choose two", method: "POST", path: resetPath, body: reset("x").with("confirmPassword", "otra cosa"),
			fields: map[string]string{
				"confirmPassword": "Las contraseñas nuevas no coinciden",
			},
		},
		{
			name: "choose by an invented link", method: "POST", path: resetPath, body: reset("invented"),
			fields: map[string]string{"token": usedLink},
		},
	})
}

func TestLinkExpires(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		s.person(t, "ana", core.Viewer)
		token := s.link(t, p, "ana@example.com")
		s.clock.pass(time.Hour)
		s.post(t, "", resetPath, reset(token)).mustBlame(t, map[string]string{"token": usedLink})
		token = s.link(t, p, "ana@example.com")
		s.clock.pass(time.Hour - time.Microsecond)
		s.post(t, "", resetPath, reset(token)).mustBe(t, 204)
	})
}

func TestNewLinkReplacesTheOld(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		s.person(t, "ana", core.Viewer)
		old, fresh := s.link(t, p, "ana@example.com"), s.link(t, p, "ana@example.com")
		s.post(t, "", resetPath, reset(old)).mustBlame(t, map[string]string{"token": usedLink})
		s.post(t, "", resetPath, reset(fresh)).mustBe(t, 204)
	})
}

// An account that was closed meanwhile is not opened by a link.
func TestLinkOfAnInactiveAccount(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	ana := s.person(t, "ana", core.Viewer)
	token := s.link(t, p, "ana@example.com")
	s.write(t, func(tx inventory.Tx) error {
		ana.State = core.AccountInactive
		return tx.UpdateUser(ana)
	})
	s.post(t, "", resetPath, reset(token)).mustBlame(t, map[string]string{"token": usedLink})
}

// A link dies with what it was sent for: the password that was forgotten, the address that it
// went to, the state of the account. A letter that still waits goes to the new address.
func TestALinkDiesWithWhatItWasSentFor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		for i, change := range []func(core.User){
			func(user core.User) {
				s.post(t, s.session(t, user), "/api/profile/change-password/", object{
					"currentPassword": password, "newPassword": "otra clave más", "confirmPassword": "otra clave más",
				}).mustBe(t, 204)
			},
			func(user core.User) {
				if err := s.inv.Accounts.ResetPasswordOf(t.Context(), user.Username, "otra clave más"); err != nil {
					t.Error(err)
				}
			},
			func(user core.User) {
				s.do(t, call{
					method: "PUT", path: "/api/profile/", token: s.session(t, user),
					body: object{"firstName": "Ana", "lastName": "Gil", "email": "nueva@example.com"}.json(t),
				}).mustBe(t, 200)
			},
			func(user core.User) {
				s.patch(t, admin, fmt.Sprintf("/api/users/%d/", user.ID), object{"email": "otra@example.com"}).mustBe(t, 200)
			},
			func(user core.User) {
				for _, active := range []bool{false, true} {
					s.patch(t, admin, fmt.Sprintf("/api/users/%d/", user.ID), object{"isActive": active}).mustBe(t, 200)
				}
			},
		} {
			user := s.person(t, fmt.Sprintf("persona%d", i), core.Viewer)
			recovery := s.link(t, p, user.Email)
			change(user)
			s.post(t, "", resetPath, reset(recovery)).mustBlame(t, map[string]string{"token": usedLink})
			s.post(t, admin, fmt.Sprintf("/api/users/%d/password-link/", user.ID), nil).mustBe(t, 200)
			s.deliver(t, p.mailer)
			s.post(t, "", resetPath, reset(tokenOf(t, p.Letter(t)))).mustBe(t, 204)
		}
		// What was asked for and not sent yet.
		ana := s.person(t, "ana", core.Viewer)
		s.post(t, "", recoveryPath, object{"email": ana.Email}).mustBe(t, 200)
		s.patch(t, admin, fmt.Sprintf("/api/users/%d/", ana.ID), object{"email": "ana@example.net"}).mustBe(t, 200)
		s.deliver(t, p.mailer)
		if letter := p.Letter(t); letter.To != "ana@example.net" {
			t.Errorf("the link went to %s", letter.To)
		}
		s.post(t, "", recoveryPath, object{"email": "ana@example.net"}).mustBe(t, 200)
		if err := s.inv.Accounts.ResetPasswordOf(t.Context(), "ana", "otra clave más"); err != nil {
			t.Error(err)
		}
		if taken := s.deliver(t, p.mailer); taken != 0 {
			t.Error("a link is sent for a password that was changed since")
		}
	})
}

// A user who was locked out by another's guesses gets in by the link.
func TestLinkEndsTheWait(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	s.person(t, "ana", core.Viewer)
	for range 10 {
		s.login(t, "ana", "no es esta", "").mustBe(t, 401)
	}
	s.login(t, "ana", password, "").mustBe(t, 429)
	s.post(t, "", resetPath, reset(s.link(t, p, "ana@example.com"))).mustBe(t, 204)
	s.signIn(t, "ana", newPassword)
}

func TestLettersPerAddressAndPeer(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	s.person(t, "ana", core.Viewer)
	for range 29 {
		s.post(t, "", recoveryPath, object{"email": "ana@example.com"}).mustBe(t, 200)
	}
	letters := 0
	for taken := s.deliver(t, p.mailer); taken > 0; taken = s.deliver(t, p.mailer) {
		letters += taken
	}
	if letters != 3 {
		t.Errorf("%d letters in one hour", letters)
	}
	s.post(t, "", recoveryPath, object{"email": "luis@example.com"}).mustBe(t, 200)
	s.post(t, "", recoveryPath, object{"email": "luis@example.com"}).mustSay(t, 429,
		"Demasiados intentos. Espera 60 minutos y vuelve a probar.")
	s.clock.pass(time.Hour)
	s.post(t, "", recoveryPath, object{"email": "ana@example.com"}).mustBe(t, 200)
	if taken := s.deliver(t, p.mailer); taken != 1 {
		t.Errorf("%d letters in the next hour", taken)
	}
}

// Inventing links costs a hash each, so that is bounded, too.
func TestInventedLinksPerPeer(t *testing.T) {
	s := onSQLite(t)
	for range 20 {
		s.post(t, "", resetPath, reset("invented")).mustBlame(t, map[string]string{"token": usedLink})
	}
	s.post(t, "", resetPath, reset("invented")).mustSay(t, 429,
		"Demasiados intentos. Espera 60 minutos y vuelve a probar.")
	s.clock.pass(time.Hour)
	s.post(t, "", resetPath, reset("invented")).mustBe(t, 400)
}

// A user whom an administrator invites has no password until they choose one.
func TestInvitation(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		s.do(t, keyed(t, admin, "k", "nueva")).mustBe(t, 201)
		s.deliver(t, p.mailer)
		letter := p.Letter(t)
		if letter.To != "nueva@example.com" || letter.Subject != "Tu cuenta en Estante" ||
			!strings.Contains(letter.Text, "usuario nueva") {
			t.Errorf("the letter is %+v", letter)
		}
		for _, guess := range []string{"!", "nueva", password} {
			s.login(t, "nueva", guess, "").mustSay(t, 401, badCredentials)
		}
		s.clock.pass(71 * time.Hour)
		s.post(t, "", resetPath, reset(tokenOf(t, letter))).mustBe(t, 204)
		s.signIn(t, "nueva", newPassword)
	})
}

// A user who cannot get in is sent another link, which makes the one before useless.
func TestPasswordLinkByAnAdministrator(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		admin, ana := s.session(t, s.person(t, "admin", core.Administrator)), s.person(t, "ana", core.Seller)
		account := fmt.Sprintf("/api/users/%d/", ana.ID)
		send := func() string {
			s.post(t, admin, account+"password-link/", nil).mustBe(t, 200)
			s.deliver(t, p.mailer)
			return tokenOf(t, p.Letter(t))
		}
		first, second := send(), send()
		s.signIn(t, "ana", password)
		s.post(t, "", resetPath, reset(first)).mustBlame(t, map[string]string{"token": usedLink})
		s.post(t, "", resetPath, reset(second)).mustBe(t, 204)
		s.signIn(t, "ana", newPassword)
		if got := s.get(t, admin, "/api/audit/?noun=user").mustBe(t, 200).field(t, "results.1.action"); got != "link" {
			t.Errorf("the audit says %v", got)
		}
		send()
		s.post(t, admin, account+"password-link/", nil).mustSay(t, 429,
			"Demasiados intentos. Espera 60 minutos y vuelve a probar.")
		s.patch(t, admin, account, object{"isActive": false}).mustBe(t, 200)
		s.post(t, admin, account+"password-link/", nil).mustSay(t, 409,
			"La cuenta no está activa: actívala antes de enviarle un enlace")
	})
}

// A link that two browsers use at the same moment works for one of them.
func TestLinkAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		s.person(t, "ana", core.Viewer)
		token := s.link(t, p, "ana@example.com")
		answers := make(chan int, 4)
		for range cap(answers) {
			go func() { answers <- s.post(t, "", resetPath, reset(token)).status }()
		}
		counted := map[int]int{}
		for range cap(answers) {
			counted[<-answers]++
		}
		if counted[http.StatusNoContent] != 1 || counted[http.StatusBadRequest] != 3 {
			t.Errorf("answered %v", counted)
		}
	})
}
