package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/api"
	"estante/internal/core"
	"estante/internal/inventory"
)

const wait15 = "Demasiados intentos. Espera 15 minutos y vuelve a probar."

// login asks to sign in from an address that our own proxy tells.
func (s *stack) login(t *testing.T, username, password, forwarded string) reply {
	t.Helper()
	asked := call{
		method: "POST", path: "/api/auth/login/", body: object{"username": username, "password": password}.json(t),
	}
	if forwarded != "" {
		asked.header = map[string]string{"X-Forwarded-For": forwarded}
	}
	return s.do(t, asked)
}

// through opens another door of the same inventory that trusts other proxies.
func (s *stack) through(t *testing.T, proxies ...string) *stack {
	t.Helper()
	options := api.Options{Heartbeat: never, Log: slogTo(s.logs)}
	for _, proxy := range proxies {
		options.TrustedProxies = append(options.TrustedProxies, netip.MustParsePrefix(proxy))
	}
	other := *s
	other.door = api.New(s.inv, options)
	other.server = httptest.NewServer(other.door)
	t.Cleanup(func() {
		other.door.Close()
		other.server.Close()
	})
	return &other
}

// Ten wrong passwords for one account from one place are enough for a while, and the right
// one is not let in from there either: otherwise the limit would tell a guesser which one it
// was. A person elsewhere is not kept out by them.
func TestLoginsPerAccount(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "ana", core.Viewer)
		s.person(t, "luis", core.Viewer)
		for i := range 10 {
			name := []string{"ana", "ANA", " Ana "}[i%3]
			s.login(t, name, "no es esta", "203.0.113.1").mustSay(t, 401, badCredentials)
		}
		refused := s.login(t, "ana", password, "203.0.113.1")
		refused.mustSay(t, 429, wait15)
		if after := refused.header.Get("Retry-After"); after != "900" {
			t.Errorf("Retry-After is %q", after)
		}
		s.login(t, "luis", password, "203.0.113.1").mustBe(t, 200)
		s.login(t, "ana", password, "198.51.100.1").mustBe(t, 200)
		s.clock.pass(14*time.Minute + 30*time.Second)
		s.login(t, "ana", password, "203.0.113.1").mustSay(t, 429,
			"Demasiados intentos. Espera un minuto y vuelve a probar.")
		s.clock.pass(30 * time.Second)
		s.login(t, "ana", password, "203.0.113.1").mustBe(t, 200)
	})
}

// Sixty wrong passwords from many places close the account to unknown browsers, whose right
// password would be a guess that was right. Where the person has signed in before they get
// in, even from a place that is closed; and what is guessed there counts for it alone.
func TestAKnownBrowserIsNotKeptOutByOthers(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "ana", core.Viewer)
		s.person(t, "luis", core.Viewer)
		cookie := s.login(t, "ana", password, "203.0.113.1").mustBe(t, 200).header.Get("Set-Cookie")
		mark, attributes, _ := strings.Cut(cookie, ";")
		if attributes != " Path=/tienda/api/auth/; Max-Age=15552000; HttpOnly; Secure; SameSite=Strict" {
			t.Errorf("the browser is known by %q", cookie)
		}
		known := func(username, password, mark string) reply {
			return s.do(t, call{
				method: "POST", path: "/api/auth/login/", body: object{"username": username, "password": password}.json(t),
				header: map[string]string{"Cookie": mark, "X-Forwarded-For": "203.0.113.1"},
			})
		}
		for i := range 60 {
			s.login(t, "ana", "no es esta", fmt.Sprintf("203.0.113.%d", 1+i/10)).mustSay(t, 401, badCredentials)
		}
		s.login(t, "ana", password, "198.51.100.1").mustSay(t, 429, wait15)
		known("ana", password, mark).mustBe(t, 200)
		for _, other := range []string{mark[:len(mark)-8] + "AAAAAAA=", "estante_browser=", "estante_browser=v1:AAAA"} {
			known("ana", password, other).mustSay(t, 429, wait15)
		}
		// It is known to its own person alone.
		for range 10 {
			known("luis", "no es esta", mark).mustSay(t, 401, badCredentials)
		}
		known("luis", password, mark).mustSay(t, 429, wait15)
		for range 10 {
			known("ana", "no es esta", mark).mustSay(t, 401, badCredentials)
		}
		known("ana", password, mark).mustSay(t, 429, wait15)
		s.clock.pass(account.BrowserKnown)
		known("ana", password, mark).mustBe(t, 200)
		for range 10 {
			s.login(t, "ana", "no es esta", "203.0.113.1").mustSay(t, 401, badCredentials)
		}
		known("ana", password, mark).mustSay(t, 429, wait15)
	})
}

