package purchase_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/shoptest"
)

// drafts are some new ones, of both suppliers in turn.
func (b *buying) drafts(t *testing.T, count int) []purchase.SendItem {
	t.Helper()
	items := make([]purchase.SendItem, 0, count)
	for i := range count {
		draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
			SupplierID: dollars + int64(i%2),
			Lines:      []purchase.LineFields{line(b.screws, 1, 100), line(b.drills, 1, 100)},
		})
		version := shoptest.Must(t, draft, err).Version
		items = append(items, purchase.SendItem{ID: draft.ID, IfVersion: &version})
	}
	return items
}

func TestSeveralPurchasesLeaveTogetherOrNone(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		who, items := b.sender(t), b.drafts(t, 3)
		stale, byHand := int64(99), purchase.Order{By: purchase.ByHand}
		for place, wrong := range map[string][]purchase.SendItem{
			"items":       {},
			"items[1].id": {items[0], {ID: items[1].ID, IfVersion: &stale}},
			"items[2].id": {items[0], items[1], items[0]},
			"items[0].id": {{ID: 9999}, items[0]},
		} {
			_, err := b.Purchases.SendMany(t.Context(), who, wrong, byHand)
			var refused *core.Error
			if !errors.As(err, &refused) || len(refused.Fields[place]) == 0 {
				t.Errorf("%s: %v", place, err)
			}
		}
		for _, item := range items {
			if still := b.get(t, item.ID); still.Status != purchase.Draft || still.Number != "" {
				t.Fatalf("%+v left although another could not", still.Row)
			}
		}
		sent, err := b.Purchases.SendMany(t.Context(), who, items, purchase.Order{By: purchase.ByEmail, Message: "Hola"})
		numbers := map[string]bool{}
		for i, row := range shoptest.Must(t, sent, err) {
			numbers[row.Number] = true
			if row.ID != items[i].ID || row.Status != purchase.Sent || b.get(t, row.ID).Mail == "" {
				t.Errorf("sent %+v", row)
			}
		}
		if len(numbers) != 3 || b.now(t, b.screws).Incoming != 3 {
			t.Errorf("numbers %v, on their way %d", numbers, b.now(t, b.screws).Incoming)
		}
	})
}

// Who names them the other way round waits for the first, and neither loses.
func TestTwoWhoSendTheSameAtOnceSendThemOnce(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		items := b.drafts(t, 6)
		back := slices.Clone(items)
		slices.Reverse(back)
		var won sync.Map
		var group sync.WaitGroup
		for i, some := range [][]purchase.SendItem{items, back, items, back} {
			group.Go(func() {
				_, err := b.Purchases.SendMany(t.Context(), shoptest.Clerk, some, purchase.Order{By: purchase.ByHand})
				var refused *core.Error
				switch {
				case err == nil:
					won.Store(i, true)
				case !errors.As(err, &refused) || refused.Kind != core.Invalid:
					t.Errorf("sender %d: %v", i, err)
				}
			})
		}
		group.Wait()
		winners := 0
		won.Range(func(any, any) bool { winners++; return true })
		if incoming := b.now(t, b.drills).Incoming; winners != 1 || incoming != 6 {
			t.Errorf("%d won, %d on their way", winners, incoming)
		}
	})
}
