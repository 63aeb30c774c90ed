package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresConn is a connection of a pool for as long as one transaction has it.
type postgresConn struct {
	pg *pgx.Conn
	// waiting are changes that travel with the next question or with the commit:
	// to be on the way takes longer than most of them take the server.
	waiting []waitingChange
}

// waitingMax bounds what an import keeps in memory before it sends it.
const waitingMax = 64

// waitingChange is a change that was made as far as its transaction can tell.
type waitingChange struct {
	query string
	args  []any
	// rows is how many it has to touch, or anyRows.
	rows int64
}

func (c *postgresConn) query(ctx context.Context, query string, args []any) (rows, error) {
	if len(c.waiting) == 0 {
		answer, err := c.pg.Query(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		return postgresRows{Rows: answer}, nil
	}
	answers, err := c.send(ctx, func(batch *pgx.Batch) { batch.Queue(query, args...) })
	if err != nil {
		return nil, err
	}
	answer, err := answers.Query()
	if err != nil {
		_ = answers.Close()
		return nil, err
	}
	return postgresRows{Rows: answer, answers: answers}, nil
}

func (c *postgresConn) exec(ctx context.Context, query string, args []any) (int64, error) {
	if len(c.waiting) == 0 {
		done, err := c.pg.Exec(ctx, query, args...)
		return done.RowsAffected(), err
	}
	answers, err := c.send(ctx, func(batch *pgx.Batch) { batch.Queue(query, args...) })
	if err != nil {
		return 0, err
	}
	done, err := answers.Exec()
	if closeErr := answers.Close(); err == nil {
		err = closeErr
	}
	return done.RowsAffected(), err
}

func (c *postgresConn) later(ctx context.Context, query string, args []any, rows int64) error {
	c.waiting = append(c.waiting, waitingChange{query, args, rows})
	if len(c.waiting) < waitingMax {
		return nil
	}
	return c.flush(ctx)
}

// send sends the waiting changes and whatever ask adds, in one round trip. The
// answers to the changes are checked here; the first one left is that to ask's.
func (c *postgresConn) send(ctx context.Context, ask func(*pgx.Batch)) (pgx.BatchResults, error) {
	batch := &pgx.Batch{}
	waiting := c.waiting
	c.waiting = nil
	for _, change := range waiting {
		batch.Queue(change.query, change.args...)
	}
	ask(batch)
	answers := c.pg.SendBatch(ctx, batch)
	for _, change := range waiting {
		done, err := answers.Exec()
		if err == nil {
			err = enough(done.RowsAffected(), change.rows)
		}
		if err != nil {
			_ = answers.Close()
			return nil, err
		}
	}
	return answers, nil
}

// settle sends the waiting changes if the row count of any must be checked before
// COMMIT.
func (c *postgresConn) settle(ctx context.Context) error {
	if !slices.ContainsFunc(c.waiting, func(change waitingChange) bool { return change.rows != anyRows }) {
		return nil
	}
	return c.flush(ctx)
}

// flush makes the changes that wait.
func (c *postgresConn) flush(ctx context.Context) error {
	answers, err := c.send(ctx, func(*pgx.Batch) {})
	if err != nil {
		return err
	}
	return answers.Close()
}

// end leaves the connection ready for the next transaction, or closes it.
func (c *postgresConn) end(how string) {
	c.waiting = nil
	if c.pg.IsClosed() || c.pg.PgConn().TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := c.pg.Exec(ctx, how); err != nil {
		c.giveUp()
	}
}

// giveUp closes a connection that nobody is to get after this.
func (c *postgresConn) giveUp() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.pg.Close(ctx)
}

// postgresRows is an answer, with those that came before it in its round trip.
type postgresRows struct {
	pgx.Rows
	answers pgx.BatchResults
}

// Close implements rows.
func (r postgresRows) Close() error {
	r.Rows.Close()
	if r.answers == nil {
		return nil
	}
	return r.answers.Close()
}

// onConn runs fn on the driver's own connection, and takes one that was closed
// meanwhile from the pool.
func onConn(conn *sql.Conn, fn func(*postgresConn) error) error {
	var outcome error
	ran := false
	err := conn.Raw(func(raw any) error {
		own, ok := raw.(*stdlib.Conn)
		switch {
		case !ok:
			return fmt.Errorf("the connection is a %T", raw)
		case own.Conn().IsClosed():
			return driver.ErrBadConn
		}
		ran, outcome = true, fn(&postgresConn{pg: own.Conn()})
		if own.Conn().IsClosed() {
			return driver.ErrBadConn
		}
		return nil
	})
	if ran {
		return outcome
	}
	return err
}
