package ledger

import (
	"estante/internal/catalogue"
	"estante/internal/core"
)

// Arrival is what came in of a product by a receipt. It becomes an entry of type purchase.
type Arrival struct {
	ProductID  int64
	LocationID int64
	Quantity   int64
	// Cost is what all units cost together, in the currency of costs; nil where nobody knows.
	Cost      *core.Cents
	Reason    string
	Notes     string
	ReceiptID int64
}

// entry is the document of what came. What all units cost is the truth; that of one is only shown.
func (a Arrival) entry(currency string) Entry {
	entry := Entry{
		ProductID: a.ProductID, LocationID: a.LocationID, Quantity: a.Quantity, Type: EntryPurchase,
		Reason: core.Cut(core.Clean(a.Reason), entryReasonMax), Notes: core.Cut(core.Clean(a.Notes), NotesMax),
		Currency: currency, ReceiptID: a.ReceiptID, Version: 1,
	}
	return entry.costing(a.Cost)
}

// costing is the entry with what all its units cost together.
func (e Entry) costing(total *core.Cents) Entry {
	e.UnitCost, e.TotalCost = nil, total
	if total != nil {
		each := core.Worth{Value: *total, Units: e.Quantity}.Each()
		e.UnitCost = &each
	}
	return e
}

// TakeIn brings in what came of locked products, which it changes to what they are then. The
// entries are in the order of the arrivals.
func TakeIn(
	tx Tx, actor core.Actor, products map[int64]catalogue.Product, arrivals []Arrival,
) ([]Entry, error) {
	entries := make([]Entry, len(arrivals))
	waiting := make([]int, len(arrivals))
	for n := range arrivals {
		waiting[n] = n
	}
	// A product moves once at a time: what came of it by another line follows.
	for len(waiting) > 0 {
		var turn, later []int
		met := map[int64]bool{}
		for _, n := range waiting {
			if met[arrivals[n].ProductID] {
				later = append(later, n)
				continue
			}
			met[arrivals[n].ProductID] = true
			turn = append(turn, n)
		}
		some := make([]Arrival, 0, len(turn))
		for _, n := range turn {
			some = append(some, arrivals[n])
		}
		made, err := takeInTurn(tx, actor, products, some)
		if err != nil {
			return nil, err
		}
		for at, n := range turn {
			entries[n] = made[at]
		}
		waiting = later
	}
	return entries, tellArrived(tx, entries)
}

