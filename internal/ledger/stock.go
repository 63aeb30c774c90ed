package ledger

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// StockByLocation says where the units of a product lie.
func (s *Service) StockByLocation(ctx context.Context, id int64) (stocks []LocationStock, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ProductByID(id); err != nil {
			return err
		}
		stocks, err = tx.StockByLocation(id)
		return err
	})
	return stocks, err
}

// Movement is one change of one product's stock at one location. Movements are
// only ever added: a correction is a new, opposite one. Stock is always the sum
// of its movements.
type Movement struct {
	ID         int64
	ProductID  int64
	LocationID int64
	// Seq counts the movements of the product from one.
	Seq int64
	// Quantity is positive for what came in and negative for what went out.
	Quantity int64
	Reason   Reason
	Notes    string
	// UnitCost is what one unit cost as a document says it, and Cost what all of them cost
	// together, which is what counts; nil where nobody said.
	UnitCost *core.Cents
	Cost     *core.Cents
	// Currency is that of the costs and of what the stock was worth after it.
	Currency string
	// ValueBefore and ValueAfter are what the product's whole stock cost; nil where that
	// is not known, and of movements that were made before they were kept.
	ValueBefore *core.Cents
	ValueAfter  *core.Cents
	// Before and After are the product's whole stock, over all locations.
	Before int64
	After  int64
	UserID int64
	At     time.Time
	// SoldAt is on which time a sale or a return counts that was made before it was
	// written; nil where that is At. The ledger keeps the order of writing.
	SoldAt *time.Time
	Source Source
	// SourceID is the entry, order, import, count or transfer it belongs to.
	SourceID int64
	// UndoOf is the movement this one takes back, or zero.
	UndoOf int64
	// Hash covers everything above except the ID, and the hash of the
	// product's movement before, so that a row changed behind our back shows.
	// SoldAt is in it where there is one.
	Hash string
	// Sealed says what the hash covers; see sealedUnits.
	Sealed int
}

// CostsIn is the currency by whose decimals the costs are kept: a movement that was sealed
// before values were has hundredths of any, which "" stands for.
func (m Movement) CostsIn() string {
	if m.Sealed < SealedValues {
		return ""
	}
	return m.Currency
}

// countsAt is on which time a sale or a return counts.
func (m Movement) countsAt() time.Time {
	if m.SoldAt != nil {
		return *m.SoldAt
	}
	return m.At
}

// Reason says why stock changed.
type Reason string

// The reasons of the spec, and count for stocktakes.
const (
	ReasonRestock    Reason = "restock"
	ReasonSale       Reason = "sale"
	ReasonDamage     Reason = "damage"
	ReasonAdjustment Reason = "adjustment"
	ReasonReturn     Reason = "return"
	ReasonTransfer   Reason = "transfer"
	ReasonOther      Reason = "other"
	ReasonCount      Reason = "count"
	// ReasonRevaluation changes what the stock is worth and no units: an entry's cost was
	// corrected, or the purchase currency was changed.
	ReasonRevaluation Reason = "revaluation"
	// ReasonSupplierReturn is for what goes back to a supplier, by its document alone.
	ReasonSupplierReturn Reason = "supplier_return"
)

// valid says whether people may give the reason themselves.
func (r Reason) valid() bool {
	switch r {
	case ReasonRestock, ReasonSale, ReasonDamage, ReasonAdjustment, ReasonReturn, ReasonTransfer, ReasonOther:
		return true
	case ReasonCount, ReasonRevaluation, ReasonSupplierReturn:
	}
	return false
}

// explains says whether the reason can be that of a change of so many units: nothing comes
// in by being sold, and nothing goes out by being bought. What takes a movement back has the
// reason of that movement, and so the other direction.
func (r Reason) explains(quantity int64) bool {
	switch r {
	case ReasonRestock, ReasonReturn:
		return quantity >= 0
	case ReasonSale, ReasonDamage, ReasonSupplierReturn:
		return quantity <= 0
	case ReasonAdjustment, ReasonTransfer, ReasonOther, ReasonCount, ReasonRevaluation:
	}
	return true
}

// Sells says whether what moved was sold or comes back from a customer.
func (r Reason) Sells() bool { return r == ReasonSale || r == ReasonReturn }

