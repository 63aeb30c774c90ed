package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"estante/internal/store/sqlconn"
)

// Conn is a connection of a pool for as long as one transaction has it.
type Conn struct {
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
	// rows is how many it has to touch, or sqlconn.AnyRows.
	rows int64
}

// Query implements sqlconn.Conn.
func (c *Conn) Query(ctx context.Context, query string, args []any) (sqlconn.Rows, error) {
	if len(c.waiting) == 0 {
		answer, err := c.pg.Query(ctx, query, args...)
		if err != nil {
			return nil, err
		}
		return answerRows{Rows: answer}, nil
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
	return answerRows{Rows: answer, answers: answers}, nil
}

// Exec implements sqlconn.Conn.
func (c *Conn) Exec(ctx context.Context, query string, args []any) (int64, error) {
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

// Later implements sqlconn.Conn.
func (c *Conn) Later(ctx context.Context, query string, args []any, rows int64) error {
	c.waiting = append(c.waiting, waitingChange{query, args, rows})
	if len(c.waiting) < waitingMax {
		return nil
	}
	return c.flush(ctx)
}

// send sends the waiting changes and whatever ask adds, in one round trip. The
// answers to the changes are checked here; the first one left is that to ask's.
func (c *Conn) send(ctx context.Context, ask func(*pgx.Batch)) (pgx.BatchResults, error) {
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
			err = sqlconn.Enough(done.RowsAffected(), change.rows)
		}
		if err != nil {
			_ = answers.Close()
			return nil, err
		}
	}
	return answers, nil
}

// Settle sends the waiting changes if the row count of any must be checked before
// COMMIT.
func (c *Conn) Settle(ctx context.Context) error {
	if !slices.ContainsFunc(c.waiting, func(change waitingChange) bool { return change.rows != sqlconn.AnyRows }) {
		return nil
	}
	return c.flush(ctx)
}

// flush makes the changes that wait.
func (c *Conn) flush(ctx context.Context) error {
	answers, err := c.send(ctx, func(*pgx.Batch) {})
	if err != nil {
		return err
	}
	return answers.Close()
}

// Begin begins a transaction in the server's own words, at once.
func (c *Conn) Begin(ctx context.Context, words string) error {
	_, err := c.pg.Exec(ctx, words)
	return err
}

// Backend is the number of the server's process.
func (c *Conn) Backend() uint32 { return c.pg.PgConn().PID() }

// End leaves the connection ready for the next transaction, or closes it.
func (c *Conn) End(how string) {
	c.waiting = nil
	if c.pg.IsClosed() || c.pg.PgConn().TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := c.pg.Exec(ctx, how); err != nil {
		c.GiveUp()
	}
}

// GiveUp closes a connection that no caller may get after this.
func (c *Conn) GiveUp() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.pg.Close(ctx)
}

// answerRows are an answer, with those that came before it in its round trip.
type answerRows struct {
	pgx.Rows
	answers pgx.BatchResults
}

// Close implements sqlconn.Rows.
func (r answerRows) Close() error {
	r.Rows.Close()
	if r.answers == nil {
		return nil
	}
	return r.answers.Close()
}

// On runs fn on the driver's own connection, and takes one that was closed
// meanwhile from the pool.
func On(conn *sql.Conn, fn func(*Conn) error) error {
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
		ran, outcome = true, fn(&Conn{pg: own.Conn()})
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