// A mark is of one browser, however it is written: the last letter of it has spare bits.
func TestOneMarkIsOneBrowser(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "ana", core.Viewer)
		mark, _, _ := strings.Cut(s.login(t, "ana", password, "203.0.113.1").mustBe(t, 200).header.Get("Set-Cookie"), ";")
		sealed, answers := strings.TrimRight(mark, "="), map[int]int{}
		for i, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
			answers[s.do(t, call{
				method: "POST", path: "/api/auth/login/", body: object{"username": "ana", "password": "no es esta"}.json(t),
				header: map[string]string{
					"Cookie":          sealed[:len(sealed)-1] + string(letter) + mark[len(sealed):],
					"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", 1+i/10),
				},
			}).status]++
		}
		for range 9 {
			answers[s.do(t, call{
				method: "POST", path: "/api/auth/login/", body: object{"username": "ana", "password": "no es esta"}.json(t),
				header: map[string]string{"Cookie": mark, "X-Forwarded-For": "203.0.113.1"},
			}).status]++
		}
		// 60 for the account, and ten for the one browser.
		if answers[401] != 70 || answers[429] != 3 {
			t.Errorf("one mark, written in 64 ways, is good for %v", answers)
		}
	})
}

// Unknown names are counted like known ones, or the limit would tell them apart.
func TestLoginsPerUnknownAccount(t *testing.T) {
	s := onSQLite(t)
	for range 10 {
		s.login(t, "nadie", "no es esta", "").mustSay(t, 401, badCredentials)
	}
	s.login(t, "nadie", "no es esta", "").mustSay(t, 429, wait15)
}

func TestSuccessForgetsFailures(t *testing.T) {
	s := onSQLite(t)
	s.person(t, "ana", core.Viewer)
	for range 3 {
		for range 9 {
			s.login(t, "ana", "no es esta", "").mustBe(t, 401)
		}
		s.login(t, "ana", password, "").mustBe(t, 200)
	}
}

// guessAround tries wrong passwords for many people, few for each.
func (s *stack) guessAround(t *testing.T, guesses int, forwarded func(i int) string) {
	t.Helper()
	for i := range guesses {
		s.login(t, fmt.Sprintf("persona%d", i/9), "no es esta", forwarded(i)).mustSay(t, 401, badCredentials)
	}
}

func (s *stack) crowd(t *testing.T) {
	t.Helper()
	for i := range 8 {
		s.person(t, fmt.Sprintf("persona%d", i), core.Viewer)
	}
}

func TestLoginsPerPeer(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.crowd(t)
		// What stands before the address our proxy saw is the client's own invention.
		s.guessAround(t, 60, func(i int) string { return fmt.Sprintf("10.0.0.%d, 203.0.113.7", i) })
		s.login(t, "persona7", password, "10.9.9.9, 203.0.113.7").mustSay(t, 429, wait15)
		s.login(t, "persona7", password, "203.0.113.8").mustBe(t, 200)
		s.login(t, "persona7", password, "203.0.113.7, 203.0.113.8").mustBe(t, 200)
		s.clock.pass(15 * time.Minute)
		s.login(t, "persona7", password, "203.0.113.7").mustBe(t, 200)
	})
}

func TestForgedForwardingMovesNothing(t *testing.T) {
	s := onSQLite(t).through(t) // No proxy is trusted.
	s.crowd(t)
	const untold = "a request came through a proxy that no --trusted-proxies names"
	if strings.Contains(s.logs.String(), untold) {
		t.Error("the log tells of a proxy before there is one")
	}
	s.guessAround(t, 60, func(i int) string { return fmt.Sprintf("203.0.113.%d", i) })
	s.login(t, "persona7", password, "198.51.100.77").mustSay(t, 429, wait15)
	if told := strings.Count(s.logs.String(), untold); told != 1 {
		t.Errorf("the log tells %d times of a proxy that is not trusted, want once", told)
	}
	// A proxy elsewhere is not ours.
	s.through(t, "192.0.2.0/24").login(t, "persona7", password, "198.51.100.77").mustSay(t, 429, wait15)
	// Ours, by which the same request counts for another address.
	s.through(t, "127.0.0.1/32").login(t, "persona7", password, "198.51.100.77").mustBe(t, 200)
}

