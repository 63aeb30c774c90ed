// Package support is where people of the business ask for help and get it:
// tickets, their messages, and who is there to answer.
package support

import (
	"net/url"

	"estante/internal/core"
	"estante/internal/outbox"
)

// Tx is what support asks the memory.
type Tx interface {
	outbox.Tx
	ticketMemory
	presenceMemory
}

// Service keeps tickets.
type Service struct {
	store     core.Store
	publicURL *url.URL
}

// New returns the service over a memory, and gives the outbox its messages.
// Links in messages lead to publicURL.
func New(store core.Store, messages *outbox.Service, publicURL *url.URL) *Service {
	s := &Service{store: store, publicURL: publicURL}
	messages.Register(MessageTickets, outbox.Composer{Compose: s.composeTickets, Lasts: true, OfInactive: true})
	return s
}
