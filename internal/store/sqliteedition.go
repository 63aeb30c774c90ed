package store

import (
	"context"
	"errors"
	"sync"
)

// sqliteEditions tells states of the file apart by SQLite's own count of what
// other connections have committed, this process's or another's, as a connection
// that never writes sees it. That is asked once for each state: as long as the
// head of the log's index stays as it was, nobody has committed anything.
type sqliteEditions struct {
	open func(context.Context) (*sqliteConn, error)

	mu   sync.RWMutex
	conn *sqliteConn
	shut bool
	// head is what lay at the address when the edition was about to be asked for.
	address uintptr
	head    sqliteLogHead
	edition int64
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
	switch {
	case e.shut:
		return 0, errClosed
	case e.isKnown():
		// Somebody else has asked while this one waited.
		return e.edition, nil
	}
	return e.ask(ctx)
}

// isKnown says that the last edition is certain to be the one of now.
func (e *sqliteEditions) isKnown() bool {
	return !e.shut && e.address != 0 && readLogHead(e.address) == e.head
}

// ask has SQLite look. A commit between the look at the head and this one makes
// the head another, and so the next to come looks once more.
func (e *sqliteEditions) ask(ctx context.Context) (edition int64, err error) {
	if e.conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if e.conn, err = e.open(context.WithoutCancel(ctx)); err != nil {
			return 0, err
		}
	}
	address := e.conn.logIndex()
	var head sqliteLogHead
	if address != 0 {
		head = readLogHead(address)
	}
	e.address = 0
	if edition, err = e.conn.dataVersion(); err == nil && head.isWhole() {
		e.address, e.head, e.edition = address, head, edition
	}
	return edition, err
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
