package account_test

import (
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/shoptest"
)

// A browser keeps its mark for an address, which begins at the root however little of it the
// operator wrote down.
func TestAnAddressBeginsAtTheRoot(t *testing.T) {
	for public, want := range map[string]string{
		"http://127.0.0.1:8080": "/api/auth/", "https://a.example/": "/api/auth/",
		"https://a.example/tienda": "/tienda/api/auth/",
	} {
		at, err := url.Parse(public)
		shoptest.Must(t, at, err)
		messages := outbox.New(nil, at, core.SecretKey{}, slog.New(slog.DiscardHandler))
		accounts := account.New(nil, messages, account.Options{PublicURL: at, PasswordKiB: 8})
		if got := accounts.Address("api/auth/").Path; got != want {
			t.Errorf("at %s it is %q, want %q", public, got, want)
		}
	}
}

// Guessing a name costs the server and the guesser what guessing a password
// does: one comparison with a hash of the same price, and the same answer.
func TestUnknownPeopleCostTheSame(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "ana", shoptest.Password)
		s.Open(t, "invitada", "")
		var compared []string
		s.Accounts.Watch(func(hash string) { compared = append(compared, hash) })
		for _, username := range []string{"ana", "nadie", "invitada"} {
			compared = nil
			if err := s.Login(t, username, "no es esta"); !errors.Is(err, account.ErrBadCredentials) {
				t.Errorf("%s: %v", username, err)
			}
			if len(compared) != 1 || price(compared[0]) != price(s.Accounts.Decoy()) {
				t.Errorf("%s was compared with %q", username, compared)
			}
			if known := username == "ana"; slices.Contains(compared, s.Accounts.Decoy()) == known {
				t.Errorf("%s: the decoy stood in: %t", username, known)
			}
		}
	})
}

// price is the part of a hash that says what it costs.
func price(hash string) string { return strings.Join(strings.Split(hash, "$")[:4], "$") }

// An attacker cannot sign in as a user who does not exist or has no password yet, not even
// with the value that is stored instead of one.
func TestNobodyHasTheDecoysPassword(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "invitada", "")
		for _, guess := range []string{s.Accounts.Decoy(), account.UnusablePassword} {
			for _, username := range []string{"nadie", "invitada"} {
				if err := s.Login(t, username, guess); !errors.Is(err, account.ErrBadCredentials) {
					t.Errorf("%s with %q: %v", username, guess, err)
				}
			}
		}
	})
}

// Two hundred sign-ins are worked through two at a time, and other requests are answered meanwhile.
func TestSignInsWaitTheirTurn(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		var inside, most atomic.Int64
		full, release := make(chan struct{}), make(chan struct{})
		var once sync.Once
		s.Accounts.Instead(func() {
			now := inside.Add(1)
			defer inside.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			if now == 2 {
				once.Do(func() { close(full) })
			}
			<-release
		})
		var all sync.WaitGroup
		results := make(chan error, 200)
		for i := range 200 {
			all.Go(func() { results <- s.Login(t, strings.Repeat("n", 1+i%50), "no es esta") })
		}
		<-full
		if _, err := s.Core.Settings(t.Context()); err != nil {
			t.Errorf("somebody else got %v", err)
		}
		if err := s.Core.Ready(t.Context()); err != nil {
			t.Errorf("the balancer got %v", err)
		}
		close(release)
		all.Wait()
		close(results)
		for err := range results {
			var refused *core.Error
			if !errors.As(err, &refused) || (refused.Kind != core.Unauthorized && refused.Kind != core.TooMany) {
				t.Errorf("a sign-in got %v", err)
			}
		}
		if most.Load() != 2 {
			t.Errorf("%d passwords were compared at once", most.Load())
		}
	})
}

// A session of an account that was closed while the password was being
// compared is not opened.
func TestAccountClosedDuringSignIn(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "admin", shoptest.Password)
		ana := s.Open(t, "ana", shoptest.Password)
		inactive := core.AccountInactive
		s.Accounts.Watch(func(string) {
			if _, err := s.Accounts.UpdateUser(t.Context(), core.System, ana.ID,
				account.UserChange{State: &inactive}); err != nil {
				t.Error(err)
			}
		})
		if err := s.Login(t, "ana", shoptest.Password); !errors.Is(err, account.ErrAccountInactive) {
			t.Errorf("signed in: %v", err)
		}
	})
}
