package postgres

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Generations tells states of the database apart by PostgreSQL's own list of
// the transactions that a query sees: where that is the same, so is every row.
// Callers that ask at the same time share one query of it, as writers share a commit.
type Generations struct {
	config *pgx.ConnConfig

	mu sync.Mutex
	// next is the look that a caller asking now waits for; it has not begun. Nil
	// where no caller waits.
	next    *look
	looking bool
	looks   sync.WaitGroup
	shut    bool

	// The fields below belong to the goroutine that runs the look.
	conn *pgx.Conn
	// seen is what the last look saw, and generation what it was called.
	seen       databaseState
	generation int64
	// failed is when a look last failed.
	failed time.Time

	// peopleSince is the generation since which nothing about people has changed.
	peopleSince atomic.Int64
}

// databaseState is the list of the transactions that a question sees, and how
// often they have changed something about people.
type databaseState struct {
	transactions  string
	peopleChanges int64
}

// look is one query of the database's state, shared by all callers that asked before it began.
type look struct {
	done       chan struct{}
	generation int64
}

// A look is worth less than the question that it may save, so it waits neither
// for a server that is busy nor again and again for one that is away.
const (
	lookLimit = time.Second
	lookPause = time.Second
)

// NewGenerations tells the states of a database apart.
func NewGenerations(config *pgx.ConnConfig) *Generations {
	own := config.Copy()
	own.RuntimeParams["default_transaction_read_only"] = "on"
	return &Generations{config: own}
}

// Now is the generation of the database; 0 where it cannot be known. What was
// committed before it was asked for is in it.
func (e *Generations) Now(ctx context.Context) int64 {
	e.mu.Lock()
	if e.shut {
		e.mu.Unlock()
		return 0
	}
	if e.next == nil {
		e.next = &look{done: make(chan struct{})}
	}
	mine := e.next
	if !e.looking {
		e.looking = true
		e.looks.Go(e.lookOn)
	}
	e.mu.Unlock()
	select {
	case <-mine.done:
		return mine.generation
	case <-ctx.Done():
		return 0
	}
}

// lookOn looks until no caller waits any more.
func (e *Generations) lookOn() {
	for {
		e.mu.Lock()
		mine := e.next
		e.next = nil
		if mine == nil || e.shut {
			e.looking = false
			e.mu.Unlock()
			if mine != nil {
				close(mine.done)
			}
			return
		}
		e.mu.Unlock()
		mine.generation = e.look()
		close(mine.done)
	}
}

func (e *Generations) look() int64 {
	if e.conn == nil && time.Since(e.failed) < lookPause {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	seen, err := e.see(ctx)
	if err != nil {
		e.failed = time.Now()
		e.leave()
		return 0
	}
	if seen != e.seen {
		e.generation++
		if e.seen.transactions == "" || seen.peopleChanges != e.seen.peopleChanges {
			e.peopleSince.Store(e.generation)
		}
		e.seen = seen
	}
	return e.generation
}

// OfPeople is the generation of who is who, if that is still what it was in a generation
// of everything. It is negative, and so no other generation.
func (e *Generations) OfPeople(now int64) int64 {
	since := e.peopleSince.Load()
	if now < since {
		return now
	}
	return -since
}

// see reads the state. Another connection may be one to another server, which
// took over without the last transactions of the first and counts on from there:
// what was seen before says nothing about it.
func (e *Generations) see(ctx context.Context) (seen databaseState, err error) {
	if e.conn == nil {
		if e.conn, err = pgx.ConnectConfig(ctx, e.config); err != nil {
			return seen, err
		}
		e.seen = databaseState{}
	}
	err = e.conn.QueryRow(ctx, "SELECT pg_current_snapshot()::text, (SELECT sum(changes)::bigint FROM people_changes)").
		Scan(&seen.transactions, &seen.peopleChanges)
	return seen, err
}

func (e *Generations) leave() {
	if e.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	_ = e.conn.Close(ctx)
	e.conn = nil
}

// Close waits for the look that goes on, and ends the connection.
func (e *Generations) Close() {
	e.mu.Lock()
	e.shut = true
	e.mu.Unlock()
	e.looks.Wait()
	e.leave()
}
