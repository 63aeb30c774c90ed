package imports

import (
	"encoding/json"
	"errors"
	"fmt"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/supplier"
)

// look says which lines rows would become.
func (purchaseImporter) look(tx Tx, _ core.Actor, r *importReader) func([]fileRow, *Preview) error {
	return func(rows []fileRow, preview *Preview) error {
		seller, err := supplier.UsableSupplier(tx, r.mapping.SupplierID)
		if err != nil {
			return err
		}
		if !seller.Active {
			return core.FieldError("supplierId", "El proveedor está desactivado")
		}
		known, err := r.know(tx, rows)
		if err != nil {
			return err
		}
		if err := known.fill(tx, tx.ProductsByIDs); err != nil {
			return err
		}
		fields := purchase.Fields{SupplierID: seller.ID, LocationID: r.mapping.LocationID}
		for _, plan := range r.planLines(known, seller, rows) {
			preview.countLine(r, plan)
			fields.Lines = append(fields.Lines, plan.fields)
		}
		if preview.Wrong == 0 {
			if sentence := failure(purchase.CheckDraft(tx, fields)); sentence != "" {
				preview.Wrong++
				preview.Problems = append(preview.Problems, r.problem(rows[0].row, r.firstIdentity(), sentence))
			}
		}
		preview.noteSupplierCurrency(rows, seller.Currency)
		return nil
	}
}

// countLine adds a line. A purchase has no more of them than it may.
func (p *Preview) countLine(r *importReader, plan linePlan) {
	p.Total++
	if p.Total == purchase.LinesMax+1 {
		plan.problems = append(plan.problems, r.problem(plan.row, r.firstIdentity(),
			fmt.Sprintf("Una compra tiene %s líneas como mucho: reparte el archivo", core.Grouped(purchase.LinesMax))))
	}
	if len(plan.problems) == 0 {
		p.Create++
		return
	}
	p.Wrong++
	p.Problems = append(p.Problems, plan.problems[:min(len(plan.problems), problemsMax-len(p.Problems))]...)
}

// apply makes a draft of all rows, which come together. What became wrong in the moments since the check is left out,
// and told.
func (purchaseImporter) apply(tx Tx, actor core.Actor, imported *Import, r *importReader, rows []fileRow) error {
	seller, err := supplier.UsableSupplier(tx, imported.Mapping.SupplierID)
	var lost *core.Error
	if err != nil && (!errors.As(err, &lost) || lost.Kind != core.Invalid) {
		return err
	}
	known, err := r.know(tx, rows)
	if err != nil {
		return err
	}
	if err := known.fill(tx, tx.ProductsByIDs); err != nil {
		return err
	}
	fields := purchase.Fields{SupplierID: seller.ID, LocationID: imported.Mapping.LocationID}
	kept := make([]Row, 0, len(rows))
	for _, plan := range r.planLines(known, seller, rows) {
		row := Row{Seq: plan.seq, Number: plan.row.Number, State: RowApplied}
		switch {
		case lost != nil || !seller.Active:
			imported.tellLost(r.problem(plan.row, r.firstIdentity(), "Al proveedor ya no se le puede comprar"))
		case len(plan.problems) > 0:
			imported.tellLost(plan.problems[0])
		default:
			fields.Lines = append(fields.Lines, plan.fields)
			row.ProductID, row.Created = plan.fields.ProductID, true
			imported.Created++
		}
		kept = append(kept, row)
	}
	if len(fields.Lines) > 0 {
		made, err := purchase.MakeDraft(tx, actor, fields, "Importada de "+imported.FileName)
		if err != nil {
			return err
		}
		imported.Mapping.PurchaseID = made.ID
		text, err := json.Marshal(made)
		if err != nil {
			return err
		}
		kept[0].Changes = []FieldChange{{Field: keptPurchase, After: text}}
	}
	imported.Done += len(rows)
	imported.Attempts = 0
	return tx.UpdateImportRows(imported.ID, kept)
}

// keptPurchase is under which field the first row keeps the draft that all rows became.
const keptPurchase = "purchase"

// drafts are the drafts that rows keep.
func drafts(rows []Row) (made []purchase.MadeDraft, err error) {
	for _, row := range rows {
		for _, change := range row.Changes {
			if change.Field != keptPurchase {
				continue
			}
			var draft purchase.MadeDraft
			if err := json.Unmarshal(change.After, &draft); err != nil {
				return nil, err
			}
			made = append(made, draft)
		}
	}
	return made, nil
}

// obstacles says what became of the draft, where it is not as it was made.
func (purchaseImporter) obstacles(tx Tx, rows []Row) (obstacles []string, err error) {
	made, err := drafts(rows)
	if err != nil {
		return nil, err
	}
	for _, draft := range made {
		sentence, err := draft.Obstacle(tx)
		if err != nil {
			return nil, err
		}
		if sentence != "" {
			obstacles = append(obstacles, sentence)
		}
	}
	return obstacles, nil
}

// undo throws the draft away.
func (purchaseImporter) undo(tx Tx, actor core.Actor, imported *Import, rows []Row) error {
	made, err := drafts(rows)
	if err != nil {
		return err
	}
	for _, draft := range made {
		sentence, err := draft.TakeBack(tx, actor)
		if err != nil {
			return err
		}
		if sentence != "" {
			// A user changed it in the moments since the last check.
			imported.tellLost(RowProblem{Row: rows[0].Number, Message: "No se ha deshecho: " + sentence})
			continue
		}
		imported.Mapping.PurchaseID = 0
	}
	return nil
}
