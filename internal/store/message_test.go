package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAMessageIsTakenByOneProcessAndAgainWhenItsLeaseEnds(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		user := insertUser(t, db, person("ana", "Ana"))
		const messages = 30
		write(t, db, func(tx inventory.Tx) error {
			for range messages {
				message := outbox.Message{Kind: account.MessageRecovery, UserID: user.ID, CreatedAt: clock.now}
				if err := tx.QueueMessage(message, clock.now); err != nil {
					return err
				}
			}
			return nil
		})
		var mu sync.Mutex
		var taken []int64
		claim := func(limit int) {
			err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				claimed, err := tx.ClaimMessages(limit, clock.now.Add(time.Minute))
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				for _, message := range claimed {
					if message.Attempts != 1 || message.UserID != user.ID || message.Kind != account.MessageRecovery {
						t.Errorf("claimed %+v", message)
					}
					taken = append(taken, message.ID)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { claim(6) })
		}
		group.Wait()
		claim(100)
		slices.Sort(taken)
		if len(taken) != messages || len(slices.Compact(taken)) != messages {
			t.Errorf("%d messages were taken: %v", len(taken), taken)
		}
	})
}

func TestAMessageEndsOrIsTriedAgain(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		user := insertUser(t, db, person("ana", "Ana"))
		var ids []int64
		claim := func() (attempts []int) {
			write(t, db, func(tx inventory.Tx) error {
				claimed, err := tx.ClaimMessages(10, clock.now.Add(time.Minute))
				ids = nil
				for _, message := range claimed {
					ids, attempts = append(ids, message.ID), append(attempts, message.Attempts)
				}
				return err
			})
			return attempts
		}
		write(t, db, func(tx inventory.Tx) error {
			for range 3 {
				if err := tx.QueueMessage(outbox.Message{
					Kind: account.MessageInvitation, UserID: user.ID, CreatedAt: clock.now,
				}, clock.now); err != nil {
					return err
				}
			}
			return nil
		})
		claim()
		write(t, db, func(tx inventory.Tx) error {
			if err := tx.FinishMessage(ids[0]); err != nil {
				return err
			}
			if err := tx.FailMessage(ids[1], "550 no \x00such\xff user", time.Time{}); err != nil {
				return err
			}
			return tx.FailMessage(ids[2], "later", clock.now.Add(5*time.Minute))
		})
		clock.now = clock.now.Add(5*time.Minute - 1)
		if attempts := claim(); attempts != nil {
			t.Errorf("too early %v were claimed", attempts)
		}
		clock.now = clock.now.Add(1)
		if attempts := claim(); !slices.Equal(attempts, []int{2}) {
			t.Errorf("claimed %v", attempts)
		}
		write(t, db, func(tx inventory.Tx) error {
			if err := tx.ForgetMessages(clock.now); err != nil {
				return err
			}
			left, err := store.QueryInt(tx, "SELECT count(*) FROM messages")
			if left != 1 {
				t.Errorf("%d messages are left", left)
			}
			return err
		})
	})
}

// Two processes that look at the same moment share the work instead of one
// waiting for the other's transaction and then taking the same messages.
func TestTwoClaimsAtOnceTakeDifferentMessages(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	user := insertUser(t, db, person("ana", "Ana"))
	write(t, db, func(tx inventory.Tx) error {
		for range 2 {
			if err := tx.QueueMessage(outbox.Message{
				Kind: account.MessageRecovery, UserID: user.ID, CreatedAt: tx.Now(),
			}, tx.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	claim := func(tx inventory.Tx) int64 {
		claimed, err := tx.ClaimMessages(1, tx.Now().Add(time.Minute))
		if err != nil || len(claimed) != 1 {
			t.Fatalf("claimed %v (%v)", claimed, err)
		}
		return claimed[0].ID
	}
	write(t, db, func(first inventory.Tx) error {
		mine := claim(first)
		write(t, db, func(second inventory.Tx) error {
			if theirs := claim(second); theirs == mine {
				t.Errorf("message %d was taken twice", mine)
			}
			return nil
		})
		return nil
	})
}
