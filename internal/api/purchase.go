package api

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/report"
)

func (a *API) purchaseRoutes() {
	read, edit := a.may(core.ReadPurchases), a.may(core.EditPurchases)
	add(read, "GET /purchases/", "listPurchases", "Compras", a.listPurchases)
	add(edit, "POST /purchases/", "createPurchase", "Crear un borrador de compra", a.createPurchase, created)
	add(read, "GET /purchases/export/", "exportPurchases", "Exportar las compras", a.exportPurchases, export)
	add(read, "GET /purchases/pending/", "listPendingPurchases", "Lo que está en camino, por producto y día",
		a.listPendingPurchases)
	add(edit, "POST /purchases/from-forecast/", "purchasesFromForecast", "Crear borradores con lo que pide la previsión",
		a.purchasesFromForecast)
	add(a.may(core.EditPurchases), "GET /purchases/{id}/pdf/", "purchasePDF",
		"El documento de una compra para el proveedor",
		a.purchasePDF, pdfFile)
	add(read, "GET /purchases/{id}/", "getPurchase", "Una compra", a.getPurchase)
	add(edit, "PATCH /purchases/{id}/", "updatePurchase", "Cambiar una compra", a.updatePurchase)
	add(edit, "DELETE /purchases/{id}/", "deletePurchase", "Eliminar un borrador de compra",
		deletion(a.inv.Purchases.DeletePurchase))
	add(edit, "POST /purchases/{id}/duplicate/", "duplicatePurchase", "Copiar una compra en un borrador",
		a.duplicatePurchase, created)
	add(edit, "POST /purchases/{id}/send/", "sendPurchase", "Enviar una compra", a.sendPurchase)
	add(edit, "POST /purchases/{id}/draft/", "draftPurchase", "Volver a dejar una compra en borrador", a.draftPurchase)
	add(edit, "POST /purchases/{id}/cancel/", "cancelPurchase", "Cancelar una compra", a.cancelPurchase)
	add(edit, "POST /purchases/{id}/close/", "closePurchase", "Cerrar lo pendiente de una compra", a.closePurchase)
	add(edit, "POST /purchases/{id}/reopen/", "reopenPurchase", "Volver a esperar lo cerrado", a.reopenPurchase)
}

