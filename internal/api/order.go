package api

import (
	"context"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/report"
)

func (a *API) orderRoutes() {
	read, edit := a.may(core.ReadOrders), a.may(core.EditOrders)
	add(read, "GET /pedidos/", "listOrders", "Pedidos", a.listOrders)
	add(edit, "POST /pedidos/", "createOrder", "Crear un pedido", a.createOrder, created)
	add(read, "GET /pedidos/recent/", "recentOrders", "Últimos pedidos", a.recentOrders)
	add(read, "GET /pedidos/export/", "exportOrders", "Exportar los pedidos", a.exportOrders, export)
	add(read, "GET /pedidos/{id}/", "getOrder", "Un pedido", a.getOrder)
	add(edit, "PATCH /pedidos/{id}/", "updateOrder", "Cambiar un pedido o su estado", a.updateOrder)
	add(edit, "POST /pedidos/{id}/shipments/", "shipOrder", "Enviar una parte de un pedido", a.shipOrder)
	add(edit, "POST /pedidos/{id}/refunds/", "refundOrder", "Devolver una parte de un pedido", a.refundOrder)
	add(read, "GET /products/{id}/orders/", "productOrders", "Pedidos de un producto", a.productOrders)
}

// orderItemBody is a line of an order as the spec names its fields.
type orderItemBody struct {
	ID              int64   `json:"id"`
	ProductID       *int64  `json:"productId" nullable:"true" doc:"null si no se sabe qué producto es el SKU"`
	Article         string  `json:"article" doc:"Cómo llama la tienda a lo que vende; vacío si el pedido no es de una tienda"`
	IsStocked       bool    `json:"isStocked" doc:"false si no lleva stock: propinas, tarjetas regalo, servicios"`
	ProductName     string  `json:"productName"`
	ProductSKU      string  `json:"productSku"`
	Quantity        int64   `json:"quantity"`
	UnitPrice       float64 `json:"unitPrice"`
	TotalPrice      float64 `json:"totalPrice" doc:"Antes de descuentos, anulaciones y devoluciones"`
	NetAmount       float64 `json:"netAmount" doc:"Lo que paga el cliente por las unidades ni anuladas ni devueltas, con su descuento e impuestos"`
	ImageURL        string  `json:"imageUrl"`
	Cancelled       int64   `json:"cancelled" doc:"Unidades anuladas antes de enviarse"`
	CancelledAmount float64 `json:"cancelledAmount" doc:"Lo que costaban las anuladas"`
	Shipped         int64   `json:"shipped"`
	Returned        int64   `json:"returned" doc:"Unidades que han vuelto al stock"`
	WrittenOff      int64   `json:"writtenOff" doc:"Unidades reembolsadas que no han vuelto"`
	ReturnedAmount  float64 `json:"returnedAmount" doc:"Lo que costaban las devueltas y las reembolsadas"`
	ToldByShop      int64   `json:"toldByShop" doc:"Unidades que la tienda dice anuladas o devueltas y nadie ha metido aquí: se cuentan una vez"`
	Reserved        int64   `json:"reserved" doc:"Unidades que reclama del stock"`
	Shortage        int64   `json:"shortage" doc:"De las reservadas, las que faltan"`
}

func orderItemOf(l order.Line, of order.Order) orderItemBody {
	amount := func(cents core.Cents) float64 { return cents.In(of.Currency) }
	body := orderItemBody{
		ID: l.ID, Article: l.Article, IsStocked: !l.Unstocked, ProductName: l.Name, ProductSKU: l.SKU,
		Quantity: l.Quantity, UnitPrice: amount(l.UnitPrice),
		TotalPrice: amount(l.Total()), ImageURL: l.ImageURL, Cancelled: l.Cancelled, Shipped: l.Shipped, Returned: l.Returned,
		WrittenOff: l.WrittenOff, ToldByShop: l.ToldByShop(), Reserved: l.Claimed, Shortage: l.Shortage,
		NetAmount:       amount(l.Net(of.Status)),
		CancelledAmount: amount(l.GivenUp(of.Status)), ReturnedAmount: amount(l.Refund(of.Status)),
	}
	if l.ProductID != 0 {
		body.ProductID = &l.ProductID
	}
	return body
}

