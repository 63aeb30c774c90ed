package ledger

import (
	"cmp"
	"context"
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// AdjustmentType says what to do with the quantity of an adjustment.
type AdjustmentType string

// The types of adjustments; the spec has two names for two of them.
const (
	AdjustAdd    AdjustmentType = "add"
	AdjustRemove AdjustmentType = "remove"
	AdjustSet    AdjustmentType = "set"
)

// Adjustment is what a person writes to correct the stock of a product.
type Adjustment struct {
	Type     AdjustmentType
	Quantity int64
	// Reason may be empty for callers that cannot give one; it is then kept as an adjustment.
	Reason     Reason
	Notes      string
	LocationID int64
	// ExpectedStock, in set mode, is the stock the person saw: the product's, or
	// that of the location where one is named.
	ExpectedStock *int64
}

// Adjusted is the outcome of an adjustment. Movement is nil when the stock was
// right already and nothing was written.
type Adjusted struct {
	Product  catalogue.Product
	Movement *Movement
	// Sold is what the product sold lately, with this; nil where that was not asked.
	Sold *int64
}

// withSold adds what the product sold lately, which is in reach while it is changed.
func (a Adjusted) withSold(tx Tx) (Adjusted, error) {
	sold, err := soldLately(tx, []int64{a.Product.ID})
	units := sold[a.Product.ID]
	a.Sold = &units
	return a, err
}

// soldLately is what products sold in the last days of which lists tell.
func soldLately(tx Tx, ids []int64) (map[int64]int64, error) {
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	return tx.SoldSince(ids, settings.Lately(tx.Now()))
}

// AdjustStock moves stock and leaves the movement that explains it, or does neither.
func (s *Service) AdjustStock(
	ctx context.Context, actor core.Actor, productID int64, adjustment Adjustment,
) (Adjusted, error) {
	if err := adjustment.check(actor); err != nil {
		return Adjusted{}, err
	}
	a := &askedAdjustment{Adjustment: adjustment, actor: actor, productID: productID}
	// What to set depends on what lies there, which a group does not ask for.
	alone, err := true, error(nil)
	if adjustment.Type != AdjustSet && !s.store.SharesCommits() {
		alone, err = s.adjustWithOthers(ctx, a)
	}
	if alone {
		err = s.adjustAlone(ctx, a)
	}
	if err != nil {
		// What a group had worked out was not kept.
		return Adjusted{}, err
	}
	return a.done, nil
}

// adjustAlone makes an adjustment in a transaction of its own.
func (s *Service) adjustAlone(ctx context.Context, a *askedAdjustment) (err error) {
	a.done, err = core.Once(ctx, s.store, func(tx Tx) (Adjusted, error) {
		settings, err := tx.Settings()
		if err != nil {
			return Adjusted{}, err
		}
		at := StockPlace{a.productID, cmp.Or(a.LocationID, MainLocation)}
		shelf, err := tx.LockShelf(at, settings.Lately(tx.Now()))
		if err != nil {
			return Adjusted{}, err
		}
		quantity, err := a.quantity(tx, shelf)
		if err != nil || quantity == 0 {
			return Adjusted{Product: shelf.Product}, err
		}
		if !a.reason().explains(quantity) {
			return Adjusted{}, core.FieldError("reason", a.reason().refusal(quantity))
		}
		return a.moveOn(tx, shelf, at, quantity)
	})
	return err
}

// moveOn moves so many units of what was locked.
func (a *askedAdjustment) moveOn(tx Tx, shelf Shelf, at StockPlace, quantity int64) (Adjusted, error) {
	here := map[StockPlace]Claims{}
	if shelf.Here != nil {
		here[at] = *shelf.Here
	}
	moved, err := shelves{tx, here, map[int64]Location{}}.moveAll(a.actor,
		[]ProductChange{{shelf.Product, a.change(quantity)}})
	if err != nil {
		return Adjusted{}, err
	}
	sold := shelf.soldWith(moved[0].Movement)
	return Adjusted{
		Product: moved[0].After, Movement: &moved[0].Movement, Sold: &sold,
	}, tx.Emit(core.Event{Topic: core.TopicStock, ID: at.ProductID})
}

// change is the adjustment as a change of so many units.
func (a Adjustment) change(quantity int64) Change {
	return Change{
		LocationID: a.LocationID, Quantity: quantity, Reason: a.reason(), Notes: core.Clean(a.Notes), Source: SourceManual,
	}
}

func (a Adjustment) reason() Reason {
	if a.Reason == "" {
		return ReasonAdjustment
	}
	return a.Reason
}

func (a Adjustment) check(actor core.Actor) error {
	wrong := core.Problems{}
	if a.Type == AdjustSet {
		wrong.Check(a.Quantity >= 0, "quantity", "El stock no puede ser negativo")
	} else {
		wrong.Check(a.Quantity > 0, "quantity", "La cantidad debe ser mayor a 0")
	}
	wrong.Check(a.Quantity <= catalogue.QuantityMax, "quantity", "La cantidad es demasiado grande")
	if a.Type != AdjustRemove {
		checkBlind(wrong, actor, a.Quantity)
	}
	wrong.Check(a.reason().valid(), "reason", "La razón no existe")
	wrong.Check(core.Characters(a.Notes) <= NotesMax, "notes", "Las notas son demasiado largas")
	switch a.Type {
	case AdjustAdd, AdjustRemove:
		wrong.Check(a.reason().explains(a.signed()), "reason", a.reason().refusal(a.signed()))
	case AdjustSet: // Which direction that is, is known when it is known what lies there.
	default:
		wrong.Add("type", "El tipo de ajuste no existe")
	}
	return wrong.Err()
}

// refusal says what a reason does not explain.
func (r Reason) refusal(quantity int64) string {
	if quantity > 0 {
		return "«" + r.Label() + "» no suma stock: elige otra razón"
	}
	return "«" + r.Label() + "» no quita stock: elige otra razón"
}

// signed is the change that an adjustment by a quantity means.
func (a Adjustment) signed() int64 {
	if a.Type == AdjustRemove {
		return -a.Quantity
	}
	return a.Quantity
}

// quantity is the change an adjustment means for a product as it is now. In set
// mode the quantity is the stock that the location should have or, where none is
// named, the product.
func (a Adjustment) quantity(tx Tx, shelf Shelf) (int64, error) {
	_, err := UsableLocation(tx, a.LocationID)
	if err != nil || a.Type != AdjustSet {
		return a.signed(), err
	}
	product, lying := shelf.Product, shelf.lying()
	switch err := a.asExpected(product.Stock, lying); {
	case err != nil:
		return 0, err
	case a.LocationID != 0:
		return a.Quantity - lying, nil
	}
	return a.Quantity - product.Stock, mayBecome(product, a.Quantity, lying, "quantity")
}

// asExpected refuses to write over a stock that the user did not see. A user who names a
// location may have looked at its stock or at the product's.
func (a Adjustment) asExpected(stock, lying int64) error {
	switch {
	case a.ExpectedStock == nil, *a.ExpectedStock == stock, a.LocationID != 0 && *a.ExpectedStock == lying:
		return nil
	case a.LocationID != 0:
		return &core.Error{
			Kind: core.Conflict, Message: "El stock ha cambiado mientras tanto: ahora hay " + Units(lying) + " en este almacén",
		}
	}
	return &core.Error{Kind: core.Conflict, Message: "El stock ha cambiado mientras tanto: ahora hay " + Units(stock)}
}

// Errors about taking movements back.
var (
	ErrUndone    = &core.Error{Kind: core.Conflict, Message: "Este movimiento ya se ha deshecho"}
	ErrNotUndone = &core.Error{
		Kind:    core.Conflict,
		Message: "Este movimiento no se puede deshacer por sí solo: deshaz el documento al que pertenece",
	}

	ErrMovementProductDeleted = &core.Error{
		Kind: core.Conflict, Message: "El producto de este movimiento está eliminado: recupéralo antes de deshacerlo",
	}
)

// UndoMovement takes an adjustment back by an opposite movement.
func (s *Service) UndoMovement(ctx context.Context, actor core.Actor, movementID int64) (Adjusted, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Adjusted, error) {
		movement, err := tx.MovementByID(movementID)
		if err != nil {
			return Adjusted{}, err
		}
		if movement.Source != SourceManual || movement.UndoOf != 0 {
			return Adjusted{}, ErrNotUndone
		}
		product, opposite, err := undo(tx, actor, movement, nil)
		if err != nil {
			return Adjusted{}, err
		}
		return Adjusted{Product: product, Movement: &opposite}.withSold(tx)
	})
}

// undo writes the opposite of a movement, once. The product is locked before
// the second look, so two people undoing at once cannot both succeed. Its units cost
// together what worth says afterwards, or come and go at the average where that is nil.
func undo(
	tx Tx, actor core.Actor, movement Movement, worth *core.Worth,
) (catalogue.Product, Movement, error) {
	product, err := tx.LockProduct(movement.ProductID)
	if core.IsNotFound(err) {
		return catalogue.Product{}, Movement{}, ErrMovementProductDeleted
	}
	if err != nil {
		return catalogue.Product{}, Movement{}, err
	}
	if _, err := tx.UndoneBy(movement.ID); err == nil {
		return catalogue.Product{}, Movement{}, ErrUndone
	} else if !core.IsNotFound(err) {
		return catalogue.Product{}, Movement{}, err
	}
	return move(tx, actor, product, Change{
		LocationID: movement.LocationID, Quantity: -movement.Quantity, Reason: movement.Reason, SoldAt: movement.countsAt(),
		Notes: "Deshace el movimiento " + strconv.FormatInt(movement.ID, 10), unitCost: movement.UnitCost,
		Source: movement.Source, SourceID: movement.SourceID, UndoOf: movement.ID, worth: worth,
	})
}
