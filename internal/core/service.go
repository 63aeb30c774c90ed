// Package core is what every room of the domain shares: errors, money, text,
// the calendar, permissions, the audit row, live events, idempotency, the
// settings of the business, and the conversation with the memory. It knows
// neither HTTP nor SQL, and no other room.
package core

import (
	"context"
	"time"
)

// Service is what can be done without any noun of the business.
type Service struct {
	store Store
	// settings are those that were read since the memory last changed.
	settings GenerationMemory[struct{}, Settings]
}

// New returns the service over a memory.
func New(store Store) *Service { return &Service{store: store} }

// Ready says whether the memory can answer questions now.
func (s *Service) Ready(ctx context.Context) error { return s.store.Ping(ctx) }

// Generation tells states of the memory apart; see Store.Generation.
func (s *Service) Generation(ctx context.Context) Generation { return s.store.Generation(ctx) }

// Now is the time by which everything here is dated.
func (s *Service) Now() time.Time { return s.store.Now() }

// Events delivers live events until ctx ends; see Store.Events.
func (s *Service) Events(ctx context.Context, deliver func([]Event)) error {
	return s.store.Events(ctx, deliver)
}
