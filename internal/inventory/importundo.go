package inventory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// UndoImport takes a whole import back: products it made are deleted, fields
// it changed get their old values, stock goes back by opposite movements. It
// is refused, with names, when something that happened since stands in the way.
func (inv *Inventory) UndoImport(ctx context.Context, actor Actor, id int64) (Import, error) {
	imported, err := inv.Import(ctx, id)
	if err != nil {
		return Import{}, err
	}
	if imported.Status != ImportDone {
		return Import{}, ErrImportUndone
	}
	// A first look, so that whoever asks is told at once. The worker looks
	// again behind the fence.
	if err := inv.mayUndo(ctx, id, func(int) error { return ctx.Err() }); err != nil {
		return Import{}, err
	}
	return once(ctx, inv, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		if imported.Status != ImportDone {
			return Import{}, ErrImportUndone
		}
		before := imported.note()
		imported.Status, imported.Done, imported.Attempts, imported.Failure = ImportUndoing, 0, 0, ""
		imported.ActorID = actor.ID
		imported.Problems, imported.Wrong = []RowProblem{}, 0
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := audit(tx, actor, AuditUpdate, nounImport, id, before, imported.note()); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(Event{Topic: TopicImports, ID: id})
	})
}

// obstaclesMax is how many products a refusal names.
const obstaclesMax = 10

// mayUndo looks at every row that was applied.
func (inv *Inventory) mayUndo(ctx context.Context, id int64, seen func(int) error) error {
	var obstacles []string
	count, rows := 0, 0
	err := inv.store.Snapshot(ctx, func(tx Tx) error {
		obstacles, count, rows = nil, 0, 0
		for after := 0; ; {
			some, err := tx.ImportRows(id, RowApplied, after, planRows)
			if err != nil {
				return err
			}
			if len(some) == 0 {
				return nil
			}
			after = some[len(some)-1].Seq
			products, err := productsOfRows(tx, some, tx.ProductsBySKUs)
			if err != nil {
				return err
			}
			for _, row := range some {
				rows++
				if sentence := row.obstacle(products[row.SKUKey]); sentence != "" {
					if count++; len(obstacles) < obstaclesMax {
						obstacles = append(obstacles, sentence)
					}
				}
			}
			held, err := heldBarcodes(tx, some, products)
			if err != nil {
				return err
			}
			count += len(held)
			obstacles = append(obstacles, held[:min(len(held), obstaclesMax-len(obstacles))]...)
			if err := seen(len(some)); err != nil {
				return err
			}
		}
	})
	switch {
	case err != nil:
		return err
	case rows == 0:
		return &Error{Kind: Conflict, Message: "Esta importación es demasiado antigua o no cambió nada: no hay nada que deshacer"}
	case count > 0:
		return cannotUndo(obstacles, count)
	}
	return nil
}

func cannotUndo(obstacles []string, count int) error {
	more := ""
	if count > len(obstacles) {
		more = fmt.Sprintf(" y %d más", count-len(obstacles))
	}
	return &Error{Kind: Conflict, Message: "No se puede deshacer: " + strings.Join(obstacles, "; ") + more}
}

// productsOfRows are the products of rows by the key of their SKU.
func productsOfRows(tx Tx, rows []ImportRow, find func([]string) ([]Product, error)) (map[string]Product, error) {
	keys := make([]string, 0, len(rows))
	for _, row := range rows {
		keys = append(keys, row.SKUKey)
	}
	found, err := find(keys)
	if err != nil {
		return nil, err
	}
	products := make(map[string]Product, len(found))
	for _, product := range found {
		products[IdentityKey(product.SKU)] = product
	}
	return products, nil
}

// leftAlone says that there is nothing to undo: the row changed nothing, or
// somebody deleted what it had made.
func (r ImportRow) leftAlone(product Product) bool {
	return (len(r.Changes) == 0 && len(r.Moves) == 0) || (r.Created && product.ID != r.ProductID)
}

