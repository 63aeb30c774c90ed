package verify

import (
	"fmt"

	"estante/internal/ledger"
	"estante/internal/valuation"
)

// folded goes along a product's movements as folds do, and compares what is kept of the
// ends of months.
type folded struct {
	fold     valuation.Fold
	kept     []valuation.MonthFold
	restated valuation.Restated
}

// follow takes the next movement and returns what is wrong with a fold that ends with it.
func (f *folded) follow(m ledger.Movement) string {
	if len(f.kept) == 0 {
		return ""
	}
	f.fold.Follow(m, f.restated)
	for len(f.kept) > 0 && f.kept[0].Seq == m.Seq {
		kept := f.kept[0]
		f.kept = f.kept[1:]
		switch {
		case !f.fold.Same(&kept.Fold):
			return fmt.Sprintf("lo guardado del final de %s no es lo que dejan sus movimientos", kept.Month)
		case f.fold.At.After(kept.Until):
			return fmt.Sprintf("lo guardado del final de %s tiene movimientos posteriores", kept.Month)
		}
	}
	return ""
}

// end is what is wrong with a fold that no movement ends.
func (f *folded) end() string {
	if len(f.kept) == 0 {
		return ""
	}
	return fmt.Sprintf("lo guardado del final de %s acaba en un movimiento que no existe", f.kept[0].Month)
}
