package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"estante/internal/core"
)

// Subscription is an external receiver that wants to be notified of what happens here, by
// Standard Webhooks.
type Subscription struct {
	ID     int64
	Name   string
	URL    string
	Events []SubscriptionEvent
	Active bool
	// Stopped says why it is off when it was not a person who switched it off.
	Stopped string
	// Secret is what messages are signed with. Previous signs beside it until
	// PreviousUntil, so that a receiver can change its secret without a gap.
	Secret        core.Sealed
	Previous      core.Sealed
	PreviousUntil *time.Time
	// LastAt, LastStatus and LastFailure are what became of the last attempt.
	LastAt      *time.Time
	LastStatus  int
	LastFailure string
	// FailingSince is when the first message was given up that none has followed that arrived.
	FailingSince *time.Time
	CreatedAt    time.Time
	Version      int64
}

// SubscriptionEvent is something that can be told of.
type SubscriptionEvent string

// The events. EventTest is sent when a user asks for it and cannot be chosen.
const (
	EventStockChanged  SubscriptionEvent = "stock.changed"
	EventOrderCreated  SubscriptionEvent = "order.created"
	EventOrderStatus   SubscriptionEvent = "order.status_changed"
	EventOrderUpdated  SubscriptionEvent = "order.updated"
	EventAlertOpened   SubscriptionEvent = "alert.opened"
	EventAlertChanged  SubscriptionEvent = "alert.changed"
	EventAlertResolved SubscriptionEvent = "alert.resolved"
	EventTest          SubscriptionEvent = "test"
)

// SubscriptionEvents are those that can be chosen, in the order people read them.
var SubscriptionEvents = []SubscriptionEvent{
	EventStockChanged, EventOrderCreated, EventOrderStatus, EventOrderUpdated, EventAlertOpened, EventAlertChanged,
	EventAlertResolved,
}

const (
	// subscriptionsMax bounds what every change of stock may have to tell.
	subscriptionsMax = 20
	webhookURLMax    = 2000
	webhookSecretLen = 32
	// previousKept is how long a secret signs after it was replaced.
	previousKept = 24 * time.Hour
	// subscriptionSecret is what a sealed secret is for.
	subscriptionSecret = "subscription"
)

// Errors about subscriptions.
var (
	ErrTooManySubscriptions = &core.Error{
		Kind: core.Conflict, Message: fmt.Sprintf("Ya hay %d webhooks de salida, que es el máximo: elimina alguno",
			subscriptionsMax),
	}
	ErrSubscriptionOff = &core.Error{
		Kind: core.Conflict, Message: "El webhook está desactivado: actívalo antes de reenviar",
	}
)

type subscriptionMemory interface {
	InsertSubscription(subscription Subscription) (int64, error)
	SubscriptionByID(id int64) (Subscription, error)
	// LockSubscription returns a subscription and keeps others from changing it.
	LockSubscription(id int64) (Subscription, error)
	// Subscriptions lists all of them in the order they were made.
	Subscriptions() ([]Subscription, error)
	// Subscribers are the active subscriptions to an event. Asking again in the
	// same transaction costs nothing, and where there are none it writes nothing.
	Subscribers(event SubscriptionEvent) ([]int64, error)
	SubscriptionNameTaken(name string, exceptID int64) (bool, error)
	// UpdateSubscription writes everything people can change and increments the version.
	UpdateSubscription(subscription Subscription) error
	// NoteSubscription keeps what became of the last attempt.
	NoteSubscription(subscription Subscription) error
	// DeleteSubscription drops a subscription with everything that was ever sent to it.
	DeleteSubscription(id int64) error

	dispatchMemory
}

// Subscriptions lists the outbound webhooks.
func (s *Service) Subscriptions(ctx context.Context) (subscriptions []Subscription, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		subscriptions, err = tx.Subscriptions()
		return err
	})
	return subscriptions, err
}

