package store

import (
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/inbox"
)

const channelColumns = `id, name, source, secret, previous_secret, previous_until, token, token_hash, location_id,
	active, silence_hours,
	silent_at, active_since, created_by, created_at, deleted_at, version, half_at, fault, fault_topic, fault_at`

func scanChannel(r row) (c inbox.Channel, err error) {
	var hash []byte
	err = r.Scan(&c.ID, &c.Name, &c.Source, &c.Secret, &c.PreviousSecret, toOptionalTime(&c.PreviousUntil), &c.Token,
		&hash, &c.LocationID, &c.Active,
		&c.SilenceHours, toOptionalTime(&c.SilentAt), toTime(&c.ActiveSince), &c.CreatedBy, toTime(&c.CreatedAt),
		toOptionalTime(&c.DeletedAt), &c.Version, toOptionalTime(&c.HalfAt), &c.Fault, &c.FaultTopic,
		toOptionalTime(&c.FaultAt))
	copy(c.TokenHash[:], hash)
	return c, err
}

// InsertChannel implements inbox.Tx.
func (t *tx) InsertChannel(c inbox.Channel) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO channels (name, name_key, source, secret, previous_secret, previous_until,
		token, token_hash, location_id,
			active, silence_hours, silent_at, active_since, created_by, created_at, deleted_at, version)
		VALUES (`+placeholders(1, 17)+`) RETURNING id`, c.Name, core.Fold(c.Name), c.Source, c.Secret, c.PreviousSecret,
		c.PreviousUntil,
		c.Token, c.TokenHash, c.LocationID, c.Active, c.SilenceHours, c.SilentAt, c.ActiveSince, c.CreatedBy, c.CreatedAt,
		c.DeletedAt, c.Version)
	if err != nil {
		return 0, fmt.Errorf("insert channel: %w", err)
	}
	return id, nil
}

// ChannelByID implements inbox.Tx.
func (t *tx) ChannelByID(id int64) (inbox.Channel, error) {
	return one(t, scanChannel, `SELECT `+channelColumns+` FROM channels WHERE id = $1 AND deleted_at IS NULL`, id)
}

// LockChannel implements inbox.Tx.
func (t *tx) LockChannel(id int64) (inbox.Channel, error) {
	if t.readOnly {
		return inbox.Channel{}, core.ErrReadOnly
	}
	return one(t, scanChannel, `SELECT `+channelColumns+` FROM channels WHERE id = $1 AND deleted_at IS NULL`+
		t.dialect.lockRow, id)
}

// ChannelByToken implements inbox.Tx.
func (t *tx) ChannelByToken(hash core.TokenHash) (inbox.Channel, error) {
	return one(t, scanChannel, `SELECT `+channelColumns+` FROM channels WHERE token_hash = $1 AND deleted_at IS NULL`,
		hash)
}

// Channels implements inbox.Tx.
func (t *tx) Channels() ([]inbox.Channel, error) {
	return all(t, scanChannel, `SELECT `+channelColumns+` FROM channels WHERE deleted_at IS NULL ORDER BY id`)
}

// ChannelNameTaken implements inbox.Tx.
func (t *tx) ChannelNameTaken(name string, exceptID int64) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM channels WHERE name_key = $1 AND id <> $2
		AND deleted_at IS NULL)`, core.Fold(name), exceptID)
}

// UpdateChannel implements inbox.Tx.
func (t *tx) UpdateChannel(c inbox.Channel) error {
	return t.change(`UPDATE channels SET name = $1, name_key = $2, secret = $3, previous_secret = $4, previous_until = $5,
		location_id = $6, active = $7,
			silence_hours = $8, silent_at = $9, active_since = $10, deleted_at = $11, half_at = $12,
			version = version + 1 WHERE id = $13`,
		c.Name, core.Fold(c.Name), c.Secret, c.PreviousSecret, c.PreviousUntil, c.LocationID, c.Active, c.SilenceHours,
		c.SilentAt,
		c.ActiveSince, c.DeletedAt, c.HalfAt, c.ID)
}

