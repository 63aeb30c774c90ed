package purchase_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/purchase"
	"estante/internal/report"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// seller receives and may not see what anything costs.
var seller = core.Actor{User: core.User{
	ID: 8, FirstName: "Noé", LastName: "Sanz", Role: core.Seller, State: core.AccountActive,
}}

// buying is a shop with three products and two suppliers, of which the first sells screws by
// the hundred for 3.45.
type buying struct {
	*inventory.Inventory
	db                   *store.DB
	options              store.Options
	screws, drills, glue catalogue.Product
}

const (
	dollars int64 = 1
	euros   int64 = 2
)

// eachBuying runs a test in a new shop on each engine.
func eachBuying(t *testing.T, test func(t *testing.T, b *buying)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Now()
		storetest.Fill(t, options, "suppliers", []string{
			"name", "tax_id", "contact", "email", "phone", "address", "website", "currency", "lead_days", "payment_terms",
			"notes", "active", "merged_into", "created_by", "created_at", "updated_at", "version", "name_key", "tax_key",
			"search_key", "sort_key", "min_order_cents",
		}, slices.Values([][]any{
			supplierRow("Tornillos Sanz", "USD", now), supplierRow("Ferretería Europa", "EUR", now),
		}))
		db := storetest.Open(t, options)
		inv := inventory.New(storetest.Twice(db), inventory.Options{
			PasswordWorkers: 1, PublicURL: &url.URL{}, Purchases: report.PurchaseOrders{},
		})
		b := &buying{Inventory: inv, db: db, options: options}
		b.screws, b.drills, b.glue = b.product(t, "TOR-1"), b.product(t, "TAL-1"), b.product(t, "COL-1")
		storetest.Fill(t, options, "supplier_products", []string{
			"supplier_id", "product_id", "supplier_sku", "sku_key", "supplier_name", "pack_units", "pack_price", "currency",
			"min_packs", "preferred", "created_at", "updated_at", "version",
		}, slices.Values([][]any{{
			dollars, b.screws.ID, "T-100", "t-100", "Tornillos, caja", int64(100), int64(3_4500), "USD", int64(2), true,
			now.UnixMicro(), now.UnixMicro(), int64(1),
		}}))
		test(t, b)
		shoptest.Clean(t, inv)
	})
}

func supplierRow(name, currency string, now time.Time) []any {
	return []any{
		name, "", "", "pedidos@example.com", "", "", "", currency, int64(7), "", "", true, int64(0), int64(1),
		now.UnixMicro(), now.UnixMicro(), int64(1), core.IdentityKey(name), "", "  " + core.Fold(name), core.SortKey(name),
		int64(5000),
	}
}

func (b *buying) product(t *testing.T, sku string) catalogue.Product {
	t.Helper()
	product, err := b.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{SKU: &sku, Name: &sku})
	return shoptest.Must(t, product, err)
}

func (b *buying) now(t *testing.T, p catalogue.Product) catalogue.Product {
	t.Helper()
	product, err := b.Catalogue.Product(t.Context(), p.ID)
	return shoptest.Must(t, product, err)
}

// sender is somebody who has an account, as e-mails need.
func (b *buying) sender(t *testing.T) core.Actor {
	t.Helper()
	who := core.User{
		Username: "lucia", Email: "lucia@example.com", FirstName: "Lucía", LastName: "Ferrer", DNI: "12345678Z",
		Role: core.Manager, State: core.AccountActive,
	}
	err := core.Write(t.Context(), b.db, func(tx account.Tx) (err error) {
		who.ID, err = tx.InsertUser(who, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return core.Actor{User: who}
}

// order makes a draft and sends it by hand.
func (b *buying) order(t *testing.T, supplier int64, lines ...purchase.LineFields) purchase.Detail {
	t.Helper()
	draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
		SupplierID: supplier,
		Lines:      lines,
	})
	shoptest.Must(t, draft, err)
	sent, err := b.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
	return shoptest.Must(t, sent, err)
}

// line asks for units that cost so much together.
func line(product catalogue.Product, units int64, value core.Cents) purchase.LineFields {
	return purchase.LineFields{ProductID: product.ID, Quantity: units, Value: &value}
}

func (b *buying) receive(t *testing.T, id int64, lines ...purchase.DeliveredLine) purchase.ReceiptRow {
	t.Helper()
	receipt, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, id, purchase.Delivery{Lines: lines})
	return shoptest.Must(t, receipt, err)
}

