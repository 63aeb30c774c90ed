package inventory_test

import (
	"slices"

	"pgregory.net/rapid"

	"estante/internal/inventory"
)

// orderModel is an order of the model: what it asks for, where, and how far it is.
type orderModel struct {
	id       int64
	location int64
	status   inventory.OrderStatus
	lines    []lineModel
}

type lineModel struct {
	product, quantity int64
	// open is still to be shipped, out has left and not come back.
	open, out int64
}

func (o *orderModel) claims(product, location int64) (units int64) {
	if !o.status.Open() || o.location != location {
		return 0
	}
	for _, line := range o.lines {
		if line.product == product {
			units += line.open
		}
	}
	return units
}

// reserved is what open orders want of a product, everywhere.
func (m *model) reserved(product int64) (units int64) {
	for _, order := range m.orders {
		units += order.claims(product, order.location)
	}
	return units
}

// shortages works out who lacks what by the plainest means: the stock of a
// place is dealt out to its orders, the oldest first.
func (m *model) shortages() (byOrder, byProduct map[int64]int64) {
	byOrder, byProduct = map[int64]int64{}, map[int64]int64{}
	for product, shelf := range m.products {
		for _, location := range m.locations {
			left := shelf.at[location]
			for _, order := range m.orders {
				wanted := order.claims(product, location)
				got := min(wanted, left)
				left -= got
				byOrder[order.id] += wanted - got
				byProduct[product] += wanted - got
			}
		}
	}
	return byOrder, byProduct
}

func (m *model) placeOrder(t *rapid.T) {
	location := m.location(t)
	fields := inventory.OrderFields{CustomerName: "Ana", LocationID: location}
	order := &orderModel{location: location, status: inventory.OrderPending}
	allowed := !m.closed[location]
	for range rapid.IntRange(1, 3).Draw(t, "lines") {
		id, shelf := m.product(t)
		quantity := units(t)
		allowed = allowed && !shelf.deleted
		fields.Items = append(fields.Items, inventory.OrderItem{ProductID: id, Quantity: quantity, UnitPrice: ptr(inventory.Cents(250))})
		order.lines = append(order.lines, lineModel{product: id, quantity: quantity, open: quantity})
	}
	made, err := m.inv.CreateOrder(m.background, clerk, fields)
	if m.agree(t, allowed, err) {
		order.id = made.ID
		m.orders = append(m.orders, order)
	}
}

func (m *model) order(t *rapid.T) *orderModel {
	if len(m.orders) == 0 {
		t.Skip("there is no order")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

// statusMoves is the table of the rules, written once more.
var statusMoves = map[inventory.OrderStatus][]inventory.OrderStatus{
	"pending": {"processing", "cancelled"}, "processing": {"shipped", "cancelled"}, "shipped": {"delivered", "returned"}, "delivered": {"returned"},
}

func (m *model) moveOrder(t *rapid.T) {
	order := m.order(t)
	to := rapid.SampledFrom(append(slices.Clone(statusMoves[order.status]), "pending", "shipped", "returned")).Draw(t, "status")
	_, err := m.inv.UpdateOrder(m.background, clerk, order.id, inventory.OrderChange{Status: &to})
	if to == order.status {
		m.agree(t, true, err)
		return
	}
	if !m.agree(t, slices.Contains(statusMoves[order.status], to) && m.mayMove(order, to), err) {
		return
	}
	back := order.location
	if m.closed[back] {
		back = inventory.MainLocation
	}
	for i := range order.lines {
		line := &order.lines[i]
		if to == inventory.OrderShipped {
			m.products[line.product].at[order.location] -= line.open
			line.out, line.open = line.open, 0
		}
		if to == inventory.OrderReturned {
			m.products[line.product].at[back] += line.out
			line.out = 0
		}
	}
	order.status = to
}

// mayMove says whether the stock lets an order move.
func (m *model) mayMove(order *orderModel, to inventory.OrderStatus) bool {
	for _, line := range order.lines {
		shelf := m.products[line.product]
		if to == inventory.OrderShipped && shelf.at[order.location] < order.claims(line.product, order.location) {
			return false
		}
		if to == inventory.OrderReturned && line.out > 0 && shelf.deleted {
			return false
		}
	}
	return true
}

// refundOrder gives up or takes back a part of one line.
func (m *model) refundOrder(t *rapid.T) {
	order := m.order(t)
	made, err := m.inv.Order(m.background, order.id)
	if err != nil {
		t.Fatal(err)
	}
	at := rapid.IntRange(0, len(order.lines)-1).Draw(t, "line")
	line, quantity := &order.lines[at], units(t)
	restock := rapid.SampledFrom([]inventory.Restock{"no_restock", "return"}).Draw(t, "restock")
	_, err = m.inv.RefundOrder(m.background, clerk, order.id, inventory.Refund{Key: m.name(), Lines: []inventory.RefundLine{
		{LineID: made.Lines[at].ID, Quantity: quantity, Restock: restock},
	}})
	shelf := m.products[line.product]
	ended := order.status == inventory.OrderCancelled || order.status == inventory.OrderReturned
	comesBack := line.out > 0 && restock == "return"
	if !m.agree(t, !ended && quantity <= line.open+line.out && (!comesBack || !shelf.deleted), err) {
		return
	}
	line.open -= min(line.open, quantity)
	if line.out > 0 {
		line.out -= quantity
		if comesBack {
			location := order.location
			if m.closed[location] {
				location = inventory.MainLocation
			}
			shelf.at[location] += quantity
		}
	}
	for _, line := range order.lines {
		if line.open+line.out > 0 {
			return
		}
	}
	order.status = map[bool]inventory.OrderStatus{true: "cancelled", false: "returned"}[order.status.Open()]
}

func (m *model) editOrder(t *rapid.T) {
	order := m.order(t)
	id, shelf := m.product(t)
	quantity := units(t)
	_, err := m.inv.UpdateOrder(m.background, clerk, order.id, inventory.OrderChange{Items: &[]inventory.OrderItem{
		{ProductID: id, Quantity: quantity, UnitPrice: ptr(inventory.Cents(100))},
	}})
	if m.agree(t, order.status == inventory.OrderPending && !shelf.deleted, err) {
		order.lines = []lineModel{{product: id, quantity: quantity, open: quantity}}
	}
}

// compareOrders holds claims and shortages against the shop.
func (m *model) compareOrders(t *rapid.T) {
	byOrder, byProduct := m.shortages()
	for _, order := range m.orders {
		made, err := m.inv.Order(m.background, order.id)
		if err != nil || made.Status != order.status || made.Shortage() != byOrder[order.id] {
			t.Fatalf("order %d is %s and lacks %d, want %s and %d (%v)", order.id, made.Status, made.Shortage(), order.status, byOrder[order.id], err)
		}
	}
	for id, shelf := range m.products {
		if shelf.deleted {
			continue
		}
		product, err := m.inv.Product(m.background, id)
		if err != nil || product.Reserved != m.reserved(id) || product.Shortage != byProduct[id] {
			t.Fatalf("product %d: %d claimed, %d short, want %d and %d (%v)", id, product.Reserved, product.Shortage, m.reserved(id), byProduct[id], err)
		}
	}
}
