package store

import (
	"estante/internal/core"
	"estante/internal/purchase"
)

// purchaseOrders are the orderings as SQL. Each has an index of its own, alone and within a
// status.
var purchaseOrders = map[purchase.Ordering]ordering{
	purchase.ByDue:      {table: "purchases", column: "purchases.due_key", index: "purchases_by_due"},
	purchase.ByCreated:  {table: "purchases", column: "purchases.created_at", index: "purchases_by_created"},
	purchase.ByNumber:   {table: "purchases", column: "purchases.number_sort_key", index: "purchases_by_number"},
	purchase.ByTotal:    {table: "purchases", column: "purchases.value_cents", index: "purchases_by_value"},
	purchase.ByExpected: {table: "purchases", column: "purchases.expected_on", index: "purchases_by_expected"},
}

// purchasesWithin are the same indexes of the purchases in one status.
var purchasesWithin = map[string]string{
	"purchases_by_due": "purchases_by_status_due", "purchases_by_created": "purchases_by_status",
	"purchases_by_number": "purchases_by_status_number", "purchases_by_value": "purchases_by_status_value",
	"purchases_by_expected": "purchases_by_status_expected",
}

func purchaseOrdering(asked purchase.Ordering) ordering {
	return orderingOf(purchaseOrders, asked, "-"+purchase.ByDue)
}

// purchaseFilterColumns are the columns that filters and orders look at.
const purchaseFilterColumns = `purchases.id, purchases.status, purchases.created_at, purchases.value_cents,
	purchases.number_sort_key, purchases.expected_on, purchases.due_key, purchases.supplier_id, purchases.search_key`

var searchedPurchases = searched{table: "purchases", index: "purchase_search", rowID: "rowid"}

func (t *tx) purchaseFilter(asked purchase.Filter, how reading) filter {
	var f filter
	if len(asked.IDs) > 0 {
		f.anyOf("purchases.id", asked.IDs[:min(len(asked.IDs), idsMax)])
	}
	if asked.Status != "" {
		f.add("purchases.status = ?", asked.Status)
	}
	if asked.SupplierID != 0 {
		f.add("purchases.supplier_id = ?", asked.SupplierID)
	}
	if asked.ProductID != 0 {
		f.add("purchases.id IN (SELECT purchase_id FROM purchase_lines WHERE product_id = ?)", asked.ProductID)
	}
	if !asked.From.IsZero() {
		f.add("purchases.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("purchases.created_at < ?", asked.To)
	}
	if asked.Late {
		f.add("purchases.status = 'sent'")
		f.add("purchases.expected_on <> ''")
		f.add("purchases.expected_on < ?", asked.Today)
	}
	t.searchText(&f, searchedPurchases, asked.Search, how)
	return f
}

// ListPurchases implements purchase.Tx.
func (t *tx) ListPurchases(asked purchase.Filter) (core.List[purchase.Row], error) {
	var found core.List[purchase.Row]
	asked.Page = clamp(asked.Page)
	totals, err := t.PurchaseTotals()
	if err != nil {
		return found, err
	}
	var whole int64
	for _, n := range totals {
		whole += n
	}
	f := t.purchaseFilter(asked, gathered)
	switch {
	case len(f.conditions) == 0:
		found.Count = core.CountOf(whole, false)
	case len(f.conditions) == 1 && asked.Status != "":
		found.Count = core.CountOf(totals[asked.Status], true)
	default:
		if found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM purchases`+f.where(), f.args); err != nil {
			return found, err
		}
	}
	order, own := purchaseOrdering(asked.Ordering), ""
	if asked.Status != "" {
		own = purchasesWithin[order.index]
	}
	ids, err := t.pick(picking{
		order: order, columns: purchaseFilterColumns, own: own,
		filter: func(how reading) (filter, error) { return t.purchaseFilter(asked, how), nil },
		page:   asked.Page, matches: found.Count, rows: whole,
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("purchases.id", ids)
	found.Rows, err = all(t, scanPurchaseRow, purchaseRowQuery+picked.where()+` ORDER BY `+order.sql(), picked.args...)
	return found, err
}

// WalkPurchases implements purchase.Tx.
func (t *tx) WalkPurchases(asked purchase.Filter, fn func(purchase.Row) error) error {
	f := t.purchaseFilter(asked, gathered)
	return walk(t, scanPurchaseRow, fn, purchaseRowQuery+f.where()+` ORDER BY `+
		purchaseOrdering(asked.Ordering).sql(), f.args...)
}