// Source says by which road stock changed.
type Source string

// The roads by which stock changes.
const (
	SourceManual   Source = "manual"
	SourceEntry    Source = "entry"
	SourceOrder    Source = "order"
	SourceImport   Source = "import"
	SourceCount    Source = "count"
	SourceTransfer Source = "transfer"
	SourceCurrency Source = "currency"
	// SourceSupplierReturn is what went back to a supplier.
	SourceSupplierReturn Source = "supplier_return"
)

// What the hash of a movement covers: its units alone, as of those made before values were
// kept, or its costs and values too.
const (
	sealedUnits  = 1
	SealedValues = 2
)

// stockMax bounds what can lie in stock, and notesMax what is written about a change.
const (
	stockMax = 1_000_000_000_000
	NotesMax = 2000
)

type stockMemory interface {
	// LockShelf is LockProduct with what a change of its stock at a location has to
	// know, and with what it sold since a time.
	LockShelf(at StockPlace, soldSince time.Time) (Shelf, error)
	// AppendMovements keeps movements of different products, each with its
	// effect on the product's row, on the stock of its location and on the
	// counters, and writes their numbers into them.
	AppendMovements(moved []Moved) error
	// StocksAt is how much of each product lies where; a place without a
	// figure never had any.
	StocksAt(productIDs []int64) (map[StockPlace]int64, error)
	MovementByID(id int64) (Movement, error)
	// UndoneBy returns the movement that took another back, or ErrNotFound.
	UndoneBy(movementID int64) (Movement, error)
	ListMovements(filter MovementFilter) (core.List[MovementRow], error)
	// WalkMovementRows hands over every movement that a list would show, in its order.
	WalkMovementRows(filter MovementFilter, fn func(MovementRow) error) error
	// MovementsOf returns the movements of one document, the oldest first.
	MovementsOf(source Source, sourceID int64) ([]Movement, error)
}

// Change is what a caller wants to happen to the stock of a product.
type Change struct {
	LocationID int64
	Quantity   int64
	Reason     Reason
	Notes      string
	// unitCost and cost are what a unit and all units cost, as a document says it.
	unitCost *core.Cents
	cost     *core.Cents
	Source   Source
	SourceID int64
	UndoOf   int64
	// SoldAt is on which time a sale or a return counts; zero is now.
	SoldAt time.Time
	// worth is what the product's units cost together after it. Nil has its units come and
	// go at the average.
	worth *core.Worth
	// currency is that of costs and worth; "" is the product's own.
	currency string
}

// StockPlace is one product at one location.
type StockPlace struct{ ProductID, LocationID int64 }

// Shelf is a locked product at one location.
type Shelf struct {
	Product catalogue.Product
	// Here is what lies there and what orders claim of it; nil where none ever lay.
	Here *Claims
	// Sold is what was sold of it, less what came back, wherever it lay.
	Sold int64
}

// lying is how much lies there.
func (s Shelf) lying() int64 {
	if s.Here == nil {
		return 0
	}
	return s.Here.Stock
}

// soldWith is what was sold of it with a movement that has just been made.
func (s Shelf) soldWith(movement Movement) int64 {
	sold := s.Sold
	if movement.Reason.Sells() {
		sold -= movement.Quantity
	}
	return max(sold, 0)
}

// Moved is a movement with the product before and after it.
type Moved struct {
	Movement Movement
	Before   catalogue.Product
	After    catalogue.Product
	// Here is what lay at the location before it and what orders claim of that, and
	// FirstHere says that none ever did.
	Here      Claims
	FirstHere bool
}

// OnlyStock says that the product has the same status and level as before.
func (m Moved) OnlyStock() bool {
	return m.Before.Status == m.After.Status && m.Before.Level() == m.After.Level()
}

// move is the only way stock ever changes. It takes a locked product and
// returns it with its new stock, having left the movement that explains it,
// the audit row and the event in the same transaction.
func move(tx Tx, actor core.Actor, product catalogue.Product, c Change) (catalogue.Product, Movement, error) {
	moved, err := MoveAll(tx, actor, []ProductChange{{product, c}})
	if err != nil {
		return catalogue.Product{}, Movement{}, err
	}
	return moved[0].After, moved[0].Movement, tx.Emit(core.Event{Topic: core.TopicStock, ID: product.ID})
}

