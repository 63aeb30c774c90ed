package store_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// ear follows a database's events for a test.
type ear struct {
	heard chan core.Event
}

// follow delivers a database's events from now on until the test ends.
func follow(t *testing.T, db *store.DB, deliver func([]core.Event)) {
	t.Helper()
	live := make(chan struct{})
	begun := sync.OnceFunc(func() { close(live) })
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		_ = db.Events(ctx, func(events []core.Event) {
			begun()
			if len(events) > 0 {
				deliver(events)
			}
		})
	})
	t.Cleanup(func() { stop(); group.Wait() })
	<-live
}

// listen returns an ear that misses nothing from now on.
func listen(t *testing.T, db *store.DB) *ear {
	t.Helper()
	e := &ear{heard: make(chan core.Event, 10_000)}
	follow(t, db, func(events []core.Event) {
		for _, event := range events {
			e.heard <- event
		}
	})
	return e
}

// next waits for n events.
func (e *ear) next(t *testing.T, n int) (events []core.Event) {
	t.Helper()
	patience := time.After(20 * time.Second)
	for len(events) < n {
		select {
		case event := <-e.heard:
			events = append(events, event)
		case <-patience:
			t.Fatalf("heard %d of %d events: %v", len(events), n, events)
		}
	}
	return events
}

// ids waits for n events and returns their ids.
func (e *ear) ids(t *testing.T, n int) (ids []int64) {
	t.Helper()
	for _, event := range e.next(t, n) {
		ids = append(ids, event.ID)
	}
	return ids
}

// emit writes one event, after a change that makes the writes follow each other.
func emit(t *testing.T, db *store.DB, id int64) {
	t.Helper()
	write(t, db, func(tx inventory.Tx) error {
		if err := addAttempt("k")(tx); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicUsers, ID: id, UserID: 7})
	})
}

func upTo(n int64) (ids []int64) {
	for id := int64(1); id <= n; id++ {
		ids = append(ids, id)
	}
	return ids
}

func TestEventsArriveInOrderAndOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		emit(t, db, 99)
		first, second := listen(t, db), listen(t, db)
		for id := range int64(50) {
			emit(t, db, id+1)
		}
		for _, e := range []*ear{first, second} {
			if ids := e.ids(t, 50); !slices.Equal(ids, upTo(50)) {
				t.Errorf("heard %v", ids)
			}
		}
		emit(t, db, 51)
		if events := first.next(t, 1); events[0] != (core.Event{Topic: core.TopicUsers, ID: 51, UserID: 7}) {
			t.Errorf("heard %+v", events)
		}
	})
}

// The more follow, the more each is told at once; nothing of it is lost.
func TestManyListenersHearOfManyChangesTogether(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for range 400 {
			follow(t, db, func([]core.Event) {})
		}
		deliveries, heard := make(chan []core.Event, 100), []core.Event{}
		follow(t, db, func(events []core.Event) { deliveries <- events })
		const changes = 40
		for id := range int64(changes) {
			emit(t, db, id+1)
		}
		times := 0
		for ; len(heard) < changes; times++ {
			heard = append(heard, <-deliveries...)
		}
		for i, event := range heard {
			if event.ID != int64(i+1) {
				t.Fatalf("heard %+v", heard)
			}
		}
		if times >= changes/2 {
			t.Errorf("%d changes were told in %d deliveries", changes, times)
		}
	})
}

func TestAWriteThatFailsEmitsNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := listen(t, db)
		_ = core.Write(t.Context(), db, func(tx inventory.Tx) error {
			if err := tx.Emit(core.Event{Topic: core.TopicUsers, ID: 1}); err != nil {
				return err
			}
			return errOnPurpose
		})
		emit(t, db, 2)
		if ids := e.ids(t, 1); ids[0] != 2 {
			t.Errorf("heard %v of a write that failed", ids)
		}
	})
}

