// Package webhook is what other machines are told: subscriptions, the signed
// messages to them, and the addresses that may be called.
package webhook

import (
	"log/slog"

	"estante/internal/core"
	"estante/internal/outbox"
)

// Tx is what webhooks ask the memory.
type Tx interface {
	outbox.Tx
	subscriptionMemory
}

// Service keeps subscriptions and sends their messages.
type Service struct {
	store core.Store
	log   *slog.Logger
	// secretKey seals the secrets of subscriptions.
	secretKey core.SecretKey
	// privateAddresses lets messages go to addresses of private networks.
	privateAddresses bool
}

// Options are what webhooks need besides their memory.
type Options struct {
	SecretKey core.SecretKey
	// PrivateAddresses lets messages go to addresses of private networks, and
	// without TLS; the Courier has to allow it too.
	PrivateAddresses bool
	Log              *slog.Logger
}

// New returns the service over a memory.
func New(store core.Store, options Options) *Service {
	return &Service{
		store: store, log: options.Log, secretKey: options.SecretKey, privateAddresses: options.PrivateAddresses,
	}
}