// PurchaseBody is a purchase as lists show it. It is exported because the document leaves
// embedded types out that are not.
type PurchaseBody struct {
	ID            int64            `json:"id"`
	Number        string           `json:"number" doc:"Vacío hasta que se envía"`
	SupplierID    int64            `json:"supplierId"`
	Supplier      string           `json:"supplier"`
	Status        purchase.Status  `json:"status" enum:"draft,sent,received,closed,cancelled"`
	StatusName    string           `json:"statusName"`
	LocationID    int64            `json:"locationId" doc:"Dónde se entrega"`
	Location      string           `json:"location"`
	Currency      string           `json:"currency"`
	Rate          *float64         `json:"rate" nullable:"true" doc:"Cuánto vale 1 de su moneda en la de los costes"`
	ExpectedOn    *string          `json:"expectedOn" nullable:"true" format:"date" doc:"El día en que debería llegar"`
	IsLate        bool             `json:"isLate" doc:"Ya debería haber llegado"`
	Notes         string           `json:"notes"`
	LineCount     int64            `json:"lineCount"`
	Ordered       int64            `json:"ordered" doc:"Unidades pedidas"`
	Received      int64            `json:"received" doc:"Unidades que han llegado"`
	Pending       int64            `json:"pending" doc:"Unidades en camino"`
	TotalCost     *float64         `json:"totalCost" doc:"Lo que cuestan sus líneas, en su moneda"`
	ExtraCost     *float64         `json:"extraCost" doc:"Lo que cuesta además, en la moneda de los costes"`
	CreatedBy     int64            `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName string           `json:"createdByName"`
	CreatedAt     time.Time        `json:"createdAt"`
	UpdatedAt     time.Time        `json:"updatedAt"`
	SentAt        *time.Time       `json:"sentAt" nullable:"true"`
	SentByName    string           `json:"sentByName"`
	SentHow       purchase.Sending `json:"sentHow" enum:",email,hand" doc:"Por email, a mano o todavía no"`
	EndedAt       *time.Time       `json:"endedAt" nullable:"true" doc:"Cuándo dejó de esperarse algo"`
	Version       int64            `json:"version" doc:"El número del ETag"`
}

// numberOf is a rate as the API writes it.
func numberOf(rate *core.Rate) *float64 {
	if rate == nil {
		return nil
	}
	var number float64
	if _, err := fmt.Sscan(rate.String(), &number); err != nil {
		return nil
	}
	return &number
}

// dayOf is a day, or null while nobody said.
func dayOf(day string) *string {
	if day == "" {
		return nil
	}
	return &day
}

// purchaseOf is a purchase as it is on a day, given the currency of costs.
func purchaseOf(p purchase.Row, today, costs string) PurchaseBody {
	return PurchaseBody{
		ID: p.ID, Number: p.Number, SupplierID: p.SupplierID, Supplier: p.SupplierName, Status: p.Status,
		StatusName: p.Status.Label(), LocationID: p.LocationID, Location: p.LocationName, Currency: p.Currency,
		Rate: numberOf(p.Rate), ExpectedOn: dayOf(p.ExpectedOn), IsLate: p.Late(today), Notes: p.Notes,
		LineCount: p.LineCount, Ordered: p.Ordered, Received: p.Received, Pending: p.Pending,
		TotalCost: amount(&p.Value, p.Currency),
		ExtraCost: amount(&p.Extra, costs), CreatedBy: p.CreatedBy, CreatedByName: p.CreatedByName, CreatedAt: p.CreatedAt,
		UpdatedAt: p.UpdatedAt, SentAt: p.SentAt, SentByName: p.SentByName, SentHow: p.SentHow, EndedAt: p.EndedAt,
		Version: p.Version,
	}
}

// purchaseLineBody is a line of a purchase. All quantities are units.
type purchaseLineBody struct {
	ID          int64    `json:"id"`
	ProductID   int64    `json:"productId"`
	SKU         string   `json:"sku" doc:"Como era al pedirlo"`
	Name        string   `json:"name"`
	SupplierSKU string   `json:"supplierSku"`
	Quantity    int64    `json:"quantity" doc:"Unidades pedidas"`
	PackUnits   int64    `json:"packUnits" doc:"Unidades por paquete"`
	PackPrice   *float64 `json:"packPrice" nullable:"true" doc:"Lo que cuesta un paquete, con cuatro decimales como mucho"`
	Discount    *float64 `json:"discount" doc:"Descuento, en tanto por ciento"`
	TotalCost   *float64 `json:"totalCost" nullable:"true" doc:"Lo que cuestan todas sus unidades"`
	Received    int64    `json:"received"`
	Rejected    int64    `json:"rejected" doc:"Rechazadas al llegar: siguen pendientes"`
	Replaced    int64    `json:"replaced" doc:"Devueltas que el proveedor repone"`
	Closed      int64    `json:"closed" doc:"Que ya no se esperan"`
	Pending     int64    `json:"pending" doc:"En camino"`
	Excess      int64    `json:"excess" doc:"Que han llegado de más"`
}

func purchaseLineOf(l purchase.Line, currency string) purchaseLineBody {
	discount := float64(l.Discount) / 100
	return purchaseLineBody{
		ID: l.ID, ProductID: l.ProductID, SKU: l.SKU, Name: l.Name, SupplierSKU: l.SupplierSKU, Quantity: l.Ordered,
		PackUnits: l.PackUnits, PackPrice: packPrice(l.PackPrice), Discount: &discount, TotalCost: amount(l.Value, currency),
		Received: l.Received, Rejected: l.Rejected, Replaced: l.Replaced, Closed: l.Closed, Pending: l.Pending,
		Excess: l.Excess(),
	}
}

// purchaseEventBody is a line of a purchase's history.
type purchaseEventBody struct {
	ID         int64              `json:"id"`
	Kind       purchase.EventKind `json:"kind" enum:"created,edited,sent,drafted,cancelled,closed,reopened,received,undone,extra,returned,returnUndone"`
	Status     purchase.Status    `json:"status" enum:"draft,sent,received,closed,cancelled" doc:"El estado que tenía después"`
	StatusName string             `json:"statusName"`
	Detail     string             `json:"detail"`
	CreatedAt  time.Time          `json:"createdAt"`
	User       string             `json:"user"`
	UserID     int64              `json:"userId" doc:"0 cuando fue el sistema"`
}

func purchaseEventOf(e purchase.Event) purchaseEventBody {
	return purchaseEventBody{
		ID: e.ID, Kind: e.Kind, Status: e.Status, StatusName: e.Status.Label(), Detail: e.Detail, CreatedAt: e.At,
		User: e.UserName, UserID: e.UserID,
	}
}

type purchaseDetailBody struct {
	PurchaseBody
	Lines      []purchaseLineBody   `json:"lines"`
	Receipts   []receiptBody        `json:"receipts"`
	ExtraCosts []extraCostBody      `json:"extraCosts" doc:"Lo que cuesta además de sus líneas"`
	Returns    []supplierReturnBody `json:"returns" doc:"Lo que se ha devuelto de ella"`
	Mail       string               `json:"mail" enum:",waiting,trying,sent,failed" doc:"El email al proveedor: espera, se reintenta, lo tomó el servidor de correo o no pudo salir; vacío si no hay o es de hace más de un mes"`
	Timeline   []purchaseEventBody  `json:"timeline"`
}

// costCurrency is that of costs, in which extra costs and what is in stock are told.
func (a *API) costCurrency(ctx context.Context) (string, error) {
	settings, err := a.inv.Core.Settings(ctx)
	return settings.PurchaseCurrency, err
}

func (a *API) shownPurchase(
	ctx context.Context, p purchase.Detail, err error,
) (*versionOutput[purchaseDetailBody], error) {
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	line := func(l purchase.Line) purchaseLineBody { return purchaseLineOf(l, p.Currency) }
	return answerVersion(p.Version, purchaseDetailBody{
		PurchaseBody: purchaseOf(p.Row, p.Today, costs), Lines: each(p.Lines, line),
		Receipts: each(p.Receipts, receiptOf(costs)), ExtraCosts: each(p.Extras, extraCostOf),
		Returns: each(p.Returns, supplierReturnOf(costs)), Mail: string(p.Mail), Timeline: each(p.Events, purchaseEventOf),
	}, err)
}

func (a *API) getPurchase(ctx context.Context, input *IDInput) (*versionOutput[purchaseDetailBody], error) {
	detail, err := a.inv.Purchases.Purchase(ctx, input.ID)
	return a.shownPurchase(ctx, detail, err)
}

// PurchaseLineInput is a line as people write it. What is left out is as the supplier sells it.
type PurchaseLineInput struct {
	ProductID int64             `json:"productId"`
	Quantity  int64             `json:"quantity" doc:"En unidades"`
	PackUnits int64             `json:"packUnits,omitempty" doc:"Por defecto, las del proveedor, o 1"`
	PackPrice Nullable[float64] `json:"packPrice,omitempty" doc:"Por defecto, el del proveedor"`
	Discount  float64           `json:"discount,omitempty" doc:"En tanto por ciento"`
	TotalCost Nullable[float64] `json:"totalCost,omitempty" doc:"Lo que cuestan todas sus unidades, si no es lo que sale del precio"`
}

func purchaseLines(lines []PurchaseLineInput, currency string) ([]purchase.LineFields, error) {
	translated := make([]purchase.LineFields, 0, len(lines))
	for i, l := range lines {
		place := fmt.Sprintf("lines[%d].", i)
		price, err := packPriceOf(l.PackPrice.Value, place+"packPrice")
		if err != nil {
			return nil, err
		}
		value, err := centsOf(l.TotalCost.Value, currency, place+"totalCost")
		if err != nil {
			return nil, err
		}
		discount, err := discountOf(l.Discount, place+"discount")
		if err != nil {
			return nil, err
		}
		translated = append(translated, purchase.LineFields{
			ProductID: l.ProductID, Quantity: l.Quantity, PackUnits: l.PackUnits, PackPrice: price, Discount: discount,
			Value: value,
		})
	}
	return translated, nil
}

type createPurchaseInput struct {
	Body struct {
		SupplierID int64               `json:"supplierId"`
		LocationID int64               `json:"locationId,omitempty" doc:"Por defecto, el almacén principal"`
		Currency   string              `json:"currency,omitempty" doc:"Por defecto, la del proveedor"`
		Rate       *float64            `json:"rate,omitempty" nullable:"true" doc:"Cuánto vale 1 de su moneda en la de los costes"`
		ExpectedOn string              `json:"expectedOn,omitempty" doc:"Día, como 2026-12-31; al enviarla, por defecto, según el plazo del proveedor"`
		Notes      string              `json:"notes,omitempty"`
		Lines      []PurchaseLineInput `json:"lines,omitempty" doc:"2.000 como mucho"`
	}
}

func (a *API) createPurchase(
	ctx context.Context, input *createPurchaseInput,
) (*versionOutput[purchaseDetailBody], error) {
	in := input.Body
	currency := in.Currency
	if currency == "" {
		supplier, err := a.inv.Purchases.Supplier(ctx, in.SupplierID)
		if err != nil && !core.IsNotFound(err) {
			return nil, err
		}
		currency = supplier.Currency
	}
	lines, err := purchaseLines(in.Lines, currency)
	if err != nil {
		return nil, err
	}
	rate, err := rateOf(in.Rate, "rate")
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.CreatePurchase(ctx, actorOf(ctx), purchase.Fields{
		SupplierID: in.SupplierID, LocationID: in.LocationID, Currency: in.Currency, Rate: rate, ExpectedOn: in.ExpectedOn,
		Notes: in.Notes, Lines: lines,
	})
	return a.shownPurchase(ctx, detail, err)
}

type updatePurchaseInput struct {
	IDInput
	IfMatch
	Body struct {
		SupplierID *int64               `json:"supplierId,omitempty" doc:"Solo en borrador"`
		LocationID *int64               `json:"locationId,omitempty"`
		Currency   *string              `json:"currency,omitempty" doc:"Solo en borrador"`
		Rate       Nullable[float64]    `json:"rate,omitempty"`
		ExpectedOn Nullable[string]     `json:"expectedOn,omitempty"`
		Notes      *string              `json:"notes,omitempty"`
		Lines      *[]PurchaseLineInput `json:"lines,omitempty" doc:"Todas las que debe tener; solo en borrador"`
	}
}

func (a *API) updatePurchase(
	ctx context.Context, input *updatePurchaseInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	in := input.Body
	change := purchase.Change{
		SupplierID: in.SupplierID, LocationID: in.LocationID, Currency: in.Currency, Notes: in.Notes, IfVersion: version,
	}
	if in.Rate.Sent {
		rate, err := rateOf(in.Rate.Value, "rate")
		if err != nil {
			return nil, err
		}
		change.Rate = &rate
	}
	if in.ExpectedOn.Sent {
		day := ""
		core.Assign(&day, in.ExpectedOn.Value)
		change.ExpectedOn = &day
	}
	if in.Lines != nil {
		before, err := a.inv.Purchases.Purchase(ctx, input.ID)
		if err != nil {
			return nil, err
		}
		core.Assign(&before.Currency, in.Currency)
		lines, err := purchaseLines(*in.Lines, before.Currency)
		if err != nil {
			return nil, err
		}
		change.Lines = &lines
	}
	detail, err := a.inv.Purchases.UpdatePurchase(ctx, actorOf(ctx), input.ID, change)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) duplicatePurchase(ctx context.Context, input *IDInput) (*versionOutput[purchaseDetailBody], error) {
	detail, err := a.inv.Purchases.DuplicatePurchase(ctx, actorOf(ctx), input.ID)
	return a.shownPurchase(ctx, detail, err)
}

// PurchaseFilterInput are the filters of the list of purchases.
type PurchaseFilterInput struct {
	Search   string          `query:"search" maxLength:"200" doc:"Número, proveedor, SKU o nombre de un producto, o albarán"`
	Status   purchase.Status `query:"status" enum:"draft,sent,received,closed,cancelled"`
	Supplier int64           `query:"supplier" minimum:"1"`
	Product  int64           `query:"product" minimum:"1" doc:"Las que piden este producto"`
	Late     bool            `query:"late" doc:"Solo las que ya deberían haber llegado"`
	DaysInput
	Ordering purchase.Ordering `query:"ordering" enum:"due,-due,createdAt,-createdAt,number,-number,totalCost,-totalCost,expectedOn,-expectedOn" default:"-due" doc:"-due: las que más tardan, primero; después, las demás, de la más nueva a la más antigua"`
}

func (a *API) purchaseFilter(ctx context.Context, input PurchaseFilterInput) (purchase.Filter, error) {
	days, _, err := a.days(ctx, input.DaysInput)
	ordering := input.Ordering
	if ordering == purchase.ByTotal || ordering == "-"+purchase.ByTotal {
		// The order of what they cost tells it.
		if !actorOf(ctx).Role.May(core.ReadCosts) {
			ordering = ""
		}
	}
	return purchase.Filter{
		Search: input.Search, Status: input.Status, SupplierID: input.Supplier, ProductID: input.Product, Late: input.Late,
		From: days.From, To: days.To, Ordering: ordering,
	}, err
}

type listPurchasesInput struct {
	PageInput
	PurchaseFilterInput
}

// purchaseStates is how many purchases are in each state.
type purchaseStates struct {
	Draft     int64 `json:"draft"`
	Sent      int64 `json:"sent"`
	Received  int64 `json:"received"`
	Closed    int64 `json:"closed"`
	Cancelled int64 `json:"cancelled"`
}

type listPurchasesOutput struct {
	Body struct {
		ListBody[PurchaseBody]
		States purchaseStates `json:"states" doc:"Cuántas hay en cada estado, sin filtros"`
	}
}

func (a *API) listPurchases(ctx context.Context, input *listPurchasesInput) (*listPurchasesOutput, error) {
	filter, err := a.purchaseFilter(ctx, input.PurchaseFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	costs, err := a.costCurrency(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.inv.Purchases.ListPurchases(ctx, filter)
	output := &listPurchasesOutput{}
	output.Body.ListBody = listOf(list.List, func(p purchase.Row) PurchaseBody { return purchaseOf(p, list.Today, costs) })
	output.Body.States = purchaseStates{
		Draft: list.States[purchase.Draft], Sent: list.States[purchase.Sent], Received: list.States[purchase.Received],
		Closed: list.States[purchase.Closed], Cancelled: list.States[purchase.Cancelled],
	}
	return output, err
}

type exportPurchasesInput struct {
	ExportInput
	PurchaseFilterInput
}

func (a *API) exportPurchases(ctx context.Context, input *exportPurchasesInput) (*huma.StreamResponse, error) {
	filter, err := a.purchaseFilter(ctx, input.PurchaseFilterInput)
	if err != nil {
		return nil, err
	}
	walk := func(row func(purchase.Row) error) error { return a.inv.Purchases.WalkPurchases(ctx, filter, row) }
	costs := ""
	if actorOf(ctx).Role.May(core.ReadCosts) {
		if costs, err = a.costCurrency(ctx); err != nil {
			return nil, err
		}
	}
	return exportRows(ctx, a, &input.ExportInput, "compras", report.Purchases(costs), walk)
}

// pendingPurchaseBody is what is on its way of a product by one purchase.
type pendingPurchaseBody struct {
	LineID      int64   `json:"lineId"`
	PurchaseID  int64   `json:"purchaseId"`
	Number      string  `json:"number"`
	SupplierID  int64   `json:"supplierId"`
	Supplier    string  `json:"supplier"`
	ProductID   int64   `json:"productId"`
	ProductSKU  string  `json:"productSku"`
	ProductName string  `json:"productName"`
	Pending     int64   `json:"pending"`
	ExpectedOn  *string `json:"expectedOn" nullable:"true" format:"date"`
}

func pendingPurchaseOf(p purchase.Pending) pendingPurchaseBody {
	return pendingPurchaseBody{
		LineID: p.LineID, PurchaseID: p.PurchaseID, Number: p.Number, SupplierID: p.SupplierID, Supplier: p.SupplierName,
		ProductID: p.ProductID, ProductSKU: p.SKU, ProductName: p.Name, Pending: p.Units, ExpectedOn: dayOf(p.ExpectedOn),
	}
}

type listPendingInput struct {
	PageInput
	Product int64 `query:"product" minimum:"1"`
}

func (a *API) listPendingPurchases(
	ctx context.Context, input *listPendingInput,
) (*listOutput[pendingPurchaseBody], error) {
	list, err := a.inv.Purchases.Pending(ctx, input.Product, input.page())
	return answerList(list, pendingPurchaseOf, err)
}

type sendPurchaseInput struct {
	IDInput
	IfMatch
	Body struct {
		By      purchase.Sending `json:"by" enum:"email,hand"`
		Message string           `json:"message,omitempty" doc:"Por email: lo que se le dice al proveedor, con las palabras propias"`
	}
}

func (a *API) sendPurchase(
	ctx context.Context, input *sendPurchaseInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Send(ctx, actorOf(ctx), input.ID, purchase.Order{
		By: input.Body.By, Message: input.Body.Message, IfVersion: version,
	})
	return a.shownPurchase(ctx, detail, err)
}

type purchaseStateInput struct {
	IDInput
	IfMatch
}

func (a *API) draftPurchase(
	ctx context.Context, input *purchaseStateInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.BackToDraft(ctx, actorOf(ctx), input.ID, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) cancelPurchase(
	ctx context.Context, input *purchaseStateInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Cancel(ctx, actorOf(ctx), input.ID, version)
	return a.shownPurchase(ctx, detail, err)
}

type purchaseLinesInput struct {
	IDInput
	IfMatch
	Body struct {
		LineIDs []int64 `json:"lineIds,omitempty" doc:"Las líneas; ninguna son todas"`
	}
}

func (a *API) closePurchase(
	ctx context.Context, input *purchaseLinesInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Close(ctx, actorOf(ctx), input.ID, input.Body.LineIDs, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) reopenPurchase(
	ctx context.Context, input *purchaseLinesInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Reopen(ctx, actorOf(ctx), input.ID, input.Body.LineIDs, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) purchasePDF(ctx context.Context, input *IDInput) (*pdfOutput, error) {
	document, err := a.inv.Purchases.Document(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	name := document.Purchase.Number
	if name == "" {
		name = "borrador"
	}
	var file bytes.Buffer
	err = report.PurchaseOrders{}.WriteOrder(&file, document)
	return &pdfOutput{
		ContentType: report.PDFType, Disposition: `attachment; filename="` + plainName(name) + `.pdf"`, Body: file.Bytes(),
	}, err
}

// proposedLineBody is what to order of a product.
type proposedLineBody struct {
	ProductID   int64    `json:"productId"`
	SKU         string   `json:"sku"`
	Name        string   `json:"name"`
	SupplierSKU string   `json:"supplierSku"`
	ToDo        int64    `json:"toDo" doc:"Lo que pide la previsión"`
	RunsOutIn   *int     `json:"runsOutIn" nullable:"true"`
	Packs       int64    `json:"packs"`
	PackUnits   int64    `json:"packUnits"`
	Quantity    int64    `json:"quantity" doc:"En unidades: paquetes enteros, y no menos de los que vende el proveedor"`
	PackPrice   *float64 `json:"packPrice" nullable:"true"`
	TotalCost   *float64 `json:"totalCost" nullable:"true"`
}

func proposedLineOf(currency string) func(purchase.ProposedLine) proposedLineBody {
	return func(l purchase.ProposedLine) proposedLineBody {
		return proposedLineBody{
			ProductID: l.ProductID, SKU: l.SKU, Name: l.Name, SupplierSKU: l.SupplierSKU, ToDo: l.ToDo, RunsOutIn: l.RunsOutIn,
			Packs: l.Packs, PackUnits: l.PackUnits, Quantity: l.Units, PackPrice: packPrice(l.PackPrice),
			TotalCost: amount(l.Value, currency),
		}
	}
}

// proposalBody is an order to one supplier.
type proposalBody struct {
	SupplierID  int64              `json:"supplierId"`
	Supplier    string             `json:"supplier"`
	Currency    string             `json:"currency"`
	Lines       []proposedLineBody `json:"lines"`
	TotalCost   *float64           `json:"totalCost"`
	MissingCost *float64           `json:"missingCost" doc:"Lo que falta hasta el pedido mínimo del proveedor; 0 si llega"`
	Next        []proposedLineBody `json:"next" doc:"Si no llega: lo próximo del mismo proveedor que se agotará, para completar"`
	PurchaseIDs []int64            `json:"purchaseIds" doc:"Los borradores creados; ninguno si solo se mira"`
}

func proposalOf(p purchase.Proposal) proposalBody {
	line := proposedLineOf(p.Currency)
	return proposalBody{
		SupplierID: p.SupplierID, Supplier: p.SupplierName, Currency: p.Currency, Lines: each(p.Lines, line),
		TotalCost: amount(&p.Value, p.Currency), MissingCost: amount(&p.Missing, p.Currency), Next: each(p.Next, line),
		PurchaseIDs: append([]int64{}, p.PurchaseIDs...),
	}
}

// wantedBody is a product without a preferred supplier.
type wantedBody struct {
	ProductID int64  `json:"productId"`
	SKU       string `json:"sku"`
	Name      string `json:"name"`
	ToDo      int64  `json:"toDo"`
	RunsOutIn *int   `json:"runsOutIn" nullable:"true"`
}

func wantedOf(w purchase.Wanted) wantedBody {
	return wantedBody{ProductID: w.ProductID, SKU: w.SKU, Name: w.Name, ToDo: w.ToDo, RunsOutIn: w.RunsOutIn}
}

type fromForecastInput struct {
	Body struct {
		ProductIDs []int64 `json:"productIds,omitempty" doc:"Ninguno: todo lo que hay que pedir"`
		Preview    bool    `json:"preview,omitempty" doc:"Solo mirar lo que se crearía"`
	}
}

type proposalsBody struct {
	Orders          []proposalBody `json:"orders"`
	WithoutSupplier []wantedBody   `json:"withoutSupplier" doc:"Productos sin proveedor preferido: no se piden"`
}

func (a *API) purchasesFromForecast(
	ctx context.Context, input *fromForecastInput,
) (*bodyOutput[proposalsBody], error) {
	made, err := a.inv.Purchases.FromForecast(ctx, actorOf(ctx), input.Body.ProductIDs, input.Body.Preview)
	return answerBody(proposalsBody{
		Orders: each(made.Orders, proposalOf), WithoutSupplier: each(made.Without, wantedOf),
	}, err)
}
