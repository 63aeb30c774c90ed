package report

import (
	"io"
	"time"

	"estante/internal/inventory"
)

var orderColumns = []column{
	{"Pedido", 16},
	{"Fecha", 12},
	{"Hora", 8},
	{"Cliente", 28},
	{"Email", 28},
	{"Estado", 14},
	{"Artículos", 10},
	{"Unidades", 10},
	{"Total", 12},
	{"Moneda", 8},
	{"Enviado", 12},
	{"Entregado", 12},
	{"Dirección", 36},
	{"Ciudad", 18},
	{"Código Postal", 14},
	{"País", 14},
	{"Notas", 40},
	{"Almacén", 18},
	{"Origen", 14},
	{"Id. Externo", 18},
}

// Orders writes the orders that walk hands over, one row each, times in the
// given zone.
func Orders(to io.Writer, kind inventory.SheetKind, zone *time.Location, walk func(func(inventory.OrderRow) error) error) error {
	return write(to, kind, "Pedidos", orderColumns, func(row func([]any) error) error {
		values := make([]any, 0, len(orderColumns))
		return walk(func(o inventory.OrderRow) error {
			at, address := o.CreatedAt.In(zone), o.ShippingAddress
			values = append(
				values[:0], o.Number, at, at.Format("15:04"), o.CustomerName, o.CustomerEmail, o.Status.Label(), o.LineCount, o.Units,
				o.Total, o.Currency, day(o.ShippedAt, zone), day(o.DeliveredAt, zone), address.Street, address.City, address.PostalCode,
				address.Country, o.Notes, o.LocationName, o.Source.Label(), o.ExternalID,
			)
			return row(values)
		})
	})
}

// day is a moment that may not have come, as a day of a zone.
func day(at *time.Time, zone *time.Location) any {
	if at == nil {
		return nil
	}
	return at.In(zone)
}
