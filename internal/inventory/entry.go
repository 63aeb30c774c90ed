package inventory

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Entry is stock that came in, with the document that says why and what it
// cost. Its effect on stock is a movement: changing the quantity or the
// location takes that movement back and writes another one, and every one of
// them stays in the ledger.
type Entry struct {
	ID         int64
	ProductID  int64
	LocationID int64
	// MovementID is the movement that stands for the entry now.
	MovementID int64
	Quantity   int64
	Type       EntryType
	// Reason is the person's own words, unlike a movement's.
	Reason string
	Notes  string
	// UnitCost is what one unit cost, in Currency; nil when nobody said.
	UnitCost *Cents
	// Currency is the purchase currency of the day the entry was made.
	Currency string
	// PreviousStock is the product's whole stock just before the entry was made.
	PreviousStock int64
	CreatedBy     int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
	DeletedAt     *time.Time
	// Version counts the changes of this row; see ErrStale.
	Version int64
}

// NewStock is the stock the entry left behind, as the document tells it.
func (e Entry) NewStock() int64 { return e.PreviousStock + e.Quantity }

// TotalCost is what the whole entry cost; nil when nobody said.
func (e Entry) TotalCost() *Cents {
	if e.UnitCost == nil {
		return nil
	}
	total := *e.UnitCost * Cents(e.Quantity)
	return &total
}

// EntryType says how stock came in.
type EntryType string

// The types of entries.
const (
	EntryManual     EntryType = "manual"
	EntryPurchase   EntryType = "purchase"
	EntryReturn     EntryType = "return"
	EntryAdjustment EntryType = "adjustment"
)

// entryReasons is the reason that the movement of each type of entry has.
var entryReasons = map[EntryType]Reason{
	EntryManual: ReasonOther, EntryPurchase: ReasonRestock, EntryReturn: ReasonReturn, EntryAdjustment: ReasonAdjustment,
}

// EntryRow is an entry with the names of what it refers to.
type EntryRow struct {
	Entry
	ProductName   string
	ProductSKU    string
	LocationName  string
	CreatedByName string
}

// EntryFilter says which entries a list shows, the newest first unless
// Ascending. Zero values mean all.
type EntryFilter struct {
	ProductID int64
	Type      EntryType
	// Search matches the product's name or SKU.
	Search    string
	CreatedBy string
	From      time.Time
	To        time.Time
	Ascending bool
	Page      Page
}

// whole says that the filter leaves out nothing but by type.
func (f EntryFilter) whole() bool {
	return f.ProductID == 0 && f.From.IsZero() && f.To.IsZero() && Fold(f.Search) == "" && Fold(f.CreatedBy) == ""
}

// EntryTotals is what a set of entries comes to. Cost counts those in one
// currency only: amounts in two currencies have no sum.
type EntryTotals struct {
	Entries   int64
	Units     int64
	Cost      Cents
	Purchases int64
}

// The limits of entries: how long a reason is, how many lines are written in
// one go, and how much one entry may cost in all.
const (
	entryReasonMax = 200
	EntryLinesMax  = 200
	entryCostMax   = ValueMax / 100
)

// ErrEntryProductDeleted is the answer to a change of an entry whose product is gone.
var ErrEntryProductDeleted = &Error{Kind: Conflict, Message: "El producto de esta entrada está eliminado: recupéralo antes de cambiar la entrada"}

type entryMemory interface {
	InsertEntry(entry Entry) (int64, error)
	EntryByID(id int64) (EntryRow, error)
	// LockEntry returns an entry and keeps others from changing it; deleted
	// ones are returned too.
	LockEntry(id int64) (Entry, error)
	// UpdateEntry writes every field but who made it and when, and the totals.
	UpdateEntry(before, after Entry) error
	// ListEntries returns a page, now that it is known how many match.
	ListEntries(filter EntryFilter, matches Count) ([]EntryRow, error)
	// EntryCosts is the lowest and the highest unit cost of the other entries of a
	// product in the same currency; nil where none says.
	EntryCosts(entry Entry) (low, high *Cents, err error)
	// EntryTotals is what the entries of a filter come to, whatever its page.
	EntryTotals(filter EntryFilter, currency string) (EntryTotals, error)
}

