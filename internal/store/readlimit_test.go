package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// endless answers with some thousand numbers, enough for a server to send the first of
// them, and then computes for many minutes.
const endless = `WITH RECURSIVE numbers (n) AS (
		SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000000000)
	SELECT n FROM numbers WHERE n <= 5000`

// asking is a read or a snapshot.
type asking = func(context.Context, func(core.Tx) error) error

// eachReader asks the only reader of each engine, and the same of a snapshot.
func eachReader(t *testing.T, test func(t *testing.T, db *store.DB, ask asking)) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		options.Readers = 1
		db := storetest.Open(t, options)
		t.Run("read", func(t *testing.T) { test(t, db, db.Read) })
		t.Run("snapshot", func(t *testing.T) { test(t, db, db.Snapshot) })
	})
}

func TestWhoLeavesFreesTheReader(t *testing.T) {
	eachReader(t, func(t *testing.T, db *store.DB, ask asking) {
		ctx, leave := context.WithCancel(t.Context())
		err := ask(ctx, func(tx core.Tx) error {
			return store.WalkIDs(tx, endless, func(int64) error {
				leave()
				return nil
			})
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a search whose caller has left ended with %v", err)
		}
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("the reader afterwards: %v", err)
		}
		if err := ask(t.Context(), func(tx core.Tx) error {
			_, err := tx.Settings()
			return err
		}); err != nil {
			t.Errorf("the next who asks: %v", err)
		}
	})
}

func TestAReadHasALimit(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		options.Readers = 1
		db := storetest.Open(t, store.WithReadLimit(options, 200*time.Millisecond))
		err := core.Read(t.Context(), db, func(tx core.Tx) error {
			return store.WalkIDs(tx, endless, func(int64) error { return nil })
		})
		if !errors.Is(err, core.ErrBusy) {
			t.Errorf("a search without an end ended with %v", err)
		}
		if n := attempts(t, db, "k"); n != 0 {
			t.Errorf("the reader afterwards finds %d", n)
		}
	})
}
