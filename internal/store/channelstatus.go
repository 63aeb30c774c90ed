package store

import (
	"fmt"

	"estante/internal/inbox"
	"estante/internal/order"
)

// NoteChannelStatus implements inbox.Tx.
func (t *tx) NoteChannelStatus(channelID int64, word, name string) (order.Status, error) {
	return one(t, func(r row) (status order.Status, err error) {
		err = r.Scan(&status)
		return status, err
	}, `INSERT INTO channel_statuses (channel_id, word, name, seen_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, word) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
		RETURNING status`, channelID, word, name, t.now)
}

// SetChannelStatus implements inbox.Tx.
func (t *tx) SetChannelStatus(channelID int64, word string, status order.Status) error {
	return t.change(`UPDATE channel_statuses SET status = $1 WHERE channel_id = $2 AND word = $3`, status, channelID, word)
}

// ChannelStatuses implements inbox.Tx. Those that nobody explained come first.
func (t *tx) ChannelStatuses(channelID int64, limit int) ([]inbox.ChannelStatus, error) {
	return all(t, func(r row) (s inbox.ChannelStatus, err error) {
		err = r.Scan(&s.Word, &s.Name, &s.Status, &s.Orders)
		return s, err
	}, `SELECT word, name, status, (SELECT count(*) FROM channel_status_news AS news
			WHERE news.channel_id = channel_statuses.channel_id AND news.word = channel_statuses.word)
		FROM channel_statuses WHERE channel_id = $1 ORDER BY status <> '', word LIMIT $2`, channelID, limit)
}

// NoteStatusNews implements inbox.Tx.
func (t *tx) NoteStatusNews(channelID int64, externalID, word string, deliveryID int64) error {
	if word == "" {
		_, err := t.exec(`DELETE FROM channel_status_news WHERE channel_id = $1 AND external_id = $2 AND delivery_id < $3`,
			channelID, externalID, deliveryID)
		return err
	}
	_, err := t.exec(`INSERT INTO channel_status_news (channel_id, external_id, word, delivery_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, external_id) DO UPDATE SET word = excluded.word, delivery_id = excluded.delivery_id
		WHERE excluded.delivery_id > channel_status_news.delivery_id`, channelID, externalID, word, deliveryID)
	if err != nil {
		return fmt.Errorf("note status news: %w", err)
	}
	return nil
}

// StatusNews implements inbox.Tx.
func (t *tx) StatusNews(channelID int64, word string, limit int) ([]int64, error) {
	return all(t, scanID, `SELECT delivery_id FROM channel_status_news WHERE channel_id = $1 AND word = $2
		ORDER BY delivery_id DESC LIMIT $3`, channelID, word, limit)
}
