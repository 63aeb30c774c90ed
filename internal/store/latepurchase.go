package store

import (
	"maps"
	"slices"

	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/purchase"
)

// touchPurchase notes that something changed which decides the alert of a purchase.
func (t *tx) touchPurchase(id int64) {
	if t.touchedPurchases == nil {
		t.touchedPurchases = map[int64]bool{}
	}
	t.touchedPurchases[id] = true
}

// TouchedPurchases implements alert.Tx.
func (t *tx) TouchedPurchases() []int64 {
	touched := slices.Sorted(maps.Keys(t.touchedPurchases))
	t.touchedPurchases = nil
	return touched
}

// LockPurchases implements alert.Tx.
func (t *tx) LockPurchases(ids []int64) error {
	if t.readOnly {
		return core.ErrReadOnly
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("id", ids[start:min(start+idsMax, len(ids))])
		if _, err := all(t, scanID, `SELECT id FROM purchases`+f.where()+` ORDER BY id`+t.dialect.lockRow,
			f.args...); err != nil {
			return err
		}
	}
	return nil
}

const purchaseSubjectQuery = `SELECT purchases.id, purchases.number, suppliers.name, purchases.status,
	purchases.expected_on, purchases.pending FROM purchases JOIN suppliers ON suppliers.id = purchases.supplier_id`

func scanPurchaseSubject(r row) (s alert.PurchaseSubject, err error) {
	var status purchase.Status
	err = r.Scan(&s.PurchaseID, &s.Number, &s.Supplier, &status, &s.ExpectedOn, &s.Pending)
	s.Sent = status == purchase.Sent
	return s, err
}

// PurchaseSubjects implements alert.Tx.
func (t *tx) PurchaseSubjects(ids []int64) ([]alert.PurchaseSubject, error) {
	subjects := make([]alert.PurchaseSubject, 0, len(ids))
	for start := 0; start < len(ids); start += idsMax {
		some := ids[start:min(start+idsMax, len(ids))]
		var f filter
		f.anyOf("purchases.id", some)
		found, err := all(t, scanPurchaseSubject, purchaseSubjectQuery+f.where()+` ORDER BY purchases.id`, f.args...)
		if err != nil {
			return nil, err
		}
		if err := t.addCurrent(found, some); err != nil {
			return nil, err
		}
		subjects = append(subjects, found...)
	}
	return subjects, nil
}

// addCurrent gives purchases their alerts that are not over.
func (t *tx) addCurrent(subjects []alert.PurchaseSubject, ids []int64) error {
	var f filter
	f.anyOf("alerts.purchase_id", ids)
	f.add("alerts.purchase_id IS NOT NULL")
	f.add("alerts.dip > 0")
	current, err := all(t, scanAlert, `SELECT `+alertColumns+` FROM alerts`+f.where(), f.args...)
	for _, a := range current {
		for i := range subjects {
			if subjects[i].PurchaseID == a.PurchaseID {
				subjects[i].Current = &a
			}
		}
	}
	return err
}

// LatePurchases implements alert.Tx. A purchase that became late is in a range of one index, and few are.
func (t *tx) LatePurchases(today string, limit int) ([]int64, error) {
	return all(t, scanID, `SELECT id FROM purchases`+t.dialect.usingIndex("purchases_by_status_expected")+`
		WHERE status = 'sent' AND expected_on > '' AND expected_on < $1 AND pending > 0
		AND NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.purchase_id = purchases.id AND alerts.purchase_id IS NOT NULL
			AND alerts.dip > 0) ORDER BY expected_on, id LIMIT $2`, today, limit)
}

// PurchaseAlertsAfter implements alert.Tx.
func (t *tx) PurchaseAlertsAfter(id int64, limit int) ([]alert.PurchaseSubject, error) {
	ids, err := all(t, scanID, `SELECT purchase_id FROM alerts WHERE purchase_id IS NOT NULL AND dip > 0
		AND purchase_id > $1 ORDER BY purchase_id LIMIT $2`, id, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return t.PurchaseSubjects(ids)
}
