package imports

import (
	"context"
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// stagedRows is how many rows one write claims: a few milliseconds of work, so that
// beside many others not most of the time goes by in waiting for the next turn.
const stagedRows = 512

// errImportWrong is the sentence of an import some of whose rows are wrong.
func importWrong(wrong int) string {
	if wrong == 1 {
		return "Hay 1 fila con errores. No se ha importado nada."
	}
	return fmt.Sprintf("Hay %d filas con errores. No se ha importado nada.", wrong)
}

// check makes sure that nothing can fail any more. It claims what the rows are
// about, raises the fence, and compares everything with the catalogue, which
// from then on changes only in ways an import can deal with.
func (w *importWork) check(ctx context.Context) error {
	if err := w.service.dropImportRows(ctx, w.imported.ID); err != nil {
		return err
	}
	preview, err := w.claim(ctx)
	if sentence := failure(err); sentence != "" {
		return w.fail(ctx, sentence, nil)
	}
	if err != nil {
		return err
	}
	if preview.Wrong == 0 {
		if err := w.fence(ctx); err != nil {
			return err
		}
	}
	// Also of a file that is refused already: people mend everything at once.
	if preview, err = w.compare(ctx); err != nil {
		return err
	}
	switch {
	case preview.Wrong > 0:
		return w.fail(ctx, importWrong(preview.Wrong), &preview)
	case preview.Total == 0:
		return w.fail(ctx, "El archivo no tiene ninguna fila debajo del encabezado", nil)
	}
	return w.write(ctx, func(_ Tx, imported *Import) error {
		imported.Status, imported.Total, imported.Done, imported.Attempts = Applying, preview.Total, 0, 0
		return nil
	})
}

// claim reads the file and keeps what each row is about. What is wrong with
// the rows by themselves comes out here already.
func (w *importWork) claim(ctx context.Context) (Preview, error) {
	preview := Preview{Problems: []RowProblem{}}
	reader, err := w.service.openImport(w.service.importFile(ctx, w.imported.ID), w.imported)
	if err != nil {
		return preview, err
	}
	for {
		rows, err := reader.some(stagedRows)
		if err != nil || len(rows) == 0 {
			return preview, err
		}
		claims := make([]Row, 0, len(rows))
		for _, row := range rows {
			preview.count([]rowPlan{{fileRow: row, problems: row.problems}})
			claims = append(claims, Row{Seq: row.seq, Number: row.row.Number, SKUKey: row.skuKey, Barcode: row.barcode})
		}
		if err := w.write(ctx, func(tx Tx, imported *Import) error {
			imported.Done = preview.Total
			return tx.InsertImportRows(imported.ID, claims)
		}); err != nil {
			return preview, err
		}
	}
}

// fence keeps others out of the products of this import. A writer that was changing one has
// finished when the lock is given.
func (w *importWork) fence(ctx context.Context) error {
	return w.write(ctx, func(tx Tx, imported *Import) error {
		imported.Fenced = true
		return tx.Lock(catalogue.LockImports)
	})
}

// compare plans every row against the catalogue.
func (w *importWork) compare(ctx context.Context) (preview Preview, err error) {
	err = core.Snapshot(ctx, w.service.store, func(tx Tx) error {
		reader, err := w.service.openImport(w.service.importFile(ctx, w.imported.ID), w.imported)
		if err != nil {
			return err
		}
		preview, err = reader.foresight(tx, w.actor, func(seen int) error {
			if seen%(8*planRows) != 0 {
				return nil
			}
			return w.write(ctx, func(_ Tx, imported *Import) error {
				imported.Done = seen
				return nil
			})
		})
		return err
	})
	return preview, err
}
