package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/store"
)

// ErrMovedOtherwise means that the target does not hold what the source held.
var ErrMovedOtherwise = &core.Error{
	Kind: core.Conflict, Message: "Lo copiado no es igual al original. No uses la base de datos de destino: el original " +
		"sigue como estaba.",
}

// Move copies everything one database holds into an empty one, on whichever
// engines, reads the copy again and holds each value to the original.
func Move(ctx context.Context, from, to *store.DB) (Summary, error) {
	var summary Summary
	original := map[string]digest{}
	err := from.Dump(ctx, func(dump *store.Dump) error {
		summary.Header = Header{
			Format: format, Schema: dump.Version, Engine: from.Engine(), CreatedAt: time.Now().UTC().Truncate(time.Second),
		}
		return to.Load(ctx, dump.Version, func(load *store.Load) error {
			for _, table := range dump.Tables {
				copied, err := moveTable(dump, load, table)
				if err != nil {
					return fmt.Errorf("table %s: %w", table.Name, err)
				}
				original[table.Name] = copied
				summary.Tables++
				summary.Rows += copied.rows
			}
			return nil
		})
	})
	if err != nil {
		return Summary{}, fmt.Errorf("move: %w", err)
	}
	if err := holdTo(ctx, to, original); err != nil {
		return Summary{}, fmt.Errorf("move: %w", err)
	}
	return summary, nil
}

func moveTable(dump *store.Dump, load *store.Load, table store.Table) (copied digest, err error) {
	into, err := load.Into(table.Name, table.Columns)
	if err != nil {
		return copied, err
	}
	err = dump.Rows(table, func(values []any) error {
		if err := copied.add(values); err != nil {
			return err
		}
		return into.Add(values)
	})
	if err != nil {
		return copied, err
	}
	return copied, into.Flush()
}

// holdTo reads a whole database and compares it with what it should hold.
func holdTo(ctx context.Context, db *store.DB, original map[string]digest) error {
	return db.Dump(ctx, func(dump *store.Dump) error {
		if len(dump.Tables) != len(original) {
			return fmt.Errorf("%w: %d tables of %d", ErrMovedOtherwise, len(dump.Tables), len(original))
		}
		for _, table := range dump.Tables {
			var found digest
			if err := dump.Rows(table, found.add); err != nil {
				return fmt.Errorf("table %s: %w", table.Name, err)
			}
			if found != original[table.Name] {
				return fmt.Errorf("%w: table %s", ErrMovedOtherwise, table.Name)
			}
		}
		return nil
	})
}

// digest stands for the rows of a table in any order: engines return them in
// orders of their own.
type digest struct {
	rows int64
	sum  [sha256.Size / 8]uint64
}

// add takes one row of values as Dump.Rows gives them.
func (d *digest) add(values []any) error {
	var record bytes.Buffer
	w := &recordWriter{out: bufio.NewWriter(&record)}
	if err := w.row(values); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	hash := sha256.Sum256(record.Bytes())
	for i := range d.sum {
		d.sum[i] += binary.BigEndian.Uint64(hash[i*8:])
	}
	d.rows++
	return nil
}
