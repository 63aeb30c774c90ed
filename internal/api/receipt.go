package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/picture"
	"estante/internal/purchase"
	"estante/internal/report"
)

func (a *API) receiptRoutes() {
	read, edit, receive := a.may(core.ReadPurchases), a.may(core.EditPurchases), a.may(core.ReceivePurchases)
	add(receive, "POST /purchases/{id}/receive/", "receivePurchase", "Recibir lo que ha llegado de una compra",
		a.receivePurchase, created)
	add(read, "GET /receipts/", "listReceipts", "Recepciones", a.listReceipts)
	add(read, "GET /receipts/{id}/", "getReceipt", "Una recepción", a.getReceipt)
	add(receive, "POST /receipts/{id}/files/", "addReceiptFile", "Guardar el albarán de una recepción",
		a.addReceiptFile, created, takesFile(picture.BytesMax))
	add(read, "GET /receipts/{id}/files/{fileId}/", "getReceiptFile", "Un archivo de una recepción", a.getReceiptFile,
		receiptFile)
	add(edit, "DELETE /receipts/{id}/files/{fileId}/", "deleteReceiptFile", "Quitar un archivo de una recepción",
		a.deleteReceiptFile)
	add(edit, "POST /receipts/{id}/undo/", "undoReceipt", "Deshacer una recepción", a.undoReceipt)
}

// receiptLineBody is what came of one product.
type receiptLineBody struct {
	ID          int64    `json:"id"`
	LineID      *int64   `json:"lineId" nullable:"true" doc:"La línea de la compra; null si no se había pedido"`
	ProductID   int64    `json:"productId"`
	ProductSKU  string   `json:"productSku"`
	ProductName string   `json:"productName"`
	Accepted    int64    `json:"accepted"`
	Rejected    int64    `json:"rejected"`
	TotalCost   *float64 `json:"totalCost" nullable:"true" doc:"Lo que cuestan las aceptadas, en la moneda de la compra"`
	StockCost   *float64 `json:"stockCost" nullable:"true" doc:"Lo que valen en el stock, con sus gastos, en la moneda de los costes"`
	EntryID     *int64   `json:"entryId" nullable:"true" doc:"La entrada de stock"`
}

func receiptLineOf(l purchase.ReceiptLineRow, currency, costs string) receiptLineBody {
	return receiptLineBody{
		ID: l.ID, LineID: orNull(l.LineID), ProductID: l.ProductID, ProductSKU: l.SKU, ProductName: l.Name,
		Accepted: l.Accepted, Rejected: l.Rejected, TotalCost: amount(l.Value, currency),
		StockCost: amount(l.Cost, costs),
		EntryID:   orNull(l.EntryID),
	}
}

// receiptFileBody is a file of a receipt, without what is in it.
type receiptFileBody struct {
	ID          int64     `json:"id"`
	Name        string    `json:"name"`
	ContentType string    `json:"contentType"`
	Size        int64     `json:"size"`
	CreatedAt   time.Time `json:"createdAt"`
}

func receiptFileOf(f purchase.ReceiptFile) receiptFileBody {
	return receiptFileBody{ID: f.ID, Name: f.Name, ContentType: f.ContentType, Size: f.Size, CreatedAt: f.CreatedAt}
}

// servedOrderBody is a customer's order that can leave now.
type servedOrderBody struct {
	OrderID     int64  `json:"orderId"`
	OrderNumber string `json:"orderNumber"`
}

func servedOrderOf(o purchase.ServedOrder) servedOrderBody {
	return servedOrderBody{o.OrderID, o.Number}
}

