package store_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// clock is a time that a test moves.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{now: time.UnixMicro(1_750_000_000_000_000).UTC()} }

func (c *clock) options(options store.Options) store.Options {
	options.Now = func() time.Time { return c.now }
	return options
}

func insertSession(
	t *testing.T, db *store.DB, userID int64, hash core.TokenHash, seen, ends time.Time,
) account.Session {
	t.Helper()
	session := account.Session{
		UserID: userID, CreatedAt: seen, LastSeenAt: seen, ExpiresAt: ends, UserAgent: "Firefox", Address: "192.0.2.1",
	}
	write(t, db, func(tx inventory.Tx) (err error) {
		session.ID, err = tx.InsertSession(session, hash)
		return err
	})
	return session
}

func TestASessionIsFoundByItsTokenUntilItEnds(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		user := insertUser(t, db, person("ana", "Ana"))
		session := insertSession(t, db, user.ID, token(1), clock.now, clock.now.Add(time.Hour))
		find := func() (err error) {
			_ = core.Read(t.Context(), db, func(tx inventory.Tx) error {
				var found account.Session
				var owner core.User
				found, owner, err = tx.SessionByToken(token(1))
				if err == nil && (!reflect.DeepEqual(owner, user) || found.ID != session.ID || found.UserAgent != "Firefox") {
					t.Errorf("found %+v of %+v", found, owner)
				}
				return nil
			})
			return err
		}
		if err := find(); err != nil {
			t.Error(err)
		}
		clock.now = session.ExpiresAt.Add(-time.Microsecond)
		if err := find(); err != nil {
			t.Error(err)
		}
		clock.now = session.ExpiresAt
		if err := find(); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("an expired session was found: %v", err)
		}
		write(t, db, func(tx inventory.Tx) error {
			return tx.ExtendSession(session.ID, clock.now.Add(time.Minute), clock.now)
		})
		if err := find(); err != nil {
			t.Error(err)
		}
		write(t, db, func(tx inventory.Tx) error { return tx.ForgetSessions(clock.now.Add(time.Minute)) })
		if err := find(); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("a forgotten session was found: %v", err)
		}
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		ana, eva := insertUser(t, db, person("ana", "Ana")), insertUser(t, db, person("eva", "Eva"))
		later := clock.now.Add(time.Hour)
		first := insertSession(t, db, ana.ID, token(1), clock.now, later)
		last := insertSession(t, db, ana.ID, token(2), clock.now.Add(time.Second), later)
		insertSession(t, db, ana.ID, token(3), clock.now, clock.now)
		other := insertSession(t, db, eva.ID, token(4), clock.now, later)
		list := func(user core.User) (ids []int64) {
			read(t, db, func(tx inventory.Tx) error {
				sessions, err := tx.Sessions(user.ID)
				for _, session := range sessions {
					ids = append(ids, session.ID)
				}
				return err
			})
			return ids
		}
		if ids := list(ana); !reflect.DeepEqual(ids, []int64{last.ID, first.ID}) {
			t.Errorf("listed %v", ids)
		}
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			return tx.EndSession(ana.ID, other.ID)
		}); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("ending somebody else's session ended with %v", err)
		}
		write(t, db, func(tx inventory.Tx) error { return tx.EndSessions(ana.ID, first.ID) })
		if ids := list(ana); !reflect.DeepEqual(ids, []int64{first.ID}) {
			t.Errorf("listed %v", ids)
		}
		write(t, db, func(tx inventory.Tx) error { return tx.EndSession(ana.ID, first.ID) })
		if ids := list(ana); ids != nil {
			t.Errorf("listed %v", ids)
		}
		if ids := list(eva); len(ids) != 1 {
			t.Error("somebody else's session was ended")
		}
	})
}

func TestARecoveryLinkWorksOnceAndTheNewestOnly(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		user := insertUser(t, db, person("ana", "Ana"))
		keep := func(n byte) {
			write(t, db, func(tx inventory.Tx) error { return tx.InsertRecovery(user.ID, token(n), clock.now.Add(time.Hour)) })
		}
		use := func(n byte) bool {
			var id int64
			err := core.Write(t.Context(), db, func(tx inventory.Tx) (err error) {
				id, err = tx.UseRecovery(token(n))
				return err
			})
			if err != nil && !errors.Is(err, core.ErrNotFound) {
				t.Error(err)
			}
			return err == nil && id == user.ID
		}
		keep(1)
		keep(2)
		if use(1) {
			t.Error("a replaced link worked")
		}
		if !use(2) || use(2) {
			t.Error("a link did not work exactly once")
		}
		keep(3)
		clock.now = clock.now.Add(time.Hour)
		if use(3) {
			t.Error("an expired link worked")
		}
		write(t, db, func(tx inventory.Tx) error { return tx.ForgetRecoveries(clock.now) })
	})
}
