package inventory_test

import (
	"slices"

	"pgregory.net/rapid"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// orderModel is an order of the model: what it asks for, where, and how far it is.
type orderModel struct {
	id       int64
	location int64
	status   order.Status
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

// shortages works out which order lacks what by the plainest means: the stock of a place is
// dealt out to its orders, the oldest first.
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
	fields := order.Fields{CustomerName: "Ana", LocationID: location}
	placed := &orderModel{location: location, status: order.Pending}
	allowed := !m.closed[location]
	for range rapid.IntRange(1, 3).Draw(t, "lines") {
		id, shelf := m.product(t)
		quantity := Units(t)
		allowed = allowed && !shelf.deleted
		fields.Items = append(fields.Items, order.Item{
			ProductID: id, Quantity: quantity, UnitPrice: shoptest.Ptr(core.Cents(250)),
		})
		placed.lines = append(placed.lines, lineModel{product: id, quantity: quantity, open: quantity})
	}
	made, err := m.inv.Orders.CreateOrder(m.background, shoptest.Clerk, fields)
	if m.agree(t, allowed, err) {
		placed.id = made.ID
		m.orders = append(m.orders, placed)
	}
}

func (m *model) order(t *rapid.T) *orderModel {
	if len(m.orders) == 0 {
		t.Skip("there is no order")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

func (m *model) moveOrder(t *rapid.T) {
	placed := m.order(t)
	to := rapid.SampledFrom(append(slices.Clone(shoptest.StatusMoves[placed.status]), "pending", "shipped",
		"returned")).Draw(t, "status")
	_, err := m.inv.Orders.UpdateOrder(m.background, shoptest.Clerk, placed.id, order.Change{Status: &to})
	if to == placed.status {
		m.agree(t, true, err)
		return
	}
	if !m.agree(t, slices.Contains(shoptest.StatusMoves[placed.status], to) && m.mayMove(placed, to), err) {
		return
	}
	back := placed.location
	if m.closed[back] {
		back = ledger.MainLocation
	}
	for i := range placed.lines {
		line := &placed.lines[i]
		if to == order.Shipped {
			m.products[line.product].at[placed.location] -= line.open
			line.out, line.open = line.open, 0
		}
		if to == order.Returned {
			m.products[line.product].at[back] += line.out
			line.out = 0
		}
	}
	placed.status = to
}

// mayMove says whether the stock lets an order move.
func (m *model) mayMove(placed *orderModel, to order.Status) bool {
	for _, line := range placed.lines {
		shelf := m.products[line.product]
		if to == order.Shipped && shelf.at[placed.location] < placed.claims(line.product, placed.location) {
			return false
		}
		if to == order.Returned && line.out > 0 && shelf.deleted {
			return false
		}
	}
	return true
}

// refundOrder gives up or takes back a part of one line.
func (m *model) refundOrder(t *rapid.T) {
	placed := m.order(t)
	made, err := m.inv.Orders.Order(m.background, placed.id)
	if err != nil {
		t.Fatal(err)
	}
	at := rapid.IntRange(0, len(placed.lines)-1).Draw(t, "line")
	line, quantity := &placed.lines[at], Units(t)
	restock := rapid.SampledFrom([]order.Restock{"no_restock", "return"}).Draw(t, "restock")
	_, err = m.inv.Orders.RefundOrder(m.background, shoptest.Clerk, placed.id,
		order.Refund{Key: m.name(), Lines: []order.RefundLine{
			{LineID: made.Lines[at].ID, Quantity: quantity, Restock: restock},
		}})
	shelf := m.products[line.product]
	ended := placed.status == order.Cancelled || placed.status == order.Returned
	comesBack := line.out > 0 && restock == "return"
	if !m.agree(t, !ended && quantity <= line.open+line.out && (!comesBack || !shelf.deleted), err) {
		return
	}
	line.open -= min(line.open, quantity)
	if line.out > 0 {
		line.out -= quantity
		if comesBack {
			location := placed.location
			if m.closed[location] {
				location = ledger.MainLocation
			}
			shelf.at[location] += quantity
		}
	}
	for _, line := range placed.lines {
		if line.open+line.out > 0 {
			return
		}
	}
	placed.status = map[bool]order.Status{true: "cancelled", false: "returned"}[placed.status.Open()]
}

func (m *model) editOrder(t *rapid.T) {
	placed := m.order(t)
	id, shelf := m.product(t)
	quantity := Units(t)
	_, err := m.inv.Orders.UpdateOrder(m.background, shoptest.Clerk, placed.id, order.Change{Items: &[]order.Item{
		{ProductID: id, Quantity: quantity, UnitPrice: shoptest.Ptr(core.Cents(100))},
	}})
	if m.agree(t, placed.status == order.Pending && !shelf.deleted, err) {
		placed.lines = []lineModel{{product: id, quantity: quantity, open: quantity}}
	}
}

// compareOrders holds claims and shortages against the shop.
func (m *model) compareOrders(t *rapid.T) {
	byOrder, byProduct := m.shortages()
	for _, order := range m.orders {
		made, err := m.inv.Orders.Order(m.background, order.id)
		if err != nil || made.Status != order.status || made.Shortage() != byOrder[order.id] {
			t.Fatalf("order %d is %s and lacks %d, want %s and %d (%v)", order.id, made.Status, made.Shortage(), order.status,
				byOrder[order.id], err)
		}
	}
	for id, shelf := range m.products {
		if shelf.deleted {
			continue
		}
		product, err := m.inv.Catalogue.Product(m.background, id)
		if err != nil || product.Reserved != m.reserved(id) || product.Shortage != byProduct[id] {
			t.Fatalf("product %d: %d claimed, %d short, want %d and %d (%v)", id, product.Reserved, product.Shortage,
				m.reserved(id), byProduct[id], err)
		}
	}
}
