package store

import (
	"fmt"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

const notificationColumns = `id, user_id, kind, title, message, link, created_at, is_read`

func scanNotification(r row) (n outbox.Notification, err error) {
	err = r.Scan(&n.ID, &n.UserID, &n.Kind, &n.Title, &n.Message, &n.Link, toTime(&n.CreatedAt), &n.Read)
	return n, err
}

// InsertNotification implements outbox.Tx.
func (t *tx) InsertNotification(n outbox.Notification) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO notifications (user_id, kind, title, message, link, created_at, is_read)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`, n.UserID, n.Kind, n.Title, n.Message, n.Link, n.CreatedAt, n.Read)
	if err != nil {
		return 0, fmt.Errorf("insert notification: %w", err)
	}
	return id, nil
}

// InsertNotifications implements outbox.Tx.
func (t *tx) InsertNotifications(notifications []outbox.Notification) error {
	rows := make([][]any, 0, len(notifications))
	for _, n := range notifications {
		rows = append(rows, []any{n.UserID, n.Kind, n.Title, n.Message, n.Link, n.CreatedAt, n.Read})
	}
	if err := t.insertMany("notifications (user_id, kind, title, message, link, created_at, is_read)", rows); err != nil {
		return fmt.Errorf("insert notifications: %w", err)
	}
	return nil
}

// RenewNotifications implements outbox.Tx.
func (t *tx) RenewNotifications(userIDs []int64, n outbox.Notification, since time.Time) (map[int64]bool, error) {
	return t.renewNotifications(userIDs, n, func(f *filter) { f.add("created_at >= ?", since) })
}

// RenewLinkedNotifications implements outbox.Tx.
func (t *tx) RenewLinkedNotifications(userIDs []int64, n outbox.Notification) (map[int64]bool, error) {
	return t.renewNotifications(userIDs, n, func(f *filter) { f.add("link = ?", n.Link) })
}

// renewNotifications renews the unread ones of a kind that a condition chooses.
func (t *tx) renewNotifications(userIDs []int64, n outbox.Notification, choose func(*filter)) (map[int64]bool, error) {
	renewed := map[int64]bool{}
	for start := 0; start < len(userIDs); start += idsMax {
		f := filter{args: []any{n.Title, n.Message, n.Link, n.CreatedAt}}
		f.in("user_id", userIDs[start:min(start+idsMax, len(userIDs))])
		f.add("NOT is_read")
		f.add("kind = ?", n.Kind)
		choose(&f)
		ids, err := all(t, scanID, `UPDATE notifications SET title = $1, message = $2, link = $3, created_at = $4`+f.where()+
			` RETURNING user_id`, f.args...)
		if err != nil {
			return nil, fmt.Errorf("renew notifications: %w", err)
		}
		for _, id := range ids {
			renewed[id] = true
		}
	}
	return renewed, nil
}

// Notifications implements outbox.Tx.
func (t *tx) Notifications(userID int64, page core.Page) (outbox.Inbox, error) {
	var f filter
	f.add("user_id = ?", userID)
	found, err := list(t, scanNotification, notificationColumns, "notifications", "created_at DESC, id DESC", f, page)
	if err != nil {
		return outbox.Inbox{}, err
	}
	unread, err := one(t, scanInt, `SELECT count(*) FROM notifications WHERE user_id = $1 AND NOT is_read`, userID)
	return outbox.Inbox{List: found, Unread: unread}, err
}

// ReadNotification implements outbox.Tx.
func (t *tx) ReadNotification(userID, id int64) error {
	return t.change(`UPDATE notifications SET is_read = TRUE WHERE id = $1 AND user_id = $2`, id, userID)
}

// ReadNotifications implements outbox.Tx.
func (t *tx) ReadNotifications(userID int64) error {
	_, err := t.exec(`UPDATE notifications SET is_read = TRUE WHERE user_id = $1 AND NOT is_read`, userID)
	return err
}

// ReadLinkedNotifications implements outbox.Tx.
func (t *tx) ReadLinkedNotifications(userID int64, link string) (int64, error) {
	return t.exec(`UPDATE notifications SET is_read = TRUE WHERE user_id = $1 AND link = $2 AND NOT is_read`, userID, link)
}

// endedAlert is the condition that a notice is about one alert that was opened since a
// time and has ended by itself; the alert is the end of its link.
func endedAlert(table string) string {
	return `created_at >= $1 AND EXISTS (SELECT 1 FROM alerts WHERE alerts.created_at >= $1 AND alerts.state = 2
		AND alerts.resolution <> 'manual'
		AND alerts.id = CASE WHEN ` + table + `.link LIKE '/alertas-stock/%' THEN CAST(substr(` + table +
		`.link, 16) AS BIGINT) END)`
}

// DropAlertNotices implements imports.Tx.
func (t *tx) DropAlertNotices(since time.Time) ([]int64, error) {
	if _, err := t.exec(`DELETE FROM notice_lines WHERE message_id IS NULL AND `+endedAlert("notice_lines"),
		since); err != nil {
		return nil, fmt.Errorf("drop notice lines: %w", err)
	}
	readers, err := all(t, scanID, `DELETE FROM notifications WHERE NOT is_read AND `+endedAlert("notifications")+
		` RETURNING user_id`, since)
	if err != nil {
		return nil, fmt.Errorf("drop notices: %w", err)
	}
	many, err := all(t, scanID, `DELETE FROM notifications WHERE NOT is_read AND kind = 'alert.many' AND created_at >= $1
		AND NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.created_at >= $1 AND alerts.state <> 2) RETURNING user_id`, since)
	readers = slices.Compact(slices.Sorted(slices.Values(append(readers, many...))))
	return readers, err
}
