package report

import (
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/purchase"
)

var purchaseColumns = []column{
	{"Compra", 16},
	{"Proveedor", 28},
	{"Estado", 12},
	{"Fecha", 12},
	{"Enviada", 12},
	{"Se Espera", 12},
	{"Líneas", 8},
	{"Pedidas", 10},
	{"Recibidas", 10},
	{"En Camino", 10},
	{"Almacén", 18},
	{"Notas", 40},
}

// purchaseCosts are the columns for those who may see costs.
var purchaseCosts = []column{
	{"Total", 12},
	{"Moneda", 8},
	{"Gastos", 12},
}

// Purchases writes the purchases that walk hands over, what they cost with them for those who
// may see that: costs is then the currency of costs, and empty for the others.
func Purchases(
	costs string,
) func(io.Writer, imports.SheetKind, *time.Location, func(func(purchase.Row) error) error) error {
	columns := purchaseColumns
	if costs != "" {
		columns = append(columns[:len(columns):len(columns)], purchaseCosts...)
	}
	return func(
		to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(purchase.Row) error) error,
	) error {
		return write(to, kind, "Compras", columns, func(row func([]any) error) error {
			return walk(func(p purchase.Row) error {
				values := []any{
					p.Number, p.SupplierName, p.Status.Label(), p.CreatedAt.In(zone), day(p.SentAt, zone), p.ExpectedOn,
					p.LineCount, p.Ordered, p.Received, p.Pending, p.LocationName, p.Notes,
				}
				if costs != "" {
					values = append(values, core.Money{Amount: p.Value, Currency: p.Currency}, p.Currency,
						core.Money{Amount: p.Extra, Currency: costs})
				}
				return row(values)
			})
		})
	}
}
