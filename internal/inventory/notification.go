package inventory

import (
	"context"
	"time"
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
	List[Notification]
	Unread int
}

type notificationMemory interface {
	InsertNotification(notification Notification) (int64, error)
	// InsertNotifications is InsertNotification for many.
	InsertNotifications(notifications []Notification) error
	// RenewNotifications gives the unread notifications of a kind that people
	// have got since a time another text and time, and says who had one.
	RenewNotifications(userIDs []int64, notification Notification, since time.Time) (map[int64]bool, error)
	Notifications(userID int64, page Page) (Inbox, error)
	// ReadNotification marks one of the user's; ErrNotFound when it is not theirs.
	ReadNotification(userID, id int64) error
	ReadNotifications(userID int64) error
	// RenewLinkedNotifications is RenewNotifications for those of the same
	// screen, however old.
	RenewLinkedNotifications(userIDs []int64, notification Notification) (map[int64]bool, error)
	// ReadLinkedNotifications marks the user's about a screen and counts them.
	ReadLinkedNotifications(userID int64, link string) (int64, error)
}

// notifyRole tells everybody of a role.
func notifyRole(tx Tx, role Role, notification Notification) error {
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
		if err := tx.Emit(Event{Topic: TopicNotifications, ID: id, UserID: user.ID}); err != nil {
			return err
		}
	}
	return nil
}

// usersWho are the people whose role may do something.
func usersWho(tx Tx, action Action) ([]User, error) {
	var found []User
	for _, role := range permissions[action] {
		users, err := tx.ActiveUsers(role)
		if err != nil {
			return nil, err
		}
		found = append(found, users...)
	}
	return found, nil
}

// notifyAll keeps many notifications and tells each person's pages once.
func notifyAll(tx Tx, notifications []Notification) error {
	if err := tx.InsertNotifications(notifications); err != nil {
		return err
	}
	told := map[int64]bool{}
	for _, notification := range notifications {
		if told[notification.UserID] {
			continue
		}
		told[notification.UserID] = true
		if err := tx.Emit(Event{Topic: TopicNotifications, UserID: notification.UserID}); err != nil {
			return err
		}
	}
	return nil
}

// Notifications shows the person's inbox.
func (inv *Inventory) Notifications(ctx context.Context, actor Actor, page Page) (inbox Inbox, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		inbox, err = tx.Notifications(actor.ID, page)
		return err
	})
	return inbox, err
}

// ReadNotification marks one of the person's notifications as read.
func (inv *Inventory) ReadNotification(ctx context.Context, actor Actor, id int64) error {
	return inv.markRead(ctx, actor, func(tx Tx) error { return tx.ReadNotification(actor.ID, id) })
}

// ReadNotifications marks all of the person's notifications as read.
func (inv *Inventory) ReadNotifications(ctx context.Context, actor Actor) error {
	return inv.markRead(ctx, actor, func(tx Tx) error { return tx.ReadNotifications(actor.ID) })
}

func (inv *Inventory) markRead(ctx context.Context, actor Actor, mark func(Tx) error) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		if err := mark(tx); err != nil {
			return nothing{}, err
		}
		return nothing{}, tx.Emit(Event{Topic: TopicNotifications, UserID: actor.ID})
	})
	return err
}
