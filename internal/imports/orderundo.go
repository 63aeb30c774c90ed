package imports

import (
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// obstacles names the orders that have gone on since, or cannot come back.
func (orderImporter) obstacles(tx Tx, rows []Row) (obstacles []string, err error) {
	for _, row := range rows {
		made, err := row.order()
		if err != nil {
			return nil, err
		}
		if made.ID == 0 {
			continue
		}
		order, err := tx.OrderByID(made.ID)
		if err != nil {
			return nil, err
		}
		sentence, err := made.obstacle(tx, order.Order)
		if err != nil {
			return nil, err
		}
		if sentence != "" {
			obstacles = append(obstacles, sentence)
		}
	}
	return obstacles, nil
}

// obstacle says what keeps an order from being taken back.
func (k keptOrder) obstacle(tx Tx, placed order.Order) (string, error) {
	if placed.Version != k.Version {
		return fmt.Sprintf("el pedido %s ha cambiado desde entonces", placed.Number), nil
	}
	if k.Past || len(placed.Status.Next()) == 0 || placed.Status.Open() {
		return "", nil
	}
	lines, err := order.LinesOf(tx, placed.ID)
	if err != nil {
		return "", err
	}
	for _, line := range lines {
		_, err := tx.ProductByID(line.ProductID)
		if core.IsNotFound(err) {
			return fmt.Sprintf("el producto %s del pedido %s se ha eliminado", line.SKU, placed.Number), nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil
}

// undo cancels the orders that rows made, or takes them back where their goods
// have left, and frees their numbers. An order with a history is never deleted.
func (orderImporter) undo(tx Tx, actor core.Actor, imported *Import, rows []Row) error {
	zone, _, err := order.Zone(tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		made, err := row.order()
		if err != nil {
			return err
		}
		if made.ID == 0 {
			continue
		}
		order, err := tx.LockOrder(made.ID)
		if err != nil {
			return err
		}
		if order.Version != made.Version {
			// A user changed it in the moments since the last check.
			imported.Wrong++
			imported.Problems = append(imported.Problems, RowProblem{
				Row: row.Number, Column: "Pedido", Value: order.Number,
				Message: "El pedido cambió mientras se deshacía y se queda como está",
			})
			continue
		}
		if err := endImported(tx, actor, *imported, order, made.Past, zone); err != nil {
			return err
		}
	}
	return nil
}

// endImported ends an order that an import made.
func endImported(
	tx Tx, actor core.Actor, imported Import, placed order.Order, past bool, zone *time.Location,
) (err error) {
	// What comes back takes its sale out of the day on which that was made.
	end := order.Step{To: order.Returned, At: placed.CreatedAt}
	if placed.Status.Open() {
		end.To = order.Cancelled
	}
	switch {
	case len(placed.Status.Next()) == 0:
	case past:
		placed, err = order.TakeBackPast(tx, actor, placed, zone)
	default:
		placed, err = order.MoveOrderAt(tx, actor, placed, end, zone)
	}
	if err != nil {
		return err
	}
	after := placed
	after.ExternalID, after.UpdatedAt, after.Version = "", tx.Now(), placed.Version+1
	if err := tx.UpdateOrder(placed, after, zone); err != nil {
		return err
	}
	event := order.Event{Kind: order.Edited, Detail: fmt.Sprintf("Se deshizo la importación %d", imported.ID)}
	return order.Changed(tx, actor, core.AuditUpdate, &placed, after, event)
}
