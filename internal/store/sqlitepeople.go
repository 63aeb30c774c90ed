package store

import (
	"slices"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// peopleTables are those that say whose a session is and what they may do. Every
// request looks there first (SessionByToken), and of a thousand changes to a shop
// hardly one is about them, so that what was found is remembered until then.
var peopleTables = []string{"sessions", "users"}

// watchPeople has SQLite say of every statement that the connection prepares, and
// of the triggers it sets off, whether it changes one of these tables.
func (c *sqliteConn) watchPeople() error {
	if c.seen = libc.Xcalloc(c.tls, 1, 1); c.seen == 0 {
		return c.failed(sqlitelib.SQLITE_NOMEM)
	}
	see := entry(func(_ *libc.TLS, seen uintptr, action int32, table, _, _, _ uintptr) int32 {
		switch action {
		case sqlitelib.SQLITE_INSERT, sqlitelib.SQLITE_UPDATE, sqlitelib.SQLITE_DELETE:
			if slices.Contains(peopleTables, libc.GoString(table)) {
				*at[bool](seen) = true
			}
		}
		return sqlitelib.SQLITE_OK
	})
	if code := sqlitelib.Xsqlite3_set_authorizer(c.tls, c.db, see, c.seen); code != sqlitelib.SQLITE_OK {
		return c.failed(code)
	}
	return nil
}

// changesPeople says whether what is prepared changes something about people.
func (c *sqliteConn) changesPeople(prepare func()) bool {
	if c.seen == 0 {
		prepare()
		return false
	}
	*at[bool](c.seen) = false
	prepare()
	return *at[bool](c.seen)
}

// hasChangedPeople says whether something about people may have been changed since
// it was last asked.
func (c *sqliteConn) hasChangedPeople() bool {
	changed := c.people
	c.people = false
	return changed
}
