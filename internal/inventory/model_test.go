package inventory_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Fewer histories than rapid would try by itself: each is some thirty changes
// on both engines. -rapid.checks asks for more.
func init() { _ = flag.Set("rapid.checks", "10") }

// shelfModel is what the stock of one product should be, by location.
type shelfModel struct {
	deleted bool
	at      map[int64]int64
	watchModel
}

func (s *shelfModel) total() (sum int64) {
	for _, n := range s.at {
		sum += n
	}
	return sum
}

// paper is a document or a movement of the model that can be taken back.
type paper struct {
	product, from, to, quantity int64
	gone                        bool
}

// model is the shop as a few maps: small enough to be seen to be right.
type model struct {
	t          *rapid.T
	inv        *inventory.Inventory
	products   map[int64]*shelfModel
	closed     map[int64]bool
	locations  []int64
	entries    map[int64]*paper
	transfers  map[int64]*paper
	movements  map[int64]*paper
	orders     []*orderModel
	skus       *int
	background context.Context
	// steps counts those of all histories.
	steps *int
}

// proveSteps is how many steps TestStockAgreesWithAModel takes at least on each
// engine, instead of a few histories; see make prove-model. A shop collects two
// locations with every history, and no real one has thousands: after shopSteps
// the next shop opens.
const (
	proveSteps = "PROVE_STEPS"
	shopSteps  = 2500
)

// Every way of changing stock, in any order, agrees with the model: what it
// allows happens, what it forbids is refused and leaves no trace.
func TestStockAgreesWithAModel(t *testing.T) {
	wanted, err := strconv.Atoi(cmp.Or(os.Getenv(proveSteps), "1"))
	if err != nil {
		t.Fatal(err)
	}
	storetest.EachEngine(t, func(t *testing.T, ready func(testing.TB) store.Options) {
		var steps atomic.Int64
		// Shops know nothing of each other, so that every core holds one to the model.
		t.Run("shops", func(t *testing.T) {
			for range (wanted + shopSteps - 1) / shopSteps {
				t.Run("shop", func(t *testing.T) {
					t.Parallel()
					inv := inventory.New(storetest.Twice(storetest.Open(t, ready(t))), inventory.Options{PasswordWorkers: 1})
					steps.Add(int64(holdToModel(t, inv, min(wanted, shopSteps))))
				})
			}
		})
		t.Logf("%d steps agree with the model; the ledger is clean", steps.Load())
	})
}

// holdToModel takes one shop through history after history until it has taken
// so many steps, and returns how many they were.
func holdToModel(t *testing.T, inv *inventory.Inventory, wanted int) int {
	skus, steps := 0, 0
	history := func(rt *rapid.T) {
		m := newModel(rt, inv, &skus)
		m.steps = &steps
		steps-- // The first comparison comes before any step.
		rt.Repeat(map[string]func(*rapid.T){
			"": m.compare, "create": m.create, "patch": m.patch, "duplicate": m.duplicate, "add": m.add, "remove": m.remove,
			"set":  m.set,
			"undo": m.undo, "enter": m.enter, "change entry": m.changeEntry, "delete entry": m.deleteEntry,
			"restore entry": m.restoreEntry,
			"transfer":      m.transfer, "undo transfer": m.undoTransfer, "stocktake": m.stocktake, "delete": m.remove1,
			"restore":        m.restore,
			"close location": m.closeLocation, "open location": m.openLocation,
			"order": m.placeOrder, "move order": m.moveOrder, "refund order": m.refundOrder, "edit order": m.editOrder,
			"watch": m.watch, "resolve alert": m.resolveAlert, "snooze alert": m.snoozeAlert,
		})
	}
	for steps < wanted && !t.Failed() {
		rapid.Check(t, history)
	}
	shoptest.Clean(t, inv)
	return steps
}

func newModel(rt *rapid.T, inv *inventory.Inventory, skus *int) *model {
	m := &model{
		t: rt, inv: inv, skus: skus, products: map[int64]*shelfModel{}, closed: map[int64]bool{}, entries: map[int64]*paper{},
		transfers: map[int64]*paper{}, movements: map[int64]*paper{}, locations: []int64{ledger.MainLocation},
		background: context.Background(),
	}
	for range 2 {
		location, err := inv.Ledger.CreateLocation(m.background, shoptest.Boss, m.name())
		if err != nil {
			rt.Fatal(err)
		}
		m.locations = append(m.locations, location.ID)
	}
	m.create(rt)
	return m
}

