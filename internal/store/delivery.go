package store

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/order"
)

const deliveryColumns = `deliveries.id, deliveries.channel_id, channels.name, channels.source, deliveries.received_at,
	deliveries.state,
	deliveries.verdict, deliveries.topic, deliveries.news, deliveries.attempts, deliveries.due_at, deliveries.ended_at,
	deliveries.size,
	deliveries.order_id, deliveries.order_number, deliveries.unknown_skus, deliveries.duplicate_of, deliveries.repeats,
	deliveries.body IS NOT NULL, deliveries.held`

const deliveryTables = `deliveries JOIN channels ON channels.id = deliveries.channel_id`

func scanDelivery(r row) (inbox.Delivery, error) { return scanDeliveryAnd(r) }

// scanDeliveryAnd reads a delivery and what a question has besides.
func scanDeliveryAnd(r row, more ...any) (d inbox.Delivery, err error) {
	var unknown string
	var held bool
	err = r.Scan(append([]any{
		&d.ID, &d.ChannelID, &d.ChannelName, &d.Source, toTime(&d.ReceivedAt), &d.State, &d.Verdict, &d.Topic, &d.News,
		&d.Attempts, toTime(&d.DueAt),
		toOptionalTime(&d.EndedAt), &d.Size, &d.OrderID, &d.OrderNumber, &unknown, &d.DuplicateOf, &d.Repeats, &d.HasBody,
		&held,
	}, more...)...)
	if err != nil {
		return d, err
	}
	if held {
		d.State = inbox.DeliveryHeld
	}
	return d, json.Unmarshal([]byte(unknown), &d.UnknownSKUs)
}

// deliveryDetailColumns are what arrived, besides.
const deliveryDetailColumns = deliveryColumns + `, deliveries.headers, deliveries.body, deliveries.cut`

func scanDeliveryDetail(r row) (inbox.DeliveryDetail, error) { return scanDeliveryDetailAnd(r) }

func scanDeliveryDetailAnd(r row, more ...any) (d inbox.DeliveryDetail, err error) {
	var headers string
	if d.Delivery, err = scanDeliveryAnd(r, append([]any{&headers, &d.Body, &d.Cut}, more...)...); err != nil {
		return d, err
	}
	return d, json.Unmarshal([]byte(headers), &d.Headers)
}

// deliverySearchKey is what a search for deliveries looks at.
func deliverySearchKey(d inbox.Delivery) string {
	return core.SearchKey(d.OrderNumber + " " + d.Topic + " " + d.Verdict)
}

// storedState is how the state of a delivery is kept: one that is held is an
// ignored one with a mark.
func storedState(state inbox.DeliveryState) inbox.DeliveryState {
	if state == inbox.DeliveryHeld {
		return inbox.DeliveryIgnored
	}
	return state
}

