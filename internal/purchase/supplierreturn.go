package purchase

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/supplier"
)

// SupplierReturn is what went back to a supplier.
type SupplierReturn struct {
	ID         int64
	SupplierID int64
	LocationID int64
	// Replace says that the supplier sends it again: then it is on its way once more.
	Replace   bool
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	UndoneBy  int64
	UndoneAt  *time.Time
}

// SupplierReturnLine is what went back of one product.
type SupplierReturnLine struct {
	ID        int64
	ReturnID  int64
	ProductID int64
	// LineID is the line of the purchase that it came by; zero where none is known.
	LineID   int64
	Quantity int64
	// Value is what its units were worth when they left, in the currency of costs.
	Value      *core.Cents
	MovementID int64
}

// SupplierReturnRow is a return with its lines and the names of what it refers to.
type SupplierReturnRow struct {
	SupplierReturn
	SupplierName  string
	LocationName  string
	CreatedByName string
	Lines         []SupplierReturnLineRow
}

// SupplierReturnLineRow is a line of a return with what it is called.
type SupplierReturnLineRow struct {
	SupplierReturnLine
	SKU        string
	Name       string
	PurchaseID int64
}

// ReturnFilter says which returns a list shows, the newest first. Zero values mean all.
type ReturnFilter struct {
	SupplierID int64
	From       time.Time
	To         time.Time
	Page       core.Page
}

type supplierReturnMemory interface {
	InsertSupplierReturn(made SupplierReturn) (int64, error)
	InsertSupplierReturnLines(lines []SupplierReturnLine) error
	SupplierReturnByID(id int64) (SupplierReturnRow, error)
	// SupplierReturnsOf are those of what a purchase brought, the oldest first.
	SupplierReturnsOf(purchaseID int64) ([]SupplierReturnRow, error)
	// MarkSupplierReturnUndone notes the user who took it back, now.
	MarkSupplierReturnUndone(id, userID int64) error
	ListSupplierReturns(filter ReturnFilter) (core.List[SupplierReturnRow], error)
	// PurchaseOfLine is the purchase that a line is of.
	PurchaseOfLine(lineID int64) (int64, error)
}

// ReturnFields is what people write about what goes back to a supplier.
type ReturnFields struct {
	SupplierID int64
	LocationID int64
	Replace    bool
	Notes      string
	Lines      []ReturnLineFields
}

// ReturnLineFields is what goes back of one product.
type ReturnLineFields struct {
	ProductID int64
	Quantity  int64
	// LineID is the line of the purchase that it came by; zero where none is known.
	LineID int64
}

