package purchase_test

import (
	"errors"
	"testing"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/shoptest"
)

func (b *buying) extra(t *testing.T, id int64, cents core.Cents, by purchase.Sharing) purchase.Detail {
	t.Helper()
	detail, err := b.Purchases.AddExtraCost(t.Context(), shoptest.Clerk, id, purchase.ExtraFields{
		Kind: purchase.Transport, Amount: cents, ShareBy: by,
	})
	return shoptest.Must(t, detail, err)
}

func TestAnExtraCostIsSharedToTheCentOverWhatComes(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100), line(b.drills, 3, 200))
		b.extra(t, sent.ID, 100, purchase.ByValue)
		b.receive(t, sent.ID, came(b.screws, 5), came(b.drills, 1))
		b.receive(t, sent.ID, came(b.screws, 5))
		// A drill never comes: what it would have borne the others bear.
		if _, err := b.Purchases.Close(t.Context(), shoptest.Clerk, sent.ID, nil, nil); err != nil {
			t.Fatal(err)
		}
		screws, drills := *b.now(t, b.screws).StockValue(), *b.now(t, b.drills).StockValue()
		if screws+drills != 100+66+100 {
			t.Errorf("screws %d, drills %d", screws, drills)
		}
		if extra := b.get(t, sent.ID).Extras[0]; len(extra.Shares) != 3 || b.get(t, sent.ID).Extra != 100 {
			t.Errorf("extra %+v", extra)
		}
	})
}

func TestAnExtraCostThatComesLateRaisesWhatIsStillHere(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		b.receive(t, sent.ID, came(b.screws, 10))
		b.sell(t, b.screws, 7)
		detail := b.extra(t, sent.ID, 50, purchase.ByUnits)
		if share := detail.Extras[0].Shares[0]; share.Amount != 50 || share.Raised != 15 || share.Sold != 35 {
			t.Errorf("share %+v", share)
		}
		if value := *b.now(t, b.screws).StockValue(); value != 30+15 {
			t.Errorf("value %d", value)
		}
		undone, err := b.Purchases.UndoExtraCost(t.Context(), shoptest.Clerk, sent.ID, detail.Extras[0].ID)
		if shoptest.Must(t, undone, err).Extra != 0 || undone.Extras[0].UndoneAt == nil {
			t.Errorf("undone %+v", undone)
		}
		if _, err := b.Purchases.UndoExtraCost(t.Context(), shoptest.Clerk, sent.ID, detail.Extras[0].ID); !errors.Is(err,
			purchase.ErrExtraUndone) {
			t.Errorf("twice: %v", err)
		}
	})
}

func TestWhatGoesBackIsPendingAgainWhereItIsReplaced(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		b.receive(t, sent.ID, came(b.screws, 10))
		back := func(units int64, replace bool) (purchase.SupplierReturnRow, error) {
			return b.Purchases.ReturnToSupplier(t.Context(), shoptest.Clerk, purchase.ReturnFields{
				SupplierID: dollars, Replace: replace, Lines: []purchase.ReturnLineFields{
					{ProductID: b.screws.ID, Quantity: units, LineID: sent.Lines[0].ID},
				},
			})
		}
		made, err := back(4, true)
		if *shoptest.Must(t, made, err).Lines[0].Value != 40 || b.now(t, b.screws).Incoming != 4 ||
			b.get(t, sent.ID).Status != purchase.Sent {
			t.Errorf("return %+v, purchase %+v", made, b.get(t, sent.ID).Row)
		}
		if _, err := back(7, false); shoptest.Refusal(err, "lines[0].quantity") == "" {
			t.Errorf("more than is there: %v", err)
		}
		b.receive(t, sent.ID, came(b.screws, 4))
		now := b.now(t, b.screws)
		if *now.StockValue() != 100 || b.get(t, sent.ID).Status != purchase.Received {
			t.Errorf("the supplier charges nothing again: %d", *now.StockValue())
		}
		if _, err := b.Purchases.UndoSupplierReturn(t.Context(), shoptest.Clerk, made.ID); !errors.Is(err,
			purchase.ErrReturnReplaced) {
			t.Errorf("undone after it was replaced: %v", err)
		}
		other, err := back(3, false)
		if *shoptest.Must(t, other, err).Lines[0].Value != 30 {
			t.Errorf("return %+v", other)
		}
		undone, err := b.Purchases.UndoSupplierReturn(t.Context(), shoptest.Clerk, other.ID)
		if shoptest.Must(t, undone, err).UndoneAt == nil || *b.now(t, b.screws).StockValue() != 100 {
			t.Errorf("undone %+v", undone)
		}
		if _, err := b.Purchases.UndoSupplierReturn(t.Context(), shoptest.Clerk, other.ID); !errors.Is(err,
			purchase.ErrReturnUndone) {
			t.Errorf("twice: %v", err)
		}
	})
}
