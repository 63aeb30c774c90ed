package inventory

import (
	"context"
	"time"
)

// Watch calls seen with every hash that a password is compared with, in the
// middle of the work.
func (inv *Inventory) Watch(seen func(hash string)) {
	verify := inv.passwords.verify
	inv.passwords.verify = func(password, hash string) (bool, error) {
		seen(hash)
		return verify(password, hash)
	}
}

// Instead runs something else where passwords are compared; none is right.
func (inv *Inventory) Instead(run func()) {
	inv.passwords.verify = func(string, string) (bool, error) {
		run()
		return false, nil
	}
}

// Decoy is the hash that stands in for that of somebody who does not exist.
func (inv *Inventory) Decoy() string { return inv.passwords.decoy }

// The limits that tests reach.
const (
	MessageBatch = messageBatch
	MessageKept  = messageKept
)

// UnusablePassword is kept for an account whose owner has not chosen a password yet.
const UnusablePassword = unusablePassword

// DispatchPauses are those between the attempts to deliver a message.
var DispatchPauses = dispatchPauses

// The limits of what is sent to subscriptions.
const (
	DispatchLease    = dispatchLease
	DispatchBatch    = dispatchBatch
	PreviousKept     = previousKept
	SubscriptionsMax = subscriptionsMax
)

// SayChannelSilent says that a channel is silent, or no longer so.
func (inv *Inventory) SayChannelSilent(ctx context.Context, channelID int64, name string, silent bool) error {
	return inv.store.Write(ctx, func(tx Tx) error {
		if silent {
			return openChannelSilence(tx, channelID, name)
		}
		return closeChannelSilence(tx, channelID)
	})
}

// ReceiveOrder takes news of an order in a transaction of its own.
func (inv *Inventory) ReceiveOrder(ctx context.Context, actor Actor, news ShopOrder) (order OrderDetail, outcome Reception, err error) {
	err = inv.store.Write(ctx, func(tx Tx) error {
		order, outcome, err = receiveOrder(tx, actor, news)
		return err
	})
	return order, outcome, err
}

// CheckWebhookURL says what is wrong with an address.
func (inv *Inventory) CheckWebhookURL(address string) error {
	wrong := problems{}
	inv.checkWebhookURL(wrong, address)
	return wrong.err()
}

// Gather has adjustments wait as long as it takes for one group of all of them to begin.
func (inv *Inventory) Gather() {
	inv.adjustments.mu.Lock()
	defer inv.adjustments.mu.Unlock()
	inv.adjustments.patience, inv.adjustments.most = time.Hour, 1
}

// Groups are those of adjustments, without anybody in them.
type Groups struct {
	groups adjustmentGroups
	began  chan groupTurn
}

// Step has some adjustments come and then a group of a size end, if any, and says
// how large the groups are that begin with that.
func (g *Groups) Step(come, end int) (sizes []int) {
	if g.began == nil {
		g.groups.most, g.began = groupsMax, make(chan groupTurn, groupsMax)
	}
	for range come {
		g.groups.waiting = append(g.groups.waiting, &askedAdjustment{turn: g.began})
		g.groups.begin()
	}
	if end > 0 {
		g.groups.end(end)
	}
	for len(g.began) > 0 {
		sizes = append(sizes, len((<-g.began).lead))
	}
	return sizes
}

// Gathered is how many adjustments wait for a group to begin.
func (inv *Inventory) Gathered() int {
	inv.adjustments.mu.Lock()
	defer inv.adjustments.mu.Unlock()
	return len(inv.adjustments.waiting)
}

// NoteOf is what the audit keeps of a product, SealOf what an import keeps of one
// that it made, and ChangesOf what it keeps of one that it changed.
func NoteOf(p Product) (string, error) { return auditText(p.auditable()) }

// SealOf is described above.
func SealOf(p Product) string { return productSeal(p) }

// ChangesOf is described above.
func ChangesOf(before, after Product) []FieldChange { return fieldChanges(before, after) }
