package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
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
	// UnitCost is what one unit cost, in Currency, and TotalCost what all of them did, which
	// is what counts; nil when nobody said.
	UnitCost  *core.Cents
	TotalCost *core.Cents
	// Currency is the purchase currency of the day the entry was made or, where nothing had a
	// cost yet, of the day on which it was changed last.
	Currency string
	// PreviousStock is the product's whole stock just before the entry was made.
	PreviousStock int64
	// ReceiptID is the receipt of a purchase that it belongs to, which alone changes it; zero
	// for an entry of its own.
	ReceiptID int64
	CreatedBy int64
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt *time.Time
	// Version counts the changes of this row; see ErrStale.
	Version int64
}

// NewStock is the stock the entry left behind, as the document tells it.
func (e Entry) NewStock() int64 { return e.PreviousStock + e.Quantity }

// costed is the entry with what it cost in all.
func (e Entry) costed() Entry {
	e.TotalCost = nil
	if e.UnitCost != nil {
		total := entryCostMax
		if e.Quantity <= 0 || *e.UnitCost <= entryCostMax/core.Cents(e.Quantity) {
			total = *e.UnitCost * core.Cents(e.Quantity)
		}
		e.TotalCost = &total
	}
	return e
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
	Page      core.Page
}

// whole says that the filter leaves out nothing but by type.
func (f EntryFilter) whole() bool {
	return f.ProductID == 0 && f.From.IsZero() && f.To.IsZero() && core.Fold(f.Search) == "" &&
		core.Fold(f.CreatedBy) == ""
}

// EntryTotals is what a set of entries comes to. Cost counts those in one
// currency only: amounts in two currencies have no sum.
type EntryTotals struct {
	Entries   int64
	Units     int64
	Cost      core.Cents
	Purchases int64
}

// The limits of entries: how long a reason is, how many lines are written in
// one go, and how much one entry may cost in all.
const (
	entryReasonMax = 200
	EntryLinesMax  = 200
	entryCostMax   = core.ValueMax / 100
)

// blindMax is how many units a user who may not read costs brings in at once. The limits of
// values do not hold for such a user, because what they refuse would tell the cost: a value
// stays at its limit instead, which nothing real reaches with so few units.
const blindMax = 10_000_000

// checkBlind holds a user who may not read costs to so many units.
func checkBlind(wrong core.Problems, actor core.Actor, quantity int64) {
	wrong.Check(quantity <= blindMax || actor.Role.May(core.ReadCosts), "quantity",
		"Tu rol permite "+core.Grouped(blindMax)+" unidades de una vez como mucho")
}

// ErrEntryProductDeleted is the answer to a change of an entry whose product is gone.
var ErrEntryProductDeleted = &core.Error{
	Kind: core.Conflict, Message: "El producto de esta entrada está eliminado: recupéralo antes de cambiar la entrada",
}

type entryMemory interface {
	InsertEntry(entry Entry) (int64, error)
	// InsertEntries keeps entries of different products and writes their numbers into them.
	InsertEntries(entries []Entry) error
	// SetEntryMovements notes the movement of each entry.
	SetEntryMovements(entries []Entry) error
	EntryByID(id int64) (EntryRow, error)
	// LockEntry returns an entry and keeps others from changing it; deleted
	// ones are returned too.
	LockEntry(id int64) (Entry, error)
	// UpdateEntry writes every field but its author and its time, and the totals.
	UpdateEntry(before, after Entry) error
	// ListEntries returns a page, now that it is known how many match.
	ListEntries(filter EntryFilter, matches core.Count) ([]EntryRow, error)
	// EntryCosts is the lowest and the highest unit cost of the other entries of a
	// product in the same currency, rounded away from each other; nil where none says.
	EntryCosts(entry Entry) (low, high *core.Cents, err error)
	// EntryCostsIn is what the entries of a filter cost, by currency.
	EntryCostsIn(filter EntryFilter) ([]core.Money, error)
	// RelabelEntries writes another currency into all entries that say no cost, deleted ones
	// too.
	RelabelEntries(currency string) error
	// EntryTotals is what the entries of a filter come to, whatever its page.
	EntryTotals(filter EntryFilter, currency string) (EntryTotals, error)
}

// EntryFields is what people write to make an entry.
type EntryFields struct {
	ProductID int64
	Quantity  int64
	Type      EntryType
	Reason    string
	Notes     string
	UnitCost  *core.Cents
	// Currency is the currency in which the cost was read; "" where the caller has none but
	// that of the purchases.
	Currency   string
	LocationID int64
}

