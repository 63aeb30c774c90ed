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

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/jobs"
	"estante/internal/outbox"
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
type box struct{ letters chan outbox.Mail }

func (b box) Send(ctx context.Context, mail outbox.Mail) error {
	select {
	case b.letters <- mail: // Also when the jobs are told to stop meanwhile.
		return nil
	default:
	}
	select {
	case b.letters <- mail:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b box) next(t *testing.T) outbox.Mail {
	t.Helper()
	select {
	case mail := <-b.letters:
		return mail
	case <-time.After(patience):
		t.Fatal("no letter was sent")
		return outbox.Mail{}
	}
}

// secretKey is the one that all processes of a test share, as those of a shop do.
var secretKey = core.NewSecretKey()

func newInventory(t *testing.T, options store.Options) *inventory.Inventory {
	t.Helper()
	return inventory.New(storetest.Open(t, options), inventory.Options{
		PublicURL: &url.URL{Scheme: "https", Host: "example.com"}, PasswordWorkers: 1, SecretKey: secretKey,
	})
}

func invite(t *testing.T, inv *inventory.Inventory, username string) {
	t.Helper()
	_, err := inv.Accounts.CreateUser(t.Context(), core.System, account.NewUser{
		Username: username, DNI: username, FirstName: "Nombre", LastName: "Apellido", Email: username + "@example.com",
	}, core.Viewer)
	if err != nil {
		t.Fatal(err)
	}
}

// start runs the jobs until they are stopped, at the end of the test at the
// latest; to stop is to wait for the work at hand.
func start(t *testing.T, inv *inventory.Inventory, hands jobs.Hands) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { jobs.Run(ctx, inv, hands, slog.New(slog.DiscardHandler)) })
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

// startTwo runs the jobs in two processes, or twice in one where the memory is one
// process's alone.
func startTwo(t *testing.T, inv *inventory.Inventory, options store.Options, hands jobs.Hands) (stop func()) {
	t.Helper()
	other := inv
	if options.URL != "" {
		other = newInventory(t, options)
	}
	one, two := start(t, inv, hands), start(t, other, hands)
	return func() { one(); two() }
}

// clock is a time that passes when it is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Letters that wait at the start and those queued later are sent at once, more
// than one batch of them.
func TestLettersAreSentAtOnce(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, mailer := newInventory(t, options), box{letters: make(chan outbox.Mail)}
		waiting := map[string]bool{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			invite(t, inv, name)
			waiting[name+"@example.com"] = true
		}
		start(t, inv, jobs.Hands{Mailer: mailer})
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

// Several processes share the work: each letter is sent once, and none is left
// to be sent again when the claims have run out.
func TestProcessesShareLetters(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		options.Now = clock.read
		inv, mailer := newInventory(t, options), box{letters: make(chan outbox.Mail, 100)}
		stop := startTwo(t, inv, options, jobs.Hands{Mailer: mailer})
		sent := map[string]int{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			invite(t, inv, name)
		}
		for range 8 {
			sent[mailer.next(t).To]++
		}
		stop()
		clock.pass(time.Hour)
		if left, err := inv.Outbox.DeliverMessages(t.Context(), mailer); err != nil || left != 0 {
			t.Errorf("%d letters are left, %v", left, err)
		}
		for len(mailer.letters) > 0 {
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
		clock := newClock()
		options.Now = clock.read
		db := storetest.Open(t, options)
		inv := inventory.New(db, inventory.Options{PublicURL: &url.URL{}, PasswordWorkers: 1})
		token := core.TokenHash{1}
		var session int64
		err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			id, err := tx.InsertUser(core.User{
				Username: "ana", Email: "a@b.es", DNI: "1", Role: core.Viewer, State: core.AccountActive, JoinedAt: tx.Now(),
				Version: 1,
			}, "!")
			if err != nil {
				return err
			}
			session, err = tx.InsertSession(account.Session{
				UserID: id, CreatedAt: tx.Now(), LastSeenAt: tx.Now(), ExpiresAt: tx.Now().Add(time.Hour),
			}, token)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		clock.pass(2 * time.Hour)
		start(t, inv, jobs.Hands{Mailer: box{}})
		// Ending a session finds it whether or not it has expired, until it is forgotten.
		gone := func() bool {
			kept := errors.New("kept")
			err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				if err := tx.EndSession(1, session); err != nil {
					return err
				}
				return kept
			})
			return errors.Is(err, core.ErrNotFound)
		}
		for deadline := time.Now().Add(patience); !gone(); {
			if time.Now().After(deadline) {
				t.Fatal("an expired session is still kept")
			}
		}
	})
}
