package purchase_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/purchase"
	"estante/internal/shoptest"
)

// life is a shop that buys, pays, sells, gives back and changes its mind at random, with what
// all of it should come to.
type life struct {
	*buying
	dice     *rand.Rand
	products []catalogue.Product
	orders   []int64
	receipts []int64
	extras   [][2]int64
	returns  []int64
	sales    []int64
}

// mayBeRefused ends the test for an error that is no answer to a user.
func mayBeRefused(t *testing.T, err error) bool {
	t.Helper()
	var refused *core.Error
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	return err != nil
}

func (l *life) any(ids []int64) int64 {
	if len(ids) == 0 {
		return 0
	}
	return ids[l.dice.IntN(len(ids))]
}

func (l *life) product() catalogue.Product { return l.products[l.dice.IntN(len(l.products))] }

// delivered is something that comes with an order. Of what was not ordered somebody says what
// it cost: units of unknown cost come at the average, and so say nothing of what came.
func (l *life) delivered(t *testing.T, id int64) purchase.DeliveredLine {
	t.Helper()
	some, cost := came(l.product(), 1+l.dice.Int64N(15)), core.Cents(l.dice.IntN(400))
	some.Value = &cost
	for _, line := range l.get(t, id).Lines {
		if line.ProductID == some.ProductID {
			some.Value = nil
		}
	}
	return some
}

// step does one thing that somebody in a shop does.
func (l *life) step(t *testing.T) {
	t.Helper()
	ctx, clerk := t.Context(), shoptest.Clerk
	switch l.dice.IntN(9) {
	case 0:
		p, q := l.product(), l.product()
		l.orders = append(l.orders, l.order(t, dollars,
			line(p, 1+l.dice.Int64N(40), core.Cents(l.dice.IntN(5000))), line(q, 1+l.dice.Int64N(7),
				core.Cents(l.dice.IntN(999)))).ID)
	case 1, 2, 3:
		if len(l.orders) == 0 {
			return
		}
		id := l.any(l.orders)
		receipt, err := l.Purchases.Receive(ctx, clerk, id, purchase.Delivery{
			AllowExcess: l.dice.IntN(3) == 0, Lines: []purchase.DeliveredLine{l.delivered(t, id)},
		})
		if !mayBeRefused(t, err) {
			l.receipts = append(l.receipts, receipt.ID)
		}
	case 4:
		id := l.any(l.orders)
		detail, err := l.Purchases.AddExtraCost(ctx, clerk, id, purchase.ExtraFields{
			Kind: purchase.Customs, Amount: core.Cents(1 + l.dice.IntN(700)),
			ShareBy: []purchase.Sharing{purchase.ByValue, purchase.ByUnits}[l.dice.IntN(2)],
		})
		if !mayBeRefused(t, err) {
			l.extras = append(l.extras, [2]int64{id, detail.Extras[len(detail.Extras)-1].ID})
		}
	case 5:
		adjusted, err := l.Ledger.AdjustStock(ctx, clerk, l.product().ID, ledger.Adjustment{
			Type: ledger.AdjustRemove, Quantity: 1 + l.dice.Int64N(9), Reason: ledger.ReasonSale,
		})
		if !mayBeRefused(t, err) {
			l.sales = append(l.sales, adjusted.Movement.ID)
		}
	case 6:
		made, err := l.Purchases.ReturnToSupplier(ctx, clerk, purchase.ReturnFields{
			SupplierID: dollars,
			Lines:      []purchase.ReturnLineFields{{ProductID: l.product().ID, Quantity: 1 + l.dice.Int64N(5)}},
		})
		if !mayBeRefused(t, err) {
			l.returns = append(l.returns, made.ID)
		}
	default:
		l.undo(t)
	}
}

// undo takes something back.
func (l *life) undo(t *testing.T) {
	t.Helper()
	ctx, clerk, err := t.Context(), shoptest.Clerk, error(nil)
	switch l.dice.IntN(5) {
	case 0:
		_, err = l.Purchases.UndoReceipt(ctx, clerk, l.any(l.receipts))
	case 1:
		_, err = l.Purchases.UndoSupplierReturn(ctx, clerk, l.any(l.returns))
	case 2:
		_, err = l.Ledger.UndoMovement(ctx, clerk, l.any(l.sales))
	case 3:
		if len(l.extras) > 0 {
			extra := l.extras[l.dice.IntN(len(l.extras))]
			_, err = l.Purchases.UndoExtraCost(ctx, clerk, extra[0], extra[1])
		}
	default:
		_, err = l.Purchases.Close(ctx, clerk, l.any(l.orders), nil, nil)
	}
	mayBeRefused(t, err)
}

// worth is an amount that may be of nothing.
func worth(c *core.Cents) core.Cents {
	if c == nil {
		return 0
	}
	return *c
}

// balance checks of each product that what came, by its documents, is what is left and what
// left, by its movements, to the cent.
func (l *life) balance(t *testing.T) {
	t.Helper()
	in := map[int64]core.Cents{}
	for _, id := range l.orders {
		for _, receipt := range l.get(t, id).Receipts {
			for _, line := range receipt.Lines {
				if receipt.UndoneAt == nil && line.Cost != nil {
					in[line.ProductID] += *line.Cost
				}
			}
		}
	}
	for _, product := range l.products {
		movements, err := l.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			ProductID: product.ID, Page: core.Page{Number: 1, Size: 100},
		})
		var gone, given, taken core.Cents
		for _, m := range shoptest.Must(t, movements, err).Rows {
			took := worth(m.ValueBefore) - worth(m.ValueAfter)
			switch {
			case m.Source == ledger.SourceEntry && m.UndoOf != 0:
				taken += took
			case m.Source == ledger.SourceEntry:
				given -= took
			default:
				gone += took
			}
		}
		left := core.Cents(0)
		if value := l.now(t, product).StockValue(); value != nil {
			left = *value
		}
		if left+gone != given-taken {
			t.Errorf("%s: %d left and %d gone of %d that came less %d taken back", product.SKU, left, gone, given, taken)
		}
		// Where nothing was taken back, the documents say the same as the movements.
		if taken == 0 && in[product.ID] != given {
			t.Errorf("%s: documents say %d and movements %d", product.SKU, in[product.ID], given)
		}
	}
}

func TestWhatCameIsWhatIsLeftAndWhatLeft(t *testing.T) {
	for seed := range uint64(4) {
		eachBuying(t, func(t *testing.T, b *buying) {
			l := &life{
				buying: b, dice: rand.New(rand.NewPCG(seed, 7)),
				products: []catalogue.Product{b.screws, b.drills, b.glue},
			}
			for range 60 {
				l.step(t)
			}
			l.balance(t)
		})
	}
}
