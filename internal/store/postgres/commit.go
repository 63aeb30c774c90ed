package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Every write on PostgreSQL leaves one row in the table commits: a token that
// proves it happened, and the events it emitted. The row is written in the same
// round trip as COMMIT. When a connection dies during COMMIT, the token tells
// whether the write happened, so that it is neither lost nor done twice. The
// number of the transaction (pg_xact_status) would not do: a server that
// crashes gives the numbers it had not flushed to others after its recovery.
const insertCommit = `INSERT INTO commits (token, events) VALUES ($1, $2)`

// Token is unique and, being led by the time, cheap to index and forget.
type Token [16]byte

// NewToken makes one of a time.
func NewToken(now time.Time) Token {
	var token Token
	binary.BigEndian.PutUint64(token[:8], uint64(now.UnixMicro()))
	_, _ = rand.Read(token[8:]) // It never fails: see crypto/rand.
	return token
}

// Commit writes a token and commits, in one round trip. It makes sure that the answer
// to COMMIT is a commit: a transaction that had failed before answers with a rollback
// and no error.
func (c *Conn) Commit(ctx context.Context, token Token, events string) (err error) {
	answers, err := c.send(ctx, func(batch *pgx.Batch) {
		batch.Queue(insertCommit, token[:], events)
		batch.Queue("COMMIT")
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answers.Close()) }()
	if _, err := answers.Exec(); err != nil {
		return err
	}
	tag, err := answers.Exec()
	if err == nil && tag.String() != "COMMIT" {
		return fmt.Errorf("commit was answered with %q", tag.String())
	}
	return err
}

// Refused says whether the server itself said no and is still there: then the
// transaction is undone for certain. A FATAL message only says goodbye.
func Refused(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Severity == "ERROR"
}

// Fence claims a token, and says whether it was free or claimed before by
// this same function, whose answer may get lost as well.
func Fence(ctx context.Context, pool *sql.DB, token Token) (bool, error) {
	conn, err := Borrow(ctx, pool)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }()
	const claim = `INSERT INTO commits (token, events, fenced) VALUES ($1, '', TRUE) ON CONFLICT DO NOTHING`
	if _, err := conn.ExecContext(ctx, claim, token[:]); err != nil {
		return false, err
	}
	var fenced bool
	err = conn.QueryRowContext(ctx, `SELECT fenced FROM commits WHERE token = $1`, token[:]).Scan(&fenced)
	return fenced, err
}