// ProductChange is a change of a locked product.
type ProductChange struct {
	Product catalogue.Product
	Change  Change
}

// MoveAll is move for many products at once, each of them once. The event is
// left to the caller, who knows whether it is one among thousands.
func MoveAll(tx Tx, actor core.Actor, changes []ProductChange) ([]Moved, error) {
	ids := make([]int64, 0, len(changes))
	for _, c := range changes {
		ids = append(ids, c.Product.ID)
	}
	shelves, err := shelvesOf(tx, ids)
	if err != nil {
		return nil, err
	}
	return shelves.moveAll(actor, changes)
}

// shelves are where some locked products lie, and how much of each.
type shelves struct {
	tx        Tx
	here      map[StockPlace]Claims
	locations map[int64]Location
}

func shelvesOf(tx Tx, productIDs []int64) (shelves, error) {
	here, err := tx.ClaimsAt(productIDs)
	return shelves{tx, here, map[int64]Location{}}, err
}

// moveAll makes changes of the products, each of them once.
func (s shelves) moveAll(actor core.Actor, changes []ProductChange) ([]Moved, error) {
	moved := make([]Moved, 0, len(changes))
	for _, c := range changes {
		one, err := s.move(actor, c)
		if err != nil {
			return nil, err
		}
		moved = append(moved, one)
	}
	return moved, keepMoved(s.tx, moved, func(int) core.Actor { return actor })
}

// move works out a change of one of the products and writes nothing. A caller that lets
// users name the location has checked it before.
func (s shelves) move(actor core.Actor, c ProductChange) (Moved, error) {
	location, known := s.locations[c.Change.LocationID]
	if !known {
		var err error
		if location, err = c.Change.location(s.tx); err != nil {
			return Moved{}, err
		}
		s.locations[c.Change.LocationID] = location
	}
	here, before := s.here[StockPlace{c.Product.ID, location.ID}]
	moved, err := c.Change.onto(c.Product, location.ID, here.Stock, actor, s.tx.Now())
	moved.Here, moved.FirstHere = here, !before
	return moved, err
}

// location is where a change happens. Where no units move it may be closed by now.
func (c Change) location(tx Tx) (Location, error) {
	if c.Quantity == 0 {
		return tx.HoldLocation(cmp.Or(c.LocationID, MainLocation))
	}
	return stillUsable(tx, c.LocationID)
}

// keepMoved writes movements of different products, with all that follows from them. The
// function by returns the author of each.
func keepMoved(tx Tx, moved []Moved, by func(n int) core.Actor) error {
	if err := tx.AppendMovements(moved); err != nil {
		return err
	}
	if err := settleMoved(tx, moved); err != nil {
		return err
	}
	if err := TellMoved(tx, moved); err != nil {
		return err
	}
	return auditStock(tx, moved, by)
}

// onto works out what a change makes of a product of which some lies at the location.
func (c Change) onto(
	product catalogue.Product, locationID, lying int64, actor core.Actor, now time.Time,
) (Moved, error) {
	if lying+c.Quantity < 0 {
		return Moved{}, insufficientStock(lying)
	}
	if product.Stock+c.Quantity > stockMax {
		return Moved{}, core.FieldError("quantity", "El stock sería demasiado grande")
	}
	after := product
	after.Stock += c.Quantity
	after.Version++
	if after.Status == catalogue.StatusOutOfStock && c.brings() {
		after.Status = catalogue.StatusActive
	}
	worth := c.worth
	if worth == nil {
		worth = AtAverage(product.Worth, product.Stock, c.Quantity)
	}
	if worth != nil && c.Quantity > 0 && worth.Value >= core.ValueMax {
		if actor.Role.May(core.ReadCosts) {
			return Moved{}, core.FieldError("quantity", "El valor del stock sería demasiado grande")
		}
		worth = &core.Worth{Value: core.ValueMax - 1, Units: worth.Units} // See blindMax.
	}
	after = after.WithWorth(worth)
	if worth != nil {
		after.CostCurrency = cmp.Or(c.currency, product.CostCurrency)
	}
	movement := Movement{
		ProductID: product.ID, LocationID: locationID, Seq: product.MovementSeq + 1, Quantity: c.Quantity,
		Reason: c.Reason, Notes: c.Notes, UnitCost: c.unitCost, Cost: c.cost,
		Currency: cmp.Or(c.currency, after.CostCurrency), Before: product.Stock, After: after.Stock,
		ValueBefore: product.StockValue(), ValueAfter: after.StockValue(),
		UserID: actor.ID, At: now, SoldAt: c.soldBefore(now), Source: c.Source, SourceID: c.SourceID, UndoOf: c.UndoOf,
		Sealed: SealedValues,
	}
	movement.Hash = movement.Seal(product.LedgerHash)
	after.MovementSeq, after.LedgerHash = movement.Seq, movement.Hash
	after.UpdatedAt = now
	if c.Quantity != 0 {
		after.LastMovementAt = &now
	}
	return Moved{Movement: movement, Before: product, After: after}, nil
}

