package inventory

import (
	"context"
	"fmt"
	"strconv"
)

// EntryChange is what people change of an entry; nil leaves it. The movement
// already written keeps the reason that the type had when it was made, unless what
// was taken for a customer's return is none, or the other way round: sales are
// counted by it.
type EntryChange struct {
	Quantity   *int64
	Type       *EntryType
	Reason     *string
	Notes      *string
	UnitCost   **Cents
	LocationID *int64
	// IfVersion refuses the change when the entry is no longer at this version.
	IfVersion *int64
}

func (c EntryChange) apply(entry Entry) Entry {
	set(&entry.Quantity, c.Quantity)
	set(&entry.Type, c.Type)
	setText(&entry.Reason, c.Reason)
	setText(&entry.Notes, c.Notes)
	set(&entry.UnitCost, c.UnitCost)
	set(&entry.LocationID, c.LocationID)
	return entry
}

// UpdateEntry changes an entry. What it says of reason, notes and cost is the
// document's; a new quantity or location moves stock as well.
func (inv *Inventory) UpdateEntry(ctx context.Context, actor Actor, id int64, change EntryChange) (EntryRow, error) {
	return once(ctx, inv.store, func(tx Tx) (EntryRow, error) {
		before, err := tx.LockEntry(id)
		switch {
		case err != nil:
			return EntryRow{}, err
		case before.DeletedAt != nil:
			return EntryRow{}, ErrNotFound
		case change.IfVersion != nil && *change.IfVersion != before.Version:
			return EntryRow{}, ErrStale
		}
		after := change.apply(before)
		if err := after.check(actor, before); err != nil {
			return EntryRow{}, err
		}
		if after.auditable().same(before.auditable()) {
			return tx.EntryByID(id)
		}
		if after, err = settle(tx, actor, before, after); err != nil {
			return EntryRow{}, err
		}
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdateEntry(before, after); err != nil {
			return EntryRow{}, err
		}
		return entryChanged(tx, actor, AuditUpdate, id, before.auditable(), after.auditable())
	})
}

func (n entryNote) same(o entryNote) bool {
	costs := sameCents(n.UnitCost, o.UnitCost)
	n.UnitCost, o.UnitCost = nil, nil
	return costs && n == o
}

func (e Entry) returnsUnlike(o Entry) bool { return (e.Type == EntryReturn) != (o.Type == EntryReturn) }

// settle gives stock and average cost what a changed entry means for them.
func settle(tx Tx, actor Actor, before, after Entry) (Entry, error) {
	if after.Quantity == before.Quantity && after.LocationID == before.LocationID && !after.returnsUnlike(before) {
		return after, correctCost(tx, before, after)
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return Entry{}, err
	}
	location, err := usableLocation(tx, after.LocationID)
	if err != nil {
		return Entry{}, err
	}
	after.LocationID = location.ID
	if err := mayReplace(tx, before, after); err != nil {
		return Entry{}, err
	}
	average, err := averageWithout(tx, product, before, lot{after.Quantity, after.UnitCost}, before.Quantity)
	if err != nil {
		return Entry{}, err
	}
	// The new movement comes first: taking the old one back may need its units.
	note := reference("Corrige la entrada", before.ID)
	product, after, err = bringIn(tx, actor, product, after, note)
	if err != nil {
		return Entry{}, err
	}
	return after, takeBack(tx, actor, product, before, note, average)
}

// correctCost brings the average cost to what it would be had the entry said
// its new cost at once, as far as its units can still be in stock.
func correctCost(tx Tx, before, after Entry) error {
	if sameCents(before.UnitCost, after.UnitCost) {
		return nil
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return err
	}
	units := min(before.Quantity, product.Stock)
	corrected := product
	if corrected.Cost, err = averageWithout(tx, product, before, lot{units, after.UnitCost}, units); err != nil {
		return err
	}
	if sameCents(corrected.Cost, product.Cost) {
		return nil
	}
	corrected.Version, corrected.UpdatedAt = product.Version+1, tx.Now()
	if err := tx.UpdateProduct(product, corrected); err != nil {
		return err
	}
	return tx.Emit(Event{Topic: TopicProducts, ID: product.ID})
}

// averageWithout is the average cost when so many units of an entry are taken back
// and a lot comes in for them.
func averageWithout(tx Tx, product Product, entry Entry, in lot, units int64) (*Cents, error) {
	low, high, err := tx.EntryCosts(entry)
	return averageCost(product, in, lot{units, entry.UnitCost}, costRange{low, high}), err
}

func lockEntryProduct(tx Tx, id int64) (Product, error) {
	product, err := tx.LockProduct(id)
	if isNotFound(err) {
		return Product{}, ErrEntryProductDeleted
	}
	return product, err
}