// InsertDelivery implements inbox.Tx.
func (t *tx) InsertDelivery(d inbox.DeliveryDetail, identity *core.TokenHash) (int64, error) {
	headers, err := json.Marshal(d.Headers)
	if err != nil {
		return 0, err
	}
	unknown, err := json.Marshal(d.UnknownSKUs)
	if err != nil {
		return 0, err
	}
	var known, body any
	if identity != nil {
		known = *identity
	}
	if d.Body != nil {
		body = d.Body
	}
	ids, err := all(t, scanID, `INSERT INTO deliveries (channel_id, received_at, identity, state, verdict, topic, news,
		headers, body, size, cut,
			attempts, claims, due_at, ended_at, order_id, order_number, unknown_skus, duplicate_of, repeats, search_key, held)
		VALUES (`+placeholders(1, 22)+`) ON CONFLICT (channel_id, identity) WHERE identity IS NOT NULL DO NOTHING
			RETURNING id`,
		d.ChannelID, d.ReceivedAt, known, storedState(d.State), d.Verdict, d.Topic, d.News, string(headers),
		body, d.Size, d.Cut,
		d.Attempts, 0, d.DueAt, d.EndedAt, d.OrderID, d.OrderNumber, string(unknown), d.DuplicateOf, d.Repeats,
		deliverySearchKey(d.Delivery), d.State == inbox.DeliveryHeld)
	if err != nil {
		return 0, fmt.Errorf("insert delivery: %w", err)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	return ids[0], nil
}

// RepeatDelivery implements inbox.Tx.
func (t *tx) RepeatDelivery(channelID int64, identity core.TokenHash) (inbox.Delivery, error) {
	err := t.change(`UPDATE deliveries SET repeats = repeats + 1 WHERE channel_id = $1 AND identity = $2`, channelID,
		identity)
	if err != nil {
		return inbox.Delivery{}, err
	}
	return one(t, scanDelivery, `SELECT `+deliveryColumns+` FROM `+deliveryTables+
		` WHERE deliveries.channel_id = $1 AND deliveries.identity = $2`, channelID, identity)
}

// DeliveryByID implements inbox.Tx.
func (t *tx) DeliveryByID(id int64) (inbox.DeliveryDetail, error) {
	return one(t, scanDeliveryDetail, `SELECT `+deliveryDetailColumns+` FROM `+deliveryTables+` WHERE deliveries.id = $1`,
		id)
}

// ListDeliveries implements inbox.Tx.
func (t *tx) ListDeliveries(asked inbox.DeliveryFilter) (core.List[inbox.Delivery], error) {
	var f filter
	if asked.ChannelID != 0 {
		f.add("deliveries.channel_id = ?", asked.ChannelID)
	}
	if asked.OrderID != 0 {
		f.add(ofOrder("deliveries.order_id", "?"), asked.OrderID)
	}
	if asked.State != "" {
		f.add("deliveries.state = ?", storedState(asked.State))
	}
	switch asked.State {
	case inbox.DeliveryHeld:
		f.add("deliveries.held")
	case inbox.DeliveryIgnored:
		f.add("NOT deliveries.held")
	default:
	}
	if !asked.From.IsZero() {
		f.add("deliveries.received_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("deliveries.received_at < ?", asked.To)
	}
	f.search("deliveries.search_key", asked.Search)
	return list(t, scanDelivery, deliveryColumns, deliveryTables, `deliveries.received_at DESC, deliveries.id DESC`, f,
		asked.Page)
}

// ofOrder requires a delivery to be of an order. That it is of one at all is said
// too: the index has only those, and no engine knows what a parameter will be.
func ofOrder(column, order string) string { return column + " = " + order + " AND " + column + " <> 0" }

// LastOrderDelivery implements order.Tx.
func (t *tx) LastOrderDelivery(orderID int64) (order.Delivery, error) {
	return one(t, func(r row) (d order.Delivery, err error) {
		var (
			identity []byte
			state    inbox.DeliveryState
			verdict  string
		)
		err = r.Scan(&identity, &state, &verdict, &d.Attempts)
		d.Key, d.Problem = hex.EncodeToString(identity), state.Problem(verdict)
		return d, err
	}, `SELECT identity, state, verdict, attempts FROM deliveries WHERE `+ofOrder("order_id",
		"$1")+` AND identity IS NOT NULL ORDER BY id DESC LIMIT 1`, orderID)
}

// ClaimDeliveries implements inbox.Tx. A claim is an attempt: one that
// kills the process is counted too.
func (t *tx) ClaimDeliveries(limit int, leaseUntil time.Time) ([]inbox.ClaimedDelivery, error) {
	ids, err := all(t, scanID, `UPDATE deliveries SET due_at = $1, attempts = attempts + 1, claims = claims + 1
		WHERE id IN (SELECT id FROM deliveries`+t.dialect.usingIndex("deliveries_due")+
		` WHERE state IN ('pending', 'retrying') AND due_at <= $2 ORDER BY due_at, id LIMIT $3`+t.dialect.skipLocked+`)
		RETURNING id`, leaseUntil, t.now, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	var f filter
	f.in("deliveries.id", ids)
	claimed, err := all(t, func(r row) (c inbox.ClaimedDelivery, err error) {
		c.DeliveryDetail, err = scanDeliveryDetailAnd(r, &c.Claims)
		return c, err
	}, `SELECT `+deliveryDetailColumns+`, deliveries.claims FROM `+deliveryTables+f.where(), f.args...)
	slices.SortFunc(claimed, func(a, b inbox.ClaimedDelivery) int { return cmp.Compare(a.ID, b.ID) })
	return claimed, err
}

// FinishDelivery implements inbox.Tx.
func (t *tx) FinishDelivery(claimed inbox.ClaimedDelivery, d inbox.Delivery) error {
	unknown, err := json.Marshal(append([]string{}, d.UnknownSKUs...))
	if err != nil {
		return err
	}
	return t.change(`UPDATE deliveries SET state = $1, verdict = $2, news = $3, due_at = $4, ended_at = $5, order_id = $6,
		order_number = $7,
			unknown_skus = $8, search_key = $9 WHERE id = $10 AND claims = $11 AND state IN ('pending', 'retrying')`,
		d.State, d.Verdict, d.News, d.DueAt, d.EndedAt, d.OrderID, d.OrderNumber, string(unknown), deliverySearchKey(d), d.ID,
		claimed.Claims)
}

// RequeueDelivery implements inbox.Tx.
func (t *tx) RequeueDelivery(id int64, verdict string) error {
	return t.change(`UPDATE deliveries SET state = 'pending', held = FALSE, verdict = $1, attempts = 0, due_at = $2,
			ended_at = NULL WHERE id = $3 AND body IS NOT NULL`,
		verdict, t.now, id)
}

// RequeueHeld implements inbox.Tx.
func (t *tx) RequeueHeld(channelID int64, verdict string, limit int) (int64, error) {
	return t.exec(`UPDATE deliveries SET state = 'pending', held = FALSE, verdict = $1, attempts = 0, due_at = $2,
			ended_at = NULL WHERE id IN (SELECT id FROM deliveries WHERE channel_id = $3 AND held ORDER BY id LIMIT $4)`,
		verdict, t.now, channelID, limit)
}

// SettleDeliveries implements order.Tx.
func (t *tx) SettleDeliveries(orderID int64, verdict string) ([]int64, error) {
	return all(t, scanID, `UPDATE deliveries SET state = 'processed', verdict = $1, unknown_skus = '[]' WHERE `+
		ofOrder("order_id", "$2")+` AND state = 'unmatched' RETURNING id`,
		verdict, orderID)
}

// TrimRefused implements inbox.Tx. A refused delivery, which any sender on the network
// may have made, has no identity.
func (t *tx) TrimRefused(channelID int64, keep int) error {
	_, err := t.exec(`DELETE FROM deliveries WHERE channel_id = $1 AND identity IS NULL AND duplicate_of = 0 AND id <= (
			SELECT id FROM deliveries WHERE channel_id = $1 AND identity IS NULL AND duplicate_of = 0 ORDER BY id DESC
			LIMIT 1 OFFSET $2)`, channelID, keep)
	return err
}

// ForgetBodies implements inbox.Tx. What still waits is kept whole.
func (t *tx) ForgetBodies(before time.Time, limit int) (int64, error) {
	return t.exec(`UPDATE deliveries SET body = NULL, headers = '[]' WHERE id IN (
			SELECT id FROM deliveries WHERE body IS NOT NULL AND received_at < $1 AND state NOT IN ('pending', 'retrying')
			AND NOT held ORDER BY received_at LIMIT $2)`, before, limit)
}

// ForgetDeliveries implements inbox.Tx.
func (t *tx) ForgetDeliveries(before, minorBefore time.Time, limit int) (int64, error) {
	return t.exec(`DELETE FROM deliveries WHERE id IN (
			SELECT id FROM deliveries WHERE received_at < $1 AND (received_at < $2 OR state IN ('refused', 'duplicate'))
			AND state NOT IN ('pending', 'retrying')
			ORDER BY received_at LIMIT $3)`, minorBefore, before, limit)
}
