package sqlite

import (
	"fmt"

	driver "zombiezen.com/go/sqlite"
)

// statement is a prepared question and, while it is asked, its answer. A
// connection keeps it for the next time.
type statement struct {
	conn    *Conn
	handle  *driver.Stmt
	kept    bool
	changes changeKind
	// large says that texts were bound that are not worth keeping.
	large bool

	// asked says that the answer may still be read.
	asked bool
	err   error
}

// roomKept is how much memory for texts a statement keeps for the next time.
const roomKept = 64 << 10

// begin binds the values of a question. From here on the statement is the caller's,
// until the answer is read or closed.
func (s *statement) begin(args []any) error {
	s.asked, s.err = true, nil
	if err := s.bind(args); err != nil {
		s.end()
		return err
	}
	return nil
}

func (s *statement) bind(args []any) error {
	if parameters := s.handle.BindParamCount(); len(args) != parameters {
		return fmt.Errorf("%d values for %d parameters", len(args), parameters)
	}
	bytes := 0
	for i, arg := range args {
		switch value := arg.(type) {
		case nil:
			s.handle.BindNull(i + 1)
		case int64:
			s.handle.BindInt64(i+1, value)
		case float64:
			s.handle.BindFloat(i+1, value)
		case string:
			s.handle.BindText(i+1, value)
			bytes += len(value)
		case []byte:
			if value == nil {
				s.handle.BindNull(i + 1)
				break
			}
			s.handle.BindBytes(i+1, value)
			bytes += len(value)
		default:
			return fmt.Errorf("no way to keep a %T", arg)
		}
	}
	s.large = bytes > roomKept
	return nil
}

// Next implements sqlconn.Rows.
func (s *statement) Next() bool {
	if !s.asked {
		return false
	}
	isRow, err := s.handle.Step()
	if isRow {
		return true
	}
	s.err = err
	s.end()
	return false
}

// Err implements sqlconn.Rows.
func (s *statement) Err() error { return s.err }

// Close implements sqlconn.Rows.
func (s *statement) Close() error {
	s.end()
	return nil
}

// end gives the statement back to its connection.
func (s *statement) end() {
	if !s.asked {
		return
	}
	// What went wrong has been told by the step that failed.
	_ = s.handle.Reset()
	if s.changes.rows {
		s.conn.changed += int64(s.conn.db.Changes())
	}
	if s.large {
		_ = s.handle.ClearBindings()
	}
	s.asked = false
	if !s.kept {
		s.finalize()
	}
}

func (s *statement) finalize() { _ = s.handle.Finalize() }