func (b *buying) get(t *testing.T, id int64) purchase.Detail {
	t.Helper()
	detail, err := b.Purchases.Purchase(t.Context(), id)
	return shoptest.Must(t, detail, err)
}

func (b *buying) sell(t *testing.T, p catalogue.Product, units int64) ledger.Movement {
	t.Helper()
	adjusted, err := b.Ledger.AdjustStock(t.Context(), shoptest.Clerk, p.ID, ledger.Adjustment{
		Type: ledger.AdjustRemove, Quantity: units, Reason: ledger.ReasonSale,
	})
	return *shoptest.Must(t, adjusted, err).Movement
}

func came(product catalogue.Product, units int64) purchase.DeliveredLine {
	return purchase.DeliveredLine{ProductID: product.ID, Accepted: units}
}

func TestPartsOfALineCostToTheCentWhatTheLineCosts(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 100, 345))
		if !strings.HasSuffix(sent.Number, "-0001") || b.now(t, b.screws).Incoming != 100 || sent.ExpectedOn == "" {
			t.Errorf("sent %+v, incoming %d", sent.Row, b.now(t, b.screws).Incoming)
		}
		var sum core.Cents
		for _, units := range []int64{33, 33, 34} {
			sum += *b.receive(t, sent.ID, came(b.screws, units)).Lines[0].Cost
		}
		after := b.now(t, b.screws)
		if sum != 345 || after.Stock != 100 || *after.StockValue() != 345 || after.Incoming != 0 {
			t.Errorf("parts %d, product %+v", sum, after)
		}
		if done := b.get(t, sent.ID); done.Status != purchase.Received || done.EndedAt == nil || done.Pending != 0 {
			t.Errorf("purchase %+v", done.Row)
		}
	})
}

func TestWhatIsUndoneBetweenLeavesThePartsWhole(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		first := b.receive(t, sent.ID, came(b.screws, 3))
		second := b.receive(t, sent.ID, came(b.screws, 3))
		if _, err := b.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, first.ID); err != nil {
			t.Fatal(err)
		}
		third := b.receive(t, sent.ID, came(b.screws, 7))
		if sum := *second.Lines[0].Cost + *third.Lines[0].Cost; sum != 100 || *b.now(t, b.screws).StockValue() != 100 {
			t.Errorf("parts %d, value %d", sum, *b.now(t, b.screws).StockValue())
		}
		if _, err := b.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, first.ID); !errors.Is(err,
			purchase.ErrReceiptUndone) {
			t.Errorf("undone twice: %v", err)
		}
	})
}

func TestMoreThanWasOrderedIsAskedAbout(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100), line(b.drills, 2, 5000))
		delivery := purchase.Delivery{Lines: []purchase.DeliveredLine{came(b.drills, 2), came(b.screws, 12)}}
		_, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, delivery)
		var refused *core.Error
		if !errors.As(err, &refused) || refused.Kind != core.Conflict ||
			refused.Message != "Ha llegado más de lo pedido. «TOR-1»: 10 pedidas, quedan 10 por recibir y llegan 12" {
			t.Fatalf("refusal %+v", refused)
		}
		delivery.AllowExcess = true
		if _, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, delivery); err != nil {
			t.Fatal(err)
		}
		done := b.get(t, sent.ID)
		if done.Lines[0].Excess() != 2 || done.Status != purchase.Received || *b.now(t, b.screws).StockValue() != 120 {
			t.Errorf("purchase %+v, value %d", done, *b.now(t, b.screws).StockValue())
		}
	})
}