// obstacle says what keeps a row from being undone, with the product's name.
func (r ImportRow) obstacle(product Product) string {
	switch {
	case r.leftAlone(product):
		return ""
	case product.ID != r.ProductID:
		return fmt.Sprintf("el producto con SKU %s se ha eliminado o tiene otro SKU", r.SKUKey)
	case r.Created && product.Reserved > 0:
		return fmt.Sprintf("%s (%s) está en pedidos abiertos", product.Name, product.SKU)
	case r.Created && !sealed(product, r.Changes):
		return fmt.Sprintf("%s (%s) ha cambiado desde entonces", product.Name, product.SKU)
	case r.Created:
		return ""
	}
	for _, change := range r.Changes {
		part, err := partNamed(change.Field)
		if err != nil || !part.same(product, change.After) {
			return fmt.Sprintf("%s (%s) ha cambiado desde entonces", product.Name, product.SKU)
		}
	}
	if product.Stock < r.moved() {
		return fmt.Sprintf("de %s (%s) ya no quedan las %d unidades que trajo", product.Name, product.SKU, r.moved())
	}
	return ""
}

// moved is how much stock the row brought.
func (r ImportRow) moved() (sum int64) {
	for _, m := range r.Moves {
		sum += m.Quantity
	}
	return sum
}

// heldBarcodes names the barcodes that should be given back and that somebody took.
func heldBarcodes(tx Tx, rows []ImportRow, products map[string]Product) ([]string, error) {
	wanted := map[string]ImportRow{}
	var barcodes []string
	for _, row := range rows {
		if row.Barcode != "" {
			wanted[row.Barcode] = row
			barcodes = append(barcodes, row.Barcode)
		}
	}
	if len(barcodes) == 0 {
		return nil, nil
	}
	holders, err := tx.ProductsByBarcodes(barcodes)
	if err != nil {
		return nil, err
	}
	var held []string
	for _, holder := range holders {
		row := wanted[holder.Barcode]
		if holder.ID != row.ProductID && !row.leftAlone(products[row.SKUKey]) {
			held = append(held, fmt.Sprintf("el código de barras %s es ahora de %s (%s)", holder.Barcode, holder.Name, holder.SKU))
		}
	}
	return held, nil
}

// undo takes the rows back, a few at a time.
func (w *importWork) undo(ctx context.Context) error {
	if !w.imported.Fenced {
		if err := w.fence(ctx); err != nil {
			return err
		}
	}
	beat := func(int) error { return w.write(ctx, func(Tx, *Import) error { return nil }) }
	if err := w.inv.mayUndo(ctx, w.imported.ID, beat); err != nil && w.imported.Done == 0 {
		return w.keep(ctx, err)
	}
	for {
		var rows []ImportRow
		err := w.inv.store.Read(ctx, func(tx Tx) (err error) {
			rows, err = tx.ImportRows(w.imported.ID, RowApplied, 0, w.rows)
			return err
		})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return w.undone(ctx)
		}
		began := time.Now()
		if err := w.write(ctx, func(tx Tx, imported *Import) error { return w.undoRows(tx, imported, rows) }); err != nil {
			return err
		}
		w.pace(len(rows), time.Since(began))
	}
}

// keep leaves an import that turned out not to be undoable as it was.
func (w *importWork) keep(ctx context.Context, cause error) error {
	var known *Error
	if !errors.As(cause, &known) || known.Kind != Conflict {
		return cause
	}
	return w.write(ctx, func(_ Tx, imported *Import) error {
		imported.Status, imported.Fenced, imported.Failure, imported.Done = ImportDone, false, known.Message, imported.Total
		return nil
	})
}

// undoRows takes some rows back in one transaction.
func (w *importWork) undoRows(tx Tx, imported *Import, rows []ImportRow) error {
	products, err := productsOfRows(tx, rows, tx.LockProductsBySKUs)
	if err != nil {
		return err
	}
	journal := &undoJournal{}
	for i := range rows {
		rows[i].State, rows[i].Barcode = RowUndone, ""
		if product := products[rows[i].SKUKey]; !rows[i].leftAlone(product) && product.ID == rows[i].ProductID {
			journal.rows = append(journal.rows, rows[i])
			journal.before = append(journal.before, product)
		}
	}
	if err := journal.moveBack(tx, w.actor, imported); err != nil {
		return err
	}
	if err := journal.restore(tx, w.actor, imported); err != nil {
		return err
	}
	imported.Done += len(rows)
	return tx.UpdateImportRows(imported.ID, rows)
}

