package verify

import (
	"fmt"

	"estante/internal/alert"
	"estante/internal/core"
)

// alerts checks the alerts of all products against the rule, and the figures
// kept over them.
func (v *verification) alerts() error {
	for last := int64(0); ; {
		subjects, err := v.tx.AlertSubjectsAfter(last, verifyChunk)
		if err != nil {
			return err
		}
		if len(subjects) == 0 {
			break
		}
		for _, subject := range subjects {
			v.alert(subject)
		}
		last = subjects[len(subjects)-1].ProductID
	}
	if err := v.latePurchases(); err != nil {
		return err
	}
	kept, err := v.tx.AlertTotals()
	if err != nil {
		return err
	}
	counted, err := v.tx.CountedAlerts()
	for name, state := range alert.States {
		for _, level := range alert.Levels {
			v.compare([]core.KeptCount{{
				What: fmt.Sprintf("El número de alertas de nivel %s en estado %s", level.Label(), name),
				Kept: kept.Of(state, level), Counted: counted.Of(state, level),
			}})
		}
	}
	return err
}

// latePurchases finds the alerts of purchases that nobody waits for any more. That one is not there yet is none: they
// are looked for now and then.
func (v *verification) latePurchases() error {
	for last := int64(0); ; {
		subjects, err := v.tx.PurchaseAlertsAfter(last, verifyChunk)
		if err != nil || len(subjects) == 0 {
			return err
		}
		for _, subject := range subjects {
			if !subject.Sent || subject.Pending == 0 || subject.ExpectedOn == "" {
				v.find(Finding{Message: fmt.Sprintf("Compra %s: tiene una alerta de retraso y no se espera nada de ella",
					subject.Number)})
			}
		}
		last = subjects[len(subjects)-1].PurchaseID
	}
}

// alert finds a product whose alert is not the one it should have. Until the
// forecast knows of the stock of now, an alert may stand where it stood.
func (v *verification) alert(subject alert.Subject) {
	for _, kind := range alert.ProductAlerts {
		due, _ := subject.Due(kind, alert.Touch{})
		has := subject.Current[kind].Dip
		meanwhile := kind == alert.Stock && subject.Outdated && subject.Unwatched(kind) == "" && has <= alert.Critical &&
			has >= subject.LevelFor(nil)
		if has != due && !meanwhile {
			v.find(Finding{ProductID: subject.ProductID, ProductSKU: subject.SKU, Message: fmt.Sprintf(
				"Producto %d (%s): su alerta (%s) está en el nivel %d y debería estar en el %d", subject.ProductID, subject.SKU,
				kind, has, due)})
		}
	}
}