// takeInTurn is TakeIn for arrivals of different products.
func takeInTurn(
	tx Tx, actor core.Actor, products map[int64]catalogue.Product, arrivals []Arrival,
) ([]Entry, error) {
	entries := make([]Entry, 0, len(arrivals))
	for _, arrival := range arrivals {
		product := products[arrival.ProductID]
		currency, err := costCurrency(tx, product)
		if err != nil {
			return nil, err
		}
		entry := arrival.entry(currency)
		entry.PreviousStock, entry.CreatedBy = product.Stock, actor.ID
		entry.CreatedAt, entry.UpdatedAt = tx.Now(), tx.Now()
		entries = append(entries, entry)
	}
	if err := tx.InsertEntries(entries); err != nil {
		return nil, err
	}
	changes := make([]ProductChange, 0, len(entries))
	for _, entry := range entries {
		product, in := products[entry.ProductID], lot{entry.Quantity, entry.TotalCost}
		change := Change{
			LocationID: entry.LocationID, Quantity: entry.Quantity, Reason: entryReasons[entry.Type], Notes: entry.Notes,
			unitCost: entry.UnitCost, cost: entry.TotalCost, Source: SourceEntry, SourceID: entry.ID,
			worth: averaged(product, in, lot{}, costRange{}),
		}
		if entry.TotalCost != nil {
			change.currency = entry.Currency
		}
		changes = append(changes, ProductChange{product, change})
	}
	moved, err := MoveAll(tx, actor, changes)
	if err != nil {
		return nil, err
	}
	rows := make([]core.AuditRow, 0, len(entries))
	for n := range entries {
		entries[n].MovementID = moved[n].Movement.ID
		products[entries[n].ProductID] = moved[n].After
		row, err := core.NewAuditRow(tx, actor, core.AuditCreate, core.NounEntry, entries[n].ID, nil, entries[n].auditable())
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	if err := tx.SetEntryMovements(entries); err != nil {
		return nil, err
	}
	return entries, tx.InsertAudits(rows)
}

// tellArrived emits the events of entries.
func tellArrived(tx Tx, entries []Entry) error {
	for _, entry := range entries {
		for _, event := range []core.Event{
			{Topic: core.TopicEntries, ID: entry.ID}, {Topic: core.TopicStock, ID: entry.ProductID},
		} {
			if err := tx.Emit(event); err != nil {
				return err
			}
		}
	}
	return nil
}

// TakeBackEntries takes entries of a receipt back, the last one first. Their products are
// locked by now.
func TakeBackEntries(tx Tx, actor core.Actor, ids []int64) error {
	for n := len(ids) - 1; n >= 0; n-- {
		if err := takeBackEntry(tx, actor, ids[n], nil); err != nil {
			return err
		}
	}
	return nil
}

// ErrOtherCurrency is the answer to costs that come late, when costs are in another currency by now.
var ErrOtherCurrency = &core.Error{
	Kind:    core.Conflict,
	Message: "La moneda de los costes ha cambiado desde que llegó: ya no se puede cambiar lo que costó",
}

// RaiseEntry has an entry of a receipt cost more, or less where the amount is below zero, and
// its product's stock be worth as much more, by a movement of no units. What the stock is not
// worth cannot be taken from it. It returns by how much the value has changed.
func RaiseEntry(tx Tx, actor core.Actor, id int64, by core.Cents, notes string) (core.Cents, error) {
	before, err := tx.LockEntry(id)
	if err != nil {
		return 0, err
	}
	product, err := lockEntryProduct(tx, before.ProductID)
	if err != nil {
		return 0, err
	}
	if product.Worth == nil || product.Stock == 0 || before.DeletedAt != nil || before.TotalCost == nil {
		return 0, nil
	}
	if before.Currency != product.CostCurrency {
		return 0, ErrOtherCurrency
	}
	by = max(by, -product.Worth.Value, -*before.TotalCost)
	if by == 0 {
		return 0, nil
	}
	total := *before.TotalCost + by
	after := before.costing(&total)
	if total > entryCostMax || product.Worth.Value+by >= core.ValueMax {
		if !actor.Role.May(core.ReadCosts) {
			return 0, nil // See blindMax.
		}
		return 0, core.FieldError("amount", "El importe es demasiado grande")
	}
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if _, _, err = move(tx, actor, product, Change{
		LocationID: before.LocationID, Reason: ReasonRevaluation, Notes: notes, unitCost: after.UnitCost,
		cost: after.TotalCost, currency: before.Currency, Source: SourceEntry, SourceID: id,
		worth: &core.Worth{Value: product.Worth.Value + by, Units: product.Worth.Units},
	}); err != nil {
		return 0, err
	}
	if err := tx.UpdateEntry(before, after); err != nil {
		return 0, err
	}
	_, err = entryChanged(tx, actor, core.AuditUpdate, id, before.auditable(), after.auditable())
	return by, err
}

// Took is what a movement took of the value of the stock; nil where that is not known.
func (m Movement) Took() *core.Cents {
	if m.ValueBefore == nil || m.ValueAfter == nil {
		return nil
	}
	took := *m.ValueBefore - *m.ValueAfter
	return &took
}

// BringBack takes a movement back that took units out, at what they were worth when they left.
func BringBack(tx Tx, actor core.Actor, movementID int64) error {
	movement, err := tx.MovementByID(movementID)
	if err != nil {
		return err
	}
	product, err := tx.LockProduct(movement.ProductID)
	if core.IsNotFound(err) {
		return ErrMovementProductDeleted
	} else if err != nil {
		return err
	}
	var worth *core.Worth
	took := movement.Took()
	if took != nil && product.Worth != nil && movement.Currency == product.CostCurrency {
		worth = &core.Worth{Value: *took, Units: -movement.Quantity}
		if product.Stock > 0 {
			worth = &core.Worth{Value: product.Worth.Value + *took, Units: product.Stock - movement.Quantity}
		}
	}
	_, _, err = undo(tx, actor, movement, worth)
	return err
}
