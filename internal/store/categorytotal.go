package store

import (
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// addCategoryTotals notes what a change of a product means for the figures of
// its category, or of both where it changes from one to another.
func (t *tx) addCategoryTotals(before, after catalogue.Product) {
	if t.categoryTotals == nil {
		t.categoryTotals = map[int64]ledger.ValuationTotals{}
	}
	if before.Category != nil {
		id := before.Category.ID
		t.categoryTotals[id] = t.categoryTotals[id].Plus(ledger.TotalsOf(before), -1)
	}
	if after.Category != nil {
		id := after.Category.ID
		t.categoryTotals[id] = t.categoryTotals[id].Plus(ledger.TotalsOf(after), 1)
	}
}

// writeCategoryTotals writes what the transaction changed, by category.
func (t *tx) writeCategoryTotals() error { return t.writeFigures(categoryFigures, t.categoryTotals) }

// forgetCategory ends the figures of a category that was merged into another.
func (t *tx) forgetCategory(id int64) error {
	if err := t.settleFigures(); err != nil {
		return err
	}
	delete(t.categoryTotals, id)
	_, err := t.exec(`DELETE FROM category_totals WHERE label_id = $1`, id)
	return err
}

// CategoryCounts implements verify.Tx.
func (t *tx) CategoryCounts() ([]core.KeptCount, error) {
	categories, err := t.Labels(catalogue.Category)
	if err != nil {
		return nil, err
	}
	counts := []core.KeptCount{}
	for _, category := range categories {
		kept, err := t.readFigures(categoryFigures, category.ID)
		if err != nil {
			return nil, err
		}
		counted, err := t.addUp(ledger.ValuationFilter{Category: catalogue.LabelRef{ID: category.ID}, WithStock: true})
		if err != nil {
			return nil, err
		}
		counts = append(counts, compareFigures(" de la categoría «"+category.Name+"»", kept, counted)...)
	}
	return counts, nil
}
