package imports

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// apply writes the orders of some rows in one transaction.
func (orderImporter) apply(tx Tx, actor core.Actor, imported *Import, r *importReader, rows []fileRow) error {
	zone, settings, err := order.Zone(tx)
	if err != nil {
		return err
	}
	place, err := importLocation(tx, imported.Mapping.LocationID)
	if err != nil {
		return err
	}
	location, err := ledger.UsableLocation(tx, place)
	if err != nil {
		return err
	}
	products, err := tx.LockProductsBySKUs(skuKeys(rows))
	if err != nil {
		return err
	}
	// That an order stands at one place of the file was made sure of when it was checked.
	plans, err := orderPlanner{tx, r, zone, settings.SalesCurrency, map[string]int{}}.plan(rows, products)
	if err != nil {
		return err
	}
	locked := catalogue.ProductsByID(products)
	kept := make([]Row, 0, len(rows))
	for _, plan := range plans {
		plan.order.LocationID, plan.order.CreatedBy = location.ID, actor.ID
		order, err := plan.write(tx, actor, imported, locked, zone)
		if err != nil {
			return err
		}
		kept = append(kept, plan.keep(order)...)
	}
	imported.Done += len(rows)
	imported.Attempts = 0
	return tx.UpdateImportRows(imported.ID, kept)
}

// write makes the order of a plan and brings it to where the file has it.
func (p *orderPlan) write(
	tx Tx, actor core.Actor, imported *Import, products map[int64]catalogue.Product, zone *time.Location,
) (order.Order, error) {
	for _, problems := range p.problems {
		if len(problems) > 0 {
			return order.Order{}, errWrongNow(problems[0])
		}
	}
	if p.known {
		imported.Unchanged++
		return order.Order{}, nil
	}
	if p.past {
		return p.writePast(tx, actor, imported, zone)
	}
	placed, err := order.KeepOrder(tx, p.order, p.lines, products, zone)
	if err != nil {
		return order.Order{}, err
	}
	event := order.Event{Kind: order.Created, Detail: fmt.Sprintf("Importación %d, %s", imported.ID, imported.FileName)}
	if err := order.Changed(tx, actor, core.AuditCreate, nil, placed, event); err != nil {
		return order.Order{}, err
	}
	imported.Created++
	for _, step := range p.steps(tx.Now()) {
		moved, err := order.MoveOrderAt(tx, actor, placed, step, zone)
		if errors.Is(err, order.ErrLacking) {
			// Another user took the stock in the moments since the rows were checked. The
			// order waits for it, as one that is typed would.
			p.noteLacking(imported, placed, err)
			break
		}
		if err != nil {
			return order.Order{}, err
		}
		placed = moved
	}
	return placed, nil
}

// writePast makes the order of a plan that was over before its stock was counted here.
func (p *orderPlan) writePast(
	tx Tx, actor core.Actor, imported *Import, zone *time.Location,
) (order.Order, error) {
	placed := p.order
	placed.Status, placed.ShippedAt = p.status, &p.left
	if p.status == order.Delivered || p.rows[0].order.delivered.given {
		placed.DeliveredAt = &p.arrived
	}
	placed, err := order.KeepPast(tx, placed, p.lines, zone)
	if err != nil {
		return order.Order{}, err
	}
	imported.Created++
	return placed, order.Changed(tx, actor, core.AuditCreate, nil, placed, order.Event{
		Kind:   order.Created,
		Detail: fmt.Sprintf("Importación %d, %s: entra como historial, sin mover stock", imported.ID, imported.FileName),
	})
}

// noteLacking says that an order did not come as far as its file has it.
func (p *orderPlan) noteLacking(imported *Import, order order.Order, cause error) {
	imported.Wrong++
	imported.Problems = append(imported.Problems, RowProblem{
		Row: p.rows[0].row.Number, Column: "Estado", Value: order.Number,
		Message: fmt.Sprintf("El pedido se queda en %s. %s", order.Status.Label(), core.Sentence(cause)),
	})
}

// keptOrder is what an import keeps of an order it made.
type keptOrder struct {
	ID      int64 `json:"id"`
	Version int64 `json:"version"`
	// Past says that it moved no stock.
	Past bool `json:"past,omitempty"`
}

// madeOrder is under what it is kept.
const madeOrder = "order"

// keep is what is kept of the rows of an order, so that it can be undone.
func (p *orderPlan) keep(order order.Order) []Row {
	rows := make([]Row, 0, len(p.rows))
	for i, row := range p.rows {
		kept := Row{Seq: row.seq, Number: row.row.Number, SKUKey: row.skuKey, State: RowApplied}
		if i == 0 && order.ID != 0 {
			text, _ := json.Marshal(keptOrder{order.ID, order.Version, p.past}) // Numbers always can be written.
			kept.Created, kept.Changes = true, []FieldChange{{Field: madeOrder, After: text}}
		}
		rows = append(rows, kept)
	}
	return rows
}

// order is the order that a row began, if it did.
func (r Row) order() (made keptOrder, err error) {
	for _, change := range r.Changes {
		if change.Field == madeOrder {
			err = json.Unmarshal(change.After, &made)
		}
	}
	return made, err
}
