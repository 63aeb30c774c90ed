package api_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"estante/internal/account"
	"estante/internal/api"
	"estante/internal/archive"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/mail"
	"estante/internal/report"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// publicURL is where links lead, whatever a request says its host is.
const publicURL = "https://estante.example.com/tienda"

// never is how often streams look by themselves whether their session stands,
// so that a test that waits for their end waits for the event.
const never = 24 * time.Hour

// stack is the whole product but for its page: memory, domain and a door that
// listens.
type stack struct {
	db     *store.DB
	inv    *inventory.Inventory
	door   *api.API
	server *httptest.Server
	clock  *clock
	logs   *lines
	// options are where the memory is.
	options store.Options
	// passwordKiB is what a password costs.
	passwordKiB uint32
}

// each runs a test on a fresh stack of every engine.
func each(t *testing.T, test func(t *testing.T, s *stack)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) { test(t, newStack(t, options)) })
}

// onSQLite runs a test that has nothing to do with the engine.
func onSQLite(t *testing.T) *stack {
	t.Helper()
	return newStack(t, storetest.SQLite(t))
}

// newStack opens a stack over the given memory, as a process that starts does.
func newStack(t testing.TB, options store.Options) *stack {
	t.Helper()
	s := &stack{clock: &clock{now: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)}, logs: &lines{}, passwordKiB: 8}
	s.open(t, options)
	return s
}

// beside opens another process on the same memory and the same clock.
func (s *stack) beside(t *testing.T, options store.Options) *stack {
	t.Helper()
	other := &stack{clock: s.clock, logs: s.logs, passwordKiB: s.passwordKiB}
	other.open(t, options)
	return other
}

func (s *stack) open(t testing.TB, options store.Options) {
	t.Helper()
	log := slogTo(s.logs)
	options.Now, options.Log, s.options = s.clock.Now, log, options
	s.db = storetest.Open(t, options)
	address, err := url.Parse(publicURL)
	if err != nil {
		t.Fatal(err)
	}
	s.inv = inventory.New(storetest.Twice(s.db), inventory.Options{
		PublicURL: address, PasswordWorkers: 2, PasswordKiB: s.passwordKiB, Sheets: report.Sheets{},
		Forecasts: report.Forecasts{}, Purchases: report.PurchaseOrders{}, Values: report.Values{}, Log: log,
		Backups: archive.NewKeeper(s.db, t.TempDir()),
	})
	s.door = api.New(s.inv, api.Options{
		Version: "prueba", Log: log, Mailer: mail.Chosen{Outbox: s.inv.Outbox},
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Heartbeat: never,
	})
	s.server = httptest.NewServer(s.door)
	t.Cleanup(func() {
		s.door.Close()
		s.server.Close()
	})
}

// slogTo is a logger that leaves nothing out.
func slogTo(lines *lines) *slog.Logger {
	return slog.New(slog.NewJSONHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// clock is the time as a test sets it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// lines is a log that several goroutines write.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// password is everybody's, until a test changes it.
const password = "clave-de-prueba"

// cheapHash is a hash of password at a cost that lets a test sign in hundreds
// of times. The form names its own cost, so the code that reads it is the real one.
var cheapHash = func() string {
	salt := []byte("una sal de prueba")
	key := argon2.IDKey([]byte(password), salt, 1, 8, 1, 32)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=8,t=1,p=1$%s$%s", argon2.Version, encode(salt), encode(key))
}()

// person keeps an active user without going through the door.
func (s *stack) person(t *testing.T, username string, role core.Role) core.User {
	t.Helper()
	return s.keep(t, core.User{Username: username, Role: role, State: core.AccountActive})
}

// keep fills in what every user has and keeps them.
func (s *stack) keep(t *testing.T, user core.User) core.User {
	t.Helper()
	user.FirstName, user.LastName, user.Version = "Nombre", "Apellido", 1
	user.Email, user.DNI = user.Username+"@example.com", "DNI-"+user.Username
	s.write(t, func(tx inventory.Tx) (err error) {
		user.JoinedAt = tx.Now()
		user.ID, err = tx.InsertUser(user, cheapHash)
		return err
	})
	return user
}

func (s *stack) write(t *testing.T, fn func(inventory.Tx) error) {
	t.Helper()
	if err := core.Write(context.Background(), s.db, fn); err != nil {
		t.Fatal(err)
	}
}

// session signs a user in without spending an attempt, and returns the token.
func (s *stack) session(t *testing.T, user core.User) string {
	t.Helper()
	token, _ := s.sessionWithID(t, user)
	return token
}

func (s *stack) sessionWithID(t *testing.T, user core.User) (token string, id int64) {
	t.Helper()
	s.write(t, func(tx inventory.Tx) (err error) {
		seed := sha256.Sum256(fmt.Appendf(nil, "%d %s %d", user.ID, tx.Now(), sessions.next()))
		token = hex.EncodeToString(seed[:])
		now := tx.Now()
		id, err = tx.InsertSession(account.Session{
			UserID: user.ID, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(12 * time.Hour), UserAgent: "prueba",
			Address: "192.0.2.1",
		}, sha256.Sum256([]byte(token)))
		return err
	})
	return token, id
}

// sessions numbers the sessions of all tests, so that no two tokens are equal.
var sessions counter

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

// signIn signs a user in through the API and returns the token.
func (s *stack) signIn(t *testing.T, username, password string) string {
	t.Helper()
	answer := s.do(t, call{
		method: http.MethodPost, path: "/api/auth/login/", body: object{"username": username, "password": password}.json(t),
	})
	answer.mustBe(t, http.StatusOK)
	var body struct{ Session struct{ SessionToken string } }
	answer.into(t, &body)
	return body.Session.SessionToken
}
