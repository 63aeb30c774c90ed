package sqlite

import (
	"context"
	"errors"
	"sync"

	"estante/internal/store/sqlconn"
)

// Generations tells states of the file apart by a connection of its own: SQLite's
// data version is another one there whenever any other connection has committed, of
// this process or another.
type Generations struct {
	open func(context.Context) (*Conn, error)

	mu   sync.Mutex
	conn *Conn
	shut bool
	// own is the generation right after the writer's last commit, and people counts how
	// often something about people may have changed by then. others is the writer's
	// data version, which tells whether another connection has committed.
	own, people, others int64
}

// NewGenerations tells the states of a file apart.
func NewGenerations(file File) *Generations { return &Generations{open: file.LongReader} }

// Now is the generation of the file. What was committed before it was asked for is
// in it.
func (e *Generations) Now(ctx context.Context) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.look(ctx)
}

func (e *Generations) look(ctx context.Context) (generation int64, err error) {
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
// about people. If another connection has committed as well, what it changed is
// unknown. Whether one has is asked last: its commits from before the generation was
// read are then known.
func (e *Generations) Committed(writer *Conn, people bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	generation, err := e.look(context.Background())
	others, othersErr := writer.DataVersion()
	if people || others != e.others || errors.Join(err, othersErr) != nil {
		e.people++
	}
	e.own, e.others = generation, others
}

// OfPeople is the generation of who is who, if the last commit is the writer's own. It
// is negative, and so no other generation.
func (e *Generations) OfPeople(now int64) int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now == 0 || now != e.own {
		return now
	}
	return -e.people
}

// Close ends the connection.
func (e *Generations) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shut = true
	if e.conn == nil {
		return nil
	}
	return e.conn.Close()
}
