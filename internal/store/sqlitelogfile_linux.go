package store

import (
	"errors"
	"syscall"

	sqlitelib "modernc.org/sqlite/lib"
)

const canSyncBytes = true

// syncBytes waits until the bytes of a file are on the disk.
func syncBytes(file uintptr) int32 {
	for {
		err := syscall.Fdatasync(int(at[sqlitelib.TunixFile](file).Fh))
		if err == nil {
			return sqlitelib.SQLITE_OK
		}
		if !errors.Is(err, syscall.EINTR) {
			return sqlitelib.SQLITE_IOERR_FSYNC
		}
	}
}
