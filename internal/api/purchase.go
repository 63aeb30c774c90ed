package api

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/purchase"
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
	add(edit, "POST /purchases/send/", "sendPurchases", "Enviar varias compras", a.sendPurchases)
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
		supplier, err := a.inv.Suppliers.Supplier(ctx, in.SupplierID)
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