// Of more changes than may wait a slow listener hears only what they are about;
// where they are about too much, it is told to ask for everything again.
func TestASlowListenerHoldsNobodyUp(t *testing.T) {
	for name, test := range map[string]struct {
		about func(id int64) core.Event
		want  []core.Event
	}{
		"of one topic": {
			func(id int64) core.Event { return core.Event{Topic: core.TopicStock, ID: id} },
			[]core.Event{{Topic: core.TopicStock}, {Topic: core.TopicUsers, UserID: 7}, {
				Topic: core.TopicUsers, ID: 3, UserID: 7,
			}},
		},
		"of everybody": {
			func(id int64) core.Event {
				return core.Event{Topic: core.TopicStock, ID: id, UserID: 100 + id}
			},
			[]core.Event{{Topic: core.TopicResync}, {Topic: core.TopicUsers, ID: 3, UserID: 7}},
		},
	} {
		t.Run(name, func(t *testing.T) { slowListener(t, test.about, test.want) })
	}
}

// slowListener floods a listener that takes nothing, and looks at what it is
// told in the end.
func slowListener(t *testing.T, about func(id int64) core.Event, want []core.Event) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, stop := context.WithCancel(t.Context())
		arrived, goOn := make(chan int, 100), make(chan struct{})
		var group sync.WaitGroup
		var last []core.Event
		group.Go(func() {
			_ = db.Events(ctx, func(events []core.Event) {
				arrived <- len(events)
				if len(events) > 0 {
					<-goOn
					last = slices.Clone(events)
				}
			})
		})
		<-arrived
		emit(t, db, 1)
		<-arrived
		// A follower that keeps up hears a flood; it is past the hub when it has.
		e := listen(t, db)
		write(t, db, func(tx inventory.Tx) error {
			for id := range int64(store.StreamMax) {
				if err := tx.Emit(about(id + 1)); err != nil {
					return err
				}
			}
			return nil
		})
		if ids := e.ids(t, store.StreamMax); !slices.Equal(ids, upTo(store.StreamMax)) {
			t.Errorf("heard %v", ids)
		}
		// The one event that is too many has been offered to every stream when
		// a listener receives the one after it.
		for id := range int64(2) {
			emit(t, db, id+2)
			e.next(t, 1)
		}
		close(goOn)
		<-arrived
		stop()
		group.Wait()
		if !slices.Equal(last, want) {
			t.Errorf("a slow listener was told %+v, want %+v", last, want)
		}
	})
}

func TestACommandThatChangesTheFileIsNoticed(t *testing.T) {
	t.Parallel() // It mostly waits.
	options := store.Options{Dir: t.TempDir()}
	server, command := storetest.Open(t, options), storetest.Open(t, options)
	write(t, server, addAttempt("k"))
	e := listen(t, server)
	write(t, command, addAttempt("k"))
	if events := e.next(t, 1); events[0].Topic != core.TopicResync {
		t.Errorf("heard %+v", events)
	}
	if attempts(t, server, "k") != 2 {
		t.Error("two processes lost a write")
	}
}

func TestEveryProcessHearsEveryOtherOnce(t *testing.T) {
	options := store.Options{URL: storetest.Postgres(t)}
	processes := []*store.DB{storetest.Open(t, options), storetest.Open(t, options)}
	ears := []*ear{listen(t, processes[0]), listen(t, processes[1])}
	const writes = 100
	var group sync.WaitGroup
	for i, db := range processes {
		group.Go(func() {
			for n := range int64(writes) {
				emit(t, db, int64(i)*writes+n+1)
			}
		})
	}
	group.Wait()
	for _, e := range ears {
		ids := e.ids(t, 2*writes)
		for i := range processes {
			// What one process wrote comes in the order it wrote it.
			own := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return (id-1)/writes != int64(i) })
			if !slices.IsSorted(own) || len(own) != writes {
				t.Errorf("of process %d heard %v", i, own)
			}
		}
	}
	if !slices.Equal(collectRest(ears[0]), nil) {
		t.Error("something was heard twice")
	}
}