func TestWhatWasRejectedOrNotOrderedIsTold(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		receipt := b.receive(t, sent.ID,
			purchase.DeliveredLine{LineID: sent.Lines[0].ID, Accepted: 4, Rejected: 1},
			purchase.DeliveredLine{ProductID: b.screws.ID, Accepted: 2, Rejected: 1}, came(b.glue, 3))
		if receipt.Accepted != 9 || receipt.Rejected != 2 || len(receipt.Lines) != 2 || receipt.Lines[1].LineID != 0 {
			t.Errorf("receipt %+v", receipt)
		}
		now := b.get(t, sent.ID)
		if l := now.Lines[0]; l.Received != 6 || l.Rejected != 2 || l.Pending != 4 || now.Status != purchase.Sent {
			t.Errorf("line %+v", l)
		}
		if b.now(t, b.glue).Stock != 3 || b.now(t, b.screws).Incoming != 4 {
			t.Errorf("stock %d, incoming %d", b.now(t, b.glue).Stock, b.now(t, b.screws).Incoming)
		}
	})
}

func TestSellersReceiveWithoutMoney(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		value := core.Cents(1)
		_, err := b.Purchases.Receive(t.Context(), seller, sent.ID, purchase.Delivery{Lines: []purchase.DeliveredLine{
			{ProductID: b.screws.ID, Accepted: 10, Value: &value},
		}})
		if shoptest.Refusal(err, "lines[0].value") != "Tu rol no permite indicar costes" {
			t.Errorf("value of a seller: %v", err)
		}
		receipt, err := b.Purchases.Receive(t.Context(), seller, sent.ID, purchase.Delivery{
			Lines: []purchase.DeliveredLine{came(b.screws, 10)},
		})
		if *shoptest.Must(t, receipt, err).Lines[0].Cost != 100 {
			t.Errorf("receipt %+v", receipt)
		}
	})
}

func TestAnotherCurrencyComesByTheRateOfTheReceipt(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, euros, line(b.screws, 10, 100))
		delivery := purchase.Delivery{Lines: []purchase.DeliveredLine{came(b.screws, 5)}}
		_, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, delivery)
		if shoptest.Refusal(err, "rate") == "" {
			t.Errorf("without a rate: %v", err)
		}
		for _, number := range []float64{1.1, 1.2} {
			rate, err := core.RateOf(number)
			shoptest.Must(t, rate, err)
			delivery.Rate = &rate
			receipt, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, delivery)
			if l := shoptest.Must(t, receipt, err).Lines[0]; *l.Value != 50 || *l.Cost != core.Cents(50*number) {
				t.Errorf("at %v: %d, %d", number, *l.Value, *l.Cost)
			}
		}
	})
}

func TestAReceiptIsTakenBackWhileItsGoodsAreThere(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100), line(b.drills, 2, 5000))
		receipt := b.receive(t, sent.ID, came(b.screws, 10), came(b.drills, 2))
		sold := b.sell(t, b.screws, 4)
		_, err := b.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, receipt.ID)
		if !strings.Contains(shoptest.Refusal(err, ""), "«TOR-1»: entraron 10 unidades y solo quedan 6") {
			t.Errorf("refusal: %v", err)
		}
		if _, err := b.Ledger.UndoMovement(t.Context(), shoptest.Clerk, sold.ID); err != nil {
			t.Fatal(err)
		}
		undone, err := b.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, receipt.ID)
		if shoptest.Must(t, undone, err).UndoneAt == nil {
			t.Errorf("receipt %+v", undone)
		}
		now := b.get(t, sent.ID)
		if now.Status != purchase.Sent || now.Pending != 12 || now.EndedAt != nil || b.now(t, b.drills).Stock != 0 ||
			b.now(t, b.drills).Incoming != 2 {
			t.Errorf("purchase %+v", now.Row)
		}
	})
}

func TestEntriesOfAReceiptAreChangedByIt(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 3, 100))
		entry := b.receive(t, sent.ID, came(b.screws, 3)).Lines[0].EntryID
		three, cost, notes := int64(2), core.Cents(9), "Caja rota"
		pcost := &cost
		for name, err := range map[string]error{
			"quantity": second(b.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry, ledger.EntryChange{Quantity: &three})),
			"cost":     second(b.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry, ledger.EntryChange{UnitCost: &pcost})),
			"delete":   b.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry),
			"batch":    b.Ledger.DeleteEntries(t.Context(), shoptest.Clerk, []int64{entry}),
		} {
			if !errors.Is(err, ledger.ErrOfReceipt) {
				t.Errorf("%s: %v", name, err)
			}
		}
		row, err := b.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry, ledger.EntryChange{Notes: &notes})
		if shoptest.Must(t, row, err).Notes != notes || *row.TotalCost != 100 {
			t.Errorf("entry %+v", row)
		}
		receipt := b.get(t, sent.ID).Receipts[0]
		if _, err := b.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, receipt.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry); !errors.Is(err, ledger.ErrOfReceipt) {
			t.Errorf("restore: %v", err)
		}
	})
}

