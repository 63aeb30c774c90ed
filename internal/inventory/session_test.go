package inventory_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"estante/internal/inventory"
)

// Guessing a name costs the server and the guesser what guessing a password
// does: one comparison with a hash of the same price, and the same answer.
func TestUnknownPeopleCostTheSame(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "ana", password)
		s.open(t, "invitada", "")
		var compared []string
		s.Watch(func(hash string) { compared = append(compared, hash) })
		for _, username := range []string{"ana", "nadie", "invitada"} {
			compared = nil
			if err := s.login(t, username, "no es esta"); !errors.Is(err, inventory.ErrBadCredentials) {
				t.Errorf("%s: %v", username, err)
			}
			if len(compared) != 1 || price(compared[0]) != price(s.Decoy()) {
				t.Errorf("%s was compared with %q", username, compared)
			}
			if known := username == "ana"; slices.Contains(compared, s.Decoy()) == known {
				t.Errorf("%s: the decoy stood in: %t", username, known)
			}
		}
	})
}

// price is the part of a hash that says what it costs.
func price(hash string) string { return strings.Join(strings.Split(hash, "$")[:4], "$") }

// Nobody signs in as somebody who does not exist or has no password yet, not
// even with what is kept instead of one.
func TestNobodyHasTheDecoysPassword(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "invitada", "")
		for _, guess := range []string{s.Decoy(), inventory.UnusablePassword} {
			for _, username := range []string{"nadie", "invitada"} {
				if err := s.login(t, username, guess); !errors.Is(err, inventory.ErrBadCredentials) {
					t.Errorf("%s with %q: %v", username, guess, err)
				}
			}
		}
	})
}

// Two hundred sign-ins are worked through two at a time, and whoever asks for
// anything else is answered meanwhile.
func TestSignInsWaitTheirTurn(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		var inside, most atomic.Int64
		full, release := make(chan struct{}), make(chan struct{})
		var once sync.Once
		s.Instead(func() {
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
			all.Go(func() { results <- s.login(t, strings.Repeat("n", 1+i%50), "no es esta") })
		}
		<-full
		if _, err := s.Settings(t.Context()); err != nil {
			t.Errorf("somebody else got %v", err)
		}
		if err := s.Ready(t.Context()); err != nil {
			t.Errorf("the balancer got %v", err)
		}
		close(release)
		all.Wait()
		close(results)
		for err := range results {
			var refused *inventory.Error
			if !errors.As(err, &refused) || (refused.Kind != inventory.Unauthorized && refused.Kind != inventory.TooMany) {
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
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "admin", password)
		ana := s.open(t, "ana", password)
		inactive := inventory.AccountInactive
		s.Watch(func(string) {
			if _, err := s.UpdateUser(t.Context(), inventory.System, ana.ID, inventory.UserChange{State: &inactive}); err != nil {
				t.Error(err)
			}
		})
		if err := s.login(t, "ana", password); !errors.Is(err, inventory.ErrAccountInactive) {
			t.Errorf("signed in: %v", err)
		}
	})
}
