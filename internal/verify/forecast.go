package verify

import (
	"fmt"
)

// WrongForecast is a forecast that is not what its product's row says.
type WrongForecast struct {
	ProductID int64
	SKU       string
	// What says in Spanish what is wrong with it.
	What string
}

// forecasts looks for products whose forecast repeats them wrongly: the lists
// are sorted and filtered by what it repeats. A product that was found already
// is not named again.
func (v *verification) forecasts() error {
	wrong, err := v.tx.WrongForecasts(findingsMax)
	for _, f := range wrong {
		if v.blamed[f.ProductID] {
			continue
		}
		v.find(Finding{
			ProductID: f.ProductID, ProductSKU: f.SKU, Message: fmt.Sprintf("Producto %d (%s): %s", f.ProductID, f.SKU, f.What),
		})
	}
	return err
}
