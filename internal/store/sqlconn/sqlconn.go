// Package sqlconn is what SQLite and PostgreSQL have in common for the store: how a
// connection is asked, what its failures mean, and when to try again.
package sqlconn

import (
	"context"
	"time"

	"estante/internal/core"
)

// QueueLimit is how long a caller waits for its turn.
const QueueLimit = 5 * time.Second

// Conn is one connection to an engine.
type Conn interface {
	Query(ctx context.Context, query string, args []any) (Rows, error)
	// Exec makes a change and says how many rows it touched.
	Exec(ctx context.Context, query string, args []any) (int64, error)
	// Later makes a change before the next question or at the commit, and Settle
	// does so now if the number of rows has to be checked.
	Later(ctx context.Context, query string, args []any, rows int64) error
	Settle(ctx context.Context) error
}

// Row is what one line of an answer is read from.
type Row interface{ Scan(dest ...any) error }

// Rows is an answer that is read row by row.
type Rows interface {
	Row
	Next() bool
	Err() error
	Close() error
}

// Time takes a time, which both engines keep as a number of microseconds.
type Time interface {
	SetMicros(micros int64)
	Scan(value any) error
}

// AnyRows stands for a change that may touch as many rows as it likes.
const AnyRows = -1

// Enough refuses a change that did not touch as many rows as it should.
func Enough(touched, rows int64) error {
	if rows != AnyRows && touched != rows {
		return core.ErrStale
	}
	return nil
}
