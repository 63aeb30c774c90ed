package api_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// keyed is a creation that would fail the second time were it done again.
func keyed(t *testing.T, token, key, username string) call {
	t.Helper()
	body := newcomer(username).with("password", absent).with("confirmPassword", absent).with("roleId", 4)
	return call{
		method: "POST", path: "/api/users/", token: token, body: body.json(t),
		header: map[string]string{"Idempotency-Key": key},
	}
}

const keyReused = "Esta clave de idempotencia ya se usó con otros datos"

func TestKeyHasOneEffect(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		s := newStack(t, options)
		admin := s.person(t, "admin", core.Administrator)
		token := s.session(t, admin)
		first := s.do(t, keyed(t, token, "k1", "nueva")).mustBe(t, 201)
		again := s.do(t, keyed(t, token, "k1", "nueva")).mustBe(t, 201)
		if first.body != again.body || first.header.Get("ETag") != again.header.Get("ETag") {
			t.Errorf("answered %s, then %s", first.body, again.body)
		}
		s.do(t, keyed(t, token, "k1", "distinta")).mustSay(t, 409, keyReused)
		other := keyed(t, token, "k1", "nueva")
		other.path += "?"
		s.do(t, other).mustBe(t, 201) // An empty query is no other request.
		elsewhere := call{method: "PATCH", path: "/api/settings/", token: token, body: other.body, header: other.header}
		s.do(t, elsewhere).mustBe(t, 400) // The body is checked before anything is remembered.
		s.do(t, call{
			method: "POST", path: "/api/notifications/read-all/", token: token, header: other.header,
		}).mustSay(t, 409, keyReused)
		s.do(t, keyed(t, token, "k2", "nueva")).mustSay(t, 409, "El usuario ya existe")

		// The same person in another session, and after a restart.
		s.do(t, keyed(t, s.session(t, admin), "k1", "nueva")).mustBe(t, 201)
		s.door.Close()
		s.server.Close()
		if err := s.db.Close(); err != nil {
			t.Fatal(err)
		}
		restarted := s.beside(t, options)
		if after := restarted.do(t, keyed(t, token, "k1", "nueva")).mustBe(t, 201); after.body != first.body {
			t.Errorf("after a restart: %s, want %s", after.body, first.body)
		}
		if count := restarted.get(t, token, "/api/users/").field(t, "count"); count != 2.0 {
			t.Errorf("there are %v accounts", count)
		}
	})
}

// Twenty at once are one change and twenty equal answers.
func TestKeyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "admin", core.Administrator))
		const many = 20
		var all sync.WaitGroup
		answers := make([]reply, many)
		for i := range many {
			all.Go(func() { answers[i] = s.do(t, keyed(t, token, "k", "nueva")) })
		}
		all.Wait()
		for _, answer := range answers {
			if answer.status != http.StatusCreated || answer.body != answers[0].body {
				t.Errorf("answered %d %s, another %s", answer.status, answer.body, answers[0].body)
			}
		}
		audit := s.get(t, token, "/api/audit/?noun=user").mustBe(t, 200)
		if audit.field(t, "count") != 1.0 {
			t.Errorf("the change was made more than once: %s", audit.body)
		}
	})
}

func TestKeysBelongToPeople(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		one, two := s.session(t, s.person(t, "uno", core.Administrator)), s.session(t, s.person(t, "dos", core.Administrator))
		s.do(t, keyed(t, one, "k", "primera")).mustBe(t, 201)
		s.do(t, keyed(t, two, "k", "segunda")).mustBe(t, 201)
		s.do(t, keyed(t, two, "k", "primera")).mustSay(t, 409, keyReused)
	})
}

// A request that failed did nothing, so its key is as good as new.
func TestKeyOfAFailureIsFree(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	s.do(t, keyed(t, token, "k", "admin")).mustSay(t, 409, "El usuario ya existe")
	s.do(t, keyed(t, token, "k", "nueva")).mustBe(t, 201)
}

func TestKeyIsForgotten(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.person(t, "admin", core.Administrator)
		s.do(t, keyed(t, s.session(t, admin), "k", "nueva")).mustBe(t, 201)
		s.clock.pass(48 * time.Hour)
		token := s.session(t, admin)
		if err := s.inv.Core.ForgetOldRequests(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.do(t, keyed(t, token, "k", "nueva")).mustBe(t, 201)
		s.clock.pass(time.Microsecond)
		if err := s.inv.Core.ForgetOldRequests(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.do(t, keyed(t, token, "k", "nueva")).mustSay(t, 409, "El usuario ya existe")
	})
}

