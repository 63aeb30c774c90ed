package purchase

import (
	"context"
	"time"

	"estante/internal/core"
)

// Receipt is what came of a purchase at one time. Each of its lines brings stock in by an
// entry; undoing it takes those back.
type Receipt struct {
	ID         int64
	PurchaseID int64
	SupplierID int64
	LocationID int64
	// DeliveryNote is the supplier's number of the paper that came with it, DeliveredOn its day.
	DeliveryNote string
	DeliveredOn  string
	Currency     string
	// Rate is how many units of the currency of costs one of Currency was worth; nil where
	// both are the same.
	Rate      *core.Rate
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	UndoneBy  int64
	UndoneAt  *time.Time
}

// ReceiptLine is what came of one product.
type ReceiptLine struct {
	ID        int64
	ReceiptID int64
	// LineID is the line of the purchase; zero for what was not ordered.
	LineID    int64
	ProductID int64
	Accepted  int64
	Rejected  int64
	// Value is what the accepted units cost in the receipt's currency, and Cost the same in
	// that of costs; nil where nobody knows.
	Value *core.Cents
	Cost  *core.Cents
	// Valued says that a person said the value, so that it is no part of the line's.
	Valued bool
	// EntryID is the entry that brought them in; zero where none was accepted.
	EntryID int64
}

// ReceiptLineRow is a line of a receipt with what it is called.
type ReceiptLineRow struct {
	ReceiptLine
	SKU  string
	Name string
}

// ReceiptRow is a receipt with its lines and the names of what it refers to.
type ReceiptRow struct {
	Receipt
	PurchaseNumber string
	SupplierName   string
	LocationName   string
	CreatedByName  string
	UndoneByName   string
	// Accepted and Rejected are the units of all lines.
	Accepted int64
	Rejected int64
	Lines    []ReceiptLineRow
	Files    []ReceiptFile
	// Serves are orders that waited for what came and lack nothing now. Who receives is told;
	// later nobody asks again.
	Serves []ServedOrder
}

// ServedOrder is a customer's order that can leave now.
type ServedOrder struct {
	OrderID int64
	Number  string
}

// ReceiptFilter says which receipts a list shows, the newest first. Zero values mean all.
type ReceiptFilter struct {
	SupplierID int64
	PurchaseID int64
	// DeliveryNote is how the paper is called, whatever its case.
	DeliveryNote string
	From         time.Time
	To           time.Time
	Page         core.Page
}

// servedMax is how many orders a receipt tells of.
const servedMax = 200

type receiptMemory interface {
	// WaitingOrders are open orders that lack some of the products, the oldest first.
	WaitingOrders(productIDs []int64, limit int) ([]int64, error)
	// ServedOrders are those of some orders that lack nothing.
	ServedOrders(ids []int64) ([]ServedOrder, error)
	InsertReceipt(receipt Receipt) (int64, error)
	// InsertReceiptLines keeps new lines.
	InsertReceiptLines(lines []ReceiptLine) error
	// UpdateReceiptCost writes what the units of a line cost.
	UpdateReceiptCost(lineID int64, cost *core.Cents) error
	ReceiptByID(id int64) (ReceiptRow, error)
	// ReceiptsOf are the receipts of a purchase with their lines, the oldest first.
	ReceiptsOf(purchaseID int64) ([]ReceiptRow, error)
	// MarkReceiptUndone notes the user who took a receipt back, now.
	MarkReceiptUndone(id, userID int64) error
	ListReceipts(filter ReceiptFilter) (core.List[ReceiptRow], error)

	InsertReceiptFile(file ReceiptFile, bytes []byte) (int64, error)
	// ReceiptFileBytes is a file of a receipt with what is in it.
	ReceiptFileBytes(receiptID, id int64) (ReceiptFile, []byte, error)
	DeleteReceiptFile(receiptID, id int64) error
}

// Receipt returns one receipt with its lines.
func (s *Service) Receipt(ctx context.Context, id int64) (receipt ReceiptRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		receipt, err = tx.ReceiptByID(id)
		return err
	})
	return receipt, err
}

// ListReceipts shows one page of receipts.
func (s *Service) ListReceipts(ctx context.Context, filter ReceiptFilter) (list core.List[ReceiptRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		list, err = tx.ListReceipts(filter)
		return err
	})
	return list, err
}
