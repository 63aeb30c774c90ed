package store

import (
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/webhook"
)

const subscriptionColumns = `id, name, url, events, active, stopped, secret, previous_secret, previous_until,
	last_at, last_status, last_failure, failing_since, created_at, version`

func scanSubscription(r row) (s webhook.Subscription, err error) {
	var events string
	err = r.Scan(&s.ID, &s.Name, &s.URL, &events, &s.Active, &s.Stopped, &s.Secret, &s.Previous,
		toOptionalTime(&s.PreviousUntil),
		toOptionalTime(&s.LastAt), &s.LastStatus, &s.LastFailure, toOptionalTime(&s.FailingSince), toTime(&s.CreatedAt),
		&s.Version)
	s.Events = eventsOf(events)
	return s, err
}

// eventsText and eventsOf write and read the names of events as one text.
func eventsText(events []webhook.SubscriptionEvent) string {
	words := make([]string, 0, len(events))
	for _, event := range events {
		words = append(words, string(event))
	}
	return strings.Join(words, " ")
}

func eventsOf(text string) []webhook.SubscriptionEvent {
	var events []webhook.SubscriptionEvent
	for word := range strings.FieldsSeq(text) {
		events = append(events, webhook.SubscriptionEvent(word))
	}
	return events
}

// InsertSubscription implements webhook.Tx.
func (t *tx) InsertSubscription(s webhook.Subscription) (int64, error) {
	t.known.subscribers = nil
	id, err := one(t, scanID, `INSERT INTO subscriptions (name, name_key, url, events, active, stopped, secret,
		previous_secret, previous_until,
			last_at, last_status, last_failure, failing_since, created_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, 0, '', NULL, $10, $11) RETURNING id`,
		s.Name, core.Fold(s.Name), s.URL, eventsText(s.Events), s.Active, s.Stopped, s.Secret, s.Previous, s.PreviousUntil,
		s.CreatedAt, s.Version)
	if err != nil {
		return 0, fmt.Errorf("insert subscription: %w", err)
	}
	return id, nil
}

// SubscriptionByID implements webhook.Tx.
func (t *tx) SubscriptionByID(id int64) (webhook.Subscription, error) {
	return one(t, scanSubscription, `SELECT `+subscriptionColumns+` FROM subscriptions WHERE id = $1`, id)
}

// LockSubscription implements webhook.Tx.
func (t *tx) LockSubscription(id int64) (webhook.Subscription, error) {
	if t.readOnly {
		return webhook.Subscription{}, core.ErrReadOnly
	}
	return one(t, scanSubscription, `SELECT `+subscriptionColumns+` FROM subscriptions WHERE id = $1`+t.dialect.lockRow,
		id)
}

// Subscriptions implements webhook.Tx.
func (t *tx) Subscriptions() ([]webhook.Subscription, error) {
	return all(t, scanSubscription, `SELECT `+subscriptionColumns+` FROM subscriptions ORDER BY id`)
}

// subscribed is a subscription with what it wants to be told of.
type subscribed struct {
	id     int64
	events []webhook.SubscriptionEvent
}

// Subscribers implements webhook.Tx. They are few, so all of them are asked
// for at once and kept until one changes or the commit.
func (t *tx) Subscribers(event webhook.SubscriptionEvent) ([]int64, error) {
	if t.known.subscribers == nil {
		found, err := all(t, func(r row) (s subscribed, err error) {
			var events string
			err = r.Scan(&s.id, &events)
			s.events = eventsOf(events)
			return s, err
		}, `SELECT id, events FROM subscriptions WHERE active ORDER BY id`)
		if err != nil {
			return nil, err
		}
		t.known.subscribers = map[webhook.SubscriptionEvent][]int64{}
		for _, s := range found {
			for _, wanted := range s.events {
				t.known.subscribers[wanted] = append(t.known.subscribers[wanted], s.id)
			}
		}
	}
	return t.known.subscribers[event], nil
}

// SubscriptionNameTaken implements webhook.Tx.
func (t *tx) SubscriptionNameTaken(name string, exceptID int64) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM subscriptions WHERE name_key = $1 AND id <> $2)`,
		core.Fold(name), exceptID)
}

// UpdateSubscription implements webhook.Tx.
func (t *tx) UpdateSubscription(s webhook.Subscription) error {
	t.known.subscribers = nil
	return t.change(`UPDATE subscriptions SET name = $1, name_key = $2, url = $3, events = $4, active = $5, stopped = $6,
			secret = $7, previous_secret = $8, previous_until = $9, version = version + 1 WHERE id = $10`,
		s.Name, core.Fold(s.Name), s.URL, eventsText(s.Events), s.Active, s.Stopped, s.Secret, s.Previous, s.PreviousUntil,
		s.ID)
}

// NoteSubscription implements webhook.Tx.
func (t *tx) NoteSubscription(s webhook.Subscription) error {
	return t.change(`UPDATE subscriptions SET last_at = $1, last_status = $2, last_failure = $3, failing_since = $4
		WHERE id = $5`,
		s.LastAt, s.LastStatus, legible(s.LastFailure), s.FailingSince, s.ID)
}

// DeleteSubscription implements webhook.Tx.
func (t *tx) DeleteSubscription(id int64) error {
	t.known.subscribers = nil
	if _, err := t.exec(`DELETE FROM dispatches WHERE subscription_id = $1`, id); err != nil {
		return err
	}
	_, err := t.exec(`DELETE FROM subscriptions WHERE id = $1`, id)
	return err
}
