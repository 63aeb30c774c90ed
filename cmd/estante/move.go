package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"estante/internal/archive"
	"estante/internal/inventory"
	"estante/internal/store"
)

type moveCommand struct {
	From string `required:"" placeholder:"./data" help:"De dónde: una carpeta de datos o postgres://…"`
	To   string `required:"" placeholder:"postgres://…" help:"Adónde: una carpeta de datos o postgres://…, sin datos."`
}

// Run copies everything into an empty database, compares it with the original
// and checks its ledger. The original is left as it was.
func (c *moveCommand) Run(ctx context.Context, place *place, out io.Writer, stderr aside, log *slog.Logger) error {
	from, to := place.at(c.From), place.at(c.To)
	if err := from.mustHoldData(ctx, log); err != nil {
		return err
	}
	source, _, err := from.open(ctx, log, inventory.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	if err := from.copySecretKey(to); err != nil {
		return fmt.Errorf("clave de los secretos: %w", err)
	}
	target, err := to.openAsIs(ctx, log)
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }()
	summary, err := archive.Move(ctx, source, target)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%d tablas y %s filas copiadas; cada valor es igual al original.\n", summary.Tables,
		grouped(summary.Rows)); err != nil {
		return err
	}
	return verify(ctx, inventory.New(target, inventory.Options{}), out, stderr)
}

// at is the same place with its data elsewhere: in a folder or in PostgreSQL,
// which keeps the folder for what lies beside a database.
func (p *place) at(where string) *place {
	other := &place{Data: p.Data, SecretKeyFile: p.SecretKeyFile, LogLevel: p.LogLevel}
	if store.IsPostgres(where) {
		other.Database = where
	} else {
		other.Data = where
	}
	return other
}

// mustHoldData refuses a place without a shop: opening it would make an empty
// one, which a mistyped name would move, write over a good backup or call sound.
func (p *place) mustHoldData(ctx context.Context, log *slog.Logger) error {
	if p.Database == "" {
		if _, err := os.Stat(filepath.Join(p.Data, store.FileName)); err != nil {
			return fmt.Errorf("en la carpeta %s no hay datos de Estante", p.Data)
		}
	}
	db, err := p.openAsIs(ctx, log)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if version, err := db.SchemaVersion(ctx); err != nil || version > 0 {
		return err
	}
	return errors.New("en la base de datos no hay datos de Estante")
}

// copySecretKey gives another folder the key that opens what will arrive there.
// A key that was named serves wherever the data is, and one that is there
// already may be what opens the secrets of another database.
func (p *place) copySecretKey(to *place) error {
	if p.SecretKeyFile != "" || to.Data == p.Data {
		return nil
	}
	key, err := os.ReadFile(filepath.Join(p.Data, secretKeyFile))
	if err != nil {
		return err
	}
	path := filepath.Join(to.Data, secretKeyFile)
	if there, err := os.ReadFile(path); err == nil { //nolint:gosec // G304: the operator chose the folder.
		if !bytes.Equal(there, key) {
			return fmt.Errorf("en %s hay otra: elige una carpeta nueva", to.Data)
		}
		return nil
	}
	if err := os.MkdirAll(to.Data, 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, key, 0o600) //nolint:gosec // G703: the operator chose the folder.
}