// LastNews implements inbox.Tx.
func (t *tx) LastNews(id int64) (*time.Time, error) {
	return one(t, func(r row) (at *time.Time, err error) {
		err = r.Scan(toOptionalTime(&at))
		return at, err
	}, `SELECT max(received_at) FROM deliveries WHERE channel_id = $1 AND news`, id)
}

// NewsSince implements inbox.Tx. More than a hundred are counted as a hundred.
func (t *tx) NewsSince(
	id int64, topic string, others []string, since time.Time,
) (n int, first time.Time, err error) {
	var other filter
	other.add("channel_id = ? AND news", id)
	other.add("received_at > ?", since)
	other.oneOf("topic", others)
	changed, err := one(t, func(r row) (at *time.Time, err error) {
		err = r.Scan(toOptionalTime(&at))
		return at, err
	}, `SELECT max(received_at) FROM deliveries`+other.where(), other.args...)
	if err != nil {
		return 0, first, err
	}
	if changed != nil {
		since = *changed
	}
	times, err := all(t, func(r row) (at time.Time, err error) {
		err = r.Scan(toTime(&at))
		return at, err
	}, `SELECT received_at FROM deliveries WHERE channel_id = $1 AND news AND received_at > $2 AND topic = $3
		ORDER BY received_at LIMIT 100`, id, since, topic)
	if len(times) > 0 {
		first = times[0]
	}
	return len(times), first, err
}

// NoteFault implements inbox.Tx. It is no change of what people wrote.
func (t *tx) NoteFault(id int64, fault, topic string) error {
	var at *time.Time
	if fault != "" {
		at = &t.now
	}
	_, err := t.exec(`UPDATE channels SET fault = $1, fault_topic = $2, fault_at = $3 WHERE id = $4`, fault, topic, at, id)
	return err
}

// ChannelFigures implements inbox.Tx. Only the states in which a delivery still
// needs work are counted; such deliveries are few.
func (t *tx) ChannelFigures(id int64) (f inbox.ChannelFigures, err error) {
	type counted struct {
		state inbox.DeliveryState
		n     int64
	}
	counts, err := all(t, func(r row) (c counted, err error) {
		err = r.Scan(&c.state, &c.n)
		return c, err
	}, `SELECT state, count(*) FROM deliveries WHERE channel_id = $1 AND state IN ('pending', 'retrying', 'failed',
		'unmatched') GROUP BY state`, id)
	if err != nil {
		return f, err
	}
	for _, c := range counts {
		switch c.state {
		case inbox.DeliveryFailed:
			f.Failed = c.n
		case inbox.DeliveryUnmatched:
			f.Unmatched = c.n
		default:
			f.Waiting += c.n
		}
	}
	if f.Held, err = one(t, scanID, `SELECT count(*) FROM deliveries WHERE channel_id = $1 AND held`, id); err != nil {
		return f, err
	}
	f.LastNewsAt, err = t.LastNews(id)
	return f, err
}

// NoteNumber implements inbox.Tx. A number that was dismissed and comes
// after all is one that was told of.
func (t *tx) NoteNumber(channelID, number int64) error {
	_, err := t.exec(`INSERT INTO channel_numbers (channel_id, number, seen_at, dismissed) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, number) DO UPDATE SET dismissed = excluded.dismissed
		WHERE channel_numbers.dismissed`, channelID, number, t.now, false)
	return err
}

// NoteTestNumber implements inbox.Tx. It is kept like a number that somebody
// knows about; what a test calls itself begins and ends no run of numbers.
func (t *tx) NoteTestNumber(channelID, number int64) error {
	_, err := t.exec(`INSERT INTO channel_numbers (channel_id, number, seen_at, dismissed) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, number) DO NOTHING`, channelID, number, t.now, true)
	return err
}