// CreateEntry brings stock in with its document.
func (s *Service) CreateEntry(ctx context.Context, actor core.Actor, fields EntryFields) (EntryRow, error) {
	rows, err := s.createEntries(ctx, actor, []EntryFields{fields}, func(int) string { return "" })
	if err != nil {
		return EntryRow{}, err
	}
	return rows[0], nil
}

// CreateEntries makes several entries or none of them. What is wrong with a
// line is said at that line, as in «lines[2].quantity».
func (s *Service) CreateEntries(ctx context.Context, actor core.Actor, lines []EntryFields) ([]EntryRow, error) {
	switch {
	case len(lines) == 0:
		return nil, core.FieldError("lines", "Añade al menos una línea")
	case len(lines) > EntryLinesMax:
		return nil, core.FieldError("lines", fmt.Sprintf("Son demasiadas líneas: %d como mucho", EntryLinesMax))
	}
	return s.createEntries(ctx, actor, lines, func(i int) string { return "lines[" + strconv.Itoa(i) + "]." })
}

func (s *Service) createEntries(
	ctx context.Context, actor core.Actor, lines []EntryFields, place func(int) string,
) ([]EntryRow, error) {
	wrong := core.Problems{}
	for i, line := range lines {
		wrong.Under(place(i), line.entry().check(actor, line.UnitCost != nil, true))
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return core.Once(ctx, s.store, func(tx Tx) ([]EntryRow, error) {
		ids := make([]int64, 0, len(lines))
		for _, line := range lines {
			ids = append(ids, line.ProductID)
		}
		products, err := catalogue.LockProducts(tx, ids)
		if err != nil {
			return nil, err
		}
		rows := make([]EntryRow, 0, len(lines))
		wrong := core.Problems{}
		for i, line := range lines {
			product, found := products[line.ProductID]
			if !found {
				wrong.Add(place(i)+"productId", "El producto no existe")
				continue
			}
			entry := line.entry()
			if entry.Currency, err = costCurrency(tx, product); err != nil {
				return nil, err
			}
			if line.isInAnother(entry.Currency) {
				wrong.Add(place(i)+"unitCost", "La moneda de los costes acaba de cambiar: indica el coste en "+entry.Currency)
				continue
			}
			product, row, err := enter(tx, actor, product, entry)
			if err != nil && !wrong.Under(place(i), err) {
				return nil, err
			}
			products[line.ProductID] = product
			rows = append(rows, row)
		}
		return rows, wrong.Err()
	})
}

// isInAnother says that the cost was read in another currency than that of the costs now.
func (f EntryFields) isInAnother(currency string) bool {
	return f.UnitCost != nil && f.Currency != "" && f.Currency != currency
}

// entry is the document that the fields make.
func (f EntryFields) entry() Entry {
	return Entry{
		ProductID: f.ProductID, LocationID: f.LocationID, Quantity: f.Quantity, Type: f.Type,
		Reason: core.Clean(f.Reason), Notes: core.Clean(f.Notes), UnitCost: f.UnitCost, Version: 1,
	}.costed()
}

// check says what is wrong with an entry whose cost and quantity were said or not. Only a user
// with the permission for costs may say one, and not even the one there is: whether it is
// refused would tell it to a user who tries them all, and so would a quantity that is too
// many units for the cost there is.
func (e Entry) check(actor core.Actor, costSaid, quantitySaid bool) error {
	wrong := core.Problems{}
	wrong.Check(e.Quantity > 0, "quantity", "La cantidad debe ser mayor a 0")
	wrong.Check(e.Quantity <= catalogue.QuantityMax, "quantity", "La cantidad es demasiado grande")
	_, known := entryReasons[e.Type]
	wrong.Check(known, "entryType", "El tipo de entrada no existe")
	wrong.Check(core.Characters(e.Reason) <= entryReasonMax, "reason", "El motivo es demasiado largo")
	wrong.Check(core.Characters(e.Notes) <= NotesMax, "notes", "Las notas son demasiado largas")
	if quantitySaid {
		checkBlind(wrong, actor, e.Quantity)
	}
	if e.UnitCost != nil && (costSaid || actor.Role.May(core.ReadCosts)) {
		wrong.Check(*e.UnitCost >= 0 && *e.UnitCost <= core.MoneyMax, "unitCost",
			"El coste debe ser un número mayor o igual a 0")
		wrong.Check(e.Quantity <= 0 || *e.UnitCost <= entryCostMax/core.Cents(e.Quantity), "unitCost",
			"El coste total es demasiado grande")
	}
	wrong.Check(!costSaid || actor.Role.May(core.EditCosts), "unitCost",
		"Tu rol no permite indicar costes")
	return wrong.Err()
}

// enter keeps a new entry and moves its stock. It returns the product as it is then.
func enter(tx Tx, actor core.Actor, product catalogue.Product, entry Entry) (catalogue.Product, EntryRow, error) {
	location, err := UsableLocation(tx, entry.LocationID)
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
	row, err := entryChanged(tx, actor, core.AuditCreate, entry.ID, nil, after.auditable())
	return moved, row, err
}

// bringIn writes the movement that stands for an entry from now on. A customer's return
// counts on the day of its entry, also where the movement is a later one.
func bringIn(
	tx Tx, actor core.Actor, product catalogue.Product, entry Entry, notes string,
) (catalogue.Product, Entry, error) {
	if notes == "" {
		notes = entry.Notes
	}
	costs, err := costsSaid(tx, product, entry)
	if err != nil {
		return product, entry, err
	}
	in := costs.lot(entry)
	product, movement, err := move(tx, actor, product, Change{
		LocationID: entry.LocationID, Quantity: entry.Quantity, Reason: entryReasons[entry.Type], Notes: notes,
		unitCost: costs.now(entry.UnitCost), cost: in.cost, currency: costs.currency(entry),
		// What is written anew of a customer's return counts on the day it came back all the same.
		SoldAt: entry.CreatedAt,
		Source: SourceEntry, SourceID: entry.ID, worth: averaged(product, in, lot{}, costRange{}),
	})
	entry.MovementID = movement.ID
	return product, entry, err
}

// entryChanged leaves the audit row and the event of a change, and returns the
// entry as people see it.
func entryChanged(tx Tx, actor core.Actor, action core.AuditAction, id int64, before, after any) (EntryRow, error) {
	if err := core.Audit(tx, actor, action, core.NounEntry, id, before, after); err != nil {
		return EntryRow{}, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicEntries, ID: id}); err != nil {
		return EntryRow{}, err
	}
	return tx.EntryByID(id)
}

