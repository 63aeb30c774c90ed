package ledger

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
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
	UnitCost   **core.Cents
	LocationID *int64
	// IfVersion refuses the change when the entry is no longer at this version.
	IfVersion *int64
}

func (c EntryChange) apply(entry Entry) Entry {
	core.Assign(&entry.Quantity, c.Quantity)
	core.Assign(&entry.Type, c.Type)
	core.AssignText(&entry.Reason, c.Reason)
	core.AssignText(&entry.Notes, c.Notes)
	core.Assign(&entry.UnitCost, c.UnitCost)
	core.Assign(&entry.LocationID, c.LocationID)
	if entry.ReceiptID != 0 && c.UnitCost == nil {
		return entry // What all its units cost came from the receipt, and is no multiple of one.
	}
	return entry.costed()
}

// ErrOfReceipt is the answer to a change of what a receipt of a purchase says.
var ErrOfReceipt = &core.Error{
	Kind:    core.Conflict,
	Message: "Esta entrada es de la recepción de una compra: cámbiala o deshazla en la compra",
}

// ofReceipt refuses a change of what belongs to a receipt. The words of an entry are its own.
func (e Entry) ofReceipt(after Entry) error {
	same := e.Quantity == after.Quantity && e.LocationID == after.LocationID && e.Type == after.Type &&
		catalogue.SameCents(e.UnitCost, after.UnitCost) && catalogue.SameCents(e.TotalCost, after.TotalCost)
	if e.ReceiptID != 0 && !same {
		return ErrOfReceipt
	}
	return nil
}

// UpdateEntry changes an entry. What it says of reason, notes and cost is the
// document's; a new quantity or location moves stock as well.
func (s *Service) UpdateEntry(ctx context.Context, actor core.Actor, id int64, change EntryChange) (EntryRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (EntryRow, error) {
		before, err := tx.LockEntry(id)
		switch {
		case err != nil:
			return EntryRow{}, err
		case before.DeletedAt != nil:
			return EntryRow{}, core.ErrNotFound
		case change.IfVersion != nil && *change.IfVersion != before.Version:
			return EntryRow{}, core.ErrStale
		}
		after := change.apply(before)
		if err := after.check(actor, change.UnitCost != nil, change.Quantity != nil); err != nil {
			return EntryRow{}, err
		}
		if err := before.ofReceipt(after); err != nil {
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
		return entryChanged(tx, actor, core.AuditUpdate, id, before.auditable(), after.auditable())
	})
}

func (n entryNote) same(o entryNote) bool {
	costs := catalogue.SameCents(n.UnitCost, o.UnitCost)
	n.UnitCost, o.UnitCost = nil, nil
	return costs && n == o
}

func (e Entry) returnsUnlike(o Entry) bool { return (e.Type == EntryReturn) != (o.Type == EntryReturn) }

// settle gives stock and average cost what a changed entry means for them.
func settle(tx Tx, actor core.Actor, before, after Entry) (Entry, error) {
	if after.Quantity == before.Quantity && after.LocationID == before.LocationID && !after.returnsUnlike(before) {
		return after, correctCost(tx, actor, before, after)
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return Entry{}, err
	}
	location, err := UsableLocation(tx, after.LocationID)
	if err != nil {
		return Entry{}, err
	}
	after.LocationID = location.ID
	if err := mayReplace(tx, before, after); err != nil {
		return Entry{}, err
	}
	worth, err := worthWithout(tx, product, before, after, before.Quantity, after.Quantity)
	if err != nil {
		return Entry{}, err
	}
	// The new movement comes first: taking the old one back may need its units.
	note := Reference("Corrige la entrada", before.ID)
	product, after, err = bringIn(tx, actor, product, after, note)
	if err != nil {
		return Entry{}, err
	}
	return after, takeBack(tx, actor, product, before, note, worth)
}

