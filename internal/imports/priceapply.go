package imports

import (
	"encoding/json"
	"errors"
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/supplier"
)

// apply writes the prices of some rows in one transaction. What changed in the moments
// since the rows were checked stays as it is, and is told.
func (priceImporter) apply(tx Tx, actor core.Actor, imported *Import, r *importReader, rows []fileRow) error {
	seller, err := supplier.UsableSupplier(tx, imported.Mapping.SupplierID)
	var lost *core.Error
	if err != nil && (!errors.As(err, &lost) || lost.Kind != core.Invalid) {
		return err
	}
	known, err := r.know(tx, rows)
	if err != nil {
		return err
	}
	if err := known.fill(tx, tx.LockProducts); err != nil {
		return err
	}
	kept := make([]Row, 0, len(rows))
	for _, plan := range r.planPrices(known, seller, rows) {
		row := Row{Seq: plan.seq, Number: plan.row.Number, State: RowApplied}
		switch {
		case lost != nil:
			imported.tellLost(r.problem(plan.row, r.firstIdentity(), "El proveedor ya no existe"))
		case len(plan.problems) > 0:
			imported.tellLost(plan.problems[0])
		default:
			if err := plan.write(tx, actor, imported, &row); err != nil {
				return err
			}
		}
		kept = append(kept, row)
	}
	imported.Done += len(rows)
	imported.Attempts = 0
	return tx.UpdateImportRows(imported.ID, kept)
}

// tellLost notes a row that was right when it was checked and is not any more.
func (i *Import) tellLost(problem RowProblem) {
	i.Wrong++
	if len(i.Problems) < problemsMax {
		i.Problems = append(i.Problems, problem)
	}
}

// keptPrice is under which field a row keeps what it did.
const keptPrice = "price"

// write keeps what a row does, so that it can be undone.
func (p *pricePlan) write(tx Tx, actor core.Actor, imported *Import, row *Row) error {
	if !p.Changes() {
		imported.Unchanged++
		return nil
	}
	made, err := p.Keep(tx, actor, p.product)
	if err != nil {
		return err
	}
	if made.Creates() {
		imported.Created++
	} else {
		imported.Updated++
	}
	text, err := json.Marshal(made)
	row.ProductID, row.Created = p.product.ID, made.Creates()
	row.Changes = []FieldChange{{Field: keptPrice, After: text}}
	return err
}

// price is what a row did, if it did anything.
func (r Row) price() (plan supplier.PricePlan, did bool, err error) {
	for _, change := range r.Changes {
		if change.Field == keptPrice {
			did, err = true, json.Unmarshal(change.After, &plan)
		}
	}
	return plan, did, err
}

// priceDone is a row that did something, with its product and what the supplier sells now.
type priceDone struct {
	row     Row
	plan    supplier.PricePlan
	product catalogue.Product
	now     supplier.SupplierProduct
}

// obstacle says what keeps it from being taken back; empty where nothing does.
func (d priceDone) obstacle() string {
	switch {
	case d.product.ID == 0:
		return fmt.Sprintf("el producto de la fila %d se ha eliminado", d.row.Number)
	case d.now.ID == 0:
		return fmt.Sprintf("%s ya no es de este proveedor", d.product.SKU)
	case !d.plan.Stands(d.now):
		return fmt.Sprintf("el precio o las condiciones de %s han cambiado desde entonces", d.product.SKU)
	}
	return ""
}

// doneBy are the rows that did something. A caller that is going to write locks the products.
func doneBy(
	tx Tx, rows []Row, read func(ids []int64) ([]catalogue.Product, error),
) ([]priceDone, error) {
	var done []priceDone
	var ids []int64
	for _, row := range rows {
		plan, did, err := row.price()
		if err != nil {
			return nil, err
		}
		if did {
			done, ids = append(done, priceDone{row: row, plan: plan}), append(ids, row.ProductID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	products, err := read(ids)
	if err != nil {
		return nil, err
	}
	byID := map[int64]catalogue.Product{}
	for _, product := range products {
		byID[product.ID] = product
	}
	sold, err := tx.SupplierProductsOf(done[0].plan.After.SupplierID, ids)
	for i := range done {
		done[i].product, done[i].now = byID[done[i].row.ProductID], sold[done[i].row.ProductID]
	}
	return done, err
}

// obstacles names the products whose prices have changed since.
func (priceImporter) obstacles(tx Tx, rows []Row) (obstacles []string, err error) {
	done, err := doneBy(tx, rows, tx.ProductsByIDs)
	for _, one := range done {
		if sentence := one.obstacle(); sentence != "" {
			obstacles = append(obstacles, sentence)
		}
	}
	return obstacles, err
}

// undo gives products the prices and terms that they had.
func (priceImporter) undo(tx Tx, actor core.Actor, imported *Import, rows []Row) error {
	if _, err := tx.HoldSupplier(imported.Mapping.SupplierID); err != nil && !core.IsNotFound(err) {
		return err
	}
	done, err := doneBy(tx, rows, tx.LockProducts)
	if err != nil {
		return err
	}
	for _, one := range done {
		if sentence := one.obstacle(); sentence != "" {
			// A user changed it in the moments since the last check.
			imported.tellLost(RowProblem{Row: one.row.Number, Value: one.product.SKU, Message: "No se ha deshecho: " + sentence})
			continue
		}
		if err := one.plan.TakeBack(tx, actor, one.product, one.now); err != nil {
			return err
		}
	}
	return nil
}
