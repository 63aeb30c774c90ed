package sqlite

import (
	"context"
	"errors"
	"sync"

	"estante/internal/store/sqlconn"
)

// Editions tells states of the file apart by a connection of its own: SQLite's
// data version is another one there whenever any other connection has committed, of
// this process or another.
type Editions struct {
	open func(context.Context) (*Conn, error)

	mu   sync.Mutex
	conn *Conn
	shut bool
	// own is the edition right after the writer's last commit, and people counts how
	// often something about people may have changed by then. others is the writer's
	// data version, which tells whether somebody else has committed.
	own, people, others int64
}

// NewEditions tells the states of a file apart.
func NewEditions(file File) *Editions { return &Editions{open: file.LongReader} }

// Now is the edition of the file. What was committed before it was asked for is
// in it.
func (e *Editions) Now(ctx context.Context) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.look(ctx)
}

func (e *Editions) look(ctx context.Context) (edition int64, err error) {
	if e.shut {
		return 0, sqlconn.ErrClosed
	}
	if e.conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if e.conn, err = e.open(context.WithoutCancel(ctx)); err != nil {
			return 0, err
		}
	}
	return e.conn.DataVersion()
}

// Committed takes note of a commit of the writer, and whether it changed something
// about people. If somebody else has committed as well, nobody knows what. Whether
// they have is asked last: what they did before the edition was read is then known.
func (e *Editions) Committed(writer *Conn, people bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	edition, err := e.look(context.Background())
	others, othersErr := writer.DataVersion()
	if people || others != e.others || errors.Join(err, othersErr) != nil {
		e.people++
	}
	e.own, e.others = edition, others
}

// OfPeople is the edition of who is who, if the last commit is the writer's own. It
// is negative, and so no other edition.
func (e *Editions) OfPeople(now int64) int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now == 0 || now != e.own {
		return now
	}
	return -e.people
}

// Close ends the connection.
func (e *Editions) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shut = true
	if e.conn == nil {
		return nil
	}
	return e.conn.Close()
}
