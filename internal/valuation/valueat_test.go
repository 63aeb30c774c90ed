package valuation_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/valuation"
)

// Fewer histories than rapid would try by itself: each is some months on both engines.
func init() { _ = flag.Set("rapid.checks", "12") }

// box is some units bought together, as somebody who keeps a list of boxes has them.
type box struct {
	movement, entry      int64
	brought, units, cost int64
}

// boxes are the boxes of a product, and those that were emptied last. It is written without a
// look at folds: lists of numbers, and one rounding.
type boxes struct{ here, gone []box }

// nearest is a part of a cost to the nearest cent, halves up.
func nearest(cost, part, whole int64) int64 {
	if whole == 0 {
		return 0
	}
	return (2*cost*part + whole) / (2 * whole)
}

// pour takes units out of a box.
func (b *box) pour(units int64) box {
	out := *b
	out.units, out.cost = units, b.cost
	if units < b.units {
		out.cost = nearest(b.cost, units, b.units)
	}
	b.units, b.cost = b.units-units, b.cost-out.cost
	return out
}

func (s *boxes) empty(units int64, which func(box) bool, remember bool) int64 {
	for i := 0; i < len(s.here) && units > 0; i++ {
		if !which(s.here[i]) {
			continue
		}
		out := s.here[i].pour(min(units, s.here[i].units))
		units -= out.units
		if !remember {
			continue
		}
		if n := len(s.gone); n > 0 && s.gone[n-1].movement == out.movement {
			s.gone[n-1].units, s.gone[n-1].cost = s.gone[n-1].units+out.units, s.gone[n-1].cost+out.cost
		} else {
			s.gone = append(s.gone, out)
		}
		s.gone = s.gone[max(0, len(s.gone)-8):]
	}
	s.here = slices.DeleteFunc(s.here, func(b box) bool { return b.units == 0 })
	return units
}

func anyBox(box) bool { return true }

// lose takes the oldest units; unless it takes back what a movement or an entry brought.
func (s *boxes) lose(units, movement, entry int64) {
	if movement != 0 {
		units = s.empty(units, func(b box) bool { return b.movement == movement }, false)
	}
	if entry != 0 {
		units = s.empty(units, func(b box) bool { return b.entry == entry }, false)
	}
	s.empty(units, anyBox, true)
}

// back is units that come back as what they left as; the rest of them at worth.
func (s *boxes) back(units, movement, worth int64) {
	all := units
	for units > 0 && len(s.gone) > 0 {
		n := len(s.gone) - 1
		in := s.gone[n].pour(min(units, s.gone[n].units))
		units -= in.units
		if s.gone[n].units == 0 {
			s.gone = s.gone[:n]
		}
		if len(s.here) > 0 && s.here[0].movement == in.movement {
			s.here[0].units, s.here[0].cost = s.here[0].units+in.units, s.here[0].cost+in.cost
		} else {
			s.here = append([]box{in}, s.here...)
		}
	}
	if units > 0 {
		s.here = append(s.here, box{movement: movement, brought: units, units: units, cost: nearest(worth, units, all)})
	}
}

func (s *boxes) buy(b box) {
	for i := range s.here {
		if b.entry != 0 && s.here[i].entry == b.entry {
			s.here = slices.Insert(s.here, i, b)
			return
		}
	}
	s.here = append(s.here, b)
}

func (s *boxes) sum() (units, cost int64) {
	for _, b := range s.here {
		units, cost = units+b.units, cost+b.cost
	}
	return units, cost
}

// moment is what there was at an instant, by the books of that day.
type moment struct {
	at           time.Time
	stock        int64
	average      *core.Cents
	layered      int64
	main, beyond int64
}

// life is a product's history with its books.
type life struct {
	*rapid.T

	ctx      context.Context
	inv      *inventory.Inventory
	now      *time.Time
	product  int64
	north    int64
	lying    map[int64]int64
	books    boxes
	entries  []ledger.Entry
	adjusted []ledger.Movement
	moments  []moment
}

func (l *life) must(err error) {
	if err != nil {
		l.Fatal(err)
	}
}

// row is the product as it is kept; its value is the sum that the ledger has always kept.
func (l *life) row() catalogue.Product {
	product, err := l.inv.Catalogue.Product(l.ctx, l.product)
	l.must(err)
	return product
}

// What there was at an instant, and what that was worth by both methods, is to the cent what
// somebody with a list of boxes had written down at that instant: after any sequence of
// entries, their corrections, losses, finds, undos and transfers, with folds and without.
func TestTheStockOfAnyInstantIsWhatTheBooksSaidThen(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2025, 1, 10, 9, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		inv := inventory.New(storetest.Twice(storetest.Open(t, options)), inventory.Options{PasswordWorkers: 1})
		north, round := shoptest.North(t, inv).ID, 0
		rapid.Check(t, func(rt *rapid.T) {
			round++
			l := &life{
				T: rt, ctx: context.Background(), inv: inv, now: &now, north: north, lying: map[int64]int64{},
			}
			l.live(fmt.Sprint("BOX-", round))
			l.ask()
			fold(rt, inv)
			l.ask()
		})
		fold(t, inv)
		shoptest.Clean(t, inv)
	})
}

