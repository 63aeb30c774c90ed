// Package sqlite is the engine that keeps everything in one file: its connections, the
// checkpoints of its log, and how its states are told apart.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"estante/internal/store/sqlconn"
)

// FileName is the name of the file in its folder.
const FileName = "estante.db"

// File is where everything is, and how sure a commit is of the disk.
type File struct {
	path      string
	syncLater bool
}

// busyTimeout is for the moments when another process (a command) writes.
const busyTimeout = 5 * time.Second

// commonPragmas hold for every connection.
var commonPragmas = []string{
	"journal_mode(wal)", "wal_autocheckpoint(4000)", "temp_store(memory)", "cache_size(-16000)",
	fmt.Sprintf("journal_size_limit(%d)", logKept), "trusted_schema(0)",
}

// ownPragmas are those of the writer, whose log the checkpointer copies. A change of
// stock touches a dozen pages, most of which other changes touch as well: so the
// writer's cache has room for more pages than a reader's.
var ownPragmas = []string{"foreign_keys(1)", "wal_autocheckpoint(0)", "cache_size(-64000)"}

// mappedPragmas are those of the few connections that many ask. They look at the first
// 96 MB of the file where the system has it in memory: SQLite's own cache of pages, as
// the driver compiles it, is one for all connections of the process, and every page
// takes its lock. What is mapped counts as memory of the process for each of them.
var mappedPragmas = []string{"query_only(1)", "mmap_size(100663296)"}

// How sure a commit is of the disk. FULL syncs the log at each one, so that what
// was acknowledged survives a power cut. NORMAL does so when the log is copied
// into the file, and so at the latest when that is closed; a process that can wait so
// long fills a database, and has more of it in memory and copies less often.
var (
	syncEach  = []string{"synchronous(full)"}
	syncLater = []string{"synchronous(normal)", "cache_size(-128000)"}
)

// pragmas are the settings of a connection, with some of its own.
func (f File) pragmas(own ...string) []string {
	sync := syncEach
	if f.syncLater {
		sync = syncLater
	}
	return slices.Concat(commonPragmas, own, sync)
}

// Prepare makes the folder and the file before the engine does, so that neither is ever
// readable by other users of the machine. The log beside the file takes over its mode.
// With syncLater a commit is acknowledged before the disk has it.
func Prepare(dir string, syncLater bool) (File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return File{}, err
	}
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return File{}, err
	}
	return File{path: path, syncLater: syncLater}, createPrivate(path)
}

// creating is held while a file is made: closing any handle of a file drops
// the locks this process holds on it, so none may be opened before that.
var creating sync.Mutex

// createPrivate makes an empty file for its owner alone, unless it is there.
func createPrivate(path string) error {
	creating.Lock()
	defer creating.Unlock()
	//nolint:gosec // The operator chose the folder.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// Writer opens the connection that writes. It says what its statements change.
func (f File) Writer(ctx context.Context) (*Conn, error) {
	conn, err := f.connect(ctx, ownPragmas...)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", f.path, err)
	}
	if err := conn.watchChanges(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Reader opens one of the few connections that answer what many ask.
func (f File) Reader(ctx context.Context) (*Conn, error) { return f.connect(ctx, mappedPragmas...) }

// LongReader opens a connection that reads for long, or seldom.
func (f File) LongReader(ctx context.Context) (*Conn, error) { return f.connect(ctx, "query_only(1)") }

// connectTries bounds how often a connection is opened in vain. While another
// process makes a new file a log-keeping one, SQLite refuses at once instead of
// waiting its timeout.
const connectTries = 50

// connect opens one connection that stays open, with some settings of its own.
func (f File) connect(ctx context.Context, own ...string) (*Conn, error) {
	for try := 1; ; try++ {
		conn, err := open(ctx, f.path, f.pragmas(own...))
		if err == nil {
			return conn, nil
		}
		kind := Classify(err)
		if kind != sqlconn.Busy || try == connectTries || sqlconn.Pause(ctx, 20*time.Millisecond) != nil {
			return nil, sqlconn.Explain(kind, err)
		}
	}
}

// address is the file as database/sql's driver wants it, for the tool that
// changes the schema.
func (f File) address(more string) string {
	query := fmt.Sprintf("_txlock=immediate&_dqs=0&_pragma=busy_timeout(%d)", busyTimeout.Milliseconds())
	for _, pragma := range f.pragmas(more) {
		query += "&_pragma=" + pragma
	}
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(f.path), RawQuery: query}
	return file.String()
}