// mayReplace refuses a change for which too little of the entry is left.
func mayReplace(tx Tx, before, after Entry) error {
	lying, err := tx.LocationStockOf(before.ProductID, before.LocationID)
	if err != nil {
		return err
	}
	if after.LocationID != before.LocationID {
		if lying < before.Quantity {
			return FieldError("locationId", fmt.Sprintf("No se puede cambiar de almacén: entraron %s y en el de antes solo %s",
				units(before.Quantity), remain(lying)))
		}
		return nil
	}
	if lying+after.Quantity < before.Quantity {
		return FieldError("quantity", fmt.Sprintf("No se puede dejar en %s: entraron %d y solo %s en stock",
			units(after.Quantity), before.Quantity, remain(lying)))
	}
	return nil
}

// takeBack writes the opposite of the movement that stands for an entry.
func takeBack(tx Tx, actor Actor, product Product, entry Entry, notes string, average *Cents) error {
	movement, err := tx.MovementByID(entry.MovementID)
	if err != nil {
		return err
	}
	_, _, err = move(tx, actor, product, change{
		locationID: movement.LocationID, quantity: -movement.Quantity, reason: movement.Reason, notes: notes, unitCost: movement.UnitCost,
		source: SourceEntry, sourceID: entry.ID, undoOf: movement.ID, average: average,
	})
	return err
}

// DeleteEntry takes an entry back: its stock leaves by an opposite movement and
// the document leaves every list. See RestoreEntry for the way back.
func (inv *Inventory) DeleteEntry(ctx context.Context, actor Actor, id int64) error {
	return inv.DeleteEntryIf(ctx, actor, id, nil)
}

// DeleteEntryIf deletes an entry unless it is no longer at the version that was
// seen; nil deletes it at any.
func (inv *Inventory) DeleteEntryIf(ctx context.Context, actor Actor, id int64, version *int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		before, err := tx.LockEntry(id)
		switch {
		case err != nil:
			return nothing{}, err
		case before.DeletedAt != nil:
			return nothing{}, ErrNotFound
		case version != nil && *version != before.Version:
			return nothing{}, ErrStale
		}
		product, err := lockEntryProduct(tx, before.ProductID)
		if err != nil {
			return nothing{}, err
		}
		lying, err := tx.LocationStockOf(before.ProductID, before.LocationID)
		if err != nil {
			return nothing{}, err
		}
		if lying < before.Quantity {
			return nothing{}, &Error{Kind: Conflict, Message: fmt.Sprintf("No se puede eliminar la entrada: entraron %s y solo %s en stock",
				units(before.Quantity), remain(lying))}
		}
		average, err := averageWithout(tx, product, before, lot{}, before.Quantity)
		if err != nil {
			return nothing{}, err
		}
		if err := takeBack(tx, actor, product, before, reference("Anula la entrada", id), average); err != nil {
			return nothing{}, err
		}
		now := tx.Now()
		after := before
		after.DeletedAt, after.UpdatedAt, after.Version = &now, now, before.Version+1
		if err := tx.UpdateEntry(before, after); err != nil {
			return nothing{}, err
		}
		_, err = entryChanged(tx, actor, AuditDelete, id, before.auditable(), nil)
		return nothing{}, err
	})
	return err
}

// ErrEntryNotDeleted is the answer to restoring an entry that is there.
var ErrEntryNotDeleted = &Error{Kind: Conflict, Message: "Esta entrada no está eliminada"}

// RestoreEntry undoes a delete: the stock comes back by a new movement.
func (inv *Inventory) RestoreEntry(ctx context.Context, actor Actor, id int64) (EntryRow, error) {
	return once(ctx, inv.store, func(tx Tx) (EntryRow, error) {
		before, err := tx.LockEntry(id)
		if err != nil {
			return EntryRow{}, err
		}
		if before.DeletedAt == nil {
			return EntryRow{}, ErrEntryNotDeleted
		}
		product, err := lockEntryProduct(tx, before.ProductID)
		if err != nil {
			return EntryRow{}, err
		}
		after := before
		after.DeletedAt, after.UpdatedAt, after.Version = nil, tx.Now(), before.Version+1
		if _, after, err = bringIn(tx, actor, product, after, reference("Recupera la entrada", id)); err != nil {
			return EntryRow{}, err
		}
		if err := tx.UpdateEntry(before, after); err != nil {
			return EntryRow{}, err
		}
		return entryChanged(tx, actor, AuditRestore, id, nil, after.auditable())
	})
}

// units counts as people do.
func units(n int64) string {
	if n == 1 {
		return "1 unidad"
	}
	return Grouped(n) + " unidades"
}

// remain says how many are left.
func remain(n int64) string {
	if n == 1 {
		return "queda 1"
	}
	return "quedan " + Grouped(n)
}

// reference names a document in the notes of a movement.
func reference(what string, id int64) string { return what + " " + strconv.FormatInt(id, 10) }
