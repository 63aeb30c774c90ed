package store

import (
	"context"
	"errors"
	"sync"

	"estante/internal/inventory"
)

// sqliteEditions tells states of the file apart by the head of the log's index:
// as long as that stays as it was, nobody has committed anything, in this process
// or another.
type sqliteEditions struct {
	open func(context.Context) (*sqliteConn, error)

	mu   sync.RWMutex
	conn *sqliteConn
	shut bool
	// address is where the head lies, state what it was last, and edition the
	// number of that.
	address uintptr
	state   logState
	edition int64
	// peopleIn is the state after the writer's last commit, and people counts how
	// often something about people was different from the state before.
	peopleIn logState
	people   int64
}

// now is the edition of the file. What was committed before it was asked for is
// in it.
func (e *sqliteEditions) now(ctx context.Context) (int64, error) {
	// Whoever closes the connection takes the memory of the index away.
	e.mu.RLock()
	edition, known := e.edition, e.isKnown()
	e.mu.RUnlock()
	if known {
		return edition, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut {
		return 0, errClosed
	}
	if err := e.prepare(ctx); err != nil {
		return 0, err
	}
	if state, isWhole := e.look(); !isWhole || state != e.state {
		// Somebody has committed, or is about to, and then the next to come finds
		// another state.
		e.state = state
		e.edition++
	}
	return e.edition, nil
}

// isKnown says that the last edition is certain to be the one of now.
func (e *sqliteEditions) isKnown() bool {
	state, isWhole := e.look()
	return isWhole && state == e.state
}

// look is where the log ends now, if that is certain.
func (e *sqliteEditions) look() (state logState, isWhole bool) {
	if e.shut || e.address == 0 {
		return state, false
	}
	return readLogHead(e.address).state()
}

// prepare finds the head, which is there once a connection has read something.
func (e *sqliteEditions) prepare(ctx context.Context) (err error) {
	if e.address != 0 {
		return nil
	}
	if e.conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if e.conn, err = e.open(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	if _, err := e.conn.dataVersion(); err != nil {
		return err
	}
	e.address = e.conn.logIndex()
	return nil
}

// committed takes note of a commit of the writer: the states before and after it,
// and whether it changed something about people. If somebody else has committed
// before, nobody knows what.
func (e *sqliteEditions) committed(before, after logState, people bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if people || before != e.peopleIn {
		e.people++
	}
	e.peopleIn = after
	if e.state != after {
		e.state = after
		e.edition++
	}
}

// ofPeople is the edition of who is who, if the last commit is the writer's own. It
// is negative, and so no other edition.
func (e *sqliteEditions) ofPeople(now inventory.Edition) inventory.Edition {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if state, isWhole := e.look(); !isWhole || state != e.peopleIn {
		return now
	}
	return inventory.Edition(-e.people)
}

func (e *sqliteEditions) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shut = true
	if e.conn == nil {
		return nil
	}
	return e.conn.close()
}

// dataVersion is another number whenever another connection has changed the file.
func (c *sqliteConn) dataVersion() (version int64, err error) {
	rows, err := c.query(context.Background(), "PRAGMA data_version", nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return 0, errors.Join(rows.Err(), errors.New("no data version"))
	}
	return version, rows.Scan(&version)
}
