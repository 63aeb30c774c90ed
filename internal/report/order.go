package report

import (
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/order"
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
	{"SKU", 16},
	{"Producto", 36},
	{"Cantidad", 10},
	{"Precio", 12},
	{"Anuladas", 10},
	{"Devueltas", 10},
	{"Neto", 12},
	{"Otros Importes", 14},
	{"Total Inicial", 12},
	{"Total", 12},
	{"Moneda", 8},
	{"Enviado", 12},
	{"Entregado", 12},
	{"Dirección", 36},
	{"Ciudad", 18},
	{"Provincia", 16},
	{"Código Postal", 14},
	{"País", 14},
	{"Teléfono", 16},
	{"Notas", 40},
	{"Almacén", 18},
	{"Origen", 14},
	{"Id. Externo", 18},
}

// Orders writes the orders that walk hands over, times in the given zone: a row
// for each line, as web shops do. What is about the whole order stands in the
// first row alone, so that a column can be added up; an import reads it back, with the
// total it was placed with, which stands before the one that is left. What lines come to
// net and what the order has besides them (shipping, fees, taxes, money given back without
// goods) add up to that. An order of which nothing could be counted has a row for each of
// its odd lines.
func Orders(to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(order.Row) error) error) error {
	return write(to, kind, "Pedidos", orderColumns, func(row func([]any) error) error {
		values := make([]any, 0, len(orderColumns))
		return walk(func(o order.Row) error {
			lines := o.Lines
			for _, odd := range o.Odd.Lines() {
				if len(o.Lines) == 0 {
					lines = append(lines, order.Line{SKU: odd.SKU, Name: odd.Name})
				}
			}
			for i, line := range lines {
				values = orderValues(values[:0], o, line, zone)
				clearRow(values, i == 0, line.Quantity > 0)
				if err := row(values); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func orderValues(values []any, o order.Row, line order.Line, zone *time.Location) []any {
	at, address := o.CreatedAt.In(zone), o.ShippingAddress
	money := func(amount core.Cents) core.Money { return core.Money{Amount: amount, Currency: o.Currency} }
	return append(
		values, o.Number, at, at.Format("15:04"), o.CustomerName, o.CustomerEmail, o.Status.Label(), o.LineCount, o.Units,
		line.SKU, line.Name, line.Quantity, money(line.UnitPrice), line.GivenUpUnits(o.Status), line.Returned+line.WrittenOff,
		money(line.Net(o.Status)), money(o.Besides()), money(o.Ordered), money(o.Total), o.Currency, day(o.ShippedAt, zone),
		day(o.DeliveredAt, zone),
		address.Street, address.City, address.State, address.PostalCode, address.Country, address.Phone, o.Notes,
		o.LocationName,
		o.Source.Label(), o.ExternalID,
	)
}

// lineColumns are those that every row of an order has.
var lineColumns = map[string]bool{
	"Pedido": true, "SKU": true, "Producto": true, "Cantidad": true, "Precio": true,
	"Anuladas": true, "Devueltas": true, "Neto": true,
}

// figureColumns are those of a line that has been counted.
var figureColumns = map[string]bool{
	"Cantidad": true, "Precio": true, "Anuladas": true, "Devueltas": true, "Neto": true,
}

// clearRow leaves out of a row what is about the whole order, unless it is the first one, and
// the figures of a line that could not be counted.
func clearRow(values []any, first, counted bool) {
	for i, column := range orderColumns {
		if (!first && !lineColumns[column.name]) || (!counted && figureColumns[column.name]) {
			values[i] = nil
		}
	}
}

// day is a moment that may not have come, as a day of a zone.
func day(at *time.Time, zone *time.Location) any {
	if at == nil {
		return nil
	}
	return at.In(zone)
}