// Subscription returns one outbound webhook.
func (s *Service) Subscription(ctx context.Context, id int64) (subscription Subscription, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		subscription, err = tx.SubscriptionByID(id)
		return err
	})
	return subscription, err
}

// SubscriptionFields are what people write about a subscription.
type SubscriptionFields struct {
	Name   string
	URL    string
	Events []SubscriptionEvent
}

// lockSubscriptions makes changes of subscriptions wait for one another.
const lockSubscriptions = "subscriptions"

// CreateSubscription adds an outbound webhook with a secret of its own, which
// SubscriptionSecret opens.
func (s *Service) CreateSubscription(
	ctx context.Context, actor core.Actor, fields SubscriptionFields,
) (Subscription, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Subscription, error) {
		if err := tx.Lock(lockSubscriptions); err != nil {
			return Subscription{}, err
		}
		there, err := tx.Subscriptions()
		if err != nil {
			return Subscription{}, err
		}
		if len(there) >= subscriptionsMax {
			return Subscription{}, ErrTooManySubscriptions
		}
		subscription := Subscription{
			Name: core.Line(fields.Name), URL: core.Clean(fields.URL), Events: inOrder(fields.Events), Active: true,
			Secret: s.newSubscriptionSecret(), CreatedAt: tx.Now(), Version: 1,
		}
		if err := s.checkSubscription(tx, subscription); err != nil {
			return Subscription{}, err
		}
		if subscription.ID, err = tx.InsertSubscription(subscription); err != nil {
			return Subscription{}, err
		}
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounSubscription, subscription.ID, nil,
			subscription.auditable()); err != nil {
			return Subscription{}, err
		}
		return subscription, tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: subscription.ID})
	})
}

// inOrder sorts events as people read them, each once; unknown ones come last.
func inOrder(events []SubscriptionEvent) []SubscriptionEvent {
	sorted := slices.Clone(events)
	slices.SortFunc(sorted, func(a, b SubscriptionEvent) int {
		return slices.Index(SubscriptionEvents, a) - slices.Index(SubscriptionEvents, b)
	})
	return slices.Compact(sorted)
}

// newSubscriptionSecret makes a secret as Standard Webhooks writes it.
func (s *Service) newSubscriptionSecret() core.Sealed {
	key := make([]byte, webhookSecretLen)
	_, _ = rand.Read(key) // It never fails: see crypto/rand.
	return s.secretKey.Seal(subscriptionSecret, "whsec_"+base64.StdEncoding.EncodeToString(key))
}

// SubscriptionSecret opens the secret of a subscription, to be shown once.
func (s *Service) SubscriptionSecret(subscription Subscription) (string, error) {
	return s.secretKey.Unseal(subscriptionSecret, subscription.Secret)
}

func (s *Service) checkSubscription(tx Tx, subscription Subscription) error {
	wrong := core.Problems{}
	wrong.Require(subscription.Name, "name")
	wrong.Check(core.Characters(subscription.Name) <= core.NameMax, "name", "El nombre es demasiado largo")
	s.checkWebhookURL(wrong, subscription.URL)
	wrong.Check(len(subscription.Events) > 0, "events", "Elige al menos un evento")
	for _, event := range subscription.Events {
		wrong.Check(slices.Contains(SubscriptionEvents, event), "events", "El evento no existe")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	taken, err := tx.SubscriptionNameTaken(subscription.Name, subscription.ID)
	if err != nil {
		return err
	}
	wrong.Check(!taken, "name", "Ya existe un webhook con este nombre")
	return wrong.Err()
}

// subscriptionNote is what the audit keeps of a subscription: no secret.
type subscriptionNote struct {
	Name, URL string
	Events    []SubscriptionEvent
	Active    bool
	Stopped   string `json:",omitempty"`
	// SecretChanged says that the secret is another one, and not which.
	SecretChanged bool `json:",omitempty"`
}

func (s Subscription) auditable() subscriptionNote {
	return subscriptionNote{Name: s.Name, URL: s.URL, Events: s.Events, Active: s.Active, Stopped: s.Stopped}
}