type receiptBody struct {
	ID             int64             `json:"id"`
	PurchaseID     int64             `json:"purchaseId"`
	PurchaseNumber string            `json:"purchaseNumber"`
	SupplierID     int64             `json:"supplierId"`
	Supplier       string            `json:"supplier"`
	LocationID     int64             `json:"locationId"`
	Location       string            `json:"location"`
	DeliveryNote   string            `json:"deliveryNote" doc:"El número de albarán del proveedor"`
	Date           string            `json:"date" format:"date" doc:"El día en que llegó"`
	Currency       string            `json:"currency"`
	Rate           *float64          `json:"rate" nullable:"true"`
	Notes          string            `json:"notes"`
	Accepted       int64             `json:"accepted" doc:"Unidades"`
	Rejected       int64             `json:"rejected" doc:"Unidades"`
	Lines          []receiptLineBody `json:"lines"`
	Files          []receiptFileBody `json:"files"`
	Serves         []servedOrderBody `json:"serves" doc:"Al recibir: los pedidos de clientes que la esperaban y ya pueden salir"`
	CreatedBy      int64             `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName  string            `json:"createdByName"`
	CreatedAt      time.Time         `json:"createdAt"`
	UndoneAt       *time.Time        `json:"undoneAt" nullable:"true" doc:"Cuándo se deshizo"`
	UndoneByName   string            `json:"undoneByName"`
}

// receiptOf is a receipt, given the currency of costs.
func receiptOf(costs string) func(purchase.ReceiptRow) receiptBody {
	return func(r purchase.ReceiptRow) receiptBody {
		line := func(l purchase.ReceiptLineRow) receiptLineBody { return receiptLineOf(l, r.Currency, costs) }
		return receiptBody{
			ID: r.ID, PurchaseID: r.PurchaseID, PurchaseNumber: r.PurchaseNumber, SupplierID: r.SupplierID,
			Supplier: r.SupplierName, LocationID: r.LocationID, Location: r.LocationName, DeliveryNote: r.DeliveryNote,
			Date: r.DeliveredOn, Currency: r.Currency, Rate: numberOf(r.Rate), Notes: r.Notes, Accepted: r.Accepted,
			Rejected: r.Rejected, Lines: each(r.Lines, line), Files: each(r.Files, receiptFileOf),
			Serves: each(r.Serves, servedOrderOf), CreatedBy: r.CreatedBy, CreatedByName: r.CreatedByName,
			CreatedAt: r.CreatedAt, UndoneAt: r.UndoneAt, UndoneByName: r.UndoneByName,
		}
	}
}

// DeliveredLineInput is what came of a line of the purchase, or of a product.
type DeliveredLineInput struct {
	LineID    int64             `json:"lineId,omitempty" doc:"La línea de la compra"`
	ProductID int64             `json:"productId,omitempty" doc:"O el producto, se hubiera pedido o no"`
	Accepted  int64             `json:"accepted,omitempty"`
	Rejected  int64             `json:"rejected,omitempty" doc:"No entran y siguen pendientes"`
	Value     Nullable[float64] `json:"value,omitempty" doc:"Lo que cuestan las aceptadas, si no es lo que dice la compra"`
}

type receivePurchaseInput struct {
	IDInput
	Body struct {
		DeliveryNote string               `json:"deliveryNote,omitempty" doc:"El número de albarán"`
		Date         string               `json:"date,omitempty" doc:"Por defecto, hoy"`
		LocationID   int64                `json:"locationId,omitempty" doc:"Por defecto, el de la compra"`
		Rate         *float64             `json:"rate,omitempty" nullable:"true" doc:"Cuánto vale 1 de la moneda de la compra en la de los costes; por defecto, el de la compra"`
		Notes        string               `json:"notes,omitempty"`
		Lines        []DeliveredLineInput `json:"lines" doc:"Las repetidas se suman; 2.000 como mucho"`
		AllowExcess  bool                 `json:"allowExcess,omitempty" doc:"Ha llegado más de lo pedido y se acepta; sin esto, 409 con las cifras"`
	}
}

func (a *API) receivePurchase(ctx context.Context, input *receivePurchaseInput) (*bodyOutput[receiptBody], error) {
	in := input.Body
	rate, err := rateOf(in.Rate, "rate")
	if err != nil {
		return nil, err
	}
	of, err := a.inv.Purchases.Purchase(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	delivery := purchase.Delivery{
		DeliveryNote: in.DeliveryNote, DeliveredOn: in.Date, LocationID: in.LocationID, Rate: rate, Notes: in.Notes,
		AllowExcess: in.AllowExcess,
	}
	for i, l := range in.Lines {
		value, err := centsOf(l.Value.Value, of.Currency, fmt.Sprintf("lines[%d].value", i))
		if err != nil {
			return nil, err
		}
		delivery.Lines = append(delivery.Lines, purchase.DeliveredLine{
			LineID: l.LineID, ProductID: l.ProductID, Accepted: l.Accepted, Rejected: l.Rejected, Value: value,
		})
	}
	receipt, err := a.inv.Purchases.Receive(ctx, actorOf(ctx), input.ID, delivery)
	return a.shownReceipt(ctx, receipt, err)
}

type listReceiptsInput struct {
	PageInput
	Supplier     int64  `query:"supplier" minimum:"1"`
	Purchase     int64  `query:"purchase" minimum:"1"`
	DeliveryNote string `query:"deliveryNote" maxLength:"100" doc:"El número de albarán, entero"`
	DaysInput
}

func (a *API) listReceipts(ctx context.Context, input *listReceiptsInput) (*listOutput[receiptBody], error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	list, err := a.inv.Purchases.ListReceipts(ctx, purchase.ReceiptFilter{
		SupplierID: input.Supplier, PurchaseID: input.Purchase, DeliveryNote: input.DeliveryNote, From: days.From,
		To: days.To, Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	return answerList(list, receiptOf(costs), err)
}

func (a *API) shownReceipt(
	ctx context.Context, receipt purchase.ReceiptRow, err error,
) (*bodyOutput[receiptBody], error) {
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	return answerBody(receiptOf(costs)(receipt), err)
}

func (a *API) getReceipt(ctx context.Context, input *IDInput) (*bodyOutput[receiptBody], error) {
	receipt, err := a.inv.Purchases.Receipt(ctx, input.ID)
	return a.shownReceipt(ctx, receipt, err)
}

func (a *API) undoReceipt(ctx context.Context, input *IDInput) (*bodyOutput[receiptBody], error) {
	receipt, err := a.inv.Purchases.UndoReceipt(ctx, actorOf(ctx), input.ID)
	return a.shownReceipt(ctx, receipt, err)
}

// receiptFile documents that the operation answers with a photograph or a PDF.
func receiptFile(op *huma.Operation) {
	answersFile(op, "El archivo", "image/jpeg", "image/png", report.PDFType)
}

type addReceiptFileInput struct {
	IDInput
	FileInput
}

// addReceiptFile keeps a file that was looked into: a picture is written anew, and a PDF begins
// and ends as one.
func (a *API) addReceiptFile(ctx context.Context, input *addReceiptFileInput) (*bodyOutput[receiptFileBody], error) {
	if _, err := a.inv.Purchases.Receipt(ctx, input.ID); err != nil {
		return nil, err
	}
	uploader, end, err := a.pictures.begin(actorOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	defer end()
	part, err := input.file()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(part, picture.BytesMax+1))
	if err != nil {
		return nil, unreadFile(err)
	}
	input.readOut()
	if len(content) > picture.BytesMax {
		return nil, core.FieldError("file", "El archivo es demasiado grande: el máximo son 10 MB")
	}
	sum := sha256.Sum256(content)
	ctx = core.WithContent(ctx, hex.EncodeToString(sum[:]))
	contentType := report.PDFType
	if !purchase.LooksLikePDF(content) {
		if bytes.HasPrefix(content, []byte("%PDF")) {
			return nil, core.FieldError("file", "El PDF está dañado y no se puede guardar")
		}
		made, err := a.picture(ctx, uploader, content)
		if err != nil {
			return nil, err
		}
		content, contentType = made.Bytes, made.ContentType
	}
	file, err := a.inv.Purchases.AddReceiptFile(ctx, actorOf(ctx), input.ID, part.FileName(), contentType, content)
	return answerBody(receiptFileOf(file), err)
}

type receiptFileInput struct {
	IDInput
	FileID int64 `path:"fileId"`
}

type receiptFileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Sniff       string `header:"X-Content-Type-Options"`
	Body        []byte
}

// getReceiptFile answers with a file to keep, never to be shown as a page of ours.
func (a *API) getReceiptFile(ctx context.Context, input *receiptFileInput) (*receiptFileOutput, error) {
	file, content, err := a.inv.Purchases.ReceiptFile(ctx, input.ID, input.FileID)
	if err != nil {
		return nil, err
	}
	ending := map[string]string{"image/jpeg": ".jpg", "image/png": ".png", report.PDFType: ".pdf"}[file.ContentType]
	return &receiptFileOutput{
		ContentType: file.ContentType, Sniff: "nosniff",
		Disposition: fmt.Sprintf(`attachment; filename="albaran_%d_%d%s"`, input.ID, file.ID, ending), Body: content,
	}, nil
}

func (a *API) deleteReceiptFile(ctx context.Context, input *receiptFileInput) (*empty, error) {
	return nil, a.inv.Purchases.DeleteReceiptFile(ctx, actorOf(ctx), input.ID, input.FileID)
}
