package purchase

import (
	"context"

	"estante/internal/core"
)

// Order is how a purchase goes to its supplier.
type Order struct {
	By Sending
	// Message is what the e-mail says, in the person's own words; empty has it say the usual.
	Message string
	// IfVersion refuses it when the purchase is no longer at this version.
	IfVersion *int64
}

// Send has a draft go to its supplier.
func (s *Service) Send(ctx context.Context, actor core.Actor, id int64, order Order) (Detail, error) {
	if order.By != ByHand {
		return Detail{}, core.FieldError("by", "Todavía no se puede enviar por email: envíala y márcala como enviada a mano")
	}
	return s.SendByHand(ctx, actor, id, order.IfVersion)
}
