package webhook

import (
	"estante/internal/core"
)

// DispatchPauses are those between the attempts to deliver a message.
var DispatchPauses = dispatchPauses

// The limits of what is sent to subscriptions.
const (
	DispatchLease    = dispatchLease
	DispatchBatch    = dispatchBatch
	PreviousKept     = previousKept
	SubscriptionsMax = subscriptionsMax
)

// CheckWebhookURL says what is wrong with an address.
func (s *Service) CheckWebhookURL(address string) error {
	wrong := core.Problems{}
	s.checkWebhookURL(wrong, address)
	return wrong.Err()
}