// orderAmountBody is one row of what an order comes to.
type orderAmountBody struct {
	Kind   order.AmountKind `json:"kind" enum:"items,discount,fees,shipping,tax,other,cancelled,returned,refunded"`
	Amount float64          `json:"amount"`
}

// webhookDataBody says how an order reached us.
type webhookDataBody struct {
	Source     order.Source `json:"source" enum:"manual,shopify,woocommerce,prestashop,standard,import"`
	ReceivedAt time.Time    `json:"receivedAt"`
	Processed  bool         `json:"processed"`
	// What follows is of the last delivery and stands in the details alone.
	DeliveryKey *string `json:"deliveryKey,omitempty" doc:"Lo que distingue la última entrega del pedido; falta en las listas y cuando no se guarda ninguna"`
	SignatureOK *bool   `json:"signatureOk,omitempty" doc:"Su firma era correcta"`
	Attempts    *int    `json:"attempts,omitempty" doc:"Cuántas veces se ha procesado"`
	Error       *string `json:"error,omitempty" doc:"Lo que impide darla por terminada; vacío si nada"`
}

// delivered completes how an order reached us with its last delivery.
func (w *webhookDataBody) delivered(last *order.Delivery) {
	if last == nil {
		return
	}
	signed, problem := true, last.Problem // Only what was signed is ever about an order.
	w.DeliveryKey, w.SignatureOK, w.Attempts, w.Error = &last.Key, &signed, &last.Attempts, &problem
}

