package store_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/webhook"
)

var errOnPurpose = errors.New("on purpose")

func TestAWriteThatFailsLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			if err := addAttempt("k")(tx); err != nil {
				return err
			}
			return errOnPurpose
		})
		if !errors.Is(err, errOnPurpose) {
			t.Errorf("the error is %v", err)
		}
		if attempts(t, db, "k") != 0 {
			t.Error("the change of a failed write is there")
		}
	})
}

func TestAWriteThatPanicsLeavesNothingAndPanicsInItsCaller(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		panicked := func() (value any) {
			defer func() { value = recover() }()
			_ = core.Write(t.Context(), db, func(tx inventory.Tx) error {
				if err := addAttempt("k")(tx); err != nil {
					return err
				}
				panic("on purpose")
			})
			return nil
		}()
		if panicked != "on purpose" {
			t.Errorf("the panic came out as %v", panicked)
		}
		if attempts(t, db, "k") != 0 {
			t.Error("the change of a panicking write is there")
		}
		write(t, db, addAttempt("k"))
		if attempts(t, db, "k") != 1 {
			t.Error("the next write is not there")
		}
	})
}

// On PostgreSQL a transaction is over after its first error. Were it not so on
// SQLite, a closure that overlooks one would keep half of its changes there.
func TestAnOverlookedErrorFailsTheWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		insertUser(t, db, person("ana", "Ana"))
		err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			if err := addAttempt("k")(tx); err != nil {
				return err
			}
			_, _ = tx.InsertUser(person("ana", "Ana"), "hash")
			return nil
		})
		wantKind(t, err, core.Conflict)
		if attempts(t, db, "k") != 0 {
			t.Error("half of a write is there")
		}
	})
}

func TestWritersAtOnceLoseNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const writers, writes = 16, 25
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for range writes {
					if err := core.Write(t.Context(), db, readThenWrite); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		read(t, db, func(tx inventory.Tx) error {
			settings, err := tx.Settings()
			if settings.Version != 1+writers*writes {
				t.Errorf("%d of %d changes are there", settings.Version-1, writers*writes)
			}
			return err
		})
	})
}

// readThenWrite would lose updates were it not for the lock.
func readThenWrite(tx inventory.Tx) error {
	if err := tx.Lock("settings"); err != nil {
		return err
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	return tx.UpdateSettings(settings)
}

// A transaction that has much to write knows when other writers wait. On PostgreSQL
// no transaction can know, so each assumes it.
func TestAWriteKnowsThatOthersWait(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		db := storetest.Open(t, storetest.SQLite(t))
		var others sync.WaitGroup
		write(t, db, func(tx inventory.Tx) error {
			if tx.Crowded() || !tx.OneAtATime() {
				t.Error("crowded by nobody")
			}
			others.Go(func() { _ = core.Write(t.Context(), db, addAttempt("k")) })
			for !tx.Crowded() {
				runtime.Gosched()
			}
			return nil
		})
		others.Wait()
		if attempts(t, db, "k") != 1 {
			t.Error("the one who waited is not there")
		}
	})
	t.Run("postgres", func(t *testing.T) {
		db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
		write(t, db, func(tx inventory.Tx) error {
			if !tx.Crowded() || tx.OneAtATime() {
				t.Error("said to be alone")
			}
			return nil
		})
	})
}

func TestAFailingWriteHarmsNobodyBesideIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const writers = 60
		outcomes := make([]error, writers)
		var group sync.WaitGroup
		for i := range writers {
			group.Go(func() {
				defer func() { _ = recover() }()
				outcomes[i] = errOnPurpose
				outcomes[i] = core.Write(t.Context(), db, func(tx inventory.Tx) error {
					if err := addAttempt(key(i))(tx); err != nil {
						return err
					}
					switch i % 4 {
					case 1:
						return errOnPurpose
					case 2:
						panic("on purpose")
					case 3:
						_, err := tx.InsertSession(account.Session{UserID: 12345}, token(1))
						return err
					}
					return nil
				})
			})
		}
		group.Wait()
		for i, err := range outcomes {
			if counted := attempts(t, db, key(i)); (err == nil) != (counted == 1) || (err == nil) != (i%4 == 0) {
				t.Errorf("write %d ended with %v and is there %d times", i, err, counted)
			}
		}
	})
}

