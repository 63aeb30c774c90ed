// Package inbox is what shops send: channels, the deliveries that come over
// them, what their SKUs mean, and what their news does to an order.
package inbox

import (
	"cmp"
	"log/slog"
	"net/url"
	"time"

	"estante/internal/alert"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
)

// Tx is what the inbox asks the memory.
type Tx interface {
	order.Tx
	alert.Tx
	channelMemory
	deliveryMemory
}

// Service takes what shops send.
type Service struct {
	store     core.Store
	publicURL *url.URL
	log       *slog.Logger
	// secretKey seals the secrets of channels.
	secretKey core.SecretKey
	// delivered is told what became of each delivery.
	delivered func(channel.Source, DeliveryState)
	// deliveryLease is after how long a delivery is taken over from a silent process.
	deliveryLease time.Duration
}

// Options are what the inbox needs besides its memory.
type Options struct {
	// PublicURL is the address that shops are told to send to.
	PublicURL *url.URL
	SecretKey core.SecretKey
	// Delivered is told what became of each delivery of a shop, to count them.
	Delivered func(channel.Source, DeliveryState)
	// DeliveryLease is after how long a delivery is taken over from a process
	// that took it and is silent; zero suits everybody but impatient tests.
	DeliveryLease time.Duration
	Log           *slog.Logger
}

// New returns the service over a memory.
func New(store core.Store, options Options) *Service {
	if options.Delivered == nil {
		options.Delivered = func(channel.Source, DeliveryState) {}
	}
	return &Service{
		store: store, publicURL: options.PublicURL, log: options.Log, secretKey: options.SecretKey,
		delivered: options.Delivered, deliveryLease: cmp.Or(options.DeliveryLease, DeliveryLease),
	}
}