// entryNote is what the audit keeps of an entry.
type entryNote struct {
	ProductID, LocationID, Quantity int64
	Type                            EntryType
	Reason, Notes                   string
	UnitCost                        *core.Cents
	Currency                        string
	Movement                        int64
}

func (e Entry) auditable() entryNote {
	return entryNote{
		ProductID: e.ProductID, LocationID: e.LocationID, Quantity: e.Quantity, Type: e.Type, Reason: e.Reason,
		Notes:    e.Notes,
		UnitCost: e.UnitCost, Currency: e.Currency, Movement: e.MovementID,
	}
}

// Entry returns one entry; deleted ones are not found.
func (s *Service) Entry(ctx context.Context, id int64) (entry EntryRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		entry, err = tx.EntryByID(id)
		if err == nil && entry.DeletedAt != nil {
			return core.ErrNotFound
		}
		return err
	})
	return entry, err
}

// EntryList is one page of entries and what the whole filtered set comes to.
type EntryList struct {
	core.List[EntryRow]
	Totals   EntryTotals
	Currency string
	// Costs are what they cost, each currency for itself, the purchase currency first.
	Costs []core.Money
}

// ListEntries shows one page of entries.
func (s *Service) ListEntries(ctx context.Context, filter EntryFilter) (entries EntryList, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		entries.Currency = settings.PurchaseCurrency
		if entries.Totals, err = tx.EntryTotals(filter, entries.Currency); err != nil {
			return err
		}
		if entries.Costs, err = tx.EntryCostsIn(filter); err != nil {
			return err
		}
		slices.SortStableFunc(entries.Costs, func(a, b core.Money) int {
			own := func(m core.Money) int {
				if m.Currency == entries.Currency {
					return 0
				}
				return 1
			}
			return cmp.Compare(own(a), own(b))
		})
		entries.Count = core.CountOf(entries.Totals.Entries, !filter.whole())
		entries.Rows, err = tx.ListEntries(filter, entries.Count)
		return err
	})
	return entries, err
}
