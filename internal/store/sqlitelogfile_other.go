//go:build !linux

package store

import sqlitelib "modernc.org/sqlite/lib"

const canSyncBytes = false

func syncBytes(uintptr) int32 { return sqlitelib.SQLITE_IOERR_FSYNC }
