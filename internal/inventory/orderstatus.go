package inventory

import (
	"fmt"
	"slices"
)

// OrderStatus is how far an order has come.
type OrderStatus string

// The statuses of orders.
const (
	OrderPending    OrderStatus = "pending"
	OrderProcessing OrderStatus = "processing"
	OrderShipped    OrderStatus = "shipped"
	OrderDelivered  OrderStatus = "delivered"
	OrderCancelled  OrderStatus = "cancelled"
	OrderReturned   OrderStatus = "returned"
)

// OrderStatuses lists every status in the order people are shown them.
var OrderStatuses = []OrderStatus{OrderPending, OrderProcessing, OrderShipped, OrderDelivered, OrderCancelled, OrderReturned}

// orderLabels are the statuses as people read them.
var orderLabels = map[OrderStatus]string{
	OrderPending: "Pendiente", OrderProcessing: "Procesando", OrderShipped: "Enviado", OrderDelivered: "Entregado",
	OrderCancelled: "Cancelado", OrderReturned: "Devuelto",
}

// Label is the status as people read it.
func (s OrderStatus) Label() string {
	if label, known := orderLabels[s]; known {
		return label
	}
	return "Desconocido"
}

// orderMoves are the statuses that each one leads to.
var orderMoves = map[OrderStatus][]OrderStatus{
	OrderPending:    {OrderProcessing, OrderCancelled},
	OrderProcessing: {OrderShipped, OrderCancelled},
	OrderShipped:    {OrderDelivered, OrderReturned},
	OrderDelivered:  {OrderReturned},
}

// Next lists the statuses that an order can be given now.
func (s OrderStatus) Next() []OrderStatus { return orderMoves[s] }

// Open says whether an order in this status claims stock.
func (s OrderStatus) Open() bool { return s == OrderPending || s == OrderProcessing }

// out says whether the goods of an order in this status are with the customer.
func (s OrderStatus) out() bool { return s == OrderShipped || s == OrderDelivered }

// sold says whether the amount of an order in this status counts as sales.
func (s OrderStatus) sold() bool { return s != OrderCancelled && s != OrderReturned }

func (s OrderStatus) known() bool { return slices.Contains(OrderStatuses, s) }

// errOrderMove is the answer to a move that there is not.
func errOrderMove(from, to OrderStatus) error {
	if len(orderMoves[from]) == 0 {
		return &Error{Kind: Conflict, Message: fmt.Sprintf("Un pedido en estado «%s» ya no cambia de estado", from.Label())}
	}
	return &Error{Kind: Conflict, Message: fmt.Sprintf("Un pedido en estado «%s» no puede pasar a «%s»", from.Label(), to.Label())}
}

// way is the shortest series of moves from one status to another; nil when
// there is none. Shops tell where an order is, not how it came there.
func (s OrderStatus) way(to OrderStatus) []OrderStatus {
	ways := [][]OrderStatus{{s}}
	for len(ways) > 0 {
		way := ways[0]
		ways = ways[1:]
		last := way[len(way)-1]
		if last == to {
			return way[1:]
		}
		for _, next := range orderMoves[last] {
			ways = append(ways, append(slices.Clone(way), next))
		}
	}
	return nil
}

// orderSourceLabels are the ways of orders as people read them.
var orderSourceLabels = map[OrderSource]string{
	OrderManual: "Manual", OrderShopify: "Shopify", OrderWooCommerce: "WooCommerce", OrderPrestaShop: "PrestaShop",
	OrderStandard: "Webhook", OrderImport: "Importación",
}

// Label is the way as people read it.
func (s OrderSource) Label() string {
	if label, known := orderSourceLabels[s]; known {
		return label
	}
	return string(s)
}
