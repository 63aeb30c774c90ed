package ledger_test

import (
	"context"
	"flag"
	"fmt"
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

// Fewer histories than rapid would try by itself: each is a dozen changes on both engines.
func init() { _ = flag.Set("rapid.checks", "12") }

// A thousand at 5,00, and then four hundred times ten are sold and ten come in at 5,40: no
// rounding of an average sticks.
func TestAverageCostOfManySmallLotsIsExact(t *testing.T) {
	product := catalogue.Product{Stock: 1000, Worth: &core.Worth{Value: 500_000, Units: 1000}}
	for range 400 {
		product.Worth = ledger.AtAverage(product.Worth, product.Stock, -10)
		product.Stock -= 10
		product.Worth = ledger.WorthWith(product, 10, 5400)
		product.Stock += 10
	}
	if hundred := product.Worth.Of(100); hundred != 53_928 {
		t.Errorf("a hundred cost %d on average, want 539,28", hundred)
	}
}

// books are what an accountant keeps of one product: value and units, and never an average.
type books struct{ value, units, lastValue, lastUnits int64 }

// at is what so many units cost at the average, to the nearest cent.
func (b books) at(units int64) int64 { return (2*b.lastValue*units + b.lastUnits) / (2 * b.lastUnits) }

func (b *books) set(value, units int64) {
	b.value, b.units = value, units
	if units > 0 {
		b.lastValue, b.lastUnits = value, units
	}
}

// move is what comes and goes at the average.
func (b *books) move(quantity int64) {
	if quantity < 0 {
		b.set(b.value-b.at(-quantity), b.units+quantity)
		return
	}
	b.set(b.value+b.at(quantity), b.units+quantity)
}

// buy is a lot with its cost.
func (b *books) buy(quantity, each int64) {
	if b.lastUnits == 0 || b.units == 0 {
		b.set(each*(b.units+quantity), b.units+quantity)
		return
	}
	b.set(b.value+each*quantity, b.units+quantity)
}

// What the stock of a product is worth is, to the cent and after any sequence, what folding
// its movements comes to; and what lies at its locations is worth as much together.
func TestTheValueKeptIsTheFoldOfTheLedger(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		north := shoptest.North(t, inv)
		round := 0
		rapid.Check(t, func(rt *rapid.T) {
			round++
			foldHistory(rt, inv, fmt.Sprint("FOLD-", round), north.ID)
		})
		shoptest.Clean(t, inv)
	})
}

func foldHistory(t *rapid.T, inv *inventory.Inventory, sku string, north int64) {
	ctx, must := context.Background(), func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	product, err := inv.Ledger.CreateProduct(ctx, shoptest.Clerk, catalogue.ProductFields{SKU: &sku, Name: &sku})
	must(err)
	book, known, at := books{}, false, map[int64]int64{}
	for range rapid.IntRange(1, 25).Draw(t, "steps") {
		place := rapid.SampledFrom([]int64{ledger.MainLocation, north}).Draw(t, "place")
		quantity := rapid.Int64Range(1, 30).Draw(t, "units")
		switch rapid.SampledFrom([]string{"buy", "find", "lose", "carry"}).Draw(t, "step") {
		case "buy":
			each := rapid.Int64Range(0, 999).Draw(t, "cents")
			fields := shoptest.Purchase(product.ID, quantity, core.Cents(each))
			fields.LocationID = place
			_, err := inv.Ledger.CreateEntry(ctx, shoptest.Clerk, fields)
			must(err)
			if !known {
				book = books{units: book.units}
			}
			book.buy(quantity, each)
			known, at[place] = true, at[place]+quantity
		case "find":
			must(adjust(ctx, inv, product.ID, "add", quantity, place))
			at[place] += quantity
			book.find(quantity, known)
		case "lose":
			if quantity = min(quantity, at[place]); quantity == 0 {
				continue
			}
			must(adjust(ctx, inv, product.ID, "remove", quantity, place))
			at[place] -= quantity
			book.find(-quantity, known)
		case "carry":
			if quantity = min(quantity, at[place]); quantity == 0 {
				continue
			}
			other := ledger.MainLocation + north - place
			_, err := inv.Ledger.CreateTransfer(ctx, shoptest.Clerk, ledger.TransferFields{
				ProductID: product.ID, FromLocationID: place, ToLocationID: other, Quantity: quantity,
			})
			must(err)
			at[place], at[other] = at[place]-quantity, at[other]+quantity
		}
	}
	now, err := inv.Catalogue.Product(ctx, product.ID)
	must(err)
	if (now.Worth != nil) != known || (known && int64(*now.StockValue()) != book.value) {
		t.Fatalf("the stock is worth %+v, the books say %+v", now.Worth, book)
	}
	var shared core.Cents
	for _, id := range []int64{ledger.MainLocation, north} {
		list, err := inv.Ledger.ListValuations(ctx, ledger.ValuationFilter{Search: sku, LocationID: id})
		must(err)
		for _, row := range list.Rows {
			if row.Product.ID == product.ID && row.CostValue != nil {
				shared += *row.CostValue
			}
		}
	}
	if known && int64(shared) != book.value {
		t.Fatalf("the locations are worth %d together, the books say %+v", shared, book)
	}
}

// find is what comes or goes without a document, whether or not its cost is known.
func (b *books) find(quantity int64, known bool) {
	if !known {
		b.units += quantity
		return
	}
	b.move(quantity)
}

func adjust(
	ctx context.Context, inv *inventory.Inventory, id int64, kind ledger.AdjustmentType, quantity, place int64,
) error {
	adjustment := shoptest.Adjust(kind, quantity)
	adjustment.LocationID = place
	_, err := inv.Ledger.AdjustStock(ctx, shoptest.Clerk, id, adjustment)
	return err
}
