package inventory_test

import (
	"net/url"
	"sync"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// office is an inventory over a real memory, with a clock that tests turn.
type office struct {
	*inventory.Inventory
	db    *store.DB
	mu    sync.Mutex
	clock time.Time
}

// eachOffice runs a test in an empty one on every engine.
func eachOffice(t *testing.T, test func(t *testing.T, s *office)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) { test(t, newOffice(t, options)) })
}

func newOffice(t *testing.T, options store.Options) *office {
	t.Helper()
	s := &office{clock: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)}
	options.Now = s.now
	s.db = storetest.Open(t, options)
	s.Inventory = inventory.New(storetest.Twice(s.db), inventory.Options{
		PublicURL: &url.URL{Scheme: "https", Host: "estante.example.com"}, PasswordWorkers: 2, PasswordKiB: 8,
	})
	return s
}

func (s *office) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

func (s *office) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = s.clock.Add(d)
}

const password = "clave-de-prueba"

// open opens an account; without a password its owner is invited.
func (s *office) open(t *testing.T, username, password string) inventory.User {
	t.Helper()
	user, err := s.CreateUser(t.Context(), inventory.System, inventory.NewUser{
		Username: username, Password: password, ConfirmPassword: password, DNI: username,
		FirstName: "Nombre", LastName: "Apellido", Email: username + "@example.com",
	}, inventory.Seller)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func (s *office) login(t *testing.T, username, password string) error {
	t.Helper()
	_, err := s.Login(t.Context(), inventory.Login{Username: username, Password: password, Peer: "192.0.2.1"})
	return err
}
