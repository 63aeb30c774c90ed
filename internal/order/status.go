package order

import (
	"fmt"
	"slices"

	"estante/internal/core"
)

// Leaving is the way of a new order to this status, if its goods leave on it.
func (s Status) Leaving() []Status {
	if s.Open() || s == Cancelled {
		return nil
	}
	return Pending.Way(s)
}

// Status is how far an order has come.
type Status string

// The statuses of orders.
const (
	Pending    Status = "pending"
	Processing Status = "processing"
	Shipped    Status = "shipped"
	Delivered  Status = "delivered"
	Cancelled  Status = "cancelled"
	Returned   Status = "returned"
)

// Statuses lists every status in the order people are shown them.
var Statuses = []Status{Pending, Processing, Shipped, Delivered, Cancelled, Returned}

// orderLabels are the statuses as people read them.
var orderLabels = map[Status]string{
	Pending: "Pendiente", Processing: "Procesando", Shipped: "Enviado", Delivered: "Entregado",
	Cancelled: "Cancelado", Returned: "Devuelto",
}

// Label is the status as people read it.
func (s Status) Label() string {
	if label, known := orderLabels[s]; known {
		return label
	}
	return "Desconocido"
}

// orderMoves are the statuses that each one leads to.
var orderMoves = map[Status][]Status{
	Pending:    {Processing, Cancelled},
	Processing: {Shipped, Cancelled},
	Shipped:    {Delivered, Returned},
	Delivered:  {Returned},
}

// Next lists the statuses that an order can be given now.
func (s Status) Next() []Status { return orderMoves[s] }

// Open says whether an order in this status claims stock.
func (s Status) Open() bool { return s == Pending || s == Processing }

// out says whether the goods of an order in this status are with the customer.
func (s Status) out() bool { return s == Shipped || s == Delivered }

// ended says whether nothing is left of an order in this status.
func (s Status) ended() bool { return s == Cancelled || s == Returned }

// sold says whether the amount of an order in this status counts as sales.
func (s Status) sold() bool { return s != Cancelled && s != Returned }

func (s Status) known() bool { return slices.Contains(Statuses, s) }

// errOrderMove is the answer to a move that there is not.
func errOrderMove(from, to Status) error {
	if len(orderMoves[from]) == 0 {
		return &core.Error{
			Kind: core.Conflict, Message: fmt.Sprintf("Un pedido en estado «%s» ya no cambia de estado", from.Label()),
		}
	}
	return &core.Error{
		Kind: core.Conflict, Message: fmt.Sprintf("Un pedido en estado «%s» no puede pasar a «%s»", from.Label(), to.Label()),
	}
}

// Way is the shortest series of moves from one status to another; nil when
// there is none. Shops tell where an order is, not how it came there.
func (s Status) Way(to Status) []Status {
	ways := [][]Status{{s}}
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
var orderSourceLabels = map[Source]string{
	Manual: "Manual", Shopify: "Shopify", WooCommerce: "WooCommerce", PrestaShop: "PrestaShop",
	Standard: "Webhook", Import: "Importación",
}

// Label is the way as people read it.
func (s Source) Label() string {
	if label, known := orderSourceLabels[s]; known {
		return label
	}
	return string(s)
}
