package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"

	"estante/internal/core"
)

// failure is what an error of an engine means to whoever caused it. It is told
// by the driver's code and never by its text.
type failure int

const (
	unexpected    failure = iota // a fault of ours, or damage
	collided                     // with another transaction: run it again
	away                         // the engine, or the way to it, is gone
	busy                         // it did not get its turn in time
	full                         // the disk is
	taken                        // a unique value is somebody else's, or what it refers to is gone
	outOfRange                   // a number or text is too large
	wroteReadOnly                // a write where only reading is allowed
	left                         // the caller no longer waits
)

// Errors that the engines cause and people read.
var (
	errTaken = &core.Error{
		Kind:    core.Conflict,
		Message: "Estos datos chocan con otros que ya existen o que acaban de cambiar. Revísalos e inténtalo de nuevo.",
	}
	errOutOfRange = &core.Error{Kind: core.Invalid, Message: "Un número o un texto es demasiado grande"}
	errClosed     = errors.New("the database is closed")
)

// explain wraps an engine's error in the one that the domain knows, keeping
// the cause for the log.
func explain(kind failure, err error) error {
	public := map[failure]*core.Error{
		collided: core.ErrBusy, busy: core.ErrBusy, away: core.ErrDown, full: core.ErrFull,
		taken: errTaken, outOfRange: errOutOfRange,
	}[kind]
	if public == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", public, err)
}

// sqliteCode is the engine's extended result code of an error, if it is one of the
// engine's. The tool that changes the schema has errors of another kind, with the
// same codes.
func sqliteCode(err error) (code sqlite.ResultCode, is bool) {
	var failed interface {
		error
		Code() int
	}
	if errors.As(err, &failed) {
		return sqlite.ResultCode(failed.Code()), true //nolint:gosec // SQLite's codes are small.
	}
	code = sqlite.ErrCode(err)
	return code, code != sqlite.ResultError
}

// constraintDataType is SQLITE_CONSTRAINT_DATATYPE, which the driver has no name for.
const constraintDataType = sqlite.ResultConstraint | 12<<8

func classifySQLite(err error) failure {
	code, is := sqliteCode(err)
	if !is {
		return classifyCommon(err)
	}
	switch code {
	case sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey, sqlite.ResultConstraintForeignKey:
		return taken
	case constraintDataType:
		// A sum beyond 64 bits turns into a fraction, which a STRICT column refuses.
		return outOfRange
	case sqlite.ResultIOErrSHMSize:
		// The index of the log could not grow: there is no room for it.
		return full
	default:
	}
	switch code.ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked:
		return busy
	case sqlite.ResultFull:
		return full
	case sqlite.ResultReadOnly:
		return wroteReadOnly
	case sqlite.ResultTooBig, sqlite.ResultMismatch:
		return outOfRange
	case sqlite.ResultInterrupt:
		return left
	default:
		return unexpected
	}
}

// postgresFailures sorts SQLSTATE codes; see the appendix of the manual.
var postgresFailures = map[string]failure{
	"40001": collided, // serialization_failure
	"40P01": collided, // deadlock_detected
	"55P03": collided, // lock_not_available
	"57P01": away,     // admin_shutdown
	"57P02": away,     // crash_shutdown
	"57P03": away,     // cannot_connect_now
	"57P05": away,     // idle_session_timeout
	"25P03": away,     // idle_in_transaction_session_timeout
	"53300": away,     // too_many_connections
	"57014": busy,     // query_canceled, by its time limit
	"53200": busy,     // out_of_memory
	"53100": full,     // disk_full
	"23505": taken,    // unique_violation
	"23503": taken,    // foreign_key_violation
	"22003": outOfRange,
	"54000": outOfRange,    // program_limit_exceeded, such as an index row
	"25006": wroteReadOnly, // read_only_sql_transaction
}

func classifyPostgres(err error) failure {
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		if kind, known := postgresFailures[failed.Code]; known {
			return kind
		}
		if len(failed.Code) == 5 && failed.Code[:2] == "08" {
			return away
		}
		return unexpected
	}
	var refused *pgconn.ConnectError
	if errors.As(err, &refused) || pgconn.SafeToRetry(err) {
		return away
	}
	return classifyCommon(err)
}

// classifyCommon sorts what comes from Go and not from an engine.
func classifyCommon(err error) failure {
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return left
	case errors.Is(err, context.DeadlineExceeded):
		return busy
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, net.ErrClosed), errors.As(err, &network):
		return away
	}
	return unexpected
}
