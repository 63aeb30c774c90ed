// Package backup is the copies of everything: when they are made, how long they
// are kept, and whether they can be read.
package backup

import (
	"estante/internal/core"
	"estante/internal/outbox"
)

// Tx is what backups ask the memory.
type Tx interface {
	outbox.Tx
	backupMemory
}

// Service makes and keeps backups.
type Service struct {
	store   core.Store
	backups Keeper
}

// New returns the service over a memory; without a keeper there is no place for files.
func New(store core.Store, keeper Keeper) *Service {
	if keeper == nil {
		keeper = noKeeper{}
	}
	return &Service{store: store, backups: keeper}
}
