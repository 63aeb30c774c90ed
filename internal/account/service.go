// Package account is who may come in: users, sessions, passwords, registration
// and the way back for those who forgot their password.
package account

import (
	"net/url"

	"estante/internal/core"
	"estante/internal/outbox"
)

// Tx is what accounts ask the memory.
type Tx interface {
	outbox.Tx
	userMemory
	sessionMemory
	recoveryMemory
}

// Service opens accounts and lets people in.
type Service struct {
	store     core.Store
	passwords *passwordHasher
	publicURL *url.URL
	secretKey core.SecretKey
	// sessions are those that were seen since the memory last changed.
	sessions core.GenerationMemory[core.TokenHash, knownSession]
}

// Options are what accounts need besides their memory.
type Options struct {
	// PublicURL is the address that links in e-mails lead to.
	PublicURL *url.URL
	// SecretKey seals what browsers are known by.
	SecretKey core.SecretKey
	// PasswordWorkers is how many passwords may be hashed at once; zero
	// leaves half of the processors to other requests.
	PasswordWorkers int
	// PasswordKiB is the memory that hashing a password takes; zero suits
	// everybody but tests that sign in by the hundred.
	PasswordKiB uint32
}

// Address is a place under the address that people use.
func (s *Service) Address(path string) *url.URL {
	from := *s.publicURL
	if from.Path == "" {
		from.Path = "/" // Joined to none, a path would not begin at the root.
	}
	return from.JoinPath(path)
}

// New returns the service over a memory, and gives the outbox its messages.
func New(store core.Store, messages *outbox.Service, options Options) *Service {
	s := &Service{
		store: store, publicURL: options.PublicURL, secretKey: options.SecretKey,
		passwords: newPasswordHasher(options.PasswordWorkers, options.PasswordKiB),
	}
	messages.Register(MessageRecovery, outbox.Composer{Compose: s.composeRecovery})
	messages.Register(MessageInvitation, outbox.Composer{Compose: s.composeInvitation})
	return s
}
