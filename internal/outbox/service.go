// Package outbox is what leaves after a commit: e-mails that are queued in the
// transaction that causes them, and notifications for the bell. What a message
// says is written by the room that owns its kind.
package outbox

import (
	"log/slog"
	"net/url"

	"estante/internal/core"
)

// Tx is what the outbox asks the memory.
type Tx interface {
	core.Tx
	messageMemory
	trayMemory
	mailServerMemory
	notificationMemory
}

// Service sends messages and shows notifications.
type Service struct {
	store     core.Store
	publicURL *url.URL
	secretKey core.SecretKey
	log       *slog.Logger
	// composers write the messages, each kind by its owner.
	composers map[MessageKind]Composer
}

// New returns the service over a memory. Links in messages lead to publicURL, and the key seals
// what waits in the tray.
func New(store core.Store, publicURL *url.URL, key core.SecretKey, log *slog.Logger) *Service {
	return &Service{store: store, publicURL: publicURL, secretKey: key, log: log, composers: map[MessageKind]Composer{}}
}

// Register gives the outbox the composer of a kind, before the first message is sent.
func (s *Service) Register(kind MessageKind, composer Composer) { s.composers[kind] = composer }
