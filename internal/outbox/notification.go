package outbox

import (
	"context"
	"time"

	"estante/internal/core"
)

// Notification is something a person should know about, shown by the bell.
type Notification struct {
	ID        int64
	UserID    int64
	Kind      NotificationKind
	Title     string
	Message   string
	Link      string
	CreatedAt time.Time
	Read      bool
}

// NotificationKind says what a notification is about.
type NotificationKind string

// The kinds of notifications.
const (
	NotifyAccountPending      NotificationKind = "account.pending"
	NotifySubscriptionStopped NotificationKind = "subscription.stopped"
	NotifySubscriptionFailing NotificationKind = "subscription.failing"
)

// Inbox is one page of a person's notifications and how many they have not read.
type Inbox struct {
	core.List[Notification]
	Unread int
}

type notificationMemory interface {
	InsertNotification(notification Notification) (int64, error)
	// InsertNotifications is InsertNotification for many.
	InsertNotifications(notifications []Notification) error
	// RenewNotifications gives the unread notifications of a kind that people
	// have got since a time another text and time, and says who had one.
	RenewNotifications(userIDs []int64, notification Notification, since time.Time) (map[int64]bool, error)
	Notifications(userID int64, page core.Page) (Inbox, error)
	// ReadNotification marks one of the user's; ErrNotFound when it is not theirs.
	ReadNotification(userID, id int64) error
	ReadNotifications(userID int64) error
	// RenewLinkedNotifications is RenewNotifications for those of the same
	// screen, however old.
	RenewLinkedNotifications(userIDs []int64, notification Notification) (map[int64]bool, error)
	// ReadLinkedNotifications marks the user's about a screen and counts them.
	ReadLinkedNotifications(userID int64, link string) (int64, error)
}

// NotifyRole tells everybody of a role.
func NotifyRole(tx Tx, role core.Role, notification Notification) error {
	users, err := tx.ActiveUsers(role)
	if err != nil {
		return err
	}
	for _, user := range users {
		notification.UserID, notification.CreatedAt = user.ID, tx.Now()
		id, err := tx.InsertNotification(notification)
		if err != nil {
			return err
		}
		if err := tx.Emit(core.Event{Topic: core.TopicNotifications, ID: id, UserID: user.ID}); err != nil {
			return err
		}
	}
	return nil
}

// UsersWho are the people whose role may do something.
func UsersWho(tx Tx, action core.Action) ([]core.User, error) {
	var found []core.User
	for _, role := range core.Permissions[action] {
		users, err := tx.ActiveUsers(role)
		if err != nil {
			return nil, err
		}
		found = append(found, users...)
	}
	return found, nil
}

// NotifyAll keeps many notifications and tells each person's pages once.
func NotifyAll(tx Tx, notifications []Notification) error {
	if err := tx.InsertNotifications(notifications); err != nil {
		return err
	}
	told := map[int64]bool{}
	for _, notification := range notifications {
		if told[notification.UserID] {
			continue
		}
		told[notification.UserID] = true
		if err := tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: notification.UserID}); err != nil {
			return err
		}
	}
	return nil
}

// Notifications shows the person's inbox.
func (s *Service) Notifications(ctx context.Context, actor core.Actor, page core.Page) (inbox Inbox, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		inbox, err = tx.Notifications(actor.ID, page)
		return err
	})
	return inbox, err
}

// ReadNotification marks one of the person's notifications as read.
func (s *Service) ReadNotification(ctx context.Context, actor core.Actor, id int64) error {
	return s.markRead(ctx, actor, func(tx Tx) error { return tx.ReadNotification(actor.ID, id) })
}

// ReadNotifications marks all of the person's notifications as read.
func (s *Service) ReadNotifications(ctx context.Context, actor core.Actor) error {
	return s.markRead(ctx, actor, func(tx Tx) error { return tx.ReadNotifications(actor.ID) })
}

func (s *Service) markRead(ctx context.Context, actor core.Actor, mark func(Tx) error) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := mark(tx); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: actor.ID})
	})
	return err
}