func TestACallerWhoLeavesDoesNotUndoAWriteThatHasBegun(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, leave := context.WithCancel(t.Context())
		err := core.Write(ctx, db, func(tx inventory.Tx) error {
			leave()
			return addAttempt("k")(tx)
		})
		if err != nil || attempts(t, db, "k") != 1 {
			t.Errorf("the write ended with %v", err)
		}
		if err := core.Write(ctx, db, addAttempt("k")); !errors.Is(err, context.Canceled) {
			t.Errorf("a write for nobody ended with %v", err)
		}
		if attempts(t, db, "k") != 1 {
			t.Error("a write for nobody is there")
		}
	})
}

// occupied begins the write «first», which goes on until it is let go.
func occupied(t *testing.T, db *store.DB, group *sync.WaitGroup) (letGo func()) {
	t.Helper()
	begun, goOn := make(chan struct{}), make(chan struct{})
	group.Go(func() {
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			close(begun)
			<-goOn
			return addAttempt("first")(tx)
		}); err != nil {
			t.Error(err)
		}
	})
	<-begun
	return func() { close(goOn) }
}

func TestACallerWhoLeavesTheQueueIsNotServed(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.Writers = 1
		db := storetest.Open(t, options)
		var group sync.WaitGroup
		letGo := occupied(t, db, &group)
		ctx, leave := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer leave()
		served := false
		err := core.Write(ctx, db, func(inventory.Tx) error {
			served = true
			return nil
		})
		letGo()
		group.Wait()
		if !errors.Is(err, context.DeadlineExceeded) || served {
			t.Errorf("who left the queue was served: %v, %v", served, err)
		}
	})
}

// SQLite gives up a whole transaction after some failures of the disk. Here the
// closure ends it itself, from inside a batch.
func TestABatchThatIsLostRunsAgain(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	const writers = 20
	var runs atomic.Int32
	outcomes := make([]error, writers)
	begun, goOn := make(chan struct{}, writers), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		if err := core.Write(t.Context(), db, func(inventory.Tx) error {
			begun <- struct{}{}
			<-goOn
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	<-begun
	for i := range writers {
		group.Go(func() {
			outcomes[i] = core.Write(t.Context(), db, func(tx inventory.Tx) error {
				runs.Add(1)
				if i == 10 {
					_, err := store.Exec(tx, "ROLLBACK")
					return err
				}
				return addAttempt(key(i))(tx)
			})
		})
	}
	close(goOn)
	group.Wait()
	for i, err := range outcomes {
		if (err == nil) != (i != 10) || (attempts(t, db, key(i)) == 1) != (i != 10) {
			t.Errorf("write %d ended with %v and is there %d times", i, err, attempts(t, db, key(i)))
		}
	}
	t.Logf("%d runs for %d writes", runs.Load(), writers)
}

// A background write is the first of its transaction: when it fails, no other write
// has to run again.
func TestAPatientWriteThatFailsHarmsNobody(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	var group sync.WaitGroup
	letGo := occupied(t, db, &group)
	failed := errors.New("no more rows")
	for i := range 6 {
		group.Go(func() {
			if i%3 != 0 {
				if err := core.Write(t.Context(), db, addAttempt("beside")); err != nil {
					t.Error(err)
				}
				return
			}
			err := core.Write(core.InBackground(t.Context()), db, func(tx inventory.Tx) error {
				return errors.Join(addAttempt("patient")(tx), failed)
			})
			if !errors.Is(err, failed) {
				t.Errorf("the patient write ended with %v", err)
			}
		})
	}
	letGo()
	group.Wait()
	for name, want := range map[string]int{"first": 1, "beside": 4, "patient": 0} {
		if got := attempts(t, db, name); got != want {
			t.Errorf("%s is there %d times, want %d", name, got, want)
		}
	}
}

func TestAClosedDatabaseSaysSo(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		db := storetest.Open(t, options)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if core.Write(t.Context(), db, addAttempt("k")) == nil || db.Ping(t.Context()) == nil {
			t.Error("a closed database answers")
		}
		if err := db.Close(); err != nil {
			t.Errorf("closing it twice: %v", err)
		}
	})
}

