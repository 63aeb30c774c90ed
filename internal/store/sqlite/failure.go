package sqlite

import (
	"errors"

	driver "zombiezen.com/go/sqlite"

	"estante/internal/store/sqlconn"
)

// code is the engine's extended result code of an error, if it is one of the
// engine's. The tool that changes the schema has errors of another kind, with the
// same codes.
func code(err error) (number driver.ResultCode, is bool) {
	var failed interface {
		error
		Code() int
	}
	if errors.As(err, &failed) {
		return driver.ResultCode(failed.Code()), true //nolint:gosec // SQLite's codes are small.
	}
	number = driver.ErrCode(err)
	return number, number != driver.ResultError
}

// constraintDataType is SQLITE_CONSTRAINT_DATATYPE, which the driver has no name for.
const constraintDataType = driver.ResultConstraint | 12<<8

// Classify says what an error of the engine means.
func Classify(err error) sqlconn.Failure {
	number, is := code(err)
	if !is {
		return sqlconn.Classify(err)
	}
	switch number {
	case driver.ResultConstraintUnique, driver.ResultConstraintPrimaryKey, driver.ResultConstraintForeignKey:
		return sqlconn.Taken
	case constraintDataType:
		// A sum beyond 64 bits turns into a fraction, which a STRICT column refuses.
		return sqlconn.OutOfRange
	case driver.ResultIOErrSHMSize:
		// The index of the log could not grow: there is no room for it.
		return sqlconn.Full
	default:
	}
	switch number.ToPrimary() {
	case driver.ResultBusy, driver.ResultLocked:
		return sqlconn.Busy
	case driver.ResultFull:
		return sqlconn.Full
	case driver.ResultReadOnly:
		return sqlconn.WroteReadOnly
	case driver.ResultTooBig, driver.ResultMismatch:
		return sqlconn.OutOfRange
	case driver.ResultInterrupt:
		return sqlconn.Left
	default:
		return sqlconn.Unexpected
	}
}
