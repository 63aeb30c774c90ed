package store

import sqlitelib "modernc.org/sqlite/lib"

// WriteTo has the log written to another file meanwhile.
func (l Logged) WriteTo(other uintptr, meanwhile func()) {
	file := at[sqlitelib.TunixFile](l.conn.logFile())
	usual := file.Fh
	file.Fh = int32(other)
	defer func() { file.Fh = usual }()
	meanwhile()
}