// correctCost brings the average cost to what it would be had the entry said
// its new cost at once, as far as its units can still be in stock, by a movement of no units.
func correctCost(tx Tx, actor core.Actor, before, after Entry) error {
	if catalogue.SameCents(before.UnitCost, after.UnitCost) {
		return nil
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return err
	}
	units := min(before.Quantity, product.Stock)
	worth, err := worthWithout(tx, product, before, after, units, units)
	if err != nil || catalogue.SamePointer(worth, product.Worth) {
		return err
	}
	costs, err := costsSaid(tx, product, after)
	if err != nil {
		return err
	}
	_, _, err = move(tx, actor, product, Change{
		LocationID: before.LocationID, Reason: ReasonRevaluation,
		Notes:    Reference("Corrige el coste de la entrada", before.ID),
		unitCost: costs.now(after.UnitCost), cost: costs.now(after.TotalCost), currency: costs.currency(after),
		Source: SourceEntry, SourceID: before.ID, worth: worth,
	})
	return err
}

// worthWithout is what a product's units cost together when so many units of an entry are
// taken back and some of what it became come in for them.
func worthWithout(
	tx Tx, product catalogue.Product, before, after Entry, taken, brought int64,
) (*core.Worth, error) {
	costs, err := costsOf(tx, product, before)
	if err != nil {
		return nil, err
	}
	low, high, err := tx.EntryCosts(before)
	in, out := costs.lot(after).part(brought), costs.lot(before).part(taken)
	return averaged(product, in, out, costRange{costs.now(low), costs.now(high)}), err
}

func lockEntryProduct(tx Tx, id int64) (catalogue.Product, error) {
	product, err := tx.LockProduct(id)
	if core.IsNotFound(err) {
		return catalogue.Product{}, ErrEntryProductDeleted
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
			return core.FieldError("locationId", fmt.Sprintf(
				"No se puede cambiar de almacén: entraron %s y en el de antes solo %s",
				Units(before.Quantity), Remain(lying)))
		}
		return nil
	}
	if lying+after.Quantity < before.Quantity {
		return core.FieldError("quantity", fmt.Sprintf("No se puede dejar en %s: entraron %d y solo %s en stock",
			Units(after.Quantity), before.Quantity, Remain(lying)))
	}
	return nil
}

// takeBack writes the opposite of the movement that stands for an entry.
func takeBack(
	tx Tx, actor core.Actor, product catalogue.Product, entry Entry, notes string, worth *core.Worth,
) error {
	movement, err := tx.MovementByID(entry.MovementID)
	if err != nil {
		return err
	}
	costs, err := costsSaid(tx, product, entry)
	if err != nil {
		return err
	}
	_, _, err = move(tx, actor, product, Change{
		LocationID: movement.LocationID, Quantity: -movement.Quantity, Reason: movement.Reason, Notes: notes,
		unitCost: costs.now(entry.UnitCost), cost: costs.now(entry.TotalCost), currency: costs.currency(entry),
		Source: SourceEntry, SourceID: entry.ID, UndoOf: movement.ID, SoldAt: movement.countsAt(), worth: worth,
	})
	return err
}

// DeleteEntry takes an entry back: its stock leaves by an opposite movement and
// the document leaves every list. See RestoreEntry for the way back.
func (s *Service) DeleteEntry(ctx context.Context, actor core.Actor, id int64) error {
	return s.DeleteEntryIf(ctx, actor, id, nil)
}

// DeleteEntryIf deletes an entry unless it is no longer at the version that was
// seen; nil deletes it at any.
func (s *Service) DeleteEntryIf(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		return core.Nothing{}, deleteEntry(tx, actor, id, version)
	})
	return err
}

// ErrEntryGone is the answer to taking several entries back of which one is not there.
var ErrEntryGone = &core.Error{
	Kind: core.Conflict, Message: "Alguna de estas entradas ya no existe: puede que alguien la haya eliminado",
}