// EntryFields is what people write to make an entry.
type EntryFields struct {
	ProductID  int64
	Quantity   int64
	Type       EntryType
	Reason     string
	Notes      string
	UnitCost   *Cents
	LocationID int64
}

// CreateEntry brings stock in with its document.
func (inv *Inventory) CreateEntry(ctx context.Context, actor Actor, fields EntryFields) (EntryRow, error) {
	rows, err := inv.createEntries(ctx, actor, []EntryFields{fields}, func(int) string { return "" })
	if err != nil {
		return EntryRow{}, err
	}
	return rows[0], nil
}

// CreateEntries makes several entries or none of them. What is wrong with a
// line is said at that line, as in «lines[2].quantity».
func (inv *Inventory) CreateEntries(ctx context.Context, actor Actor, lines []EntryFields) ([]EntryRow, error) {
	switch {
	case len(lines) == 0:
		return nil, FieldError("lines", "Añade al menos una línea")
	case len(lines) > EntryLinesMax:
		return nil, FieldError("lines", fmt.Sprintf("Son demasiadas líneas: %d como mucho", EntryLinesMax))
	}
	return inv.createEntries(ctx, actor, lines, func(i int) string { return "lines[" + strconv.Itoa(i) + "]." })
}

func (inv *Inventory) createEntries(ctx context.Context, actor Actor, lines []EntryFields, place func(int) string) ([]EntryRow, error) {
	wrong := problems{}
	for i, line := range lines {
		wrong.under(place(i), line.entry().check(actor, Entry{}))
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	return once(ctx, inv.store, func(tx Tx) ([]EntryRow, error) {
		ids := make([]int64, 0, len(lines))
		for _, line := range lines {
			ids = append(ids, line.ProductID)
		}
		products, err := lockProducts(tx, ids)
		if err != nil {
			return nil, err
		}
		settings, err := tx.Settings()
		if err != nil {
			return nil, err
		}
		rows := make([]EntryRow, 0, len(lines))
		wrong := problems{}
		for i, line := range lines {
			product, found := products[line.ProductID]
			if !found {
				wrong.add(place(i)+"productId", "El producto no existe")
				continue
			}
			entry := line.entry()
			entry.Currency = settings.PurchaseCurrency
			product, row, err := enter(tx, actor, product, entry)
			if err != nil && !wrong.under(place(i), err) {
				return nil, err
			}
			products[line.ProductID] = product
			rows = append(rows, row)
		}
		return rows, wrong.err()
	})
}

// entry is the document that the fields make.
func (f EntryFields) entry() Entry {
	return Entry{
		ProductID: f.ProductID, LocationID: f.LocationID, Quantity: f.Quantity, Type: f.Type,
		Reason: Clean(f.Reason), Notes: Clean(f.Notes), UnitCost: f.UnitCost, Version: 1,
	}
}

// check says what is wrong with an entry that was as before says. Only who may
// see to costs may change one.
func (e Entry) check(actor Actor, before Entry) error {
	wrong := problems{}
	wrong.check(e.Quantity > 0, "quantity", "La cantidad debe ser mayor a 0")
	wrong.check(e.Quantity <= QuantityMax, "quantity", "La cantidad es demasiado grande")
	_, known := entryReasons[e.Type]
	wrong.check(known, "entryType", "El tipo de entrada no existe")
	wrong.check(characters(e.Reason) <= entryReasonMax, "reason", "El motivo es demasiado largo")
	wrong.check(characters(e.Notes) <= notesMax, "notes", "Las notas son demasiado largas")
	if e.UnitCost != nil {
		wrong.check(*e.UnitCost >= 0 && *e.UnitCost <= moneyMax, "unitCost", "El coste debe ser un número mayor o igual a 0")
		wrong.check(e.Quantity <= 0 || *e.UnitCost <= entryCostMax/Cents(e.Quantity), "unitCost", "El coste total es demasiado grande")
	}
	wrong.check(sameCents(e.UnitCost, before.UnitCost) || actor.Role.May(EditCosts), "unitCost", "Tu rol no permite indicar costes")
	return wrong.err()
}

// enter keeps a new entry and moves its stock. It returns the product as it is then.
func enter(tx Tx, actor Actor, product Product, entry Entry) (Product, EntryRow, error) {
	location, err := usableLocation(tx, entry.LocationID)
	if err != nil {
		return product, EntryRow{}, err
	}
	entry.LocationID, entry.PreviousStock, entry.CreatedBy = location.ID, product.Stock, actor.ID
	entry.CreatedAt, entry.UpdatedAt = tx.Now(), tx.Now()
	if entry.ID, err = tx.InsertEntry(entry); err != nil {
		return product, EntryRow{}, err
	}
	moved, after, err := bringIn(tx, actor, product, entry, "")
	if err != nil {
		return product, EntryRow{}, err
	}
	if err := tx.UpdateEntry(entry, after); err != nil {
		return product, EntryRow{}, err
	}
	row, err := entryChanged(tx, actor, AuditCreate, entry.ID, nil, after.auditable())
	return moved, row, err
}

// bringIn writes the movement that stands for an entry from now on.
func bringIn(tx Tx, actor Actor, product Product, entry Entry, notes string) (Product, Entry, error) {
	if notes == "" {
		notes = entry.Notes
	}
	product, movement, err := move(tx, actor, product, change{
		locationID: entry.LocationID, quantity: entry.Quantity, reason: entryReasons[entry.Type], notes: notes, unitCost: entry.UnitCost,
		source: SourceEntry, sourceID: entry.ID, average: averageCost(product, lot{entry.Quantity, entry.UnitCost}, lot{}, costRange{}),
	})
	entry.MovementID = movement.ID
	return product, entry, err
}

// entryChanged leaves the audit row and the event of a change, and returns the
// entry as people see it.
func entryChanged(tx Tx, actor Actor, action AuditAction, id int64, before, after any) (EntryRow, error) {
	if err := audit(tx, actor, action, nounEntry, id, before, after); err != nil {
		return EntryRow{}, err
	}
	if err := tx.Emit(Event{Topic: TopicEntries, ID: id}); err != nil {
		return EntryRow{}, err
	}
	return tx.EntryByID(id)
}

// entryNote is what the audit keeps of an entry.
type entryNote struct {
	ProductID, LocationID, Quantity int64
	Type                            EntryType
	Reason, Notes                   string
	UnitCost                        *Cents
	Currency                        string
	Movement                        int64
}

func (e Entry) auditable() entryNote {
	return entryNote{
		ProductID: e.ProductID, LocationID: e.LocationID, Quantity: e.Quantity, Type: e.Type, Reason: e.Reason, Notes: e.Notes,
		UnitCost: e.UnitCost, Currency: e.Currency, Movement: e.MovementID,
	}
}

// Entry returns one entry; deleted ones are not found.
func (inv *Inventory) Entry(ctx context.Context, id int64) (entry EntryRow, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		entry, err = tx.EntryByID(id)
		if err == nil && entry.DeletedAt != nil {
			return ErrNotFound
		}
		return err
	})
	return entry, err
}

// EntryList is one page of entries and what the whole filtered set comes to.
type EntryList struct {
	List[EntryRow]
	Totals   EntryTotals
	Currency string
}

// ListEntries shows one page of entries.
func (inv *Inventory) ListEntries(ctx context.Context, filter EntryFilter) (entries EntryList, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		entries.Currency = settings.PurchaseCurrency
		if entries.Totals, err = tx.EntryTotals(filter, entries.Currency); err != nil {
			return err
		}
		entries.Count = CountOf(entries.Totals.Entries, !filter.whole())
		entries.Rows, err = tx.ListEntries(filter, entries.Count)
		return err
	})
	return entries, err
}