// One customer of a provider has a whole /64 of IPv6 addresses to guess from.
func TestPeersOfIPv6(t *testing.T) {
	s := onSQLite(t)
	s.crowd(t)
	s.guessAround(t, 60, func(i int) string { return fmt.Sprintf("2001:db8:1:1:%x::1", i) })
	s.login(t, "persona7", password, "2001:db8:1:1::ffff").mustSay(t, 429, wait15)
	s.login(t, "persona7", password, "2001:db8:1:2::1").mustBe(t, 200)
	s.login(t, "persona7", password, "no address").mustBe(t, 200)
}

// A burst gets no more guesses than a queue: two workers may be at the
// eleventh together, and that is all.
func TestGuessesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.person(t, "ana", core.Viewer)
		var mu sync.Mutex
		var all sync.WaitGroup
		answers := map[int]int{}
		for range 40 {
			all.Go(func() {
				status := s.login(t, "ana", "no es esta", "").status
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
		}
		all.Wait()
		if guesses := answers[http.StatusUnauthorized]; guesses < 10 || guesses > 11 ||
			guesses+answers[http.StatusTooManyRequests] != 40 {
			t.Errorf("answered %v", answers)
		}
	})
}

func TestPasswordChangesPerAccount(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		change := object{
			"currentPassword": "no es esta", "newPassword": "otra clave más", "confirmPassword": "otra clave más",
		}
		for range 10 {
			s.post(t, s.session(t, ana), "/api/profile/change-password/", change).mustBlame(t,
				map[string]string{"currentPassword": "Contraseña actual incorrecta."})
		}
		right := change.with("currentPassword", password)
		s.post(t, s.session(t, ana), "/api/profile/change-password/", right).mustSay(t, 429, wait15)
		s.clock.pass(15 * time.Minute)
		s.post(t, s.session(t, ana), "/api/profile/change-password/", right).mustBe(t, 204)
	})
}

func TestRegistrationsPerPeer(t *testing.T) {
	s := onSQLite(t)
	s.write(t, func(tx inventory.Tx) error {
		for range 119 {
			if err := tx.AddAttempt("register-peer:127.0.0.1", time.Hour); err != nil {
				return err
			}
		}
		return nil
	})
	s.post(t, "", registerPath, newcomer("última")).mustBe(t, 201)
	s.post(t, "", registerPath, newcomer("otra")).mustSay(t, 429,
		"Demasiados intentos. Espera 60 minutos y vuelve a probar.")
	s.clock.pass(time.Hour)
	s.post(t, "", registerPath, newcomer("otra")).mustBe(t, 201)
}

// Strangers who register at once get no more accounts than the limit says, whoever waits for
// whose turn.
func TestRegistrationsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.write(t, func(tx inventory.Tx) error {
			for range 110 {
				if err := tx.AddAttempt("register-peer:127.0.0.1", time.Hour); err != nil {
					return err
				}
			}
			return nil
		})
		other := s.beside(t, s.options)
		var all sync.WaitGroup
		var mu sync.Mutex
		answers := map[int]int{}
		for i := range 30 {
			all.Go(func() {
				status := []*stack{s, other}[i%2].post(t, "", registerPath, newcomer(fmt.Sprintf("persona%d", i))).status
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
		}
		all.Wait()
		if answers[http.StatusCreated] != 10 || answers[http.StatusTooManyRequests] != 20 {
			t.Errorf("answered %v", answers)
		}
	})
}

// Which addresses, DNI and names have an account is said at the field, to a person who
// mistypes and not to one who asks for hundreds; not even to many requests at once.
func TestTakenIsSaidToFewGuesses(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		body := newcomer("otra").with("email", ana.Email)
		var all sync.WaitGroup
		var mu sync.Mutex
		answers := map[int]int{}
		for range 60 {
			all.Go(func() {
				status := s.post(t, "", registerPath, body).status
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
		}
		all.Wait()
		if answers[http.StatusBadRequest] != 20 || answers[http.StatusTooManyRequests] != 40 {
			t.Errorf("answered %v", answers)
		}
		s.post(t, "", registerPath, newcomer("nadie")).mustBe(t, 429)
		// A profile tells the same, and no more.
		luis := s.person(t, "luis", core.Viewer)
		change := call{
			method: "PUT", path: "/api/profile/", token: s.session(t, luis),
			body: object{"firstName": "Luis", "lastName": "Gil", "email": ana.Email}.json(t),
		}
		for range 20 {
			s.do(t, change).mustBlame(t, map[string]string{"email": "Ya existe una cuenta con este email"})
		}
		s.do(t, change).mustBe(t, 429)
		s.clock.pass(time.Hour)
		s.post(t, "", registerPath, newcomer("nadie")).mustBe(t, 201)
	})
}