// soldBefore is when a sale was made that is written at a time; nil where it is made then.
// By a clock that is ahead of ours it is made now.
func (c Change) soldBefore(now time.Time) *time.Time {
	if !c.Reason.Sells() || c.SoldAt.IsZero() || !c.SoldAt.Before(now) {
		return nil
	}
	soldAt := c.SoldAt.UTC()
	return &soldAt
}

// auditStock leaves the audit rows of movements.
func auditStock(tx Tx, moved []Moved, by func(n int) core.Actor) error {
	rows := make([]core.AuditRow, 0, len(moved))
	for n, m := range moved {
		before, after := stockNote{Stock: m.Before.Stock}, stockNote{Stock: m.After.Stock, Movement: m.Movement.ID}
		if m.Movement.Reason == ReasonRevaluation {
			before.Cost, before.Currency = m.Before.Cost, m.Before.CostCurrency
			after.Cost, after.Currency = m.After.Cost, m.After.CostCurrency
		}
		row, err := core.NewAuditRow(tx, by(n), core.AuditStock, core.NounProduct, m.After.ID, before, after)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return tx.InsertAudits(rows)
}

// brings says whether the change brings stock that was not there. A transfer
// only carries it from one location to another.
func (c Change) brings() bool { return c.Quantity > 0 && c.Source != SourceTransfer }

// stockNote is what the audit keeps of a change of stock; the movement has the rest.
type stockNote struct {
	Stock    int64
	Movement int64 `json:",omitempty"`
	// Cost is the average in its currency, where that is what changed.
	Cost     *core.Cents `json:",omitempty"`
	Currency string      `json:",omitempty"`
}

// insufficientStock says how much there is.
func insufficientStock(left int64) error {
	if left == 1 {
		return core.FieldError("quantity", "Stock insuficiente: queda 1 unidad")
	}
	return core.FieldError("quantity", fmt.Sprintf("Stock insuficiente: quedan %d unidades", left))
}

// Seal is the hash that seals a movement onto the one before it. Fields are separated by a
// character no text can hold, so two different movements never read the same.
func (m Movement) Seal(previous string) string {
	sealed := make([]byte, 0, 256+len(m.Notes))
	text := func(s string) { sealed = append(append(sealed, s...), 0) }
	number := func(n int64) { sealed = append(strconv.AppendInt(sealed, n, 10), 0) }
	amount := func(c *core.Cents) {
		if c == nil {
			text("-")
			return
		}
		number(int64(*c))
	}
	text(previous)
	number(m.ProductID)
	number(m.LocationID)
	number(m.Seq)
	number(m.Quantity)
	text(string(m.Reason))
	text(m.Notes)
	amount(m.UnitCost)
	number(m.Before)
	number(m.After)
	number(m.UserID)
	number(m.At.UnixMicro())
	text(string(m.Source))
	number(m.SourceID)
	number(m.UndoOf)
	// Movements of before there was such a time, or values, keep their hashes.
	if m.SoldAt != nil {
		number(m.SoldAt.UnixMicro())
	}
	if m.Sealed >= SealedValues {
		text(m.Currency)
		amount(m.Cost)
		amount(m.ValueBefore)
		amount(m.ValueAfter)
	}
	sum := sha256.Sum256(sealed)
	return hex.EncodeToString(sum[:])
}