func TestKeysThatAreNone(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	for _, key := range []string{strings.Repeat("k", 201), "clave con ñ", "a\tb"} {
		s.do(t, keyed(t, token, key, "nueva")).mustSay(t, 400, "La clave de idempotencia no es válida")
	}
	s.do(t, keyed(t, token, strings.Repeat("k", 200), "nueva")).mustBe(t, 201)
}

// A remembered answer may hold no secret, so a change of password is done
// again, and fails because the old password is no longer one.
func TestKeyIsNotKeptForSecrets(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Viewer))
		change := call{
			method: "POST", path: "/api/profile/change-password/", token: token,
			header: map[string]string{"Idempotency-Key": "k"},
			body: object{
				"currentPassword": password, "newPassword": "otra clave más", "confirmPassword": "otra clave más",
			}.json(t),
		}
		s.do(t, change).mustBe(t, 204)
		s.do(t, change).mustBlame(t, map[string]string{"currentPassword": "Contraseña actual incorrecta."})
		login := call{
			method: "POST", path: "/api/auth/login/", header: change.header, body: object{
				"username": "ana", "password": "otra clave más",
			}.json(t),
		}
		one, two := s.do(t, login).mustBe(t, 200), s.do(t, login).mustBe(t, 200)
		if one.field(t, "session.sessionToken") == two.field(t, "session.sessionToken") {
			t.Error("a session was remembered and given twice")
		}
		if held := s.dump(t); strings.Contains(held, "\nrequests:") || !strings.Contains(held, "\nusers:") {
			t.Errorf("a key of a secret is kept: %s", held)
		}
	})
}

func TestEveryWriteTakesAKey(t *testing.T) {
	s := onSQLite(t)
	admin := s.person(t, "admin", core.Administrator)
	token := s.session(t, admin)
	_, ended := s.sessionWithID(t, admin)
	notification := s.notify(t, admin, "Una")
	for _, write := range []call{
		{method: "PUT", path: "/api/profile/", body: `{"firstName":"A","lastName":"B","email":"admin@example.com"}`},
		{method: "DELETE", path: fmt.Sprintf("/api/profile/sessions/%d/", ended)},
		{method: "DELETE", path: "/api/profile/sessions/"},
		{method: "POST", path: fmt.Sprintf("/api/notifications/%d/read/", notification)},
		{method: "POST", path: "/api/notifications/read-all/"},
		{method: "PATCH", path: "/api/settings/", body: `{"location":"Vigo"}`},
		{method: "PATCH", path: fmt.Sprintf("/api/users/%d/", admin.ID), body: `{"firstName":"C"}`},
	} {
		write.token, write.header = token, map[string]string{"Idempotency-Key": write.method + write.path}
		first, again := s.do(t, write), s.do(t, write)
		if first.status >= 300 || again.status != first.status || again.body != first.body {
			t.Errorf("%s %s: %d %s, then %d %s", write.method, write.path, first.status, first.body, again.status, again.body)
		}
	}
}

// deadlines notes until when the server would wait for more from a client.
type deadlines struct {
	net.Listener
	mu    sync.Mutex
	noted []time.Time
}

func (d *deadlines) Accept() (net.Conn, error) {
	conn, err := d.Listener.Accept()
	return &timedConn{Conn: conn, deadlines: d}, err
}

type timedConn struct {
	net.Conn
	deadlines *deadlines
}

func (c *timedConn) SetReadDeadline(at time.Time) error {
	c.deadlines.mu.Lock()
	defer c.deadlines.mu.Unlock()
	c.deadlines.noted = append(c.deadlines.noted, at)
	return c.Conn.SetReadDeadline(at)
}

// A deadline that passes while a request is worked on cancels its connection,
// and every later request on it: a body that is here needs none.
func TestABodyThatHasArrivedHasNoDeadline(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	server := httptest.NewUnstartedServer(s.door)
	watched := &deadlines{Listener: server.Listener}
	server.Listener = watched
	server.Start()
	s.server.Close()
	s.server = server
	began := time.Now()
	s.do(t, keyed(t, token, "k1", "nueva")).mustBe(t, 201)
	server.Close()
	watched.mu.Lock()
	defer watched.mu.Unlock()
	if len(watched.noted) == 0 {
		t.Fatal("nothing was noted")
	}
	for _, at := range watched.noted {
		if at.After(began) {
			t.Errorf("a deadline lies %s ahead", at.Sub(began))
		}
	}
}
