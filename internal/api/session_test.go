package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
)

const badCredentials = "Credenciales inválidas"

func TestLogin(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "Lucía", core.Seller)
		s.keep(t, core.User{Username: "espera", Role: core.Seller, State: core.AccountPending})
		s.keep(t, core.User{Username: "baja", Role: core.Seller, State: core.AccountInactive})
		const path = "/api/auth/login/"
		login := func(username, password any) object { return object{"username": username, "password": password} }
		s.run(t, nil, []scenario{
			{name: "nothing", method: "POST", path: path, body: object{}, fields: map[string]string{
				"username": "El usuario es requerido", "password": "La contraseña es requerida",
			}},
			{name: "blanks", method: "POST", path: path, body: login("  ", " \t"), fields: map[string]string{
				"username": "El usuario es requerido", "password": "La contraseña es requerida",
			}},
			{
				name: "too long", method: "POST", path: path, body: login(strings.Repeat("a", 61), strings.Repeat("a", 1025)),
				fields: map[string]string{
					"username": "El usuario es demasiado largo", "password": "La contraseña es demasiado larga",
				},
			},
			{
				name: "wrong password", method: "POST", path: path, body: login("lucía", "otra clave"), status: 401,
				detail: badCredentials,
			},
			{name: "nobody", method: "POST", path: path, body: login("nadie", password), status: 401, detail: badCredentials},
			{
				name: "an accent more", method: "POST", path: path, body: login("lucia", password), status: 401,
				detail: badCredentials,
			},
			{
				name: "as registered", method: "POST", path: path, body: login("Lucía", password), status: 200,
				gives: map[string]any{
					"user.username": "Lucía", "user.isActive": true, "user.isStaff": false, "user.roles.0.name": "Vendedor",
					"user.roles.0.idRole": 3.0,
					"user.lastLogin":      "2026-11-15T09:00:00Z", "session.expiresAt": "2026-11-15T21:00:00Z",
					"user.permissions.0": "account.use",
				},
			},
			{
				name: "without case", method: "POST", path: path, body: login(" LUCÍA ", password), status: 200,
				gives: map[string]any{"user.username": "Lucía"},
			},
			{
				name: "pending", method: "POST", path: path, body: login("espera", password), status: 403,
				detail: "Tu cuenta está pendiente de aprobación por un administrador.",
			},
			{
				name: "inactive", method: "POST", path: path, body: login("baja", password), status: 403,
				detail: "Tu cuenta está desactivada. Habla con un administrador.",
			},
			// Only a caller who knows the password learns in which state the account is.
			{
				name: "inactive, wrong password", method: "POST", path: path, body: login("baja", "otra clave"), status: 401,
				detail: badCredentials,
			},
		})
	})
}

// A session lives twelve hours, is extended by what is asked, and ends for
// good after thirty days.
func TestSessionLife(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "ana", core.Viewer)
		token := s.signIn(t, "ana", password)
		began := s.clock.Now()
		body := object{"sessionToken": token}
		validate := func() reply { return s.post(t, "", "/api/auth/validate/", body) }

		s.clock.pass(12*time.Hour - time.Microsecond)
		answer := validate().mustBe(t, 200)
		if answer.field(t, "valid") != true || answer.field(t, "user.username") != "ana" ||
			answer.field(t, "expiresAt") != "2026-11-15T21:00:00Z" {
			t.Errorf("validate said %s", answer.body)
		}
		refreshed := s.post(t, "", "/api/auth/refresh/", body).mustBe(t, 200)
		if got := refreshed.field(t, "expiresAt"); got != "2026-11-16T08:59:59.999999Z" {
			t.Errorf("refreshed until %v", got)
		}
		for s.clock.Now().Before(began.Add(29*24*time.Hour + 12*time.Hour)) {
			s.clock.pass(11 * time.Hour)
			refreshed = s.post(t, token, "/api/auth/refresh/", object{}).mustBe(t, 200)
		}
		if got := refreshed.field(t, "expiresAt"); got != "2026-12-15T09:00:00Z" {
			t.Errorf("after a month the session would last until %v", got)
		}
		s.clock.pass(began.Add(30 * 24 * time.Hour).Sub(s.clock.Now()))
		s.post(t, "", "/api/auth/refresh/", body).mustSay(t, 401, "Sesión expirada")
		validate().mustSay(t, 401, "Sesión expirada")
		s.get(t, token, "/api/profile/").mustSay(t, 401, "Sesión expirada")
	})
}

