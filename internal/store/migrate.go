package store

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"text/template"

	"github.com/pressly/goose/v3"

	"estante/internal/core"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable is where the schema's own history is kept.
const versionTable = "schema_steps"

// latestSchema stands for the newest schema this program knows.
const latestSchema = math.MaxInt64

// ErrNewerSchema means that a newer Estante made the database or the backup.
var ErrNewerSchema = &core.Error{
	Kind: core.Conflict, Message: "Los datos son de una versión más nueva de Estante. Actualiza el programa: no se ha " +
		"cambiado nada.",
}

// SchemaVersion is the number of the last step that was applied; zero is a
// database without a schema.
func (db *DB) SchemaVersion(ctx context.Context) (version int64, err error) {
	err = db.engine.read(ctx, func(t *tx) error {
		version, err = t.schemaVersion()
		return err
	})
	return version, err
}

func (t *tx) schemaVersion() (int64, error) {
	tables, err := one(t, scanInt, t.dialect.hasVersion)
	if err != nil || tables == 0 {
		return 0, err
	}
	return one(t, scanID, "SELECT coalesce(max(version_id), 0) FROM "+versionTable)
}

// Migrate brings the schema to the newest version. Of several processes that
// start at once one does it and the others wait. A step that fails leaves the
// schema as it was before that step.
func (db *DB) Migrate(ctx context.Context) error { return db.migrateTo(ctx, latestSchema) }

func (db *DB) migrateTo(ctx context.Context, target int64) error {
	steps, err := db.steps()
	if err != nil {
		return err
	}
	newest := steps[len(steps)-1].Version
	if target == latestSchema {
		target = newest
	}
	if target > newest {
		return ErrNewerSchema
	}
	if pending, err := db.pending(ctx, target, newest); err != nil || !pending {
		return err
	}
	return db.engine.migrating(ctx, func(conn *sql.DB) error {
		// Another process may have done the work while this one waited.
		pending, err := db.pending(ctx, target, newest)
		if err != nil || !pending {
			return err
		}
		return db.applySteps(ctx, conn, steps, target)
	})
}

func (db *DB) pending(ctx context.Context, target, newest int64) (bool, error) {
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return false, err
	}
	if version > newest {
		return false, fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewerSchema, version, newest)
	}
	return version < target, nil
}

func (db *DB) applySteps(ctx context.Context, conn *sql.DB, steps []*goose.Migration, target int64) error {
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if version > 0 && db.options.BeforeMigrate != nil {
		if err := db.options.BeforeMigrate(ctx, db); err != nil {
			return fmt.Errorf("before migrating: %w", err)
		}
	}
	provider, err := goose.NewProvider(db.dialect.goose, conn, nil, goose.WithTableName(versionTable),
		goose.WithGoMigrations(steps...),
		goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	applied, err := provider.UpTo(ctx, target)
	for _, step := range applied {
		db.options.Log.Info("schema step applied", "version", step.Source.Version, "took", step.Duration)
	}
	return err
}

// steps reads the migrations as this engine speaks them.
func (db *DB) steps() ([]*goose.Migration, error) {
	names, err := fs.Glob(db.options.steps, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("there are no migrations")
	}
	steps := make([]*goose.Migration, 0, len(names))
	for _, name := range names {
		version, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		number, err := strconv.ParseInt(version, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s has no number: %w", name, err)
		}
		text, err := db.dialect.render(db.options.steps, name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, goose.NewGoMigration(number, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
			if strings.HasSuffix(name, recountingStep) {
				return recountFigures(ctx, tx)
			}
			return nil
		}}, nil))
	}
	return steps, nil
}

// render fills the words that differ between the engines into a migration.
func (d *dialect) render(files fs.FS, name string) (string, error) {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return "", err
	}
	word := func(text string) func() string { return func() string { return text } }
	page, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"id": word(d.words.id), "int": word(d.words.integer), "time": word(d.words.integer), "text": word(d.words.text),
		"bytes": word(d.words.bytes), "strict": word(d.words.strict),
		"bool": func(column string) string {
			if strings.Contains(d.words.boolean, "%s") {
				return fmt.Sprintf(d.words.boolean, column)
			}
			return d.words.boolean
		},
		"postgres": func() bool { return d == postgresDialect },
	}).Parse(string(source))
	if err != nil {
		return "", fmt.Errorf("migration %s: %w", name, err)
	}
	var text bytes.Buffer
	if err := page.Execute(&text, nil); err != nil {
		return "", fmt.Errorf("migration %s: %w", name, err)
	}
	return text.String(), nil
}
