package inventory

import (
	"fmt"
	"time"
)

// obstacles names the orders that have gone on since, or cannot come back.
func (orderImporter) obstacles(tx Tx, rows []ImportRow) (obstacles []string, err error) {
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
func (k keptOrder) obstacle(tx Tx, order Order) (string, error) {
	if order.Version != k.Version {
		return fmt.Sprintf("el pedido %s ha cambiado desde entonces", order.Number), nil
	}
	if len(order.Status.Next()) == 0 || order.Status.Open() {
		return "", nil
	}
	lines, err := linesOf(tx, order.ID)
	if err != nil {
		return "", err
	}
	for _, line := range lines {
		_, err := tx.ProductByID(line.ProductID)
		if isNotFound(err) {
			return fmt.Sprintf("el producto %s del pedido %s se ha eliminado", line.SKU, order.Number), nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil
}

// undo cancels the orders that rows made, or takes them back where their goods
// have left, and frees their numbers. An order with a history is never deleted.
func (orderImporter) undo(tx Tx, actor Actor, imported *Import, rows []ImportRow) error {
	zone, _, err := orderZone(tx)
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
			// Somebody went on with it in the moments since the last look.
			imported.Wrong++
			imported.Problems = append(imported.Problems, RowProblem{
				Row: row.Number, Column: "Pedido", Value: order.Number, Message: "El pedido cambió mientras se deshacía y se queda como está",
			})
			continue
		}
		if err := endImported(tx, actor, *imported, order, zone); err != nil {
			return err
		}
	}
	return nil
}

// endImported ends an order that an import made.
func endImported(tx Tx, actor Actor, imported Import, order Order, zone *time.Location) (err error) {
	end := OrderReturned
	if order.Status.Open() {
		end = OrderCancelled
	}
	if len(order.Status.Next()) > 0 {
		if order, err = moveOrder(tx, actor, order, end, zone); err != nil {
			return err
		}
	}
	after := order
	after.ExternalID, after.UpdatedAt, after.Version = "", tx.Now(), order.Version+1
	if err := tx.UpdateOrder(order, after, zone); err != nil {
		return err
	}
	event := OrderEvent{Kind: OrderEdited, Detail: fmt.Sprintf("Se deshizo la importación %d", imported.ID)}
	return orderChanged(tx, actor, AuditUpdate, &order, after, event)
}