// Requests that share a commit write their figures once. A request that reads the
// figures before the commit sees the changes of all earlier requests of the batch,
// but nothing of a request that failed.
func TestFiguresOfASharedCommitAreThoseOfItsRequests(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	look := func(want int64) func(inventory.Tx) error {
		return func(tx inventory.Tx) error {
			if totals, err := tx.Totals(); err != nil || totals.Products != want {
				t.Errorf("within the commit there are %d products, want %d: %v", totals.Products, want, err)
			}
			return nil
		}
	}
	for _, requests := range [][]func(inventory.Tx) error{
		{bring("A", nil), look(1), bring("B", nil), bring("C", nil), look(3)},
		{bring("D", nil), bring("E", nil), look(5), bring("F", errOnPurpose), bring("G", nil), look(6)},
	} {
		for _, err := range together(t, db, requests) {
			if err != nil && !errors.Is(err, errOnPurpose) {
				t.Error(err)
			}
		}
		countAgain(t, db)
	}
}

// Figures that cannot be written fail the request that caused them, and no other.
func TestFiguresThatFailHarmOneRequestOfACommit(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	write(t, db, func(tx inventory.Tx) error {
		_, err := store.Exec(tx, `CREATE TRIGGER full BEFORE UPDATE ON totals WHEN new.products > 2 BEGIN SELECT RAISE(ABORT,
			'full'); END`)
		return err
	})
	outcomes := together(t, db, []func(inventory.Tx) error{
		bring("A", nil), bring("B", nil), bring("C", nil),
		addAttempt("k"),
	})
	if outcomes[0] != nil || outcomes[1] != nil || outcomes[2] == nil || outcomes[3] != nil || attempts(t, db, "k") != 1 {
		t.Errorf("the requests ended with %v", outcomes)
	}
	countAgain(t, db)
}

// bring is a write of one product.
func bring(name string, outcome error) func(inventory.Tx) error {
	return func(tx inventory.Tx) error {
		_, err := tx.InsertProducts([]catalogue.Product{{SKU: name, Name: name, Status: catalogue.StatusActive, Version: 1}})
		return errors.Join(err, outcome)
	}
}

// countAgain compares the figures that are kept with what there is.
func countAgain(t *testing.T, db *store.DB) {
	t.Helper()
	read(t, db, func(tx inventory.Tx) error {
		kept, err := tx.Totals()
		counted, countErr := tx.CountedTotals()
		if kept != counted {
			t.Errorf("kept are %+v, counted %+v", kept, counted)
		}
		return errors.Join(err, countErr)
	})
}

// together has requests wait for the writer in their order, so that they share a
// commit, and returns how they ended.
func together(t *testing.T, db *store.DB, requests []func(inventory.Tx) error) []error {
	t.Helper()
	outcomes := make([]error, len(requests))
	var group sync.WaitGroup
	queue := func() {
		for i, request := range requests {
			group.Go(func() { outcomes[i] = core.Write(t.Context(), db, request) })
			for store.Queued(db) <= i {
				runtime.Gosched()
			}
		}
	}
	var once sync.Once // Where one fails, those before it run again.
	write(t, db, func(inventory.Tx) error {
		once.Do(queue)
		return nil
	})
	group.Wait()
	return outcomes
}

// What the requests of a commit remember of rows is forgotten with the row.
func TestASharedCommitForgetsWhatItChanges(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	subscribed := func(want int) func(inventory.Tx) error {
		return func(tx inventory.Tx) error {
			if ids, err := tx.Subscribers(webhook.EventStockChanged); err != nil || len(ids) != want {
				t.Errorf("told are %v, want %d: %v", ids, want, err)
			}
			return nil
		}
	}
	named := func(want string) func(inventory.Tx) error {
		return func(tx inventory.Tx) error {
			if main, err := tx.HoldLocation(ledger.MainLocation); err != nil || main.Name != want {
				t.Errorf("the location is called %q, want %q: %v", main.Name, want, err)
			}
			return nil
		}
	}
	outcomes := together(t, db, []func(inventory.Tx) error{
		subscribed(0), named("Principal"),
		func(tx inventory.Tx) error {
			_, err := tx.InsertSubscription(webhook.Subscription{
				Name: "A", Events: []webhook.SubscriptionEvent{webhook.EventStockChanged}, Active: true, Version: 1,
			})
			return err
		},
		func(tx inventory.Tx) error {
			return tx.UpdateLocation(ledger.Location{ID: ledger.MainLocation, Name: "Tienda", Active: true})
		},
		subscribed(1), named("Tienda"),
		func(tx inventory.Tx) error { return tx.DeleteSubscription(1) },
		subscribed(0),
	})
	if err := errors.Join(outcomes...); err != nil {
		t.Error(err)
	}
}
