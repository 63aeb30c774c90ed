package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"estante/internal/archive"
	"estante/internal/store"
)

// backupFolder is where automatic backups lie, within the data folder.
const backupFolder = "backups"

// beforeMigrate takes a backup before a newer program changes the schema of a
// database with data.
func (p *place) beforeMigrate(log *slog.Logger) func(context.Context, *store.DB) error {
	return archive.BeforeMigrate(filepath.Join(p.Data, backupFolder), func(path string, summary archive.Summary) {
		log.Info("backup taken before changing the schema", "file", path, "schema", summary.Schema, "rows", summary.Rows)
	})
}

type backupCommand struct {
	File string `arg:"" name:"archivo" help:"Archivo que se escribe." type:"path"`
}

// Run takes a backup while the server goes on working.
func (c *backupCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	if err := place.mustHoldData(ctx, log); err != nil {
		return err
	}
	db, err := place.openAsIs(ctx, log)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	summary, err := archive.Create(ctx, db, c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Copia guardada en %s: %d tablas, %d filas.\n", c.File, summary.Tables, summary.Rows)
	return err
}

type restoreCommand struct {
	File string `arg:"" name:"archivo" help:"Archivo de una copia." type:"existingfile"`
}

// Run restores a backup into an empty database.
func (c *restoreCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	db, err := place.openAsIs(ctx, log)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	summary, err := archive.Restore(ctx, db, c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Copia del %s recuperada: %d tablas, %d filas.\n",
		summary.CreatedAt.Format("02/01/2006 15:04"), summary.Tables, summary.Rows)
	return err
}

// openAsIs opens the database without changing its schema.
func (p *place) openAsIs(ctx context.Context, log *slog.Logger) (*store.DB, error) {
	options := p.storeOptions(log)
	options.LeaveSchema = true
	return store.Open(ctx, options)
}
