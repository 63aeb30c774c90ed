package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestACollisionRunsAgain(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	for _, code := range []string{"40001", "40P01", "55P03"} {
		runs := 0
		write(t, db, func(tx inventory.Tx) error {
			runs++
			if err := addAttempt(code)(tx); err != nil {
				return err
			}
			if runs < 3 {
				_, err := store.Exec(tx, "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '"+code+"'; END $$")
				return err
			}
			return nil
		})
		if runs != 3 || attempts(t, db, code) != 1 {
			t.Errorf("after %s it ran %d times and is there %d times", code, runs, attempts(t, db, code))
		}
	}
}

// What waits for the commit collides there, or finds a server that has become a standby.
func TestACommitThatIsRefusedRunsAgain(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	for _, code := range []string{"40001", "40P01", "55P03", "25006"} {
		runs := 0
		write(t, db, func(tx inventory.Tx) error {
			runs++
			if err := addAttempt(code)(tx); err != nil || runs == 3 {
				return err
			}
			return store.Later(tx, store.AnyRows, "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '"+code+"'; END $$")
		})
		if runs != 3 || attempts(t, db, code) != 1 {
			t.Errorf("after %s it ran %d times and is there %d times", code, runs, attempts(t, db, code))
		}
	}
}

func TestACollisionWithoutEndIsGivenUp(t *testing.T) {
	t.Parallel() // It mostly waits.
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	runs := 0
	err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
		runs++
		_, err := store.Exec(tx, "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END $$")
		return err
	})
	if !errors.Is(err, core.ErrBusy) || runs < 5 || runs > 50 {
		t.Errorf("after %d runs it ended with %v", runs, err)
	}
}

func TestADeadlockIsSolved(t *testing.T) {
	t.Parallel() // It mostly waits.
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	write(t, db, func(tx inventory.Tx) error { return errors.Join(addAttempt("a")(tx), addAttempt("b")(tx)) })
	var met sync.WaitGroup
	met.Add(2)
	var group sync.WaitGroup
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		first := true
		group.Go(func() {
			if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				if err := addAttempt(order[0])(tx); err != nil {
					return err
				}
				if first {
					first = false
					met.Done()
					met.Wait()
				}
				return addAttempt(order[1])(tx)
			}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if a, b := attempts(t, db, "a"), attempts(t, db, "b"); a != 3 || b != 3 {
		t.Errorf("counted %d and %d, want 3 and 3", a, b)
	}
}

// terminate ends a backend of the server.
func terminate(t *testing.T, address string, backend uint32) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SELECT pg_terminate_backend($1, 5000)", int64(backend)); err != nil {
		t.Error(err)
	}
}

func TestAConnectionThatDiesBeforeItsCommitRunsAgain(t *testing.T) {
	t.Parallel() // It mostly waits.
	address := storetest.Postgres(t)
	var deaths atomic.Int32
	db := storetest.Open(t, store.WithBeforeCommit(store.Options{URL: address}, func(backend uint32) {
		if deaths.Add(1) <= 2 {
			terminate(t, address, backend)
		}
	}))
	runs := 0
	write(t, db, func(tx inventory.Tx) error {
		runs++
		return addAttempt("k")(tx)
	})
	if runs != 3 || attempts(t, db, "k") != 1 {
		t.Errorf("it ran %d times and is there %d times", runs, attempts(t, db, "k"))
	}
}

func TestACommitWhoseAnswerIsLostIsNotDoneTwice(t *testing.T) {
	direct := storetest.Postgres(t)
	road, address := startProxy(t, direct)
	var lose atomic.Bool
	db := storetest.Open(t, store.WithBeforeCommit(store.Options{URL: address}, func(uint32) {
		if lose.CompareAndSwap(true, false) {
			road.loseNextAnswer()
		}
	}))
	e := listen(t, storetest.Open(t, store.Options{URL: direct}))
	for n := 1; n <= 5; n++ {
		// A new connection asks first what its commit means; that is done here.
		write(t, db, addAttempt("warm"))
		lose.Store(true)
		runs := 0
		write(t, db, func(tx inventory.Tx) error {
			runs++
			if n == 5 {
				_ = tx.Emit(core.Event{Topic: core.TopicUsers, ID: 5})
			}
			return addAttempt("k")(tx)
		})
		if counted := attempts(t, db, "k"); runs != 1 || counted != n {
			t.Errorf("write %d ran %d times, and %d are there", n, runs, counted)
		}
	}
	if events := e.next(t, 1); events[0].ID != 5 {
		t.Errorf("heard %+v", events)
	}
}

func TestAServerThatIsAwayIsToldAndComesBackByItself(t *testing.T) {
	t.Parallel() // It mostly waits.
	road, address := startProxy(t, storetest.Postgres(t))
	db := storetest.Open(t, store.Options{URL: address})
	write(t, db, addAttempt("k"))
	e := listen(t, db)

	road.cut()
	write(t, db, addAttempt("k"))
	if attempts(t, db, "k") != 2 {
		t.Error("a write over a connection that was cut is not there once")
	}
	if events := e.next(t, 1); events[0].Topic != core.TopicResync {
		t.Errorf("after a cut heard %+v", events)
	}

	road.setShut(true)
	road.cut()
	if err := core.Write(t.Context(), db, addAttempt("k")); !errors.Is(err, core.ErrDown) {
		t.Errorf("without a server a write ended with %v", err)
	}
	if err := db.Ping(t.Context()); !errors.Is(err, core.ErrDown) {
		t.Errorf("without a server a ping ended with %v", err)
	}

	road.setShut(false)
	write(t, db, addAttempt("k"))
	if attempts(t, db, "k") != 3 {
		t.Error("after the server came back a write is not there once")
	}
	if events := e.next(t, 1); events[0].Topic != core.TopicResync {
		t.Errorf("after the server came back heard %+v", events)
	}
}

func TestOpeningADatabaseThatIsNotThereFails(t *testing.T) {
	t.Parallel() // It mostly waits.
	road, address := startProxy(t, storetest.Postgres(t))
	road.setShut(true)
	if _, err := store.Open(t.Context(), store.Options{URL: address}); !errors.Is(err, core.ErrDown) {
		t.Errorf("opening ended with %v", err)
	}
	if _, err := store.Open(t.Context(), store.Options{URL: "mysql://example"}); err == nil {
		t.Error("an address of another kind was opened")
	}
}

// Until the server has looked at a table that grew at once, it takes it for a
// short one and reads all of it for each row.
func TestTheServerLooksAtWhatCameAtOnce(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	const many = 600
	write(t, db, func(tx inventory.Tx) error {
		products := make([]catalogue.Product, many)
		for n := range products {
			sku := fmt.Sprintf("MUCHO-%d", n)
			products[n] = catalogue.Product{
				SKU: sku, Name: sku, Status: catalogue.StatusActive, AlertDays: 7, CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
				Version: 1,
			}
		}
		_, err := tx.InsertProducts(products)
		return err
	})
	for deadline := time.Now().Add(20 * time.Second); ; {
		var rows int64
		if err := core.Read(t.Context(), db, func(tx inventory.Tx) (err error) {
			rows, err = store.QueryInt(tx, "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = 'products'::regclass")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if rows == many {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server believes in %d products", rows)
		}
	}
}