// OrderBody is an order as the spec names its fields. It is exported because the
// document leaves embedded types out that are not.
type OrderBody struct {
	ID              int64             `json:"id"`
	OrderNumber     string            `json:"orderNumber"`
	ExternalOrderID string            `json:"externalOrderId"`
	ChannelID       *int64            `json:"channelId" nullable:"true" doc:"La tienda de la que viene"`
	Status          order.Status      `json:"status" enum:"pending,processing,shipped,delivered,cancelled,returned"`
	StatusName      string            `json:"statusName"`
	NextStatuses    []order.Status    `json:"nextStatuses" enum:"pending,processing,shipped,delivered,cancelled,returned" doc:"Los estados a los que puede pasar"`
	TotalAmount     float64           `json:"totalAmount" doc:"Lo que queda tras anulaciones y devoluciones"`
	OrderedAmount   float64           `json:"orderedAmount" doc:"Lo que sumaba al hacerse"`
	Amounts         []orderAmountBody `json:"amounts" doc:"Las filas que suman totalAmount"`
	Currency        string            `json:"currency"`
	CustomerName    string            `json:"customerName"`
	CustomerEmail   string            `json:"customerEmail"`
	ShippingAddress order.Address     `json:"shippingAddress"`
	BillingAddress  order.Address     `json:"billingAddress"`
	Items           []orderItemBody   `json:"items"`
	Units           int64             `json:"units" doc:"Las que no se han anulado ni devuelto"`
	Shortage        int64             `json:"shortage" doc:"Unidades que faltan para poder enviarlo"`
	Unmatched       int64             `json:"unmatched" doc:"Artículos cuyo SKU no es de ningún producto"`
	OddItems        []order.OddLine   `json:"oddItems" doc:"Líneas de la tienda que no se pueden contar, tal como las dijo"`
	LineCount       int64             `json:"lineCount" doc:"Cuántos artículos tiene; las listas enseñan los 200 primeros"`
	Notes           string            `json:"notes"`
	Location        string            `json:"location"`
	LocationID      int64             `json:"locationId"`
	CreatedBy       int64             `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName   string            `json:"createdByName"`
	CreatedAt       time.Time         `json:"createdAt"`
	UpdatedAt       time.Time         `json:"updatedAt"`
	ShippedAt       *time.Time        `json:"shippedAt" nullable:"true"`
	DeliveredAt     *time.Time        `json:"deliveredAt" nullable:"true"`
	WebhookData     webhookDataBody   `json:"webhookData"`
	Version         int64             `json:"version" doc:"El número del ETag"`
}

func orderOf(o order.Row) OrderBody {
	item := func(l order.Line) orderItemBody { return orderItemOf(l, o.Order) }
	part := func(p order.AmountPart) orderAmountBody { return orderAmountBody{p.Kind, p.Amount.In(o.Currency)} }
	return OrderBody{
		ID: o.ID, OrderNumber: o.Number, ExternalOrderID: o.ExternalID, ChannelID: orNull(o.ChannelID),
		Status: o.Status, StatusName: o.Status.Label(),
		NextStatuses: append([]order.Status{}, o.Status.Next()...), TotalAmount: o.Total.In(o.Currency),
		OrderedAmount: o.Ordered.In(o.Currency), Amounts: each(o.Amounts(), part),
		Currency: o.Currency, CustomerName: o.CustomerName, CustomerEmail: o.CustomerEmail,
		ShippingAddress: o.ShippingAddress, BillingAddress: o.BillingAddress, Items: each(o.Lines, item),
		Units: o.Units, Shortage: o.Shortage(), Unmatched: o.Unmatched, OddItems: o.Odd.Lines(), LineCount: o.LineCount,
		Notes: o.Notes, Location: o.LocationName,
		LocationID: o.LocationID, CreatedBy: o.CreatedBy, CreatedByName: o.CreatedByName, CreatedAt: o.CreatedAt,
		UpdatedAt: o.UpdatedAt, ShippedAt: o.ShippedAt, DeliveredAt: o.DeliveredAt,
		WebhookData: webhookDataBody{Source: o.Source, ReceivedAt: o.ReceivedAt, Processed: o.Processed}, Version: o.Version,
	}
}

// listedLines is how many lines of an order a list shows.
const listedLines = 200

// listedOrder is an order among many: of a long one a list shows the beginning.
func listedOrder(o order.Row) OrderBody {
	body := orderOf(o)
	body.Items = body.Items[:min(len(body.Items), listedLines)]
	body.OddItems = body.OddItems[:min(len(body.OddItems), listedLines)]
	return body
}

// orderEventBody is a line of an order's timeline.
type orderEventBody struct {
	ID         int64           `json:"id"`
	Kind       order.EventKind `json:"kind" enum:"created,status,edited,refund,shipment,received,matched"`
	Status     order.Status    `json:"status" enum:"pending,processing,shipped,delivered,cancelled,returned" doc:"El estado que tenía después"`
	StatusName string          `json:"statusName"`
	Detail     string          `json:"detail"`
	CreatedAt  time.Time       `json:"createdAt"`
	User       string          `json:"user"`
	UserID     int64           `json:"userId" doc:"0 cuando fue el sistema"`
}

// orderEffectBody is what one line did to the stock.
type orderEffectBody struct {
	ItemID     int64     `json:"itemId"`
	ProductID  int64     `json:"productId"`
	Transition string    `json:"transition" doc:"ship, unship, return o refund: y el nombre de la devolución"`
	Quantity   int64     `json:"quantity" doc:"Negativa si salió"`
	MovementID int64     `json:"movementId"`
	CreatedAt  time.Time `json:"createdAt"`
}

func orderEventOf(e order.Event) orderEventBody {
	return orderEventBody{
		ID: e.ID, Kind: e.Kind, Status: e.Status, StatusName: e.Status.Label(), Detail: e.Detail,
		CreatedAt: e.At, User: e.UserName, UserID: e.UserID,
	}
}

func orderEffectOf(e order.Effect) orderEffectBody {
	return orderEffectBody{
		ItemID: e.LineID, ProductID: e.ProductID, Transition: e.Transition, Quantity: e.Quantity,
		MovementID: e.MovementID, CreatedAt: e.At,
	}
}

type orderDetailBody struct {
	OrderBody
	Timeline     []orderEventBody  `json:"timeline"`
	StockEffects []orderEffectBody `json:"stockEffects"`
}

func shownOrder(order order.Detail, err error) (*versionOutput[orderDetailBody], error) {
	body := orderDetailBody{
		OrderBody: orderOf(order.Row), Timeline: each(order.Events, orderEventOf),
		StockEffects: each(order.Effects, orderEffectOf),
	}
	body.WebhookData.delivered(order.Delivery)
	return answerVersion(order.Version, body, err)
}

func (a *API) getOrder(ctx context.Context, input *IDInput) (*versionOutput[orderDetailBody], error) {
	return shownOrder(a.inv.Orders.Order(ctx, input.ID))
}

// OrderItemInput is one thing asked for, by its product or its SKU.
type OrderItemInput struct {
	ProductID int64    `json:"productId,omitempty"`
	SKU       string   `json:"sku,omitempty"`
	Quantity  int64    `json:"quantity"`
	UnitPrice *float64 `json:"unitPrice,omitempty" doc:"Por defecto, el precio del producto"`
}

// orderItems translates what is asked for, with prices in the currency of the order.
func orderItems(items []OrderItemInput, currency string) ([]order.Item, error) {
	translated := make([]order.Item, 0, len(items))
	for i, item := range items {
		price, err := centsOf(item.UnitPrice, currency, order.ItemPlace(i)+"unitPrice")
		if err != nil {
			return nil, err
		}
		translated = append(translated, order.Item{
			ProductID: item.ProductID, SKU: item.SKU, Quantity: item.Quantity, UnitPrice: price,
		})
	}
	return translated, nil
}

// AddressInput is an address as people write it; every part may be left out.
type AddressInput struct {
	Street     string `json:"street,omitempty"`
	City       string `json:"city,omitempty"`
	State      string `json:"state,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
	Country    string `json:"country,omitempty"`
	Phone      string `json:"phone,omitempty"`
}

