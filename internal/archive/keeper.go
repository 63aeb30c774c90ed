package archive

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"estante/internal/backup"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/verify"
)

// Keeper keeps the backups of a database in a folder. It implements
// backup.BackupKeeper.
type Keeper struct {
	db  *store.DB
	dir string

	mu    sync.Mutex
	place string
}

var _ backup.Keeper = (*Keeper)(nil)

// NewKeeper returns a keeper of a folder, which is made when it is needed.
func NewKeeper(db *store.DB, dir string) *Keeper { return &Keeper{db: db, dir: dir} }

// What else lies in the folder: the file with its name, and what is left of
// work that was cut off.
const (
	placeFile    = ".place"
	asidePrefix  = ".restored-"
	writtenHead  = ".estante-"
	leftoversAge = 24 * time.Hour
	suffix       = ".backup"
)

// Errors about the folder.
var (
	errNoRoom   = &core.Error{Kind: core.Unavailable, Message: "No queda espacio en el disco del servidor."}
	errNoAccess = &core.Error{
		Kind: core.Unavailable, Message: "El servidor no puede usar la carpeta de copias: revisa sus permisos.",
	}
)

// explain says what people can do something about.
func explain(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, core.ErrFull):
		return fmt.Errorf("%w (%w)", errNoRoom, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w (%w)", errNoAccess, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w (%w)", backup.ErrBackupGone, err)
	}
	return err
}

// Place implements backup.BackupKeeper. The folder is named by a file in it,
// so that processes that share it know what they share.
func (k *Keeper) Place() (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.place != "" {
		return k.place, nil
	}
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return "", explain(err)
	}
	path := filepath.Join(k.dir, placeFile)
	//nolint:gosec // The operator chose the folder.
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = io.WriteString(file, rand.Text())
		err = errors.Join(err, file.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", explain(err)
	}
	name, err := os.ReadFile(path) //nolint:gosec // As above.
	if err != nil {
		return "", explain(err)
	}
	k.sweep()
	k.place = strings.TrimSpace(string(name))
	return k.place, nil
}

// sweep removes what work that was cut off has left. What is young may still be
// in use by another process.
func (k *Keeper) sweep() {
	entries, _ := os.ReadDir(k.dir) // What cannot be listed is not ours to clean.
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), asidePrefix) && !strings.HasPrefix(entry.Name(), writtenHead) {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > leftoversAge {
			_ = os.RemoveAll(filepath.Join(k.dir, entry.Name()))
		}
	}
}

// path is where a file lies. A name never leads out of the folder.
func (k *Keeper) path(name string) string { return filepath.Join(k.dir, filepath.Base(name)) }

// Create implements backup.BackupKeeper.
func (k *Keeper) Create(ctx context.Context, name string, progress func(done, total int64)) (backup.File, error) {
	summary, err := create(ctx, k.db, k.path(name), progress)
	if err != nil {
		return backup.File{}, explain(err)
	}
	info, err := os.Stat(k.path(name))
	if err != nil {
		return backup.File{}, explain(err)
	}
	return backup.File{Name: name, Size: info.Size(), Rows: summary.Rows, At: summary.CreatedAt}, nil
}

// Verify implements backup.BackupKeeper. The backup is restored into a
// database of its own, whatever engine it came from, which is then thrown away.
func (k *Keeper) Verify(ctx context.Context, name string) (report verify.LedgerReport, err error) {
	aside, err := os.MkdirTemp(k.dir, asidePrefix)
	if err != nil {
		return report, explain(err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(aside)) }()
	db, err := store.Open(ctx, store.Options{Dir: aside, LeaveSchema: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return report, explain(err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := Restore(ctx, db, k.path(name)); err != nil {
		return report, explain(err)
	}
	report, err = inventory.New(db, inventory.Options{PasswordWorkers: 1}).Verify.Verify(ctx, nil)
	return report, explain(err)
}

// Open implements backup.BackupKeeper.
func (k *Keeper) Open(name string) (io.ReadCloser, error) {
	file, err := os.Open(k.path(name))
	if err != nil {
		return nil, explain(err)
	}
	return file, nil
}

// Remove implements backup.BackupKeeper. A file that is gone needs no removing.
func (k *Keeper) Remove(name string) error {
	if err := os.Remove(k.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain(err)
	}
	return nil
}

// Found implements backup.BackupKeeper.
func (k *Keeper) Found() ([]backup.File, error) {
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return nil, explain(err)
	}
	var files []backup.File
	for _, entry := range entries {
		name := entry.Name()
		if !entry.Type().IsRegular() || strings.HasPrefix(name, ".") || !strings.HasSuffix(name, suffix) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return nil, explain(err)
		}
		files = append(files, backup.File{Name: name, Size: info.Size(), At: info.ModTime().UTC()})
	}
	return files, nil
}