func second[T any](_ T, err error) error { return err }

func TestStatesFollowWhatComes(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		ctx, clerk := t.Context(), shoptest.Clerk
		sent := b.order(t, dollars, line(b.screws, 10, 100), line(b.drills, 2, 5000))
		receipt := b.receive(t, sent.ID, came(b.screws, 4))
		if _, err := b.Purchases.Cancel(ctx, clerk, sent.ID, nil); !errors.Is(err, purchase.ErrSomeCame) {
			t.Errorf("cancelled: %v", err)
		}
		if _, err := b.Purchases.BackToDraft(ctx, clerk, sent.ID, nil); !errors.Is(err, purchase.ErrSomeCame) {
			t.Errorf("draft: %v", err)
		}
		one, err := b.Purchases.Close(ctx, clerk, sent.ID, []int64{sent.Lines[1].ID}, nil)
		if shoptest.Must(t, one, err).Status != purchase.Sent || one.Pending != 6 || b.now(t, b.drills).Incoming != 0 {
			t.Errorf("closed one: %+v", one.Row)
		}
		closed, err := b.Purchases.Close(ctx, clerk, sent.ID, nil, nil)
		if shoptest.Must(t, closed, err).Status != purchase.Closed || closed.Pending != 0 || closed.EndedAt == nil {
			t.Errorf("closed: %+v", closed.Row)
		}
		again, err := b.Purchases.Reopen(ctx, clerk, sent.ID, nil, nil)
		if shoptest.Must(t, again, err).Status != purchase.Sent || again.Pending != 8 {
			t.Errorf("reopened: %+v", again.Row)
		}
		if _, err := b.Purchases.UndoReceipt(ctx, clerk, receipt.ID); err != nil {
			t.Fatal(err)
		}
		draft, err := b.Purchases.BackToDraft(ctx, clerk, sent.ID, nil)
		if shoptest.Must(t, draft, err).Status != purchase.Draft || draft.Number != sent.Number ||
			b.now(t, b.screws).Incoming != 0 {
			t.Errorf("draft: %+v", draft.Row)
		}
		if err := b.Purchases.DeletePurchase(ctx, clerk, sent.ID, nil); !errors.Is(err, purchase.ErrNumbered) {
			t.Errorf("deleted: %v", err)
		}
		gone, err := b.Purchases.Cancel(ctx, clerk, sent.ID, nil)
		if shoptest.Must(t, gone, err).Status != purchase.Cancelled {
			t.Errorf("cancelled: %+v", gone.Row)
		}
	})
}

func TestTwoSendersGetTwoNumbersWithoutAGap(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		const many = 8
		var wait sync.WaitGroup
		numbers := make([]string, many)
		for n := range many {
			draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
				SupplierID: dollars, Lines: []purchase.LineFields{line(b.screws, 1, 100)},
			})
			shoptest.Must(t, draft, err)
			wait.Go(func() {
				sent, err := b.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
				if err != nil {
					t.Error(err)
				}
				numbers[n] = sent.Number[len(sent.Number)-4:]
			})
		}
		wait.Wait()
		slices.Sort(numbers)
		if text := strings.Join(numbers, " "); text != "0001 0002 0003 0004 0005 0006 0007 0008" {
			t.Errorf("numbers %s", text)
		}
		if incoming := b.now(t, b.screws).Incoming; incoming != many {
			t.Errorf("incoming %d", incoming)
		}
	})
}