func (m *model) name() string {
	*m.skus++
	return fmt.Sprintf("N-%d", *m.skus)
}

// agree wants a change to happen exactly when the model allows it.
func (m *model) agree(t *rapid.T, allowed bool, err error) bool {
	t.Helper()
	if (err == nil) != allowed {
		t.Fatalf("the model says %t, the answer is %v", allowed, err)
	}
	return allowed
}

func (m *model) draw(t *rapid.T, papers map[int64]*paper) (int64, *paper) {
	if len(papers) == 0 {
		t.Skip("nothing to choose from")
	}
	ids := make([]int64, 0, len(papers))
	for id := range papers {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := rapid.SampledFrom(ids).Draw(t, "document")
	return id, papers[id]
}

func (m *model) product(t *rapid.T) (int64, *shelfModel) {
	ids := make([]int64, 0, len(m.products))
	for id := range m.products {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := rapid.SampledFrom(ids).Draw(t, "product")
	return id, m.products[id]
}

func (m *model) location(t *rapid.T) int64 {
	return rapid.SampledFrom(m.locations).Draw(t, "location")
}

func Units(t *rapid.T) int64 { return rapid.Int64Range(1, 12).Draw(t, "units") }

func (m *model) create(t *rapid.T) {
	name, stock := m.name(), rapid.Int64Range(0, 20).Draw(t, "stock")
	product, err := m.inv.Ledger.CreateProduct(m.background, shoptest.Clerk,
		catalogue.ProductFields{SKU: &name, Name: &name, Stock: &stock})
	if m.agree(t, true, err) {
		m.products[product.ID] = &shelfModel{at: map[int64]int64{ledger.MainLocation: stock}}
	}
}

func (m *model) patch(t *rapid.T) {
	id, shelf := m.product(t)
	stock := rapid.Int64Range(0, 20).Draw(t, "stock")
	change := stock - shelf.total()
	_, err := m.inv.Ledger.UpdateProduct(m.background, shoptest.Clerk, id, catalogue.ProductFields{Stock: &stock})
	if m.agree(t, !shelf.deleted && shelf.at[1]+change >= 0, err) {
		shelf.at[1] += change
	}
}

func (m *model) duplicate(t *rapid.T) {
	id, shelf := m.product(t)
	twin, err := m.inv.Catalogue.DuplicateProduct(m.background, shoptest.Clerk, id, m.name())
	if m.agree(t, !shelf.deleted, err) {
		m.products[twin.ID] = &shelfModel{
			at: map[int64]int64{}, watchModel: watchModel{
				minimum: shelf.minimum, blocked: shelf.blocked, inactive: shelf.inactive,
			},
		}
	}
}

func (m *model) adjust(t *rapid.T, kind ledger.AdjustmentType) {
	id, shelf := m.product(t)
	location, quantity := m.location(t), Units(t)
	change := map[ledger.AdjustmentType]int64{
		ledger.AdjustAdd: quantity, ledger.AdjustRemove: -quantity, ledger.AdjustSet: quantity - shelf.at[location],
	}[kind]
	adjusted, err := m.inv.Ledger.AdjustStock(m.background, shoptest.Clerk, id, ledger.Adjustment{
		Type: kind, Quantity: quantity, LocationID: location,
	})
	if !m.agree(t, !shelf.deleted && !m.closed[location] && shelf.at[location]+change >= 0, err) {
		return
	}
	shelf.at[location] += change
	if (adjusted.Movement == nil) != (change == 0) {
		t.Fatalf("a change of %d left the movement %v", change, adjusted.Movement)
	}
	if change != 0 {
		m.movements[adjusted.Movement.ID] = &paper{product: id, to: location, quantity: change}
	}
}

func (m *model) add(t *rapid.T) { m.adjust(t, ledger.AdjustAdd) }

func (m *model) remove(t *rapid.T) { m.adjust(t, ledger.AdjustRemove) }

func (m *model) set(t *rapid.T) { m.adjust(t, ledger.AdjustSet) }

func (m *model) undo(t *rapid.T) {
	id, p := m.draw(t, m.movements)
	shelf := m.products[p.product]
	_, err := m.inv.Ledger.UndoMovement(m.background, shoptest.Clerk, id)
	if m.agree(t, !p.gone && !shelf.deleted && !m.closed[p.to] && shelf.at[p.to]-p.quantity >= 0, err) {
		p.gone = true
		shelf.at[p.to] -= p.quantity
	}
}

func (m *model) enter(t *rapid.T) {
	id, shelf := m.product(t)
	location, quantity := m.location(t), Units(t)
	fields := shoptest.Purchase(id, quantity, core.Cents(rapid.Int64Range(0, 900).Draw(t, "cost")))
	fields.LocationID = location
	entry, err := m.inv.Ledger.CreateEntry(m.background, shoptest.Clerk, fields)
	if m.agree(t, !shelf.deleted && !m.closed[location], err) {
		shelf.at[location] += quantity
		m.entries[entry.ID] = &paper{product: id, to: location, quantity: quantity}
	}
}

func (m *model) changeEntry(t *rapid.T) {
	id, p := m.draw(t, m.entries)
	shelf := m.products[p.product]
	quantity, location := Units(t), m.location(t)
	left := shelf.at[p.to] - p.quantity
	if location == p.to {
		left += quantity
	}
	unchanged := quantity == p.quantity && location == p.to
	allowed := !p.gone && (unchanged || (!shelf.deleted && !m.closed[location] && !m.closed[p.to] && left >= 0))
	_, err := m.inv.Ledger.UpdateEntry(m.background, shoptest.Clerk, id, ledger.EntryChange{
		Quantity: &quantity, LocationID: &location,
	})
	if m.agree(t, allowed, err) {
		shelf.at[p.to] -= p.quantity
		shelf.at[location] += quantity
		p.quantity, p.to = quantity, location
	}
}

func (m *model) deleteEntry(t *rapid.T) {
	id, p := m.draw(t, m.entries)
	shelf := m.products[p.product]
	if m.agree(t, !p.gone && !shelf.deleted &&
		shelf.at[p.to] >= p.quantity, m.inv.Ledger.DeleteEntry(m.background, shoptest.Clerk, id)) {
		shelf.at[p.to] -= p.quantity
		p.gone = true
	}
}

func (m *model) restoreEntry(t *rapid.T) {
	id, p := m.draw(t, m.entries)
	shelf := m.products[p.product]
	_, err := m.inv.Ledger.RestoreEntry(m.background, shoptest.Clerk, id)
	if m.agree(t, p.gone && !shelf.deleted && !m.closed[p.to], err) {
		shelf.at[p.to] += p.quantity
		p.gone = false
	}
}

func (m *model) transfer(t *rapid.T) {
	id, shelf := m.product(t)
	from, to, quantity := m.location(t), m.location(t), Units(t)
	transfer, err := m.inv.Ledger.CreateTransfer(m.background, shoptest.Clerk, ledger.TransferFields{
		ProductID: id, FromLocationID: from, ToLocationID: to, Quantity: quantity,
	})
	if m.agree(t, !shelf.deleted && from != to && !m.closed[from] && !m.closed[to] && shelf.at[from] >= quantity, err) {
		shelf.at[from] -= quantity
		shelf.at[to] += quantity
		m.transfers[transfer.ID] = &paper{product: id, from: from, to: to, quantity: quantity}
	}
}

func (m *model) undoTransfer(t *rapid.T) {
	id, p := m.draw(t, m.transfers)
	shelf := m.products[p.product]
	_, err := m.inv.Ledger.UndoTransfer(m.background, shoptest.Clerk, id)
	if m.agree(t, !p.gone && !shelf.deleted && !m.closed[p.from] && shelf.at[p.to] >= p.quantity, err) {
		shelf.at[p.to] -= p.quantity
		shelf.at[p.from] += p.quantity
		p.gone = true
	}
}

// stocktake counts one product, sells some of it, and posts.
func (m *model) stocktake(t *rapid.T) {
	id, shelf := m.product(t)
	location, counted, sold := m.location(t), rapid.Int64Range(0, 20).Draw(t, "counted"),
		rapid.Int64Range(0, 5).Draw(t, "sold")
	stocktake, err := m.inv.Ledger.OpenStocktake(m.background, shoptest.Clerk,
		ledger.StocktakeFields{LocationID: location})
	if !m.agree(t, !m.closed[location], err) {
		return
	}
	_, err = m.inv.Ledger.CountProduct(m.background, shoptest.Clerk, stocktake.ID, id, &counted)
	wasCounted := m.agree(t, !shelf.deleted, err)
	difference := counted - shelf.at[location]
	if wasCounted && sold > 0 && sold <= shelf.at[location] {
		_, err := m.inv.Ledger.AdjustStock(m.background, shoptest.Clerk, id, ledger.Adjustment{
			Type: ledger.AdjustRemove, Quantity: sold, LocationID: location,
		})
		m.agree(t, true, err)
		shelf.at[location] -= sold
		m.followAlerts()
	}
	_, err = m.inv.Ledger.PostStocktake(m.background, shoptest.Clerk, stocktake.ID)
	if m.agree(t, wasCounted && shelf.at[location]+difference >= 0, err) {
		shelf.at[location] += difference
		return
	}
	_, err = m.inv.Ledger.CancelStocktake(m.background, shoptest.Clerk, stocktake.ID)
	m.agree(t, true, err)
}

func (m *model) remove1(t *rapid.T) {
	id, shelf := m.product(t)
	if m.agree(t, !shelf.deleted && m.reserved(id) == 0, m.inv.Catalogue.DeleteProduct(m.background, shoptest.Clerk, id)) {
		shelf.deleted = true
	}
}

func (m *model) restore(t *rapid.T) {
	id, shelf := m.product(t)
	_, err := m.inv.Catalogue.RestoreProduct(m.background, shoptest.Clerk, id)
	if m.agree(t, shelf.deleted, err) {
		shelf.deleted = false
	}
}

func (m *model) closeLocation(t *rapid.T) {
	location := m.location(t)
	empty := true
	for _, shelf := range m.products {
		empty = empty && shelf.at[location] == 0
	}
	for id := range m.products {
		for _, order := range m.orders {
			empty = empty && order.claims(id, location) == 0
		}
	}
	_, err := m.inv.Ledger.UpdateLocation(m.background, shoptest.Boss, location,
		ledger.LocationChange{Active: shoptest.Ptr(false)})
	if m.agree(t, m.closed[location] || (location != ledger.MainLocation && empty), err) {
		m.closed[location] = true
	}
}

func (m *model) openLocation(t *rapid.T) {
	location := m.location(t)
	_, err := m.inv.Ledger.UpdateLocation(m.background, shoptest.Boss, location,
		ledger.LocationChange{Active: shoptest.Ptr(true)})
	if m.agree(t, true, err) {
		delete(m.closed, location)
	}
}

// compare holds every product of the model against the shop.
func (m *model) compare(t *rapid.T) {
	*m.steps++
	for id, shelf := range m.products {
		product, err := m.inv.Catalogue.Product(m.background, id)
		if shelf.deleted {
			if err == nil {
				t.Fatalf("the deleted product %d is shown", id)
			}
			continue
		}
		if err != nil || product.Stock != shelf.total() {
			t.Fatalf("product %d has %d, want %d (%v)", id, product.Stock, shelf.total(), err)
		}
		stocks, err := m.inv.Ledger.StockByLocation(m.background, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, stock := range stocks {
			if stock.Stock != shelf.at[stock.LocationID] {
				t.Fatalf("product %d has %d at %d, want %d", id, stock.Stock, stock.LocationID, shelf.at[stock.LocationID])
			}
		}
	}
	m.compareList(t)
	m.compareOrders(t)
	m.compareAlerts(t)
}

// compareList holds what is remembered of a list to what is there.
func (m *model) compareList(t *rapid.T) {
	listed, err := m.inv.Catalogue.ListProducts(m.background,
		catalogue.ProductFilter{Page: core.Page{Number: 1, Size: 50}})
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, row := range listed.Rows {
		ids = append(ids, row.ID)
		if product, err := m.inv.Catalogue.Product(m.background, row.ID); err != nil || !reflect.DeepEqual(row, product) {
			t.Fatalf("the list has %+v, and the product is %+v (%v)", row, product, err)
		}
	}
	sold, err := m.inv.Catalogue.SoldLately(m.background, ids)
	for _, id := range ids {
		alone, failed := m.inv.Catalogue.SoldLately(m.background, []int64{id})
		if err != nil || failed != nil || sold[id] != alone[id] {
			t.Fatalf("the list has %d sold of product %d, which sold %d (%v, %v)", sold[id], id, alone[id], err, failed)
		}
	}
}