func fold(t interface{ Fatal(...any) }, inv *inventory.Inventory) {
	for more := true; more; {
		var err error
		if more, err = inv.Valuation.WorkOnFolds(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

func (l *life) live(sku string) {
	product, err := l.inv.Ledger.CreateProduct(l.ctx, shoptest.Clerk, catalogue.ProductFields{SKU: &sku, Name: &sku})
	l.must(err)
	l.product = product.ID
	steps := map[string]func(){
		"buy": l.buy, "find": l.find, "lose": l.lose, "undo": l.undo, "carry": l.carry, "correct": l.correct,
		"cost": l.correctCost, "drop": l.drop, "return": l.giveBack,
	}
	names := []string{"buy", "buy", "find", "lose", "lose", "undo", "carry", "correct", "cost", "drop", "return"}
	for range rapid.IntRange(1, 30).Draw(l.T, "steps") {
		*l.now = l.now.Add(time.Duration(rapid.IntRange(1, 500).Draw(l.T, "hours")) * time.Hour)
		steps[rapid.SampledFrom(names).Draw(l.T, "step")]()
		l.note()
	}
	*l.now = l.now.AddDate(0, 1, 5)
}

// note writes down what there is now.
func (l *life) note() {
	row := l.row()
	units, cost := l.books.sum()
	if units != row.Stock {
		l.Fatalf("the boxes have %d units, the product %d", units, row.Stock)
	}
	l.moments = append(l.moments, moment{
		*l.now, row.Stock, row.StockValue(), cost, l.lying[ledger.MainLocation], l.lying[l.north],
	})
}

func (l *life) buy() {
	fields := shoptest.Purchase(l.product, l.units(), core.Cents(rapid.Int64Range(0, 999).Draw(l.T, "cents")))
	fields.LocationID = l.place()
	entry, err := l.inv.Ledger.CreateEntry(l.ctx, shoptest.Clerk, fields)
	l.must(err)
	l.came(entry.Entry)
	l.entries = append(l.entries, entry.Entry)
	l.lying[entry.LocationID] += entry.Quantity
}

// came has an entry's units in a box, and gives units of which nobody had said anything
// their cost.
func (l *life) came(entry ledger.Entry) {
	l.books.buy(box{entry.MovementID, entry.ID, entry.Quantity, entry.Quantity, int64(*entry.TotalCost)})
	for i := range l.books.here {
		if l.books.here[i].cost < 0 {
			l.books.here[i].cost = int64(*entry.UnitCost) * l.books.here[i].units
		}
	}
}

func (l *life) units() int64 { return rapid.Int64Range(1, 30).Draw(l.T, "units") }

func (l *life) place() int64 {
	return rapid.SampledFrom([]int64{ledger.MainLocation, l.north}).Draw(l.T, "place")
}

func (l *life) adjust(kind ledger.AdjustmentType, reason ledger.Reason, units, place int64) (ledger.Movement, int64) {
	before := l.row()
	adjustment := shoptest.Adjust(kind, units)
	adjustment.LocationID, adjustment.Reason = place, reason
	done, err := l.inv.Ledger.AdjustStock(l.ctx, shoptest.Clerk, l.product, adjustment)
	l.must(err)
	l.lying[place] += done.Movement.Quantity
	return *done.Movement, worthMore(before, done.Product)
}

// worthMore is by how much; less than nothing where nobody knows.
func worthMore(before, after catalogue.Product) int64 {
	if before.Worth == nil {
		return -1
	}
	return int64(*after.StockValue() - *before.StockValue())
}

func (l *life) find() {
	units := l.units()
	movement, worth := l.adjust(ledger.AdjustAdd, ledger.ReasonAdjustment, units, l.place())
	l.books.buy(box{movement: movement.ID, brought: units, units: units, cost: worth})
	l.adjusted = append(l.adjusted, movement)
}

func (l *life) lose() {
	place := l.place()
	units := min(l.units(), l.lying[place])
	if units == 0 || l.row().Worth == nil {
		return // What left before anybody knew its cost is a test of its own.
	}
	movement, _ := l.adjust(ledger.AdjustRemove, ledger.ReasonSale, units, place)
	l.books.lose(units, 0, 0)
	l.adjusted = append(l.adjusted, movement)
}

func (l *life) giveBack() {
	if l.row().Worth == nil {
		return
	}
	units := l.units()
	movement, worth := l.adjust(ledger.AdjustAdd, ledger.ReasonReturn, units, l.place())
	l.books.back(units, movement.ID, worth)
}

func (l *life) undo() {
	if len(l.adjusted) == 0 || l.row().Worth == nil {
		return
	}
	last := l.adjusted[len(l.adjusted)-1]
	l.adjusted = l.adjusted[:len(l.adjusted)-1]
	if l.lying[last.LocationID] < last.Quantity {
		return
	}
	before := l.row()
	done, err := l.inv.Ledger.UndoMovement(l.ctx, shoptest.Clerk, last.ID)
	l.must(err)
	l.lying[last.LocationID] -= last.Quantity
	if last.Quantity > 0 {
		l.books.lose(last.Quantity, last.ID, 0)
	} else {
		l.books.back(-last.Quantity, done.Movement.ID, worthMore(before, done.Product))
	}
}

func (l *life) carry() {
	place := l.place()
	units := min(l.units(), l.lying[place])
	if units == 0 {
		return
	}
	other := ledger.MainLocation + l.north - place
	transfer, err := l.inv.Ledger.CreateTransfer(l.ctx, shoptest.Clerk, ledger.TransferFields{
		ProductID: l.product, FromLocationID: place, ToLocationID: other, Quantity: units,
	})
	l.must(err)
	if rapid.Bool().Draw(l.T, "undo") {
		_, err := l.inv.Ledger.UndoTransfer(l.ctx, shoptest.Clerk, transfer.ID)
		l.must(err)
		return
	}
	l.lying[place], l.lying[other] = l.lying[place]-units, l.lying[other]+units
}

// correct gives an entry another quantity, as far as its units are still there.
func (l *life) correct() {
	i, old := l.anEntry()
	units := l.units()
	if i < 0 || l.lying[old.LocationID]+units < old.Quantity || units == old.Quantity {
		return
	}
	row, err := l.inv.Ledger.UpdateEntry(l.ctx, shoptest.Clerk, old.ID, ledger.EntryChange{Quantity: &units})
	l.must(err)
	l.came(row.Entry)
	l.books.lose(old.Quantity, old.MovementID, old.ID)
	l.lying[old.LocationID] += units - old.Quantity
	l.entries[i] = row.Entry
}

// correctCost gives an entry another cost: what is left of it costs its part of that.
func (l *life) correctCost() {
	i, old := l.anEntry()
	if i < 0 {
		return
	}
	cents := core.Cents(rapid.Int64Range(0, 999).Draw(l.T, "cents"))
	told := l.row().MovementSeq
	unitCost := &cents
	row, err := l.inv.Ledger.UpdateEntry(l.ctx, shoptest.Clerk, old.ID, ledger.EntryChange{UnitCost: &unitCost})
	l.must(err)
	l.entries[i] = row.Entry
	if l.row().MovementSeq == told {
		return // Nothing that is still there has to do with it.
	}
	for j, b := range l.books.here {
		if b.entry == old.ID {
			l.books.here[j].cost = nearest(int64(*row.TotalCost), b.units, b.brought)
		}
	}
}

func (l *life) drop() {
	i, old := l.anEntry()
	if i < 0 || l.lying[old.LocationID] < old.Quantity {
		return
	}
	l.must(l.inv.Ledger.DeleteEntry(l.ctx, shoptest.Clerk, old.ID))
	l.books.lose(old.Quantity, old.MovementID, old.ID)
	l.lying[old.LocationID] -= old.Quantity
	l.entries = slices.Delete(l.entries, i, i+1)
}

func (l *life) anEntry() (int, ledger.Entry) {
	if len(l.entries) == 0 {
		return -1, ledger.Entry{}
	}
	i := rapid.IntRange(0, len(l.entries)-1).Draw(l.T, "entry")
	return i, l.entries[i]
}

// ask compares what is answered today of every moment with what was written down then.
func (l *life) ask() {
	for _, m := range l.moments {
		for _, method := range []valuation.Method{valuation.PMP, valuation.FIFO} {
			values, err := l.inv.Valuation.ValuesAt(l.ctx, m.at, method)
			l.must(err)
			at := slices.IndexFunc(values.Stocks, func(s valuation.StockAt) bool { return s.ProductID == l.product })
			if m.stock == 0 {
				if at >= 0 {
					l.Fatalf("at %v there was nothing, and the answer is %+v", m.at, values.Stocks[at])
				}
				continue
			}
			if at < 0 {
				l.Fatalf("at %v there were %d, and the answer is nothing", m.at, m.stock)
			}
			l.compare(m, method, values.Stocks[at])
		}
	}
}

func (l *life) compare(m moment, method valuation.Method, s valuation.StockAt) {
	want := m.average
	if want != nil && method == valuation.FIFO {
		layered := core.Cents(m.layered)
		want = &layered
	}
	if s.Units != m.stock || !catalogue.SameCents(s.Value, want) {
		l.Fatalf("%s at %v: %d units worth %v, the books say %d worth %v", method, m.at, s.Units, cents(s.Value),
			m.stock, cents(want))
	}
	lying, shared := map[int64]int64{}, core.Cents(0)
	for _, place := range s.Places {
		lying[place.LocationID] = place.Units
		if place.Value != nil {
			shared += *place.Value
		}
	}
	if lying[ledger.MainLocation] != m.main || lying[l.north] != m.beyond || (want != nil && shared != *want) {
		l.Fatalf("%s at %v: %+v, the books say %d and %d", method, m.at, s.Places, m.main, m.beyond)
	}
}

func cents(c *core.Cents) any {
	if c == nil {
		return "unknown"
	}
	return *c
}
