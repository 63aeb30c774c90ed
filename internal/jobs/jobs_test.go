package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"estante/internal/inventory"
	"estante/internal/jobs"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// patience is longer than anything but a failure takes, and shorter than the
// clock by which letters are looked for that no event announced.
const patience = 10 * time.Second

// box is a mailer that hands letters over.
type box struct{ letters chan inventory.Mail }

func (b box) Send(ctx context.Context, mail inventory.Mail) error {
	select {
	case b.letters <- mail:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b box) next(t *testing.T) inventory.Mail {
	t.Helper()
	select {
	case mail := <-b.letters:
		return mail
	case <-time.After(patience):
		t.Fatal("no letter was sent")
		return inventory.Mail{}
	}
}

// secretKey is the one that all processes of a test share, as those of a shop do.
var secretKey = inventory.NewSecretKey()

func newInventory(t *testing.T, options store.Options) *inventory.Inventory {
	t.Helper()
	return inventory.New(storetest.Open(t, options), inventory.Options{
		PublicURL: &url.URL{Scheme: "https", Host: "example.com"}, PasswordWorkers: 1, SecretKey: secretKey,
	})
}

func invite(t *testing.T, inv *inventory.Inventory, username string) {
	t.Helper()
	_, err := inv.CreateUser(t.Context(), inventory.System, inventory.NewUser{
		Username: username, DNI: username, FirstName: "Nombre", LastName: "Apellido", Email: username + "@example.com",
	}, inventory.Viewer)
	if err != nil {
		t.Fatal(err)
	}
}

// start runs the jobs until the test ends, and waits for them.
func start(t *testing.T, inv *inventory.Inventory, mailer inventory.Mailer) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { jobs.Run(ctx, inv, jobs.Hands{Mailer: mailer}, slog.New(slog.DiscardHandler)) })
	t.Cleanup(func() { stop(); running.Wait() })
}

// Letters that wait at the start and those queued later are sent at once, more
// than one batch of them.
func TestLettersAreSentAtOnce(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, mailer := newInventory(t, options), box{letters: make(chan inventory.Mail)}
		waiting := map[string]bool{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			invite(t, inv, name)
			waiting[name+"@example.com"] = true
		}
		start(t, inv, mailer)
		for range len(waiting) {
			delete(waiting, mailer.next(t).To)
		}
		if len(waiting) != 0 {
			t.Errorf("nothing was sent to %v", waiting)
		}
		invite(t, inv, "later")
		if to := mailer.next(t).To; to != "later@example.com" {
			t.Errorf("a letter for %s", to)
		}
	})
}

// Several processes share the work: each letter is sent once.
func TestProcessesShareLetters(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, mailer := newInventory(t, options), box{letters: make(chan inventory.Mail)}
		start(t, inv, mailer)
		other := inv
		if options.URL != "" {
			other = newInventory(t, options)
		}
		start(t, other, mailer)
		sent := map[string]int{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			invite(t, inv, name)
		}
		for range 8 {
			sent[mailer.next(t).To]++
		}
		for to, times := range sent {
			if times != 1 {
				t.Errorf("%s got %d letters", to, times)
			}
		}
	})
}

// Whatever has expired is forgotten from the first moment on.
func TestTidyAtTheStart(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		var mu sync.Mutex
		now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
		db := storetest.Open(t, options)
		inv := inventory.New(db, inventory.Options{PublicURL: &url.URL{}, PasswordWorkers: 1})
		token := inventory.TokenHash{1}
		var session int64
		err := db.Write(t.Context(), func(tx inventory.Tx) error {
			id, err := tx.InsertUser(inventory.User{Username: "ana", Email: "a@b.es", DNI: "1", Role: inventory.Viewer, State: inventory.AccountActive, JoinedAt: tx.Now(), Version: 1}, "!")
			if err != nil {
				return err
			}
			session, err = tx.InsertSession(inventory.Session{UserID: id, CreatedAt: tx.Now(), LastSeenAt: tx.Now(), ExpiresAt: tx.Now().Add(time.Hour)}, token)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		now = now.Add(2 * time.Hour)
		mu.Unlock()
		start(t, inv, box{})
		// Ending a session finds it whether or not it has expired, until it is forgotten.
		gone := func() bool {
			kept := errors.New("kept")
			err := db.Write(t.Context(), func(tx inventory.Tx) error {
				if err := tx.EndSession(1, session); err != nil {
					return err
				}
				return kept
			})
			return errors.Is(err, inventory.ErrNotFound)
		}
		for deadline := time.Now().Add(patience); !gone(); {
			if time.Now().After(deadline) {
				t.Fatal("an expired session is still kept")
			}
		}
	})
}
