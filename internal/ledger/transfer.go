package ledger

import (
	"context"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Transfer carries units of a product from one location to another: two
// movements in one transaction, which refer to it and leave the product's
// whole stock as it was.
type Transfer struct {
	ID             int64
	ProductID      int64
	FromLocationID int64
	ToLocationID   int64
	Quantity       int64
	Notes          string
	CreatedBy      int64
	CreatedAt      time.Time
	UndoneBy       int64
	UndoneAt       *time.Time
}

// TransferRow is a transfer with the names of what it refers to.
type TransferRow struct {
	Transfer
	ProductName   string
	ProductSKU    string
	FromName      string
	ToName        string
	CreatedByName string
}

// TransferFilter says which transfers a list shows, the newest first. Zero
// values mean all.
type TransferFilter struct {
	ProductID int64
	// LocationID is where they came from or went to.
	LocationID int64
	Search     string
	From       time.Time
	To         time.Time
	Page       core.Page
}

type transferMemory interface {
	InsertTransfer(transfer Transfer) (int64, error)
	TransferByID(id int64) (TransferRow, error)
	// LockTransfer returns a transfer and keeps others from changing it.
	LockTransfer(id int64) (Transfer, error)
	// MarkUndone notes the user who took a transfer back, now.
	MarkUndone(id, userID int64) error
	ListTransfers(filter TransferFilter) (core.List[TransferRow], error)
}

// TransferFields is what people write to move stock between locations.
type TransferFields struct {
	ProductID      int64
	FromLocationID int64
	ToLocationID   int64
	Quantity       int64
	Notes          string
}

func (f TransferFields) check() error {
	wrong := core.Problems{}
	wrong.Check(f.Quantity > 0, "quantity", "La cantidad debe ser mayor a 0")
	wrong.Check(f.Quantity <= catalogue.QuantityMax, "quantity", "La cantidad es demasiado grande")
	wrong.Check(f.FromLocationID != f.ToLocationID, "toLocationId", "Elige otro almacén de destino")
	wrong.Check(core.Characters(f.Notes) <= NotesMax, "notes", "Las notas son demasiado largas")
	return wrong.Err()
}

// CreateTransfer moves stock between two locations.
func (s *Service) CreateTransfer(ctx context.Context, actor core.Actor, fields TransferFields) (TransferRow, error) {
	if err := fields.check(); err != nil {
		return TransferRow{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (TransferRow, error) {
		product, err := tx.LockProduct(fields.ProductID)
		if core.IsNotFound(err) {
			return TransferRow{}, core.FieldError("productId", "El producto no existe")
		}
		if err != nil {
			return TransferRow{}, err
		}
		transfer := Transfer{
			ProductID: product.ID, FromLocationID: fields.FromLocationID, ToLocationID: fields.ToLocationID,
			Quantity: fields.Quantity,
			Notes:    core.Clean(fields.Notes), CreatedBy: actor.ID, CreatedAt: tx.Now(),
		}
		if transfer.ID, err = openTransfer(tx, transfer); err != nil {
			return TransferRow{}, err
		}
		// Units leave before they arrive, so the product's stock dips between
		// the two movements and is whole again when anybody else sees it.
		leg := Change{
			LocationID: transfer.FromLocationID, Quantity: -transfer.Quantity, Reason: ReasonTransfer, Notes: transfer.Notes,
			Source: SourceTransfer, SourceID: transfer.ID,
		}
		whole := product.Worth
		if product, _, err = move(tx, actor, product, leg); err != nil {
			return TransferRow{}, err
		}
		// What arrives is worth what left, to the cent.
		leg.LocationID, leg.Quantity, leg.worth = transfer.ToLocationID, transfer.Quantity, whole
		if _, _, err = move(tx, actor, product, leg); err != nil {
			return TransferRow{}, err
		}
		return transferChanged(tx, actor, core.AuditCreate, transfer.ID, nil, transfer)
	})
}

// openTransfer keeps the document, with what is wrong about each end said at it.
func openTransfer(tx Tx, transfer Transfer) (int64, error) {
	wrong := core.Problems{}
	for field, id := range map[string]int64{
		"fromLocationId": transfer.FromLocationID, "toLocationId": transfer.ToLocationID,
	} {
		location, err := tx.HoldLocation(id)
		if err != nil && !core.IsNotFound(err) {
			return 0, err
		}
		wrong.Check(err == nil && location.Active, field, "El almacén no existe")
	}
	if err := wrong.Err(); err != nil {
		return 0, err
	}
	return tx.InsertTransfer(transfer)
}

func transferChanged(
	tx Tx, actor core.Actor, action core.AuditAction, id int64, before, after any,
) (TransferRow, error) {
	if err := core.Audit(tx, actor, action, core.NounTransfer, id, before, after); err != nil {
		return TransferRow{}, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicTransfers, ID: id}); err != nil {
		return TransferRow{}, err
	}
	return tx.TransferByID(id)
}

// Errors about taking transfers back.
var (
	ErrTransferUndone         = &core.Error{Kind: core.Conflict, Message: "Este traspaso ya se ha deshecho"}
	ErrTransferProductDeleted = &core.Error{
		Kind: core.Conflict, Message: "El producto de este traspaso está eliminado: recupéralo antes de deshacerlo",
	}
)

// UndoTransfer brings the units back to where they were, by opposite movements.
func (s *Service) UndoTransfer(ctx context.Context, actor core.Actor, id int64) (TransferRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (TransferRow, error) {
		transfer, err := tx.LockTransfer(id)
		if err != nil {
			return TransferRow{}, err
		}
		if transfer.UndoneAt != nil {
			return TransferRow{}, ErrTransferUndone
		}
		product, err := tx.LockProduct(transfer.ProductID)
		if core.IsNotFound(err) {
			return TransferRow{}, ErrTransferProductDeleted
		} else if err != nil {
			return TransferRow{}, err
		}
		lying, err := tx.LocationStockOf(transfer.ProductID, transfer.ToLocationID)
		if err != nil {
			return TransferRow{}, err
		}
		if lying < transfer.Quantity {
			return TransferRow{}, &core.Error{
				Kind: core.Conflict,
				Message: "No se puede deshacer el traspaso: de " + Units(transfer.Quantity) +
					" solo " + Remain(lying) + " en el almacén de destino",
			}
		}
		movements, err := tx.MovementsOf(SourceTransfer, id)
		if err != nil {
			return TransferRow{}, err
		}
		// What arrived leaves first, as in the transfer itself, and is worth as much back where it was.
		var worth *core.Worth
		for _, movement := range slices.Backward(movements) {
			if _, _, err := undo(tx, actor, movement, worth); err != nil {
				return TransferRow{}, err
			}
			worth = product.Worth
		}
		if err := tx.MarkUndone(id, actor.ID); err != nil {
			return TransferRow{}, err
		}
		return transferChanged(tx, actor, core.AuditUndo, id, transfer, nil)
	})
}

// ListTransfers shows one page of transfers.
func (s *Service) ListTransfers(
	ctx context.Context, filter TransferFilter,
) (transfers core.List[TransferRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		transfers, err = tx.ListTransfers(filter)
		return err
	})
	return transfers, err
}