func (f ReturnFields) check() error {
	wrong := core.Problems{}
	wrong.Check(core.Characters(f.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
	wrong.Check(len(f.Lines) > 0, "lines", "Añade al menos una línea")
	wrong.Check(len(f.Lines) <= ledger.EntryLinesMax, "lines",
		fmt.Sprintf("Son demasiadas líneas: %d como mucho", ledger.EntryLinesMax))
	met := map[[2]int64]bool{}
	for i, l := range f.Lines[:min(len(f.Lines), ledger.EntryLinesMax)] {
		place := linePlace(i)
		wrong.Check(l.ProductID != 0, place+"productId", "Elige un producto")
		wrong.Check(l.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.Check(l.Quantity <= catalogue.QuantityMax, place+"quantity", "La cantidad es demasiado grande")
		wrong.Check(!f.Replace || l.LineID != 0, place+"purchaseLineId",
			"Para que lo reponga, indica con qué compra llegó")
		wrong.Check(!met[[2]int64{l.ProductID, l.LineID}], place+"productId", "El producto está repetido")
		met[[2]int64{l.ProductID, l.LineID}] = true
	}
	return wrong.Err()
}

// ReturnToSupplier takes out what goes back.
func (s *Service) ReturnToSupplier(
	ctx context.Context, actor core.Actor, fields ReturnFields,
) (SupplierReturnRow, error) {
	if err := fields.check(); err != nil {
		return SupplierReturnRow{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (SupplierReturnRow, error) {
		id, err := fields.giveBack(tx, actor)
		if err != nil {
			return SupplierReturnRow{}, err
		}
		return tx.SupplierReturnByID(id)
	})
}

// bought is a purchase that something goes back of, locked.
type bought struct {
	before Purchase
	lines  []Line
	units  int64
}

// boughtBy locks the purchases that lines are of, in one order.
func boughtBy(tx Tx, lineIDs []int64) (map[int64]*bought, error) {
	ids := map[int64]bool{}
	for _, lineID := range lineIDs {
		id, err := tx.PurchaseOfLine(lineID)
		if err != nil {
			return nil, err
		}
		ids[id] = true
	}
	found := map[int64]*bought{}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		p, err := tx.LockPurchase(id)
		if err != nil {
			return nil, err
		}
		lines, err := tx.PurchaseLines(id)
		if err != nil {
			return nil, err
		}
		found[id] = &bought{before: p, lines: lines}
	}
	return found, nil
}

// line finds a line of one of the purchases.
func line(of map[int64]*bought, id int64) (*bought, *Line) {
	for _, b := range of {
		for i := range b.lines {
			if b.lines[i].ID == id {
				return b, &b.lines[i]
			}
		}
	}
	return nil, nil
}

func (f ReturnFields) giveBack(tx Tx, actor core.Actor) (int64, error) {
	seller, err := tx.SupplierByID(f.SupplierID)
	if core.IsNotFound(err) {
		return 0, core.FieldError("supplierId", "El proveedor no existe")
	} else if err != nil {
		return 0, err
	}
	var lineIDs, ids []int64
	for _, l := range f.Lines {
		ids = append(ids, l.ProductID)
		if l.LineID != 0 {
			lineIDs = append(lineIDs, l.LineID)
		}
	}
	purchases, err := boughtBy(tx, lineIDs)
	if core.IsNotFound(err) {
		return 0, core.FieldError("lines", "La línea de la compra no existe")
	} else if err != nil {
		return 0, err
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return 0, err
	}
	location, err := ledger.UsableLocation(tx, f.LocationID)
	if err != nil {
		return 0, err
	}
	if err := f.mayGo(tx, seller, purchases, products, location.ID); err != nil {
		return 0, err
	}
	made := SupplierReturn{
		SupplierID: seller.ID, LocationID: location.ID, Replace: f.Replace, Notes: core.Clean(f.Notes),
		CreatedBy: actor.ID, CreatedAt: tx.Now(),
	}
	if made.ID, err = tx.InsertSupplierReturn(made); err != nil {
		return 0, err
	}
	if err := f.takeOut(tx, actor, made, products, purchases); err != nil {
		return 0, err
	}
	return made.ID, settleReturned(tx, actor, purchases, EventReturned, "Devuelto al proveedor: ", f.Replace)
}

// mayGo refuses what did not come by a line, and what is not there.
func (f ReturnFields) mayGo(
	tx Tx, seller supplier.Supplier, purchases map[int64]*bought, products map[int64]catalogue.Product, locationID int64,
) error {
	wrong := core.Problems{}
	ids := make([]int64, 0, len(products))
	for id := range products {
		ids = append(ids, id)
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return err
	}
	for i, l := range f.Lines {
		place := linePlace(i)
		at := ledger.StockPlace{ProductID: l.ProductID, LocationID: locationID}
		_, found := products[l.ProductID]
		wrong.Check(found, place+"productId", "El producto no existe")
		wrong.Check(!found || lying[at] >= l.Quantity, place+"quantity",
			"No hay tantas: en el almacén "+ledger.Remain(lying[at]))
		lying[at] -= l.Quantity
		if l.LineID == 0 {
			continue
		}
		b, own := line(purchases, l.LineID)
		wrong.Check(own.ProductID == l.ProductID && b.before.SupplierID == seller.ID, place+"purchaseLineId",
			"La línea es de otro producto o de otro proveedor")
		gone, err := returnedOf(tx, b.before.ID, l.LineID)
		if err != nil {
			return err
		}
		wrong.Check(gone+l.Quantity <= own.Received, place+"quantity", fmt.Sprintf(
			"Con esa línea llegaron %d y ya se han devuelto %d", own.Received, gone))
	}
	return wrong.Err()
}

// returnedOf is how much of a line went back.
func returnedOf(tx Tx, purchaseID, lineID int64) (units int64, err error) {
	returns, err := tx.SupplierReturnsOf(purchaseID)
	for _, made := range returns {
		for _, l := range made.Lines {
			if made.UndoneAt == nil && l.LineID == lineID {
				units += l.Quantity
			}
		}
	}
	return units, err
}

// takeOut moves what goes back, line by line: a product may be of several.
func (f ReturnFields) takeOut(
	tx Tx, actor core.Actor, made SupplierReturn, products map[int64]catalogue.Product, purchases map[int64]*bought,
) error {
	lines := make([]SupplierReturnLine, 0, len(f.Lines))
	for _, l := range f.Lines {
		moved, err := ledger.MoveAll(tx, actor, []ledger.ProductChange{{
			Product: products[l.ProductID], Change: ledger.Change{
				LocationID: made.LocationID, Quantity: -l.Quantity, Reason: ledger.ReasonSupplierReturn, Notes: made.Notes,
				Source: ledger.SourceSupplierReturn, SourceID: made.ID,
			},
		}})
		if err != nil {
			return err
		}
		products[l.ProductID] = moved[0].After
		lines = append(lines, SupplierReturnLine{
			ReturnID: made.ID, ProductID: l.ProductID, LineID: l.LineID, Quantity: l.Quantity,
			Value: moved[0].Movement.Took(), MovementID: moved[0].Movement.ID,
		})
		if err := tx.Emit(core.Event{Topic: core.TopicStock, ID: l.ProductID}); err != nil {
			return err
		}
		if l.LineID == 0 {
			continue
		}
		b, own := line(purchases, l.LineID)
		b.units += l.Quantity
		if f.Replace {
			own.Replaced += l.Quantity
		}
	}
	return tx.InsertSupplierReturnLines(lines)
}

// settleReturned brings the purchases that something went back of to where that leaves them.
func settleReturned(
	tx Tx, actor core.Actor, purchases map[int64]*bought, kind EventKind, words string, replaced bool,
) error {
	for _, id := range slices.Sorted(maps.Keys(purchases)) {
		b := purchases[id]
		after, err := b.before.settle(tx, b.before, b.lines)
		if err != nil {
			return err
		}
		detail := words + ledger.Units(b.units)
		if replaced {
			detail += ", con reposición"
		}
		if err := changed(tx, actor, core.AuditUpdate, b.before.auditable(), after,
			Event{Kind: kind, Detail: detail}); err != nil {
			return err
		}
	}
	return tx.Emit(core.Event{Topic: core.TopicPurchases})
}

// What keeps a return from being taken back.
var (
	ErrReturnUndone   = &core.Error{Kind: core.Conflict, Message: "Esta devolución ya se ha deshecho"}
	ErrReturnReplaced = &core.Error{
		Kind: core.Conflict, Message: "El proveedor ya ha repuesto lo devuelto: deshaz antes esa recepción",
	}
)

// UndoSupplierReturn brings back what went, at what it was worth when it left.
func (s *Service) UndoSupplierReturn(ctx context.Context, actor core.Actor, id int64) (SupplierReturnRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (SupplierReturnRow, error) {
		made, err := tx.SupplierReturnByID(id)
		if err != nil {
			return SupplierReturnRow{}, err
		}
		var lineIDs []int64
		for _, l := range made.Lines {
			if l.LineID != 0 {
				lineIDs = append(lineIDs, l.LineID)
			}
		}
		purchases, err := boughtBy(tx, lineIDs)
		if err != nil {
			return SupplierReturnRow{}, err
		}
		if err := tx.MarkSupplierReturnUndone(id, actor.ID); core.IsNotFound(err) {
			return SupplierReturnRow{}, ErrReturnUndone
		} else if err != nil {
			return SupplierReturnRow{}, err
		}
		if err := made.comeBack(tx, actor, purchases); err != nil {
			return SupplierReturnRow{}, err
		}
		if err := settleReturned(tx, actor, purchases, EventReturnedNo, "Devolución deshecha: ", false); err != nil {
			return SupplierReturnRow{}, err
		}
		return tx.SupplierReturnByID(id)
	})
}

// cameSince says whether something of a line has come since a time.
func cameSince(tx Tx, purchaseID, lineID int64, since time.Time) (bool, error) {
	receipts, err := tx.ReceiptsOf(purchaseID)
	for _, receipt := range receipts {
		for _, l := range receipt.Lines {
			if receipt.UndoneAt == nil && l.LineID == lineID && l.Accepted > 0 && receipt.CreatedAt.After(since) {
				return true, err
			}
		}
	}
	return false, err
}

func (r SupplierReturnRow) comeBack(tx Tx, actor core.Actor, purchases map[int64]*bought) error {
	var ids []int64
	for _, l := range r.Lines {
		ids = append(ids, l.ProductID)
		if l.LineID == 0 {
			continue
		}
		b, own := line(purchases, l.LineID)
		b.units += l.Quantity
		if !r.Replace {
			continue
		}
		own.Replaced -= l.Quantity
		came, err := cameSince(tx, b.before.ID, l.LineID, r.CreatedAt)
		if err != nil {
			return err
		}
		if came && own.excess() > 0 {
			return ErrReturnReplaced
		}
	}
	if _, err := catalogue.LockProducts(tx, ids); err != nil {
		return err
	}
	for _, l := range slices.Backward(r.Lines) {
		if err := ledger.BringBack(tx, actor, l.MovementID); err != nil {
			return err
		}
	}
	return nil
}

// ListSupplierReturns shows one page of returns.
func (s *Service) ListSupplierReturns(
	ctx context.Context, filter ReturnFilter,
) (list core.List[SupplierReturnRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		list, err = tx.ListSupplierReturns(filter)
		return err
	})
	return list, err
}

// SupplierReturn returns one return with its lines.
func (s *Service) SupplierReturn(ctx context.Context, id int64) (made SupplierReturnRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		made, err = tx.SupplierReturnByID(id)
		return err
	})
	return made, err
}
