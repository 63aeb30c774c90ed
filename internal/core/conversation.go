package core

import (
	"context"
	"fmt"
	"time"
)

// Store is the memory that the domain asks for. Two engines answer, SQLite and
// PostgreSQL; nothing here knows which. Rooms talk to it by way of Read, Snapshot
// and Write of this package, which hand over the part of it that a room declares.
type Store interface {
	// Read runs fn against what is committed now. Each question fn asks sees
	// the latest committed state; use Snapshot when several must agree. Any fn, of
	// Snapshot and Write as well, may be run again, so it must touch nothing but tx
	// and the variables it assigns, and opens the files it reads or writes itself.
	Read(ctx context.Context, fn func(Tx) error) error

	// Snapshot runs fn against one unchanging state of the whole memory.
	Snapshot(ctx context.Context, fn func(Tx) error) error

	// Write runs fn in one transaction: either everything it did is
	// remembered durably when Write returns nil, or nothing is. A writer that
	// collides with another is run again. The caller leaving does not undo a
	// write that has begun.
	Write(ctx context.Context, fn func(Tx) error) error

	// SharesCommits says whether writes that come at the same time are committed
	// together anyway.
	SharesCommits() bool

	// Contention is who has written lately besides work in the background, and is likely to
	// have to wait for a long write. On PostgreSQL, where it cannot be known, it is Many.
	Contention() Contention

	// Generation tells states of the memory apart, cheaply where the engine can. What
	// was committed by anybody before it is asked for is in it.
	Generation(ctx context.Context) Generation

	// GenerationOfPeople is one in which no session and no account has changed since,
	// whatever else has; the one given, which is not older than the question, where
	// the engine cannot tell.
	GenerationOfPeople(now Generation) Generation

	// Now is the time by the memory's clock.
	Now() time.Time

	// Ping says whether the memory answers.
	Ping(ctx context.Context) error

	// Events delivers what committed writes emitted, by this process or any
	// other on the same database, until ctx ends. The first delivery is empty
	// and says that from now on nothing will be missed. A gap that cannot be filled
	// (a lost connection, say) is told as one event with topic TopicResync.
	// Others are given the same slice: it is to be read only.
	Events(ctx context.Context, deliver func([]Event)) error
}

// Tx is one conversation with the memory, as every room may have it. It is bound
// to the context it was opened with and must not outlive the function it was
// handed to. A room adds the memory of its own nouns in a Tx of its own.
type Tx interface {
	// Now is the time of this transaction, the same at every call, in UTC and
	// whole microseconds so that it reads back as it was written.
	Now() time.Time

	// Lock makes every other writer that asks for the same name wait until
	// this transaction ends. It is for rules over several rows that no
	// constraint can express, such as who is the first user.
	Lock(name string) error

	// LockShared waits for the holder of the Lock of that name, and makes the next caller
	// of Lock wait, but not other callers of LockShared.
	LockShared(name string) error

	// Crowded says whether others may be waiting for this transaction to end, so that
	// a writer with much to write can let them in between. Background work may first keep
	// them for as long as they kept it.
	Crowded() bool
	// OneAtATime says whether nobody else can write before this transaction ends.
	OneAtATime() bool

	// Emit tells listeners about a change, if and when it is committed.
	Emit(event Event) error

	peopleMemory
	settingsMemory
	auditMemory
	throttleMemory
	idempotencyMemory
}

// Read runs fn as Store.Read does, with the memory of the room that asks.
func Read[T Tx](ctx context.Context, store Store, fn func(T) error) error {
	return store.Read(ctx, as(fn))
}

// Snapshot runs fn as Store.Snapshot does, with the memory of the room that asks.
func Snapshot[T Tx](ctx context.Context, store Store, fn func(T) error) error {
	return store.Snapshot(ctx, as(fn))
}

// Write runs fn as Store.Write does, with the memory of the room that asks.
func Write[T Tx](ctx context.Context, store Store, fn func(T) error) error {
	return store.Write(ctx, as(fn))
}

// as hands a conversation over as the room knows it. Every store proves when it
// is compiled that it remembers all nouns, so what is missing here is a fake of
// a test.
func as[T Tx](fn func(T) error) func(Tx) error {
	return func(tx Tx) error {
		room, is := tx.(T)
		if !is {
			return fmt.Errorf("%T does not remember all that %T asks for", tx, fn)
		}
		return fn(room)
	}
}
