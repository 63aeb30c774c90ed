// Package archive writes everything a database holds to one file, and fills an
// empty database from it. The file is the same whichever engine wrote it, so a
// backup is also the way from one engine to the other.
package archive

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"estante/internal/backup"
	"estante/internal/store"
)

// A file is a line that says what it is, a line of JSON (Header), records (see
// record.go) as one gzip stream, and the SHA-256 of all of that.
const (
	magic  = "ESTANTE BACKUP\n"
	format = 1
)

// Header says what a backup file holds.
type Header struct {
	Format    int       `json:"format"`
	Schema    int64     `json:"schema"`
	Engine    string    `json:"engine"`
	CreatedAt time.Time `json:"createdAt"`
}

// Summary says how much was written or read.
type Summary struct {
	Header
	Tables int
	Rows   int64
}

// Create writes a backup to path. It takes one snapshot, so the file is of one
// moment however long it takes, and no writer waits for it. The file appears under
// its name only when it is whole, and its owner alone can read it.
func Create(ctx context.Context, db *store.DB, path string) (Summary, error) {
	return create(ctx, db, path, func(int64, int64) {})
}

// create is Create that tells how many rows of all it has written.
func create(ctx context.Context, db *store.DB, path string, progress func(done, total int64)) (Summary, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // Made with mode 0600.
	if err != nil {
		return Summary{}, fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }()
	summary, err := write(ctx, db, file, progress)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return Summary{}, fmt.Errorf("backup: %w", err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return Summary{}, fmt.Errorf("backup: %w", err)
	}
	return summary, syncFolder(filepath.Dir(path))
}

// syncFolder makes a new name in a folder survive a power cut.
func syncFolder(dir string) error {
	folder, err := os.Open(dir) //nolint:gosec // The operator chose the folder.
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// write writes the whole file, its hash last.
func write(
	ctx context.Context, db *store.DB, to io.Writer, progress func(done, total int64),
) (summary Summary, err error) {
	hash := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(to, hash), 1<<16)
	err = db.Dump(ctx, func(dump *store.Dump) error {
		dump.LeaveFleeting()
		summary.Header = Header{
			Format: format, Schema: dump.Version, Engine: db.Engine(), CreatedAt: time.Now().UTC().Truncate(time.Second),
		}
		if err := writeHeader(out, summary.Header); err != nil {
			return err
		}
		packed, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
		if err != nil {
			return err
		}
		summary.Tables, summary.Rows, err = writeTables(packed, dump, progress)
		return errors.Join(err, packed.Close())
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return Summary{}, err
	}
	_, err = to.Write(hash.Sum(nil))
	return summary, err
}

func writeHeader(out io.Writer, header Header) error {
	line, err := json.Marshal(header)
	if err != nil {
		return err
	}
	_, err = out.Write(append([]byte(magic), append(line, '\n')...))
	return err
}

// progressEvery is after how many rows progress is told.
const progressEvery = 1000

// writeTables writes every table, each with the number of its rows behind it.
func writeTables(
	out io.Writer, dump *store.Dump, progress func(done, total int64),
) (tables int, rows int64, err error) {
	total, err := dump.Count()
	if err != nil {
		return 0, 0, err
	}
	w := &recordWriter{out: bufio.NewWriterSize(out, 1<<16)}
	for _, table := range dump.Tables {
		w.table(table.Name, table.Columns)
		count := int64(0)
		err := dump.Rows(table, func(values []any) error {
			count++
			if (rows+count)%progressEvery == 0 {
				progress(rows+count, total)
			}
			return w.row(values)
		})
		if err != nil {
			return 0, 0, fmt.Errorf("table %s: %w", table.Name, err)
		}
		w.tableEnd(count)
		rows += count
	}
	w.end(len(dump.Tables))
	return len(dump.Tables), rows, w.out.Flush()
}

// BeforeMigrate returns what store.Options wants: a backup into a folder before
// the schema of a database with data changes.
func BeforeMigrate(dir string, done func(path string, summary Summary)) func(context.Context, *store.DB) error {
	return func(ctx context.Context, db *store.DB) error {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		version, err := db.SchemaVersion(ctx)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s%d-%s%s", backup.UpgradePrefix, version, time.Now().UTC().Format("20060102T150405.000000Z"),
			suffix)
		path := filepath.Join(dir, name)
		summary, err := Create(ctx, db, path)
		if err == nil && done != nil {
			done(path, summary)
		}
		return err
	}
}
