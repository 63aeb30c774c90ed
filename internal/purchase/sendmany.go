package purchase

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// SendMax is how many purchases are sent at once.
const SendMax = 100

// SendItem is one of several purchases to send.
type SendItem struct {
	ID int64
	// IfVersion refuses it when the purchase is no longer at this version.
	IfVersion *int64
}

// SendMany has several drafts go to their suppliers, all of them or none. What keeps one from
// leaving is told at its place, as «items[1].by».
func (s *Service) SendMany(ctx context.Context, actor core.Actor, items []SendItem, order Order) ([]Row, error) {
	wrong := order.problems()
	wrong.Check(len(items) > 0, "items", "Elige al menos una compra")
	wrong.Check(len(items) <= SendMax, "items", fmt.Sprintf("Elige %d compras como mucho", SendMax))
	places := map[int64]int{}
	for i, item := range items {
		_, repeated := places[item.ID]
		wrong.Check(!repeated, fmt.Sprintf("items[%d].", i)+"id", "La compra está repetida")
		places[item.ID] = i
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if order.By == ByEmail && s.writer == nil {
		return nil, ErrNoWriter
	}
	return core.Once(ctx, s.store, func(tx Tx) ([]Row, error) {
		drafts, err := lockDrafts(tx, items)
		if err != nil {
			return nil, err
		}
		wrong := core.Problems{}
		for i, draft := range drafts {
			if _, err := send(tx, actor, draft, order); err != nil && !wrongAt(wrong, i, err) {
				return nil, err
			}
		}
		if err := wrong.Err(); err != nil {
			return nil, err
		}
		sent := make([]Row, 0, len(items))
		for _, item := range items {
			row, err := tx.PurchaseByID(item.ID)
			if err != nil {
				return nil, err
			}
			sent = append(sent, row)
		}
		return sent, nil
	})
}

// lockDrafts locks several purchases in the order of their ids, and then what they ask for:
// others who want some of the same wait for each other in one order. They are returned in the
// order in which they are named.
func lockDrafts(tx Tx, items []SendItem) ([]Purchase, error) {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return int(items[a].ID - items[b].ID) })
	drafts, wrong := make([]Purchase, len(items)), core.Problems{}
	products := []int64{}
	for _, i := range order {
		draft, err := lockAt(tx, items[i].ID, items[i].IfVersion)
		if err != nil {
			if !wrongAt(wrong, i, err) {
				return nil, err
			}
			continue
		}
		lines, err := tx.PurchaseLines(draft.ID)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			products = append(products, line.ProductID)
		}
		drafts[i] = draft
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	_, err := catalogue.LockProducts(tx, products)
	return drafts, err
}

// wrongAt notes what is wrong with one of several purchases. It says whether the error was one
// for people.
func wrongAt(wrong core.Problems, i int, err error) bool {
	if wrong.Under(fmt.Sprintf("items[%d].", i), err) {
		return true
	}
	var known *core.Error
	if !errors.As(err, &known) || known.Kind == core.Unavailable {
		return false
	}
	wrong.Add(fmt.Sprintf("items[%d].", i)+"id", known.Message)
	return true
}
