package store

import (
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// sqliteLogHead is the head of the index of SQLite's log, which every process
// that has the file open maps into its memory: a count of the commits and where
// the last one ended, in 48 bytes that are written twice, first the second time.
// https://sqlite.org/walformat.html#the_wal_index_header
type sqliteLogHead [2]logState

// logState is one of the two. No two states of a file ever have the same.
type logState [6]uint64

// readLogHead copies what lies there now.
func readLogHead(address uintptr) (head sqliteLogHead) {
	const word = 8
	for half := range head {
		for i := range head[half] {
			head[half][i] = libc.AtomicLoadPUint64(address)
			address += word
		}
	}
	return head
}

// state is where the log ends, unless somebody is writing that, or there is none.
func (h sqliteLogHead) state() (state logState, isWhole bool) {
	if h[0] != h[1] || h[0] == (logState{}) {
		return state, false
	}
	return h[0], true
}

// log is where the connection has what it knows of its log; 0 until it has read
// something. SQLite has no question for it, so this goes the way that SQLite itself
// goes from a connection to its file.
func (c *sqliteConn) log() uintptr {
	return follow(c.db, unsafe.Offsetof(sqlitelib.Tsqlite3{}.FaDb), unsafe.Offsetof(sqlitelib.TDb{}.FpBt), unsafe.Offsetof(sqlitelib.TBtree{}.FpBt),
		unsafe.Offsetof(sqlitelib.TBtShared{}.FpPager), unsafe.Offsetof(sqlitelib.TPager{}.FpWal))
}

// logFile is what SQLite calls the file of the log by; 0 where there is none.
func (c *sqliteConn) logFile() uintptr {
	return follow(c.log(), unsafe.Offsetof(sqlitelib.TWal{}.FpWalFd))
}

// logIndex is where the connection has the first page of that index; 0 where there
// is no log, and where no other process could write it.
func (c *sqliteConn) logIndex() uintptr {
	log := c.log()
	if log == 0 {
		return 0
	}
	alone := libc.AtomicLoadPUint8(log + unsafe.Offsetof(sqlitelib.TWal{}.FexclusiveMode))
	copied := libc.AtomicLoadPUint8(log + unsafe.Offsetof(sqlitelib.TWal{}.FbShmUnreliable))
	if alone != 0 || copied != 0 {
		return 0
	}
	return follow(log, unsafe.Offsetof(sqlitelib.TWal{}.FapWiData), 0)
}

// logState is where the log ended when the connection last looked or committed.
func (c *sqliteConn) logState() logState {
	log := c.log()
	if log == 0 {
		return logState{}
	}
	return *at[logState](log + unsafe.Offsetof(sqlitelib.TWal{}.Fhdr))
}

// logLength is how many pages the log has, from its beginning to the last commit,
// and logCopied how many of them have been copied into the file.
func (c *sqliteConn) logLength() int { return c.logCount(16) }
func (c *sqliteConn) logCopied() int { return c.logCount(96) }

// logCount reads one of the counts of the log's index; 0 where there is none.
func (c *sqliteConn) logCount(offset uintptr) int {
	index := c.logIndex()
	if index == 0 {
		return 0
	}
	return int(libc.AtomicLoadPUint32(index + offset))
}

// follow goes from pointer to pointer, each in a field of what the last led to.
func follow(at uintptr, fields ...uintptr) uintptr {
	for _, field := range fields {
		if at == 0 {
			return 0
		}
		at = libc.AtomicLoadPUintptr(at + field)
	}
	return at
}
