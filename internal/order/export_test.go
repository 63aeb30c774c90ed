package order

import (
	"context"

	"estante/internal/core"
)

// ReceiveOrder takes news of an order in a transaction of its own.
func (s *Service) ReceiveOrder(
	ctx context.Context, actor core.Actor, news ShopOrder,
) (order Detail, outcome Reception, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
		order, outcome, err = ReceiveOrder(tx, actor, news)
		return err
	})
	return order, outcome, err
}