func TestTwoWhoReceiveAtOnceLoseAndDoubleNothing(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		sent := b.order(t, dollars, line(b.screws, 10, 100), line(b.drills, 10, 1000))
		var wait sync.WaitGroup
		var mu sync.Mutex
		taken, refused := 0, 0
		for n := range 8 {
			lines := []purchase.DeliveredLine{came(b.screws, 2), came(b.drills, 2)}
			if n%2 == 0 {
				slices.Reverse(lines)
			}
			wait.Go(func() {
				_, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, purchase.Delivery{Lines: lines})
				mu.Lock()
				defer mu.Unlock()
				var known *core.Error
				switch {
				case err == nil:
					taken++
				case errors.As(err, &known) && known.Kind == core.Conflict:
					refused++
				default:
					t.Error(err)
				}
			})
		}
		wait.Wait()
		now := b.get(t, sent.ID)
		if taken != 5 || refused != 3 || now.Status != purchase.Received || b.now(t, b.screws).Stock != 10 ||
			*b.now(t, b.drills).StockValue() != 1000 {
			t.Errorf("%d taken, %d refused, purchase %+v", taken, refused, now.Row)
		}
	})
}

func TestTheListHasTheLateOnesFirst(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		var ids []int64
		for _, day := range []string{"2020-03-01", "2020-01-15", "2031-05-02"} {
			sent := b.order(t, dollars, line(b.screws, 1, 100))
			_, err := b.Purchases.UpdatePurchase(t.Context(), shoptest.Clerk, sent.ID, purchase.Change{ExpectedOn: &day})
			shoptest.Must(t, sent, err)
			ids = append(ids, sent.ID)
		}
		draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{SupplierID: euros})
		shoptest.Must(t, draft, err)
		list, err := b.Purchases.ListPurchases(t.Context(), purchase.Filter{})
		var order []int64
		for _, row := range shoptest.Must(t, list, err).Rows {
			order = append(order, row.ID)
		}
		if !slices.Equal(order, []int64{ids[1], ids[0], ids[2], draft.ID}) {
			t.Errorf("order %v of %v", order, ids)
		}
		if list.States[purchase.Sent] != 3 || list.States[purchase.Draft] != 1 ||
			b.now(t, b.screws).IncomingOn != "2020-01-15" {
			t.Errorf("states %v, expected on %s", list.States, b.now(t, b.screws).IncomingOn)
		}
		for _, asked := range []struct {
			filter purchase.Filter
			count  int
		}{
			{purchase.Filter{Late: true}, 2},
			{purchase.Filter{Search: "tor-1"}, 3},
			{purchase.Filter{Search: "europa"}, 1},
			{purchase.Filter{ProductID: b.drills.ID}, 0},
			{purchase.Filter{SupplierID: dollars}, 3},
			{purchase.Filter{Status: purchase.Sent, Ordering: "-number"}, 3},
			{purchase.Filter{Search: "PC-"}, 3},
			{purchase.Filter{IDs: []int64{ids[0], draft.ID, 9999}}, 2},
			{purchase.Filter{IDs: []int64{ids[0], draft.ID}, Status: purchase.Draft}, 1},
		} {
			found, err := b.Purchases.ListPurchases(t.Context(), asked.filter)
			if shoptest.Must(t, found, err).Count.N != asked.count || len(found.Rows) != asked.count {
				t.Errorf("%+v finds %d", asked.filter, found.Count.N)
			}
		}
	})
}

func TestAReceiptSaysWhichOrdersCanLeave(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		var numbers []string
		for _, items := range [][]order.Item{
			{{ProductID: b.screws.ID, Quantity: 3, UnitPrice: shoptest.Ptr(core.Cents(1))}},
			{
				{ProductID: b.screws.ID, Quantity: 1, UnitPrice: shoptest.Ptr(core.Cents(1))},
				{ProductID: b.glue.ID, Quantity: 1, UnitPrice: shoptest.Ptr(core.Cents(1))},
			},
		} {
			made, err := b.Orders.CreateOrder(t.Context(), shoptest.Clerk, order.Fields{CustomerName: "Ana", Items: items})
			numbers = append(numbers, shoptest.Must(t, made, err).Number)
		}
		sent := b.order(t, dollars, line(b.screws, 10, 100))
		receipt := b.receive(t, sent.ID, came(b.screws, 10))
		if len(receipt.Serves) != 1 || receipt.Serves[0].Number != numbers[0] {
			t.Errorf("serves %+v of %v", receipt.Serves, numbers)
		}
	})
}
