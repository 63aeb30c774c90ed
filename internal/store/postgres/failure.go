package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"estante/internal/store/sqlconn"
)

// failures sorts SQLSTATE codes; see the appendix of the manual.
var failures = map[string]sqlconn.Failure{
	"40001": sqlconn.Collided, // serialization_failure
	"40P01": sqlconn.Collided, // deadlock_detected
	"55P03": sqlconn.Collided, // lock_not_available
	"57P01": sqlconn.Away,     // admin_shutdown
	"57P02": sqlconn.Away,     // crash_shutdown
	"57P03": sqlconn.Away,     // cannot_connect_now
	"57P05": sqlconn.Away,     // idle_session_timeout
	"25P03": sqlconn.Away,     // idle_in_transaction_session_timeout
	"53300": sqlconn.Away,     // too_many_connections
	"57014": sqlconn.Busy,     // query_canceled, by its time limit
	"53200": sqlconn.Busy,     // out_of_memory
	"53100": sqlconn.Full,     // disk_full
	"23505": sqlconn.Taken,    // unique_violation
	"23503": sqlconn.Taken,    // foreign_key_violation
	"22003": sqlconn.OutOfRange,
	"54000": sqlconn.OutOfRange,    // program_limit_exceeded, such as an index row
	"25006": sqlconn.WroteReadOnly, // read_only_sql_transaction
}

// Classify says what an error of the driver means.
func Classify(err error) sqlconn.Failure {
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		if kind, known := failures[failed.Code]; known {
			return kind
		}
		if len(failed.Code) == 5 && failed.Code[:2] == "08" {
			return sqlconn.Away
		}
		return sqlconn.Unexpected
	}
	var refused *pgconn.ConnectError
	if errors.As(err, &refused) || pgconn.SafeToRetry(err) {
		return sqlconn.Away
	}
	return sqlconn.Classify(err)
}
