package store

import (
	"context"
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// bufferedLog is how the writer's connection writes its log. SQLite writes each
// page of a commit in two pieces, some hundred calls for a few requests; here they
// are gathered, at most until SQLite wants them on the disk, and written together.
// Until then they are nobody's: a commit is announced in the index of the log after
// it was synced. So this is for connections that sync each commit, and for no others.
//
// It lies in the engine's memory, and begins with what SQLite calls.
// https://sqlite.org/c3ref/io_methods.html
type bufferedLog struct {
	methods sqlitelib.Tsqlite3_io_methods
	// plain is what SQLite called before.
	plain uintptr
	// bytes is the memory for what has been gathered: so much, for a place in the file.
	bytes uintptr
	used  int64
	place int64
	// isNamed says that a sync has been SQLite's own: the first one after a file was
	// made sees to its name in the folder as well.
	isNamed bool
}

// bytesMover is SQLite's way to read from a file or write to it: how many bytes, and
// where.
type bytesMover = func(tls *libc.TLS, file, bytes uintptr, count int32, place int64) int32

// logBuffer is how much is written at once: sixteen pages, which are still near the
// processor then. SQLite takes 128 KB for nothing at all.
const logBuffer = 1 << 16

// bufferLog has the connection gather what it writes to its log from now on, if it
// has one: some file systems cannot.
func (c *sqliteConn) bufferLog(ctx context.Context) error {
	// The log is opened by whoever reads first.
	if err := c.do(ctx, "SELECT 1 FROM sqlite_schema LIMIT 1"); err != nil {
		return err
	}
	file := c.logFile()
	// Where a sector may be torn, SQLite writes on after a sync.
	if file == 0 || at[sqlitelib.TWal](c.log()).FpadToSectorBoundary != 0 {
		return nil
	}
	address := libc.Xcalloc(c.tls, 1, libc.Tsize_t(unsafe.Sizeof(bufferedLog{})))
	bytes := libc.Xmalloc(c.tls, logBuffer)
	if address == 0 || bytes == 0 {
		libc.Xfree(c.tls, address)
		libc.Xfree(c.tls, bytes)
		return c.failed(sqlitelib.SQLITE_NOMEM)
	}
	l := at[bufferedLog](address)
	l.plain, l.bytes = at[sqlitelib.Tsqlite3_file](file).FpMethods, bytes
	l.setMethods()
	at[sqlitelib.Tsqlite3_file](file).FpMethods = address
	// What was gathered of a transaction that is given up must never be written: by
	// then its place may be that of somebody else's commit.
	sqlitelib.Xsqlite3_rollback_hook(c.tls, c.db, entry(func(_ *libc.TLS, log uintptr) { at[bufferedLog](log).used = 0 }), address)
	return nil
}

// setMethods fills in what SQLite calls. Whatever asks for the file as it is has
// what was gathered written first.
func (l *bufferedLog) setMethods() {
	l.methods = *at[sqlitelib.Tsqlite3_io_methods](l.plain)
	l.methods.FxClose = entry(closeBufferedLog)
	l.methods.FxWrite = entry(func(tls *libc.TLS, file, from uintptr, count int32, place int64) int32 {
		return logOf(file).write(tls, file, from, count, place)
	})
	l.methods.FxSync = entry(func(tls *libc.TLS, file uintptr, flags int32) int32 { return logOf(file).sync(tls, file, flags) })
	l.methods.FxRead = entry(func(tls *libc.TLS, file, to uintptr, count int32, place int64) int32 {
		return logOf(file).flushed(tls, file, func(plain *sqlitelib.Tsqlite3_io_methods) int32 {
			return function[bytesMover](plain.FxRead)(tls, file, to, count, place)
		})
	})
	l.methods.FxTruncate = entry(func(tls *libc.TLS, file uintptr, size int64) int32 {
		return logOf(file).flushed(tls, file, func(plain *sqlitelib.Tsqlite3_io_methods) int32 {
			return function[func(*libc.TLS, uintptr, int64) int32](plain.FxTruncate)(tls, file, size)
		})
	})
	l.methods.FxFileSize = entry(func(tls *libc.TLS, file, size uintptr) int32 {
		return logOf(file).flushed(tls, file, func(plain *sqlitelib.Tsqlite3_io_methods) int32 {
			return function[func(*libc.TLS, uintptr, uintptr) int32](plain.FxFileSize)(tls, file, size)
		})
	})
}

func logOf(file uintptr) *bufferedLog {
	return at[bufferedLog](at[sqlitelib.Tsqlite3_file](file).FpMethods)
}

// function is the one at an address, as the engine has them.
func function[F any](address uintptr) F {
	return *(*F)(unsafe.Pointer(&address)) //nolint:gosec // The engine calls it in the same way.
}

func (l *bufferedLog) asBefore() *sqlitelib.Tsqlite3_io_methods {
	return at[sqlitelib.Tsqlite3_io_methods](l.plain)
}

// write gathers what follows what was gathered, and begins again with anything else.
func (l *bufferedLog) write(tls *libc.TLS, file, from uintptr, count int32, place int64) int32 {
	if place != l.place+l.used || l.used+int64(count) > logBuffer {
		if code := l.flush(tls, file); code != sqlitelib.SQLITE_OK {
			return code
		}
		l.place = place
	}
	libc.Xmemcpy(tls, l.bytes+uintptr(l.used), from, libc.Tsize_t(count)) //nolint:gosec // Neither is ever negative.
	l.used += int64(count)
	return sqlitelib.SQLITE_OK
}

// flush writes what was gathered. If that fails, so does the commit it is of, and
// nobody will ask for it again.
func (l *bufferedLog) flush(tls *libc.TLS, file uintptr) int32 {
	gathered := int32(l.used) //nolint:gosec // No more than the buffer.
	l.used = 0
	if gathered == 0 {
		return sqlitelib.SQLITE_OK
	}
	return function[bytesMover](l.asBefore().FxWrite)(tls, file, l.bytes, gathered, l.place)
}

func (l *bufferedLog) flushed(tls *libc.TLS, file uintptr, then func(*sqlitelib.Tsqlite3_io_methods) int32) int32 {
	if code := l.flush(tls, file); code != sqlitelib.SQLITE_OK {
		return code
	}
	return then(l.asBefore())
}

// sync has what was gathered on the disk. The length of a file that is written over
// stays as it was, and its times do not matter, which spares the disk a second place.
func (l *bufferedLog) sync(tls *libc.TLS, file uintptr, flags int32) int32 {
	return l.flushed(tls, file, func(plain *sqlitelib.Tsqlite3_io_methods) int32 {
		if l.isNamed && canSyncBytes {
			return syncBytes(file)
		}
		code := function[func(*libc.TLS, uintptr, int32) int32](plain.FxSync)(tls, file, flags)
		l.isNamed = code == sqlitelib.SQLITE_OK
		return code
	})
}

// closeBufferedLog gives the memory back. What was gathered by now was of a commit
// that never came.
func closeBufferedLog(tls *libc.TLS, file uintptr) int32 {
	address := at[sqlitelib.Tsqlite3_file](file).FpMethods
	l := at[bufferedLog](address)
	at[sqlitelib.Tsqlite3_file](file).FpMethods = l.plain
	code := function[func(*libc.TLS, uintptr) int32](l.asBefore().FxClose)(tls, file)
	libc.Xfree(tls, l.bytes)
	libc.Xfree(tls, address)
	return code
}