func addressOf(in *AddressInput) *order.Address {
	if in == nil {
		return nil
	}
	address := order.Address(*in)
	return &address
}

type createOrderInput struct {
	Body struct {
		CustomerName    string           `json:"customerName"`
		CustomerEmail   string           `json:"customerEmail,omitempty"`
		ShippingAddress AddressInput     `json:"shippingAddress,omitempty"`
		BillingAddress  AddressInput     `json:"billingAddress,omitempty"`
		Notes           string           `json:"notes,omitempty"`
		LocationID      int64            `json:"locationId,omitempty" doc:"De dónde sale; por defecto, el almacén principal"`
		Items           []OrderItemInput `json:"items" doc:"2.000 como mucho"`
	}
}

func (a *API) createOrder(ctx context.Context, input *createOrderInput) (*versionOutput[orderDetailBody], error) {
	in := input.Body
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	items, err := orderItems(in.Items, settings.SalesCurrency)
	if err != nil {
		return nil, err
	}
	return shownOrder(a.inv.Orders.CreateOrder(ctx, actorOf(ctx), order.Fields{
		CustomerName: in.CustomerName, CustomerEmail: in.CustomerEmail,
		ShippingAddress: order.Address(in.ShippingAddress), BillingAddress: order.Address(in.BillingAddress),
		Notes: in.Notes, LocationID: in.LocationID, Items: items,
	}))
}

type updateOrderInput struct {
	IDInput
	IfMatch
	Body struct {
		Status          *order.Status     `json:"status,omitempty" enum:"pending,processing,shipped,delivered,cancelled,returned"`
		CustomerName    *string           `json:"customerName,omitempty"`
		CustomerEmail   *string           `json:"customerEmail,omitempty"`
		ShippingAddress *AddressInput     `json:"shippingAddress,omitempty"`
		BillingAddress  *AddressInput     `json:"billingAddress,omitempty"`
		Notes           *string           `json:"notes,omitempty"`
		Items           *[]OrderItemInput `json:"items,omitempty" doc:"Solo mientras está pendiente"`
	}
}

