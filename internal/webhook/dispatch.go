package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"estante/internal/core"
)

// Dispatch is one message on its way to one subscription.
type Dispatch struct {
	ID             int64
	SubscriptionID int64
	// Message names it for the receiver, the same at every attempt, so that
	// one that arrives twice can be recognised.
	Message   string
	Event     SubscriptionEvent
	Body      string
	CreatedAt time.Time
	State     DispatchState
	// DueAt is when it is tried next, while it waits.
	DueAt    time.Time
	Attempts int
	// AttemptedAt, Status, Duration, Failure and Answer are what became of the
	// last attempt; Status is zero when nobody answered.
	AttemptedAt *time.Time
	Status      int
	Duration    time.Duration
	Failure     string
	Answer      string
	EndedAt     *time.Time
	// Tries are all the attempts, the oldest first, as far as they are kept.
	Tries []DispatchTry
}

// DispatchTry is one attempt to send a message.
type DispatchTry struct {
	At           time.Time `json:"at"`
	Status       int       `json:"status"`
	Milliseconds int64     `json:"ms"`
	Failure      string    `json:"failure,omitempty"`
	Answer       string    `json:"answer,omitempty"`
}

// DispatchState is how far a message has come.
type DispatchState string

// The states of messages.
const (
	DispatchWaiting   DispatchState = "waiting"
	DispatchDelivered DispatchState = "delivered"
	DispatchFailed    DispatchState = "failed"
)

// DispatchFilter says which messages a list shows, the newest first.
type DispatchFilter struct {
	SubscriptionID int64
	State          DispatchState // empty for all
	Page           core.Page
}

type dispatchMemory interface {
	InsertDispatches(dispatches []Dispatch) error
	ListDispatches(filter DispatchFilter) (core.List[Dispatch], error)
	// LockDispatch returns a message and keeps others from changing it.
	LockDispatch(subscriptionID, id int64) (Dispatch, error)
	// DueSubscriptions are those for which a message is due, off or on.
	DueSubscriptions() ([]int64, error)
	// ClaimDispatches takes messages of a subscription that are due, the oldest
	// first, so that no other process does until the lease ends.
	ClaimDispatches(subscriptionID int64, limit int, leaseUntil time.Time) ([]Dispatch, error)
	// NoteDispatch keeps the outcome of an attempt, or that there is to be another.
	NoteDispatch(dispatch Dispatch) error
	// GiveUpDispatches ends what waits for a subscription, tests apart.
	GiveUpDispatches(subscriptionID int64, reason string) error
	// ForgetDispatches drops messages that ended before a time.
	ForgetDispatches(endedBefore time.Time) error
}

const (
	// ItemBytesMax is how much a list may fill of the 20 kB that the standard
	// advises to send at once; what stands around the list is far less than the rest.
	ItemBytesMax = 16_000
	dispatchKept = 30 * 24 * time.Hour
	// triesKept is how many attempts are kept of a message that people send
	// again and again.
	triesKept = 20
)

// payload is the body of every message.
type payload struct {
	Type      SubscriptionEvent `json:"type"`
	Timestamp time.Time         `json:"timestamp"`
	Data      any               `json:"data"`
}

// Tell writes a message for each of some subscriptions in the transaction that
// it tells of.
func Tell(tx Tx, subscribers []int64, event SubscriptionEvent, data ...any) error {
	var dispatches []Dispatch
	for _, one := range data {
		body, err := json.Marshal(payload{Type: event, Timestamp: tx.Now(), Data: one})
		if err != nil {
			return fmt.Errorf("tell of %s: %w", event, err)
		}
		for _, id := range subscribers {
			dispatches = append(dispatches, Dispatch{
				SubscriptionID: id, Message: newMessageName(), Event: event, Body: string(body),
				CreatedAt: tx.Now(), State: DispatchWaiting, DueAt: tx.Now(),
			})
		}
	}
	if len(dispatches) == 0 {
		return nil
	}
	if err := tx.InsertDispatches(dispatches); err != nil {
		return err
	}
	for _, id := range subscribers {
		if err := tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: id}); err != nil {
			return err
		}
	}
	return nil
}

// newMessageName is a name that no other message has. It has no full stop,
// which separates the parts that are signed.
func newMessageName() string {
	name := make([]byte, 18)
	_, _ = rand.Read(name) // It never fails: see crypto/rand.
	return "msg_" + base64.RawURLEncoding.EncodeToString(name)
}

// TestSubscription sends a message that means nothing, also to a subscription
// that is off: people test before they switch on.
func (s *Service) TestSubscription(ctx context.Context, _ core.Actor, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		subscription, err := tx.SubscriptionByID(id)
		if err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, Tell(tx, []int64{id}, EventTest, map[string]string{
			"subscription": subscription.Name, "message": "Mensaje de prueba de Estante: no ha cambiado nada",
		})
	})
	return err
}

// Dispatches shows one page of what was sent to a subscription.
func (s *Service) Dispatches(ctx context.Context, filter DispatchFilter) (dispatches core.List[Dispatch], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.SubscriptionByID(filter.SubscriptionID); err != nil {
			return err
		}
		dispatches, err = tx.ListDispatches(filter)
		return err
	})
	return dispatches, err
}

// ResendDispatch sends a message once more, under its own name: a receiver
// that has it already recognises it.
func (s *Service) ResendDispatch(ctx context.Context, _ core.Actor, subscriptionID, id int64) (Dispatch, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Dispatch, error) {
		subscription, err := tx.SubscriptionByID(subscriptionID)
		if err != nil {
			return Dispatch{}, err
		}
		dispatch, err := tx.LockDispatch(subscriptionID, id)
		if err != nil {
			return Dispatch{}, err
		}
		if !subscription.Active && dispatch.Event != EventTest {
			return Dispatch{}, ErrSubscriptionOff
		}
		dispatch.State, dispatch.DueAt, dispatch.Attempts, dispatch.EndedAt = DispatchWaiting, tx.Now(), 0, nil
		if err := tx.NoteDispatch(dispatch); err != nil {
			return Dispatch{}, err
		}
		return dispatch, tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: subscriptionID})
	})
}

// ForgetOldDispatches drops messages that ended long ago.
func (s *Service) ForgetOldDispatches(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetDispatches(tx.Now().Add(-dispatchKept)) })
}
