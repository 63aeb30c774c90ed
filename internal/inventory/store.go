package inventory

import (
	"context"
	"time"
)

// Store is the memory that the domain asks for. Two engines answer, SQLite and
// PostgreSQL; nothing here knows which.
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

	// Company is who has written lately besides work that is patient, and is likely to
	// have to wait for a long write. On PostgreSQL, where it cannot be known, it is Many.
	Company() Company

	// Edition tells states of the memory apart, cheaply where the engine can. What
	// was committed by anybody before it is asked for is in it.
	Edition(ctx context.Context) Edition

	// EditionOfPeople is one in which no session and no account has changed since,
	// whatever else has; the one given, which is not older than the question, where
	// the engine cannot tell.
	EditionOfPeople(now Edition) Edition

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

// Edition names a state of the memory: as long as it is the same, nobody has
// committed anything, and what was answered would be answered again. Zero names
// none: it is not known what has changed, and everything has to be asked.
type Edition int64

// Tx is one conversation with the memory. It is bound to the context it was
// opened with and must not outlive the function it was handed to.
type Tx interface {
	// Now is the time of this transaction, the same at every call, in UTC and
	// whole microseconds so that it reads back as it was written.
	Now() time.Time

	// Lock makes every other writer that asks for the same name wait until
	// this transaction ends. It is for rules over several rows that no
	// constraint can express, such as who is the first user.
	Lock(name string) error

	// LockShared waits for whoever holds the Lock of that name, and makes
	// whoever asks for it wait, but not others who share it.
	LockShared(name string) error

	// Crowded says whether others may be waiting for this transaction to end, so that
	// whoever has much to write can let them in between. Patient work may first keep
	// them for as long as they kept it.
	Crowded() bool
	// OneAtATime says whether nobody else can write before this transaction ends.
	OneAtATime() bool

	// Emit tells listeners about a change, if and when it is committed.
	Emit(event Event) error

	peopleMemory
	userMemory
	sessionMemory
	recoveryMemory
	settingsMemory
	auditMemory
	notificationMemory
	throttleMemory
	onceMemory
	messageMemory
	productMemory
	stockMemory
	claimMemory
	labelMemory
	locationMemory
	counterMemory
	stockDayMemory
	importMemory
	importLockMemory
	imageMemory
	entryMemory
	transferMemory
	stocktakeMemory
	valuationMemory
	ledgerMemory
	orderMemory
	channelMemory
	deliveryMemory
	subscriptionMemory
	noticeMemory
	alertMemory
	forecastMemory
	backupMemory
	ticketMemory
	presenceMemory
}

// PageSizeMax bounds every list; PageMax keeps page × size far from overflow.
const (
	PageSizeDefault = 20
	PageSizeMax     = 100
	PageMax         = 1_000_000
)

// CountCap is how far the matches of a filter are counted exactly.
const CountCap = 10_000

// Page says which part of a list is wanted; Number counts from one.
type Page struct {
	Number int
	Size   int
}

// Offset is the number of rows before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Size }

// Count is how many rows match. A capped count means "at least this many".
type Count struct {
	N      int
	Capped bool
}

// CountOf is a number of matches that is known anyway, as a list shows it.
func CountOf(n int64, filtered bool) Count {
	if filtered && n > CountCap {
		return Count{N: CountCap, Capped: true}
	}
	return Count{N: int(n)}
}

// List is one page of rows and how many there are in all.
type List[T any] struct {
	Rows  []T
	Count Count
}
