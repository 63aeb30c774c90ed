package store

import (
	"context"
	"errors"
	"sync"
)

// sqliteEditions tells states of the file apart by SQLite's own count of what
// other connections have committed, this process's or another's, as a connection
// that never writes sees it. Looking takes a few microseconds and reads no row.
type sqliteEditions struct {
	open func(context.Context) (*sqliteConn, error)

	mu   sync.Mutex
	conn *sqliteConn
	shut bool
}

// now is the edition of the file. What was committed before it was asked for is
// in it.
func (e *sqliteEditions) now(ctx context.Context) (edition int64, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut {
		return 0, errClosed
	}
	if e.conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if e.conn, err = e.open(context.WithoutCancel(ctx)); err != nil {
			return 0, err
		}
	}
	return e.conn.dataVersion()
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
