package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// sqliteStatement is a prepared question and, while it is asked, its answer. A
// connection keeps it for the next time.
type sqliteStatement struct {
	conn       *sqliteConn
	handle     uintptr
	parameters int
	kept       bool
	// ofPeople says that it changes something about people.
	ofPeople bool
	// texts is memory of the engine's kind for the texts that were bound last,
	// and room how much it is.
	texts uintptr
	room  int

	// asked says that somebody may still read the answer; unwatch ends the
	// watch over a caller who may leave.
	asked   bool
	ctx     context.Context // It is of one question and gone with its answer.
	unwatch func()
	err     error
}

// roomKept is how much memory for texts a statement keeps for the next time.
const roomKept = 64 << 10

// compile has the engine prepare one statement.
func (s *sqliteStatement) compile(query string) error {
	c := s.conn
	text, err := libc.CString(query)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, text)
	s.ofPeople = c.changesPeople(func() { err = s.prepare(query, text) })
	return err
}

func (s *sqliteStatement) prepare(query string, text uintptr) error {
	c := s.conn
	var code int32
	tail, _ := c.pointer(func(tail uintptr) int32 {
		s.handle, code = c.pointer(func(at uintptr) int32 {
			return sqlitelib.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, sqlitelib.SQLITE_PREPARE_PERSISTENT, at, tail)
		})
		return code
	})
	if code != sqlitelib.SQLITE_OK {
		return c.failed(code)
	}
	if rest := libc.GoString(tail); s.handle == 0 || strings.TrimSpace(rest) != "" {
		s.finalize()
		return fmt.Errorf("not exactly one statement: %s", query)
	}
	s.parameters = int(sqlitelib.Xsqlite3_bind_parameter_count(c.tls, s.handle))
	return nil
}

// begin binds the values of a question. From here on the statement is whoever
// asked's, until the answer is read or closed.
func (s *sqliteStatement) begin(ctx context.Context, args []any) error {
	s.asked, s.err = true, nil
	if err := s.bind(args); err != nil {
		s.end()
		return err
	}
	if ctx.Done() == nil {
		return nil
	}
	s.ctx = ctx
	gone := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		s.conn.interrupt()
		close(gone)
	})
	s.unwatch = func() {
		if !stop() {
			<-gone
		}
	}
	return nil
}

func (s *sqliteStatement) bind(args []any) error {
	if len(args) != s.parameters {
		return fmt.Errorf("%d values for %d parameters", len(args), s.parameters)
	}
	if err := s.makeRoom(args); err != nil {
		return err
	}
	tls, handle, used := s.conn.tls, s.handle, 0
	keep := func(size int) (uintptr, []byte) {
		at := s.texts + uintptr(used)
		used += size
		return at, libc.GoBytes(at, size)
	}
	for i, arg := range args {
		var code int32
		n := int32(i + 1)
		if bytes, is := arg.([]byte); is && bytes == nil {
			arg = nil
		}
		switch value := arg.(type) {
		case nil:
			code = sqlitelib.Xsqlite3_bind_null(tls, handle, n)
		case int64:
			code = sqlitelib.Xsqlite3_bind_int64(tls, handle, n, value)
		case float64:
			code = sqlitelib.Xsqlite3_bind_double(tls, handle, n, value)
		case string:
			at, memory := keep(len(value))
			copy(memory, value)
			code = sqlitelib.Xsqlite3_bind_text(tls, handle, n, at, int32(len(value)), 0) //nolint:gosec // What people send is far shorter.
		case []byte:
			at, memory := keep(len(value))
			copy(memory, value)
			code = sqlitelib.Xsqlite3_bind_blob(tls, handle, n, at, int32(len(value)), 0) //nolint:gosec // What people send is far shorter.
		default:
			return fmt.Errorf("no way to keep a %T", arg)
		}
		if code != sqlitelib.SQLITE_OK {
			return s.conn.failed(code)
		}
	}
	return nil
}

// makeRoom has enough memory for every text of a question.
func (s *sqliteStatement) makeRoom(args []any) error {
	need := 1 // An empty text is somewhere, too: nowhere is NULL.
	for _, arg := range args {
		switch value := arg.(type) {
		case string:
			need += len(value)
		case []byte:
			need += len(value)
		}
	}
	if need <= s.room {
		return nil
	}
	s.freeTexts()
	s.texts = libc.Xmalloc(s.conn.tls, uint64(need))
	if s.texts == 0 {
		return errors.New("no memory for the values of a question")
	}
	s.room = need
	return nil
}

func (s *sqliteStatement) freeTexts() {
	if s.texts != 0 {
		sqlitelib.Xsqlite3_clear_bindings(s.conn.tls, s.handle)
		libc.Xfree(s.conn.tls, s.texts)
	}
	s.texts, s.room = 0, 0
}

// Next implements rows.
func (s *sqliteStatement) Next() bool {
	if !s.asked {
		return false
	}
	switch code := sqlitelib.Xsqlite3_step(s.conn.tls, s.handle); code {
	case sqlitelib.SQLITE_ROW:
		return true
	case sqlitelib.SQLITE_DONE:
	default:
		s.err = s.conn.failed(code)
		if s.ctx != nil && s.ctx.Err() != nil {
			s.err = s.ctx.Err()
		}
	}
	s.end()
	return false
}

// Err implements rows.
func (s *sqliteStatement) Err() error { return s.err }

// Close implements rows.
func (s *sqliteStatement) Close() error {
	s.end()
	return nil
}

// end gives the statement back to its connection.
func (s *sqliteStatement) end() {
	if !s.asked {
		return
	}
	if s.unwatch != nil {
		s.unwatch()
		s.unwatch, s.ctx = nil, nil
	}
	// What went wrong has been told by the step that failed.
	sqlitelib.Xsqlite3_reset(s.conn.tls, s.handle)
	if s.room > roomKept {
		s.freeTexts()
	}
	s.asked = false
	if !s.kept {
		s.finalize()
	}
}

func (s *sqliteStatement) finalize() {
	s.freeTexts()
	sqlitelib.Xsqlite3_finalize(s.conn.tls, s.handle)
	s.handle = 0
}