func TestSessionExpiresWithoutRefresh(t *testing.T) {
	s := onSQLite(t)
	s.person(t, "ana", core.Viewer)
	token := s.signIn(t, "ana", password)
	s.clock.pass(12 * time.Hour)
	s.get(t, token, "/api/profile/").mustSay(t, 401, "Sesión expirada")
	s.post(t, "", "/api/auth/refresh/", object{"sessionToken": token}).mustSay(t, 401, "Sesión expirada")
	s.post(t, "", "/api/auth/refresh/", object{}).mustSay(t, 401, "No hay sesión activa")
	s.do(t, call{method: "POST", path: "/api/auth/validate/"}).mustSay(t, 401, "No hay sesión activa")
}

func TestLogout(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		byBody, byHeader, other := s.session(t, ana), s.session(t, ana), s.session(t, ana)
		for range 2 { // Signing out twice is as good as once.
			s.post(t, "", "/api/auth/logout/", object{"sessionToken": byBody}).mustBe(t, 204)
			s.do(t, call{method: "POST", path: "/api/auth/logout/", token: byHeader}).mustBe(t, 204)
		}
		s.get(t, byBody, "/api/profile/").mustBe(t, 401)
		s.get(t, byHeader, "/api/profile/").mustBe(t, 401)
		s.get(t, other, "/api/profile/").mustBe(t, 200)
		s.do(t, call{method: "POST", path: "/api/auth/logout/"}).mustBe(t, 204)
		s.post(t, "", "/api/auth/logout/", object{"sessionToken": "made-up"}).mustBe(t, 204)
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana, luis := s.person(t, "ana", core.Viewer), s.person(t, "luis", core.Administrator)
		_, expired := s.sessionWithID(t, ana)
		s.clock.pass(12 * time.Hour)
		here, hereID := s.sessionWithID(t, ana)
		phone, phoneID := s.sessionWithID(t, ana)
		tablet := s.session(t, ana)
		foreign, foreignID := s.sessionWithID(t, luis)

		var list struct {
			Count   int
			Results []struct {
				ID      int64
				Current bool
				Address string
			}
		}
		s.get(t, here, "/api/profile/sessions/").mustBe(t, 200).into(t, &list)
		if list.Count != 3 || len(list.Results) != 3 {
			t.Fatalf("the list is %+v", list)
		}
		for _, session := range list.Results {
			if session.Current != (session.ID == hereID) || session.Address != "192.0.2.1" {
				t.Errorf("session %+v", session)
			}
		}
		// An administrator's role opens nobody else's sessions.
		for _, id := range []int64{foreignID, expired + 1000} {
			s.delete(t, here, fmt.Sprintf("/api/profile/sessions/%d/", id)).mustSay(t, 404, "No encontrado")
		}
		s.delete(t, foreign, fmt.Sprintf("/api/profile/sessions/%d/", hereID)).mustSay(t, 404, "No encontrado")

		s.delete(t, here, fmt.Sprintf("/api/profile/sessions/%d/", phoneID)).mustBe(t, 204)
		s.delete(t, here, fmt.Sprintf("/api/profile/sessions/%d/", phoneID)).mustSay(t, 404, "No encontrado")
		s.get(t, phone, "/api/profile/").mustBe(t, 401)
		s.get(t, tablet, "/api/profile/").mustBe(t, 200)

		s.delete(t, here, "/api/profile/sessions/").mustBe(t, 204)
		s.get(t, tablet, "/api/profile/").mustBe(t, 401)
		s.get(t, here, "/api/profile/").mustBe(t, 200)
		s.get(t, foreign, "/api/profile/").mustBe(t, 200)
	})
}

// What a browser says it is and where it comes from is shown in the list, cut
// to a length and never trusted.
func TestSessionRemembersTheBrowser(t *testing.T) {
	s := onSQLite(t)
	s.person(t, "ana", core.Viewer)
	answer := s.do(t, call{
		method: "POST", path: "/api/auth/login/",
		body: object{"username": "ana", "password": password}.json(t), header: map[string]string{
			"User-Agent": "<script>" + strings.Repeat("ñ", 400), "X-Forwarded-For": "203.0.113.9",
		},
	}).mustBe(t, 200)
	token := answer.field(t, "session.sessionToken").(string)
	list := s.get(t, token, "/api/profile/sessions/").mustBe(t, 200)
	if agent := list.field(t, "results.0.userAgent").(string); len([]rune(agent)) != 300 ||
		!strings.HasPrefix(agent, "<script>ñ") {
		t.Errorf("the browser is kept as %q", agent)
	}
	if address := list.field(t, "results.0.address"); address != "203.0.113.9" {
		t.Errorf("the address is %v", address)
	}
}
