package webhook

import (
	"context"
	"slices"

	"estante/internal/core"
)

// SubscriptionChange is what an administrator changes of a subscription; nil leaves it.
type SubscriptionChange struct {
	Name      *string
	URL       *string
	Events    *[]SubscriptionEvent
	Active    *bool
	IfVersion *int64
}

// UpdateSubscription changes an outbound webhook, or switches it on or off.
// What waits for one that is switched off is given up.
func (s *Service) UpdateSubscription(
	ctx context.Context, actor core.Actor, id int64, change SubscriptionChange,
) (Subscription, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Subscription, error) {
		if err := tx.Lock(lockSubscriptions); err != nil {
			return Subscription{}, err
		}
		before, err := tx.LockSubscription(id)
		if err != nil {
			return Subscription{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return Subscription{}, core.ErrStale
		}
		after := change.apply(before)
		if after.SameAs(before) {
			return after, nil
		}
		if err := s.checkSubscription(tx, after); err != nil {
			return Subscription{}, err
		}
		return saveSubscription(tx, actor, before, after)
	})
}

func (c SubscriptionChange) apply(s Subscription) Subscription {
	core.AssignLine(&s.Name, c.Name)
	core.AssignText(&s.URL, c.URL)
	if c.Events != nil {
		s.Events = inOrder(*c.Events)
	}
	if c.Active != nil && *c.Active != s.Active {
		s.Active, s.Stopped = *c.Active, ""
	}
	return s
}

func (s Subscription) SameAs(o Subscription) bool {
	return s.Name == o.Name && s.URL == o.URL && s.Active == o.Active && s.Secret == o.Secret &&
		slices.Equal(s.Events, o.Events)
}

// saveSubscription writes what became of a locked subscription.
func saveSubscription(tx Tx, actor core.Actor, before, after Subscription) (Subscription, error) {
	if err := tx.UpdateSubscription(after); err != nil {
		return Subscription{}, err
	}
	after.Version++
	if before.Active && !after.Active {
		if err := tx.GiveUpDispatches(after.ID, failureOff); err != nil {
			return Subscription{}, err
		}
	}
	note := after.auditable()
	note.SecretChanged = after.Secret != before.Secret
	if err := core.Audit(tx, actor, core.AuditUpdate, core.NounSubscription, after.ID, before.auditable(),
		note); err != nil {
		return Subscription{}, err
	}
	return after, tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: after.ID})
}

// RotateSubscription gives a subscription a new secret. The old one signs as
// well for a day.
func (s *Service) RotateSubscription(ctx context.Context, actor core.Actor, id int64) (Subscription, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Subscription, error) {
		before, err := tx.LockSubscription(id)
		if err != nil {
			return Subscription{}, err
		}
		after := before
		until := tx.Now().Add(previousKept)
		after.Secret, after.Previous, after.PreviousUntil = s.newSubscriptionSecret(), before.Secret, &until
		return saveSubscription(tx, actor, before, after)
	})
}

// DeleteSubscription ends an outbound webhook and forgets what was sent to it.
func (s *Service) DeleteSubscription(ctx context.Context, actor core.Actor, id int64) error {
	return s.DeleteSubscriptionIf(ctx, actor, id, nil)
}

// DeleteSubscriptionIf ends an outbound webhook unless it is no longer at the
// version that was seen; nil ends it at any.
func (s *Service) DeleteSubscriptionIf(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		subscription, err := tx.LockSubscription(id)
		if err != nil {
			return core.Nothing{}, err
		}
		if version != nil && *version != subscription.Version {
			return core.Nothing{}, core.ErrStale
		}
		if err := tx.DeleteSubscription(id); err != nil {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditDelete, core.NounSubscription, id, subscription.auditable(),
			nil); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: id})
	})
	return err
}