func (a *API) updateOrder(ctx context.Context, input *updateOrderInput) (*versionOutput[orderDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	in := input.Body
	change := order.Change{
		Status: in.Status, CustomerName: in.CustomerName, CustomerEmail: in.CustomerEmail,
		ShippingAddress: addressOf(in.ShippingAddress), BillingAddress: addressOf(in.BillingAddress), Notes: in.Notes,
		IfVersion: version,
	}
	if in.Items != nil {
		placed, err := a.inv.Orders.Order(ctx, input.ID)
		if err != nil {
			return nil, err
		}
		items, err := orderItems(*in.Items, placed.Currency)
		if err != nil {
			return nil, err
		}
		change.Items = &items
	}
	return shownOrder(a.inv.Orders.UpdateOrder(ctx, actorOf(ctx), input.ID, change))
}

type refundOrderInput struct {
	IDInput
	Body struct {
		Key   string `json:"key" doc:"El nombre de la devolución: la misma dos veces cuenta una"`
		Lines []struct {
			ItemID   int64         `json:"itemId"`
			Quantity int64         `json:"quantity"`
			Restock  order.Restock `json:"restock" enum:"no_restock,cancel,return" doc:"Qué pasa con los artículos: no vuelven, no habían salido o vuelven"`
			Another  bool          `json:"another,omitempty" doc:"Son otras unidades que las que la tienda ya ha contado (toldByShop)"`
		} `json:"lines"`
	}
}

func (a *API) refundOrder(ctx context.Context, input *refundOrderInput) (*versionOutput[orderDetailBody], error) {
	refund := order.Refund{Key: input.Body.Key}
	for _, line := range input.Body.Lines {
		refund.Lines = append(refund.Lines, order.RefundLine{
			LineID: line.ItemID, Quantity: line.Quantity, Restock: line.Restock, Another: line.Another,
		})
	}
	return shownOrder(a.inv.Orders.RefundOrder(ctx, actorOf(ctx), input.ID, refund))
}

// ShipmentLineInput is how many units of a line are in a parcel.
type ShipmentLineInput struct {
	ItemID   int64 `json:"itemId"`
	Quantity int64 `json:"quantity"`
}

type shipOrderInput struct {
	IDInput
	IfMatch
	Body struct {
		Lines []ShipmentLineInput `json:"lines"`
	}
}

func (a *API) shipOrder(ctx context.Context, input *shipOrderInput) (*versionOutput[orderDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	parcel := order.Parcel{IfVersion: version}
	for _, line := range input.Body.Lines {
		parcel.Lines = append(parcel.Lines, order.ParcelLine{LineID: line.ItemID, Quantity: line.Quantity})
	}
	return shownOrder(a.inv.Orders.ShipPart(ctx, actorOf(ctx), input.ID, parcel))
}

// OrderFilterInput are the filters of the list of orders.
type OrderFilterInput struct {
	Search string       `query:"search" maxLength:"200" doc:"Número o cliente"`
	Status order.Status `query:"status" enum:"pending,processing,shipped,delivered,cancelled,returned"`
	DaysInput
	MinAmount Optional[float64] `query:"minAmount" minimum:"0" doc:"Importe total mínimo, en la moneda de cada pedido"`
	Ordering  order.Ordering    `query:"ordering" enum:"createdAt,-createdAt,totalAmount,-totalAmount,orderNumber,-orderNumber,customerName,-customerName,status,-status" default:"-createdAt"`
}

// orderFilter translates the filters, days into instants of the business's zone.
func (a *API) orderFilter(ctx context.Context, input OrderFilterInput) (order.Filter, error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return order.Filter{}, err
	}
	least, err := centsOf(input.MinAmount.pointer(), "", "minAmount")
	return order.Filter{
		Search: input.Search, Status: input.Status, From: days.From, To: days.To, MinTotal: least, Ordering: input.Ordering,
	}, err
}

type listOrdersInput struct {
	PageInput
	OrderFilterInput
}

func (a *API) listOrders(ctx context.Context, input *listOrdersInput) (*listOutput[OrderBody], error) {
	filter, err := a.orderFilter(ctx, input.OrderFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	orders, err := a.inv.Orders.ListOrders(ctx, filter)
	return answerList(orders, listedOrder, err)
}

func (a *API) productOrders(ctx context.Context, input *pageOfInput) (*listOutput[OrderBody], error) {
	orders, err := a.inv.Orders.OrdersOfProduct(ctx, input.ID, input.page())
	return answerList(orders, func(o order.Row) OrderBody {
		if len(o.Lines) > listedLines { // Those of the product are what the list is about.
			o.Lines = slices.DeleteFunc(o.Lines, func(l order.Line) bool { return l.ProductID != input.ID })
		}
		return listedOrder(o)
	}, err)
}

func (a *API) recentOrders(ctx context.Context, input *recentInput) (*bodyOutput[[]OrderBody], error) {
	list, err := a.listOrders(ctx, &listOrdersInput{PageInput: PageInput{Page: 1, Limit: input.Limit}})
	if err != nil {
		return nil, err
	}
	return answerBody(list.Body.Results, nil)
}

type exportOrdersInput struct {
	ExportInput
	OrderFilterInput
}

func (a *API) exportOrders(ctx context.Context, input *exportOrdersInput) (*huma.StreamResponse, error) {
	filter, err := a.orderFilter(ctx, input.OrderFilterInput)
	if err != nil {
		return nil, err
	}
	walk := func(row func(order.Row) error) error { return a.inv.Orders.WalkOrders(ctx, filter, row) }
	return exportRows(ctx, a, &input.ExportInput, "pedidos", report.Orders, walk)
}
