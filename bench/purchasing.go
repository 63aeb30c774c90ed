package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/purchase"
	"estante/internal/supplier"
)

const (
	// purchasesOfEach is how many purchases of a shop go to one supplier.
	purchasesOfEach = 50
	// purchaseGrowthMax is how much longer a list may take with a hundred times as many.
	purchaseGrowthMax = 2
	// deliveryLines is a large delivery, and deliveryMax how long it may take to be received.
	deliveryLines = 200
	deliveryMax   = 150 * time.Millisecond
)

var purchaseQuestions = []question{
	get("purchases, late first", "/api/purchases/"),
	get("purchases, newest first, page 5", "/api/purchases/?ordering=-createdAt&page=5"),
	get("purchases, by total", "/api/purchases/?ordering=-totalCost"),
	get("purchases, sent", "/api/purchases/?status=sent"),
	get("purchases, received, by day", "/api/purchases/?status=received&ordering=-expectedOn"),
	get("purchases, late", "/api/purchases/?late=true"),
	get("purchases, of a supplier", "/api/purchases/?supplier=7"),
	getEach("purchases, of a product", func(s *shop, n int) string {
		return fmt.Sprintf("/api/purchases/?product=%d", 1+n%s.products)
	}),
	get("purchases, search, a supplier", "/api/purchases/?search=proveedor+7"),
	get("purchases, search, a number", "/api/purchases/?search=0042"),
	get("purchases, search, a SKU", "/api/purchases/?search=SKU-000042"),
	get("on its way, by product", "/api/purchases/pending/"),
	get("suppliers", "/api/suppliers/"),
	get("suppliers, newest first", "/api/suppliers/?ordering=-createdAt"),
	get("suppliers, search", "/api/suppliers/?search=proveedor+1"),
}

// purchasing compares the lists of a shop that has bought little with those of one that has
// bought a hundred times as much, and says how long a large delivery takes to be received.
func purchasing(ctx context.Context, o options) error {
	o.keep = "" // Other runs expect a shop that has bought nothing.
	few, err := purchasingShop(ctx, o, o.small)
	if err != nil {
		return err
	}
	defer few.close()
	many, err := purchasingShop(ctx, o, o.large)
	if err != nil {
		return err
	}
	defer many.close()
	fmt.Printf("%s, %d products, %d and %d purchases, %d rounds of %d requests each, one client, over loopback\n\n",
		few.engine, few.products, o.small, o.large, o.rounds, o.requests)
	flat, err := compareLists(ctx, few, many, o)
	if err != nil {
		return err
	}
	took, err := receiveLarge(ctx, many.inv, many.products, o.requests)
	if err != nil {
		return err
	}
	quick := time.Duration(took.p99)*time.Microsecond <= deliveryMax
	fmt.Printf("\n%d deliveries of %d lines: p50 %d ms, p99 %d ms, goal ≤ %d ms: %s\n", o.requests, deliveryLines,
		took.p50/1000, took.p99/1000, deliveryMax.Milliseconds(), verdict(quick))
	if !flat || !quick {
		return errors.New("something fell short of its goal")
	}
	return nil
}

func compareLists(ctx context.Context, few, many *shop, o options) (flat bool, err error) {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "question\t%d: p50 µs\tp99\t%d: p50 µs\tp99\tratio\tspread\tgoal\t\t\n", o.small, o.large)
	flat = true
	for _, q := range purchaseQuestions {
		row, err := measure(ctx, few, many, q, o)
		if err != nil {
			return false, fmt.Errorf("%s: %w", q.name, err)
		}
		fine := row.ratios[len(row.ratios)/2] <= purchaseGrowthMax
		flat = flat && fine
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t≤ %d\t%s\t\n", q.name, row.few.p50, row.few.p99, row.many.p50,
			row.many.p99, spread(row.ratios), purchaseGrowthMax, verdict(fine))
	}
	return flat, table.Flush()
}

// purchasingShop is a small shop that has bought so often.
func purchasingShop(ctx context.Context, o options, purchases int) (*shop, error) {
	s, err := openShop(ctx, o, o.small)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := s.buy(ctx, purchases); err != nil {
		s.close()
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "%d purchases made in %s\n", purchases, time.Since(began).Round(time.Millisecond))
	return s, nil
}

// buy makes purchases of two products each: one in ten is on its way, and one in a hundred
// of those is late; all others have come.
func (s *shop) buy(ctx context.Context, purchases int) error {
	suppliers := max(purchases/purchasesOfEach, 10)
	if err := inParallel(suppliers, func(n int) error {
		name := fmt.Sprintf("Proveedor %d %s", n, families[n%len(families)])
		_, err := s.inv.Suppliers.CreateSupplier(ctx, core.System, supplier.SupplierChange{Name: &name})
		return err
	}); err != nil {
		return err
	}
	today := s.now()
	return inParallel(purchases, func(n int) error {
		expected := today.AddDate(0, 0, 5+n%40)
		if n%1000 == 0 {
			expected = today.AddDate(0, 0, -1-n%9)
		}
		fields := purchaseOf(int64(1+n%suppliers), n*11, 2, s.products)
		fields.ExpectedOn = expected.Format(core.DateForm)
		bought, err := sent(ctx, s.inv, fields)
		if err != nil || n%10 == 0 {
			return err
		}
		return receiveAll(ctx, s.inv, bought)
	})
}

// purchaseOf asks a supplier for some products in a row.
func purchaseOf(seller int64, first, lines, products int) purchase.Fields {
	fields := purchase.Fields{SupplierID: seller}
	for i := range lines {
		price := supplier.Price(12_500 + 100*i)
		fields.Lines = append(fields.Lines, purchase.LineFields{
			ProductID: int64(1 + (first+i)%products), Quantity: int64(2 + i%9), PackPrice: &price,
		})
	}
	return fields
}

// sent makes a purchase that has left.
func sent(ctx context.Context, inv *inventory.Inventory, fields purchase.Fields) (purchase.Detail, error) {
	draft, err := inv.Purchases.CreatePurchase(ctx, core.System, fields)
	if err != nil {
		return draft, err
	}
	return inv.Purchases.Send(ctx, core.System, draft.ID, purchase.Order{By: purchase.ByHand})
}

func receiveAll(ctx context.Context, inv *inventory.Inventory, bought purchase.Detail) error {
	var delivery purchase.Delivery
	for _, line := range bought.Lines {
		delivery.Lines = append(delivery.Lines, purchase.DeliveredLine{LineID: line.ID, Accepted: line.Ordered})
	}
	_, err := inv.Purchases.Receive(ctx, core.System, bought.ID, delivery)
	return err
}

// receiveLarge receives large deliveries, one after another.
func receiveLarge(ctx context.Context, inv *inventory.Inventory, products, deliveries int) (percentiles, error) {
	took := make([]int64, 0, deliveries)
	for n := range deliveries {
		bought, err := sent(ctx, inv, purchaseOf(1, n*deliveryLines, deliveryLines, products))
		if err != nil {
			return percentiles{}, err
		}
		began := time.Now()
		if err := receiveAll(ctx, inv, bought); err != nil {
			return percentiles{}, err
		}
		took = append(took, time.Since(began).Microseconds())
	}
	slices.Sort(took)
	return percentilesOf(took), nil
}
