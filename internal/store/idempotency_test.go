package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestARequestKeyIsClaimedOnceByManyAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		key := core.RequestKey{UserID: 3, Key: "key", Fingerprint: "print"}
		var group sync.WaitGroup
		for range 12 {
			group.Go(func() {
				err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
					claimed, fingerprint, answer, err := tx.ClaimRequest(key)
					if err != nil {
						return err
					}
					if claimed {
						if err := addAttempt("effect")(tx); err != nil {
							return err
						}
						return tx.AnswerRequest(key, []byte(`{"first":true}`))
					}
					if fingerprint != "print" || string(answer) != `{"first":true}` {
						t.Errorf("remembered %s and %s", fingerprint, answer)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if n := attempts(t, db, "effect"); n != 1 {
			t.Errorf("the effect happened %d times", n)
		}
	})
}

func TestAClaimThatFailedIsFreeAndAKeyIsOnesOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		key := core.RequestKey{UserID: 3, Key: "key", Fingerprint: "print"}
		claim := func(key core.RequestKey, end error) (claimed bool) {
			err := core.Write(t.Context(), db, func(tx inventory.Tx) (err error) {
				claimed, _, _, err = tx.ClaimRequest(key)
				return errors.Join(err, end)
			})
			if !errors.Is(err, end) {
				t.Error(err)
			}
			return claimed
		}
		other := key
		other.UserID = 4
		if !claim(key, errOnPurpose) || !claim(key, nil) || claim(key, nil) || !claim(other, nil) {
			t.Error("a key was not claimed as it should")
		}
		write(t, db, func(tx inventory.Tx) error { return tx.ForgetRequests(tx.Now().Add(time.Second)) })
		if !claim(key, nil) {
			t.Error("a forgotten key is not free")
		}
	})
}

func TestAttemptsAreCountedWithinTheirWindow(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		began := clock.now
		for range 3 {
			write(t, db, func(tx inventory.Tx) error { return tx.AddAttempt("k", time.Minute) })
			clock.now = clock.now.Add(time.Second)
		}
		check := func(want int, ends time.Time) {
			t.Helper()
			read(t, db, func(tx inventory.Tx) error {
				count, end, err := tx.Attempts("k")
				if count != want || !end.Equal(ends) {
					t.Errorf("%d attempts until %v, want %d until %v", count, end, want, ends)
				}
				return err
			})
		}
		check(3, began.Add(time.Minute))
		clock.now = began.Add(time.Minute)
		check(0, time.Time{})
		write(t, db, func(tx inventory.Tx) error { return tx.AddAttempt("k", time.Minute) })
		check(1, began.Add(2*time.Minute))
		write(t, db, func(tx inventory.Tx) error { return tx.ForgetAttempts(clock.now) })
		check(1, began.Add(2*time.Minute))
		write(t, db, func(tx inventory.Tx) error { return tx.ClearAttempts("k") })
		check(0, time.Time{})
	})
}

// A user who sends one key after the other fills no disk: the newest are remembered.
func TestTheKeysOfOneUserAreBounded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const sent, kept = 54_321, 50_000
		now := db.Now()
		write(t, db, func(tx inventory.Tx) error {
			_, err := store.Exec(tx, `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
				INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at)
				SELECT 7, 'k' || n, 'f', NULL, CAST($2 AS BIGINT) + n FROM numbers`, sent, now.UnixMicro())
			return err
		})
		for _, key := range []core.RequestKey{{UserID: 7, Key: "last"}, {UserID: 8, Key: "another's"}} {
			write(t, db, func(tx inventory.Tx) error {
				_, _, _, err := tx.ClaimRequest(key)
				return err
			})
		}
		if err := core.New(db).ForgetOldRequests(t.Context()); err != nil {
			t.Fatal(err)
		}
		write(t, db, func(tx inventory.Tx) error {
			theirs, err := store.QueryInt(tx, `SELECT count(*) FROM requests WHERE user_id = 7`)
			if err != nil || theirs != kept {
				t.Errorf("%d keys of one user are remembered, want %d", theirs, kept)
			}
			newest, err := store.QueryInt(tx, `SELECT count(*) FROM requests WHERE user_id = 7 AND key = 'last' OR
				user_id = 7 AND key = 'k54321' OR user_id = 8`)
			if newest != 3 {
				t.Errorf("of the newest keys and those of others %d are remembered, want 3", newest)
			}
			return err
		})
	})
}
