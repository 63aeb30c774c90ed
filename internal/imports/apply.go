package imports

import (
	"context"
	"fmt"
	"runtime/debug"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// apply writes the rows, a few at a time, from where the last worker stopped.
func (w *importWork) apply(ctx context.Context) error {
	reader, err := w.service.openImport(w.service.importFile(ctx, w.imported.ID), w.imported)
	if err != nil {
		return err
	}
	if err := reader.skip(w.imported.Done); err != nil {
		return err
	}
	var pieces [][]fileRow
	for {
		if len(pieces) == 0 {
			if pieces, err = readPieces(reader, w.rows, w.piece()); err != nil {
				return err
			}
		}
		if len(pieces) == 0 {
			return w.finish(ctx)
		}
		ahead := w.readAhead(reader, pieces)
		done, err := inTurn(ctx, w, pieces, func(tx Tx, imported *Import, rows []fileRow) error {
			return w.imported.Subject.rules().apply(tx, w.actor, imported, reader, rows)
		})
		read := <-ahead
		if err == nil {
			err = read.err
		}
		if err != nil {
			return err
		}
		pieces = append(pieces[done:], read.pieces...)
	}
}

// readPieces reads so many rows in pieces of a size; there are fewer at the end. A
// reader that breaks down fails its import alone, whether it reads ahead or in turn.
func readPieces(reader *importReader, rows, size int) (pieces [][]fileRow, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	for rows > 0 {
		piece, err := reader.some(min(rows, size))
		if err != nil || len(piece) == 0 {
			return pieces, err
		}
		rows -= len(piece)
		pieces = append(pieces, piece)
	}
	return pieces, nil
}

// readAhead reads the rows of another turn while one is written, unless there are enough of
// them left in any case. The caller has to wait for the result: only one goroutine may read
// the file at a time, and the writer does not read it.
func (w *importWork) readAhead(reader *importReader, pieces [][]fileRow) <-chan piecesRead {
	ahead := make(chan piecesRead, 1)
	most, size, left := w.rows, w.piece(), -w.rows
	for _, piece := range pieces {
		left += len(piece)
	}
	if left >= most {
		ahead <- piecesRead{}
		return ahead
	}
	go func() {
		var read piecesRead
		read.pieces, read.err = readPieces(reader, most, size)
		ahead <- read
	}()
	return ahead
}

// piecesRead is what was read ahead.
type piecesRead struct {
	pieces [][]fileRow
	err    error
}

// apply writes some rows in one transaction.
func (productImporter) apply(tx Tx, actor core.Actor, imported *Import, reader *importReader, rows []fileRow) error {
	products, err := tx.LockProductsBySKUs(skuKeys(rows))
	if err != nil {
		return err
	}
	plans, err := reader.plan(tx, actor, rows, products)
	if err != nil {
		return err
	}
	for _, plan := range plans {
		if len(plan.problems) > 0 {
			return errWrongNow(plan.problems[0])
		}
	}
	journal := newImportJournal(plans)
	if err := journal.create(tx, actor); err != nil {
		return err
	}
	if err := journal.update(tx, actor); err != nil {
		return err
	}
	if err := journal.stock(tx, actor, *imported); err != nil {
		return err
	}
	journal.count(imported)
	journal.tellKept(imported)
	return tx.UpdateImportRows(imported.ID, journal.rows())
}

// errWrongNow says that a row was right when it was checked. The fence makes
// this impossible; if it happens it is a fault of ours, and going on would leave
// half an import for good.
func errWrongNow(problem RowProblem) error {
	return fmt.Errorf("row %d was right and is wrong now: %s", problem.Row, problem.Message)
}

// importJournal is what a turn does, plan by plan.
type importJournal struct {
	plans []rowPlan
	// now are the products as they have become.
	now   []catalogue.Product
	moves [][]Move
}

func newImportJournal(plans []rowPlan) *importJournal {
	return &importJournal{plans: plans, now: make([]catalogue.Product, len(plans)), moves: make([][]Move, len(plans))}
}

// create makes the products that are new.
func (j *importJournal) create(tx Tx, actor core.Actor) error {
	var products []catalogue.Product
	var places []int
	for i, plan := range j.plans {
		if plan.creates() {
			products, places = append(products, plan.after), append(places, i)
		}
	}
	if len(products) == 0 {
		return nil
	}
	ids, err := tx.InsertProducts(products)
	if err != nil {
		return err
	}
	rows := make([]core.AuditRow, 0, len(ids))
	for n, id := range ids {
		products[n].ID = id
		j.now[places[n]] = products[n]
		row, err := core.NewAuditRow(tx, actor, core.AuditCreate, core.NounProduct, id, nil, products[n].Auditable())
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return tx.InsertAudits(rows)
}

// update changes the products that differ.
func (j *importJournal) update(tx Tx, actor core.Actor) error {
	var rows []core.AuditRow
	for i, plan := range j.plans {
		if plan.creates() {
			continue
		}
		j.now[i] = plan.before
		if plan.after.SameAs(plan.before) {
			continue
		}
		after := plan.after
		after.Version, after.UpdatedAt = plan.before.Version+1, tx.Now()
		if err := tx.UpdateProduct(plan.before, after); err != nil {
			return err
		}
		j.now[i] = after
		row, err := core.NewAuditRow(tx, actor, core.AuditUpdate, core.NounProduct, after.ID, plan.before.Auditable(),
			after.Auditable())
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return tx.InsertAudits(rows)
}

// stock brings the stock of every product to what its row says, by movements.
func (j *importJournal) stock(tx Tx, actor core.Actor, imported Import) error {
	location, err := importLocation(tx, imported.Mapping.LocationID)
	if err != nil {
		return err
	}
	wanted := make([][]ledger.Change, len(j.plans))
	for i, plan := range j.plans {
		if plan.moved == 0 {
			continue
		}
		template := ledger.Change{
			LocationID: location, Quantity: plan.moved, Reason: ledger.ReasonAdjustment,
			Notes: fmt.Sprintf("Importación %d", imported.ID), Source: ledger.SourceImport, SourceID: imported.ID,
		}
		if plan.creates() {
			template.Reason, template.Notes = ledger.ReasonRestock, fmt.Sprintf("Stock inicial (importación %d)", imported.ID)
		}
		wanted[i] = []ledger.Change{template}
	}
	return j.move(tx, actor, wanted)
}

// tellKept notes the rows whose stock came to lie elsewhere in the moments since the check:
// what others hold stays there.
func (j *importJournal) tellKept(imported *Import) {
	for _, plan := range j.plans {
		if plan.kept == 0 {
			continue
		}
		imported.Wrong++
		if len(imported.Problems) < problemsMax {
			imported.Problems = append(imported.Problems, RowProblem{
				Row: plan.row.Number, Column: "Stock Actual", Value: plan.before.SKU, Message: plan.elsewhere(),
			})
		}
	}
}

// move makes the changes of every product, each product once in a round.
func (j *importJournal) move(tx Tx, actor core.Actor, wanted [][]ledger.Change) error {
	for round := 0; ; round++ {
		var changes []ledger.ProductChange
		var places []int
		for i, some := range wanted {
			if round < len(some) {
				changes, places = append(changes, ledger.ProductChange{Product: j.now[i], Change: some[round]}), append(places, i)
			}
		}
		if len(changes) == 0 {
			return nil
		}
		moved, err := ledger.MoveAll(tx, actor, changes)
		if err != nil {
			return err
		}
		for n, one := range moved {
			i := places[n]
			j.now[i] = one.After
			j.moves[i] = append(j.moves[i], Move{
				ID: one.Movement.ID, LocationID: one.Movement.LocationID, Quantity: one.Movement.Quantity,
			})
		}
	}
}

// count adds what the turn did to the import's figures.
func (j *importJournal) count(imported *Import) {
	imported.Done += len(j.plans)
	imported.Attempts = 0
	for _, plan := range j.plans {
		switch {
		case plan.creates():
			imported.Created++
		case plan.changes():
			imported.Updated++
		default:
			imported.Unchanged++
		}
	}
}

// rows are what is kept of the turn, so that it can be undone.
func (j *importJournal) rows() []Row {
	rows := make([]Row, 0, len(j.plans))
	for i, plan := range j.plans {
		row := Row{
			Seq: plan.seq, Number: plan.row.Number, SKUKey: plan.skuKey, State: RowApplied,
			ProductID: j.now[i].ID, Created: plan.creates(), Moves: j.moves[i],
		}
		if plan.creates() {
			row.Changes = sealOf(j.now[i])
		} else {
			row.Changes = fieldChanges(plan.before, j.now[i])
			if j.now[i].Barcode != plan.before.Barcode {
				row.Barcode = plan.before.Barcode // Undoing gives it back.
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// finish ends an import that is whole.
func (w *importWork) finish(ctx context.Context) error {
	return w.write(ctx, func(tx Tx, imported *Import) error {
		if imported.Done != imported.Total {
			return fmt.Errorf("%d of %d rows are written and none are left", imported.Done, imported.Total)
		}
		now := tx.Now()
		imported.Status, imported.Fenced, imported.EndedAt, imported.Attempts = Done, false, &now, 0
		if err := tx.DeleteImportPieces(imported.ID); err != nil {
			return err
		}
		return core.Audit(tx, w.actor, core.AuditUpdate, core.NounImport, imported.ID, nil, imported.note())
	})
}
