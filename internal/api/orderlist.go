package api

import (
	"context"

	"estante/internal/inventory"
)

// OrderFilterInput are the filters of the list of orders.
type OrderFilterInput struct {
	Search    string                  `query:"search" maxLength:"200" doc:"Número o cliente"`
	Status    inventory.OrderStatus   `query:"status" enum:"pending,processing,shipped,delivered,cancelled,returned"`
	DateFrom  string                  `query:"dateFrom" format:"date" doc:"Primer día, en la zona del negocio"`
	DateTo    string                  `query:"dateTo" format:"date" doc:"Último día, en la zona del negocio"`
	MinAmount Optional[float64]       `query:"minAmount" minimum:"0" doc:"Importe total mínimo, en la moneda de cada pedido"`
	Ordering  inventory.OrderOrdering `query:"ordering" enum:"createdAt,-createdAt,totalAmount,-totalAmount,orderNumber,-orderNumber,customerName,-customerName,status,-status" default:"-createdAt"`
}

// orderFilter translates the filters, days into instants of the business's zone.
func (a *API) orderFilter(ctx context.Context, input OrderFilterInput) (inventory.OrderFilter, error) {
	days, _, err := a.days(ctx, input.DateFrom, input.DateTo)
	if err != nil {
		return inventory.OrderFilter{}, err
	}
	least, err := centsOf(input.MinAmount.pointer(), "minAmount")
	return inventory.OrderFilter{
		Search: input.Search, Status: input.Status, From: days.From, To: days.To, MinTotal: least, Ordering: input.Ordering,
	}, err
}

type listOrdersInput struct {
	PageInput
	OrderFilterInput
}

type listOrdersOutput struct{ Body ListBody[OrderBody] }

func (a *API) listOrders(ctx context.Context, input *listOrdersInput) (*listOrdersOutput, error) {
	filter, err := a.orderFilter(ctx, input.OrderFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	orders, err := a.inv.ListOrders(ctx, filter)
	return &listOrdersOutput{Body: listOf(orders, orderOf)}, err
}

type productOrdersInput struct {
	IDInput
	PageInput
}

func (a *API) productOrders(ctx context.Context, input *productOrdersInput) (*listOrdersOutput, error) {
	orders, err := a.inv.OrdersOfProduct(ctx, input.ID, input.page())
	return &listOrdersOutput{Body: listOf(orders, orderOf)}, err
}

type recentOrdersInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"10"`
}

type recentOrdersOutput struct{ Body []OrderBody }

func (a *API) recentOrders(ctx context.Context, input *recentOrdersInput) (*recentOrdersOutput, error) {
	list, err := a.listOrders(ctx, &listOrdersInput{PageInput: PageInput{Page: 1, Limit: input.Limit}})
	if err != nil {
		return nil, err
	}
	return &recentOrdersOutput{Body: list.Body.Results}, nil
}