// DeleteEntries takes several entries back, or none of them: what came in
// together goes together.
func (s *Service) DeleteEntries(ctx context.Context, actor core.Actor, ids []int64) error {
	switch {
	case len(ids) == 0:
		return core.FieldError("ids", "Elige al menos una entrada")
	case len(ids) > EntryLinesMax:
		return core.FieldError("ids", fmt.Sprintf("Son demasiadas entradas: %d como mucho", EntryLinesMax))
	}
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		// The last one first, as they would be taken back one after another.
		for _, id := range slices.Backward(slices.Compact(slices.Sorted(slices.Values(ids)))) {
			err := deleteEntry(tx, actor, id, nil)
			if core.IsNotFound(err) {
				err = ErrEntryGone
			}
			if err != nil {
				return core.Nothing{}, err
			}
		}
		return core.Nothing{}, nil
	})
	return err
}

// deleteEntry takes an entry back that is no part of a receipt.
func deleteEntry(tx Tx, actor core.Actor, id int64, version *int64) error {
	entry, err := tx.LockEntry(id)
	if err == nil && entry.DeletedAt == nil && entry.ReceiptID != 0 {
		return ErrOfReceipt
	}
	if err != nil {
		return err
	}
	return takeBackEntry(tx, actor, id, version)
}

func takeBackEntry(tx Tx, actor core.Actor, id int64, version *int64) error {
	before, err := tx.LockEntry(id)
	switch {
	case err != nil:
		return err
	case before.DeletedAt != nil:
		return core.ErrNotFound
	case version != nil && *version != before.Version:
		return core.ErrStale
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return err
	}
	lying, err := tx.LocationStockOf(before.ProductID, before.LocationID)
	if err != nil {
		return err
	}
	if lying < before.Quantity {
		return &core.Error{
			Kind: core.Conflict,
			Message: fmt.Sprintf("No se puede eliminar la entrada: entraron %s y solo %s en stock",
				Units(before.Quantity), Remain(lying)),
		}
	}
	worth, err := worthWithout(tx, product, before, Entry{}, before.Quantity, 0)
	if err != nil {
		return err
	}
	if err := takeBack(tx, actor, product, before, Reference("Anula la entrada", id), worth); err != nil {
		return err
	}
	now := tx.Now()
	after := before
	after.DeletedAt, after.UpdatedAt, after.Version = &now, now, before.Version+1
	if err := tx.UpdateEntry(before, after); err != nil {
		return err
	}
	_, err = entryChanged(tx, actor, core.AuditDelete, id, before.auditable(), nil)
	return err
}

// ErrEntryNotDeleted is the answer to restoring an entry that is there.
var ErrEntryNotDeleted = &core.Error{Kind: core.Conflict, Message: "Esta entrada no está eliminada"}

// RestoreEntry undoes a delete: the stock comes back by a new movement.
func (s *Service) RestoreEntry(ctx context.Context, actor core.Actor, id int64) (EntryRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (EntryRow, error) {
		before, err := tx.LockEntry(id)
		if err != nil {
			return EntryRow{}, err
		}
		if before.DeletedAt == nil {
			return EntryRow{}, ErrEntryNotDeleted
		}
		if before.ReceiptID != 0 {
			return EntryRow{}, ErrOfReceipt
		}
		product, err := lockEntryProduct(tx, before.ProductID)
		if err != nil {
			return EntryRow{}, err
		}
		after := before
		after.DeletedAt, after.UpdatedAt, after.Version = nil, tx.Now(), before.Version+1
		if _, after, err = bringIn(tx, actor, product, after, Reference("Recupera la entrada", id)); err != nil {
			return EntryRow{}, err
		}
		if err := tx.UpdateEntry(before, after); err != nil {
			return EntryRow{}, err
		}
		return entryChanged(tx, actor, core.AuditRestore, id, nil, after.auditable())
	})
}

// Units counts as people do.
func Units(n int64) string {
	if n == 1 {
		return "1 unidad"
	}
	return core.Grouped(n) + " unidades"
}

// Remain says how many are left.
func Remain(n int64) string {
	if n == 1 {
		return "queda 1"
	}
	return "quedan " + core.Grouped(n)
}

// Reference names a document in the notes of a movement.
func Reference(what string, id int64) string { return what + " " + strconv.FormatInt(id, 10) }