func collectRest(e *ear) (rest []int64) {
	for {
		select {
		case event := <-e.heard:
			rest = append(rest, event.ID)
		default:
			return rest
		}
	}
}

// A transaction that takes its number early and commits late must not be
// skipped by a listener that has seen later ones already.
func TestALateCommitIsNotSkipped(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	e := listen(t, db)
	begun, goOn := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			if err := addAttempt("early")(tx); err != nil {
				return err
			}
			close(begun)
			<-goOn
			return tx.Emit(core.Event{Topic: core.TopicUsers, ID: 2})
		}); err != nil {
			t.Error(err)
		}
	})
	<-begun
	emit(t, db, 1)
	if ids := e.ids(t, 1); ids[0] != 1 {
		t.Errorf("heard %v", ids)
	}
	close(goOn)
	group.Wait()
	if ids := e.ids(t, 1); ids[0] != 2 {
		t.Errorf("heard %v", ids)
	}
}

func TestOldCommitsAreForgotten(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	e := listen(t, db)
	commits := func() (n int64) {
		read(t, db, func(tx inventory.Tx) (err error) {
			n, err = store.QueryInt(tx, "SELECT count(*) FROM commits")
			return err
		})
		return n
	}
	emit(t, db, 1)
	emit(t, db, 2)
	e.next(t, 2)
	store.ForgetCommits(db, time.Now().Add(-time.Minute))
	if n := commits(); n != 2 {
		t.Errorf("%d commits of the last minute are there", n)
	}
	store.ForgetCommits(db, time.Now().Add(time.Minute))
	if n := commits(); n != 0 {
		t.Errorf("%d commits are still there", n)
	}
	emit(t, db, 3)
	if ids := e.ids(t, 1); ids[0] != 3 {
		t.Errorf("heard %v", ids)
	}
}

// A listener that catches up receives every event, or is told to read everything
// again: that is for a server's goodbye that got lost, which looks like a crash.
func TestAListenerWhoseConnectionIsEndedCatchesUp(t *testing.T) {
	t.Parallel() // It mostly waits.
	url := storetest.Postgres(t)
	db := storetest.Open(t, store.Options{URL: url})
	// What db itself writes wakes its listener, which would speak into the connection that is being ended.
	other := storetest.Open(t, store.Options{URL: url})
	e := listen(t, db)
	const ends, each, last = 4, 5, 21
	for id := range int64(ends * each) {
		if id%each == 0 {
			onListener(t, other, "pg_terminate_backend(pid, 5000)")
		}
		emit(t, db, id+1)
	}
	// Whatever it has missed by now, this one comes after it.
	onListener(t, other, "state = 'idle'")
	emit(t, db, last)

	resyncs, heard := 0, int64(0)
	for isSure := true; heard < last; {
		event := e.next(t, 1)[0]
		if event.Topic == core.TopicResync {
			resyncs++
			isSure = false
			continue
		}
		if isSure && event.ID != heard+1 {
			t.Fatalf("heard %d after %d, and not that something was missed", event.ID, heard)
		}
		isSure, heard = true, event.ID
	}
	if resyncs == ends {
		t.Error("never caught up without asking for everything")
	}
}

// onListener asks the server about the connection that listens, or has it do
// something to it, until there is one and the answer is yes.
func onListener(t *testing.T, db *store.DB, question string) {
	t.Helper()
	for said := int64(0); said == 0; {
		write(t, db, func(tx inventory.Tx) (err error) {
			said, err = store.QueryInt(tx, `SELECT count(*) FILTER (WHERE yes) FROM (SELECT `+
				question+` AS yes FROM pg_stat_activity
				WHERE datname = current_database() AND query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()) AS said`)
			return err
		})
	}
}