// DismissNumbers implements inbox.Tx.
func (t *tx) DismissNumbers(channelID, first, last int64) error {
	// Not more of them at a time than memory is to be spent on.
	const some = 256
	for from := first; from <= last; from += some {
		rows := make([][]any, 0, some)
		for number := from; number <= min(last, from+some-1); number++ {
			rows = append(rows, []any{channelID, number, t.now, true})
		}
		if err := t.insertMany("channel_numbers (channel_id, number, seen_at, dismissed)", rows); err != nil {
			return fmt.Errorf("dismiss numbers: %w", err)
		}
	}
	return nil
}

// Gaps implements inbox.Tx.
func (t *tx) Gaps(channelID, within int64, limit int) ([]inbox.Gap, error) {
	return all(t, func(r row) (g inbox.Gap, err error) {
		err = r.Scan(&g.First, &g.Last, toTime(&g.Since))
		return g, err
	}, `SELECT before + 1, number - 1, seen_at FROM (
			SELECT number, seen_at, lag(number) OVER (ORDER BY number) AS before FROM channel_numbers
			WHERE channel_id = $1 AND number > (SELECT coalesce(max(number), 0) FROM channel_numbers
				WHERE channel_id = $1 AND NOT dismissed) - $2
			AND number BETWEEN (SELECT min(number) FROM channel_numbers WHERE channel_id = $1 AND NOT dismissed)
				AND (SELECT max(number) FROM channel_numbers WHERE channel_id = $1 AND NOT dismissed)
		) AS numbers WHERE before < number - 1 ORDER BY number DESC LIMIT $3`, channelID, within, limit)
}

// NoteEnding implements inbox.Tx. Of two endings the later counts.
func (t *tx) NoteEnding(channelID int64, externalID string, at time.Time) error {
	_, err := t.exec(`INSERT INTO channel_endings (channel_id, external_id, at) VALUES ($1, $2, $3)
		ON CONFLICT (channel_id, external_id) DO UPDATE SET at = excluded.at
		WHERE channel_endings.at IS NOT NULL AND excluded.at > channel_endings.at`, channelID, externalID, at)
	return err
}

// NoteTurn implements inbox.Tx. Of a delivery that is no longer kept it is known that it
// came long before those that are.
func (t *tx) NoteTurn(channelID int64, externalID string, deliveryID int64, restored bool) ([]inbox.Turn, error) {
	if _, err := t.exec(`INSERT INTO channel_turns (channel_id, external_id, delivery_id, restored) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, external_id, delivery_id) DO NOTHING`, channelID, externalID, deliveryID, restored); err != nil {
		return nil, fmt.Errorf("note turn: %w", err)
	}
	return all(t, func(r row) (turn inbox.Turn, err error) {
		err = r.Scan(&turn.Restored, toOptionalTime(&turn.At))
		return turn, err
	}, `SELECT channel_turns.restored, deliveries.received_at FROM channel_turns
		LEFT JOIN deliveries ON deliveries.id = channel_turns.delivery_id
		WHERE channel_turns.channel_id = $1 AND channel_turns.external_id = $2 ORDER BY channel_turns.delivery_id`,
		channelID, externalID)
}

// LiftEnding implements inbox.Tx.
func (t *tx) LiftEnding(channelID int64, externalID string) (bool, error) {
	touched, err := t.exec(`DELETE FROM channel_endings WHERE channel_id = $1 AND external_id = $2`, channelID, externalID)
	return touched == 1, err
}

// EndingOf implements inbox.Tx.
func (t *tx) EndingOf(channelID int64, externalID string) (*time.Time, error) {
	return one(t, func(r row) (at *time.Time, err error) {
		err = r.Scan(toOptionalTime(&at))
		return at, err
	}, `SELECT at FROM channel_endings WHERE channel_id = $1 AND external_id = $2`, channelID, externalID)
}
