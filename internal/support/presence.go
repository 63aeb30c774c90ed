package support

import (
	"context"
	"time"

	"estante/internal/core"
)

// presenceKept is how long a user counts as present after their page was last seen: longer
// than two beats of a live stream, so that a lost one is forgiven, and short enough that
// the users of a process that died do not count as present.
const presenceKept = 50 * time.Second

// PresenceEvery is how often a page that stays open has to be noted.
const PresenceEvery = 15 * time.Second

// Attendant is a user who answers tickets and has Estante open.
type Attendant struct {
	UserID   int64
	UserName string
}

type presenceMemory interface {
	// InsertPresence notes that a user has opened a page and returns its number.
	InsertPresence(userID int64) (int64, error)
	// KeepPresence notes that a page is still open; ErrNotFound when it was given up.
	KeepPresence(id int64) error
	DeletePresence(id int64) error
	// Attendants are the active people of some roles with a page seen since a time.
	Attendants(roles []core.Role, since time.Time) ([]Attendant, error)
	ForgetPresences(before time.Time) error
}

// Arrive notes that a page of the person is open. It returns the number to
// keep and leave by, or zero for people whose presence concerns nobody.
func (s *Service) Arrive(ctx context.Context, actor core.Actor) (id int64, err error) {
	if !actor.Role.May(core.AttendTickets) {
		return 0, nil
	}
	err = core.Write(ctx, s.store, func(tx Tx) error {
		id, err = tx.InsertPresence(actor.ID)
		return err
	})
	return id, err
}

// Stay notes that the page is still open, and returns its number, which is
// another one where it had been given up meanwhile.
func (s *Service) Stay(ctx context.Context, actor core.Actor, id int64) (int64, error) {
	if id == 0 {
		return s.Arrive(ctx, actor)
	}
	err := core.Write(ctx, s.store, func(tx Tx) error { return tx.KeepPresence(id) })
	if core.IsNotFound(err) {
		return s.Arrive(ctx, actor)
	}
	return id, err
}

// Leave notes that the page was closed.
func (s *Service) Leave(ctx context.Context, id int64) error {
	if id == 0 {
		return nil
	}
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.DeletePresence(id) })
}

// Attendants are the users who answer tickets and are present now.
func (s *Service) Attendants(ctx context.Context) (people []Attendant, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		people, err = tx.Attendants(core.Permissions[core.AttendTickets], tx.Now().Add(-presenceKept))
		return err
	})
	return people, err
}

// ForgetOldPresences drops the pages of processes that died.
func (s *Service) ForgetOldPresences(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetPresences(tx.Now().Add(-presenceKept)) })
}
