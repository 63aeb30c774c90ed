package inventory

import (
	"context"
	"slices"
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
func (inv *Inventory) UpdateSubscription(ctx context.Context, actor Actor, id int64, change SubscriptionChange) (Subscription, error) {
	return once(ctx, inv.store, func(tx Tx) (Subscription, error) {
		if err := tx.Lock(lockSubscriptions); err != nil {
			return Subscription{}, err
		}
		before, err := tx.LockSubscription(id)
		if err != nil {
			return Subscription{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return Subscription{}, ErrStale
		}
		after := change.apply(before)
		if after.SameAs(before) {
			return after, nil
		}
		if err := inv.checkSubscription(tx, after); err != nil {
			return Subscription{}, err
		}
		return saveSubscription(tx, actor, before, after)
	})
}

func (c SubscriptionChange) apply(s Subscription) Subscription {
	setText(&s.Name, c.Name)
	setText(&s.URL, c.URL)
	if c.Events != nil {
		s.Events = inOrder(*c.Events)
	}
	if c.Active != nil && *c.Active != s.Active {
		s.Active, s.Stopped = *c.Active, ""
	}
	return s
}

func (s Subscription) SameAs(o Subscription) bool {
	return s.Name == o.Name && s.URL == o.URL && s.Active == o.Active && s.Secret == o.Secret && slices.Equal(s.Events, o.Events)
}

// saveSubscription writes what became of a locked subscription.
func saveSubscription(tx Tx, actor Actor, before, after Subscription) (Subscription, error) {
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
	if err := audit(tx, actor, AuditUpdate, nounSubscription, after.ID, before.auditable(), note); err != nil {
		return Subscription{}, err
	}
	return after, tx.Emit(Event{Topic: TopicSubscriptions, ID: after.ID})
}

// RotateSubscription gives a subscription a new secret. The old one signs as
// well for a day.
func (inv *Inventory) RotateSubscription(ctx context.Context, actor Actor, id int64) (Subscription, error) {
	return once(ctx, inv.store, func(tx Tx) (Subscription, error) {
		before, err := tx.LockSubscription(id)
		if err != nil {
			return Subscription{}, err
		}
		after := before
		until := tx.Now().Add(previousKept)
		after.Secret, after.Previous, after.PreviousUntil = inv.newSubscriptionSecret(), before.Secret, &until
		return saveSubscription(tx, actor, before, after)
	})
}

// DeleteSubscription ends an outbound webhook and forgets what was sent to it.
func (inv *Inventory) DeleteSubscription(ctx context.Context, actor Actor, id int64) error {
	return inv.DeleteSubscriptionIf(ctx, actor, id, nil)
}

// DeleteSubscriptionIf ends an outbound webhook unless it is no longer at the
// version that was seen; nil ends it at any.
func (inv *Inventory) DeleteSubscriptionIf(ctx context.Context, actor Actor, id int64, version *int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		subscription, err := tx.LockSubscription(id)
		if err != nil {
			return nothing{}, err
		}
		if version != nil && *version != subscription.Version {
			return nothing{}, ErrStale
		}
		if err := tx.DeleteSubscription(id); err != nil {
			return nothing{}, err
		}
		if err := audit(tx, actor, AuditDelete, nounSubscription, id, subscription.auditable(), nil); err != nil {
			return nothing{}, err
		}
		return nothing{}, tx.Emit(Event{Topic: TopicSubscriptions, ID: id})
	})
	return err
}