// Fifty strangers register at once in a fresh shop: one is first.
func TestFirstAccountRace(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		const many = 16
		var all sync.WaitGroup
		roles := make([]any, many)
		for i := range many {
			all.Go(func() {
				answer := s.post(t, "", registerPath, newcomer(fmt.Sprintf("persona%d", i)))
				if answer.status == http.StatusCreated {
					roles[i] = answer.field(t, "user.roles.0.name")
				}
			})
		}
		all.Wait()
		counted := map[any]int{}
		for _, role := range roles {
			counted[role]++
		}
		if counted["Administrador"] != 1 || counted["Encargado"] != many-1 {
			t.Errorf("registered %v", counted)
		}
	})
}

// The same person registering twice at the same moment has one account.
func TestSameRegistrationAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		var all sync.WaitGroup
		var mu sync.Mutex
		answers := map[int]int{}
		for i := range 8 {
			body := newcomer([]string{"marta", "MARTA"}[i%2])
			all.Go(func() {
				status := s.post(t, "", registerPath, body).status
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
		}
		all.Wait()
		if answers[http.StatusCreated] != 1 || answers[http.StatusConflict] != 7 {
			t.Errorf("answered %v", answers)
		}
	})
}

// Two administrators who demote each other at the same moment: one stays.
func TestLastAdministratorRace(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		one, two := s.person(t, "uno", core.Administrator), s.person(t, "dos", core.Administrator)
		tokens := []string{s.session(t, one), s.session(t, two)}
		var all sync.WaitGroup
		answers := make([]int, 2)
		for i, other := range []core.User{two, one} {
			all.Go(func() {
				answers[i] = s.patch(t, tokens[i], fmt.Sprintf("/api/users/%d/", other.ID), object{"roleId": 4}).status
			})
		}
		all.Wait()
		left := 0
		s.write(t, func(tx inventory.Tx) (err error) {
			left, err = tx.CountActive(core.Administrator)
			return err
		})
		// The second either comes too late to be an administrator or is refused.
		if left != 1 {
			t.Errorf("%d administrators are left; answered %v", left, answers)
		}
	})
}

// Two hundred people come to work at the same moment. Their passwords are checked two at a
// time; a user who is already signed in notices nothing.
func TestManyLoginsAtOnce(t *testing.T) {
	cheap := onSQLite(t)
	// Passwords at their real cost, unlike those of other tests.
	cheap.passwordKiB = 0
	s := cheap.beside(t, cheap.options)
	created, err := s.inv.Accounts.CreateUser(t.Context(), core.System, account.NewUser{
		Username: "todos", Password: password, ConfirmPassword: password, DNI: "1", FirstName: "Todas", LastName: "Personas",
		Email: "todos@example.com",
	}, core.Administrator)
	if err != nil {
		t.Fatal(err)
	}
	token := s.session(t, created)
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 200 {
		all.Go(func() {
			answer := s.login(t, "todos", password, "")
			if answer.status == http.StatusServiceUnavailable {
				answer.mustSay(t, 503, "El servidor está ocupado. Inténtalo de nuevo en unos segundos.")
			}
			mu.Lock()
			defer mu.Unlock()
			answers[answer.status]++
		})
	}
	meanwhile := 0
	signedIn := make(chan struct{})
	go func() { all.Wait(); close(signedIn) }()
	for busy := true; busy; meanwhile++ {
		s.get(t, token, "/api/profile/").mustBe(t, 200)
		s.get(t, "", "/api/health/").mustBe(t, 200)
		select {
		case <-signedIn:
			busy = false
		default:
		}
	}
	if answers[http.StatusOK] == 0 || answers[http.StatusOK]+answers[http.StatusServiceUnavailable] != 200 {
		t.Errorf("answered %v", answers)
	}
	if meanwhile < 10 {
		t.Errorf("only %d others were served meanwhile", meanwhile)
	}
}
