// Package alert says in time what runs out: levels of stock, the notices about
// them, by bell, by e-mail and in a digest, and other faults that need a person.
package alert

import (
	"net/url"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
)

// Tx is what alerts ask the memory.
type Tx interface {
	ledger.Tx
	outbox.Tx
	alertMemory
	noticeMemory
}

// Service shows alerts and what people want to be told of them.
type Service struct {
	store     core.Store
	publicURL *url.URL
}

// New returns the service over a memory, and gives the outbox its messages.
// Links in messages lead to publicURL.
func New(store core.Store, messages *outbox.Service, publicURL *url.URL) *Service {
	s := &Service{store: store, publicURL: publicURL}
	messages.Register(MessageAlerts, outbox.Composer{Compose: s.composeAlerts, Lasts: true})
	messages.Register(MessageDigest, outbox.Composer{Compose: s.composeAlerts, Lasts: true})
	return s
}