// undoJournal is what a turn of undoing does.
type undoJournal struct {
	rows   []ImportRow
	before []Product
	now    []Product
}

// moveBack writes the opposite of every movement of the rows. What was sold in
// the moments since the last look cannot be taken back: then what is left is,
// and the import says so.
func (j *undoJournal) moveBack(tx Tx, actor Actor, imported *Import) error {
	ids := make([]int64, 0, len(j.before))
	for _, product := range j.before {
		ids = append(ids, product.ID)
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return err
	}
	wanted := make([][]change, len(j.rows))
	for i, row := range j.rows {
		product := j.before[i]
		if missing := row.moved() - product.Stock; missing > 0 {
			imported.Wrong++
			imported.Problems = append(imported.Problems, RowProblem{
				Row: row.Number, Column: "Stock Actual", Value: product.SKU,
				Message: fmt.Sprintf("%s: %d unidades salieron mientras se deshacía y no se han podido quitar", product.Name, missing),
			})
		}
		for _, m := range row.Moves {
			location, err := importLocation(tx, m.LocationID)
			if err != nil {
				return err
			}
			back := change{
				locationID: location, reason: ReasonAdjustment, notes: fmt.Sprintf("Deshace la importación %d", imported.ID),
				source: SourceImport, sourceID: imported.ID, undoOf: m.ID,
			}
			parts := back.spread(product.ID, -m.Quantity, lying)
			for _, part := range parts {
				lying[StockPlace{product.ID, part.locationID}] += part.quantity
			}
			wanted[i] = append(wanted[i], parts...)
		}
	}
	moving := &importJournal{now: j.before, moves: make([][]ImportMove, len(j.rows))}
	moving.now = append([]Product{}, j.before...)
	err = moving.move(tx, actor, wanted)
	j.now = moving.now
	return err
}

// restore gives the products their old fields, or deletes those that are new.
// One that somebody ordered in the moments since the last look stays.
func (j *undoJournal) restore(tx Tx, actor Actor, imported *Import) error {
	var audits []AuditRow
	for i, row := range j.rows {
		before, after := j.now[i], j.now[i]
		if row.Created && before.Reserved > 0 {
			imported.Wrong++
			imported.Problems = append(imported.Problems, RowProblem{
				Row: row.Number, Column: "SKU", Value: before.SKU, Message: before.Name + ": hay pedidos abiertos y no se ha eliminado",
			})
			continue
		}
		// Stock that rises makes a product active; the import is to blame for
		// nothing but what it changed.
		after.Status = j.before[i].Status
		action, note := AuditUpdate, any(nil)
		if row.Created {
			now := tx.Now()
			action, after.DeletedAt = AuditDelete, &now
		} else if err := row.restoreFields(tx, &after); err != nil {
			return err
		}
		if !row.Created {
			if after.sameAs(before) {
				continue
			}
			note = after.auditable()
		}
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdateProduct(before, after); err != nil {
			return err
		}
		audited, err := auditRow(tx, actor, action, nounProduct, after.ID, before.auditable(), note)
		if err != nil {
			return err
		}
		audits = append(audits, audited)
	}
	return tx.InsertAudits(audits)
}

func (r ImportRow) restoreFields(tx Tx, product *Product) error {
	for _, change := range r.Changes {
		part, err := partNamed(change.Field)
		if err != nil {
			return err
		}
		if err := part.restore(tx, product, change.Before); err != nil {
			return err
		}
	}
	return nil
}

// undone ends an import that was taken back.
func (w *importWork) undone(ctx context.Context) error {
	return w.write(ctx, func(tx Tx, imported *Import) error {
		now := tx.Now()
		imported.Status, imported.Fenced, imported.EndedAt, imported.Attempts = ImportUndone, false, &now, 0
		return audit(tx, w.actor, AuditUpdate, nounImport, imported.ID, nil, imported.note())
	})
}
