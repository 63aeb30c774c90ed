package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"estante/internal/store"
)

// Fill writes many rows into a table as fast as the engine takes them, past
// everything that would check them one by one. It is for benchmarks.
func Fill(tb testing.TB, options store.Options, table string, columns []string, rows iter.Seq[[]any]) {
	tb.Helper()
	var err error
	if options.URL != "" {
		err = copyPostgres(tb.Context(), options.URL, table, columns, rows)
	} else {
		err = insertSQLite(tb.Context(), filepath.Join(options.Dir, store.FileName), table, columns, rows)
	}
	if err != nil {
		tb.Fatalf("fill %s: %v", table, err)
	}
}

func copyPostgres(ctx context.Context, url, table string, columns []string, rows iter.Seq[[]any]) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	next, stop := iter.Pull(rows)
	defer stop()
	_, err = conn.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		row, _ := next()
		return row, nil
	}))
	return err
}

func insertSQLite(ctx context.Context, path, table string, columns []string, rows iter.Seq[[]any]) error {
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)&_pragma=synchronous(off)&_pragma=cache_size(-64000)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	places := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	insert, err := tx.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table,
		strings.Join(columns, ", "), places))
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }()
	for row := range rows {
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return tx.Commit()
}
