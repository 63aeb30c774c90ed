package store

import (
	"estante/internal/verify"
)

// forecastCopies are what a forecast repeats of its product, so that its
// filters are found in one table with its figures, and how to say that it is not the same.
var forecastCopies = []struct{ column, wrong string }{
	{"level", "su previsión repite otro nivel de stock"},
	{"alert_blocked", "su previsión repite otro bloqueo de alertas"},
}

// WrongForecasts implements verify.Tx. References forbid forecasts of nothing,
// but a check takes nothing for granted.
func (t *tx) WrongForecasts(limit int) ([]verify.WrongForecast, error) {
	what := `CASE WHEN products.id IS NULL OR products.deleted_at IS NOT NULL THEN 'sobra su previsión'
		WHEN forecasts.product_id IS NULL THEN 'falta su previsión'`
	wrong := `products.id IS NULL OR forecasts.product_id IS NULL OR products.deleted_at IS NOT NULL`
	for _, copied := range forecastCopies {
		differs := `forecasts.` + copied.column + ` <> products.` + copied.column
		what += ` WHEN ` + differs + ` THEN '` + copied.wrong + `'`
		wrong += ` OR ` + differs
	}
	return all(t, func(r row) (f verify.WrongForecast, err error) {
		err = r.Scan(&f.ProductID, &f.SKU, &f.What)
		return f, err
	}, `SELECT coalesce(products.id, forecasts.product_id), coalesce(products.sku, ''), `+what+` END
		FROM products FULL JOIN forecasts ON forecasts.product_id = products.id
		WHERE (products.deleted_at IS NULL OR forecasts.product_id IS NOT NULL) AND (`+wrong+`) ORDER BY 1 LIMIT $1`, limit)
}
