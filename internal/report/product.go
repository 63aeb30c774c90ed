package report

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/imports"
	"estante/internal/ledger"
)

// productColumns are the columns that the business expects, and after them
// those that an import needs to change nothing.
var productColumns = []column{
	{"ID", 8},
	{"Nombre", 36},
	{"SKU", 16},
	{"Categoría", 18},
	{"Marca", 18},
	{"Stock Actual", 12},
	{"Stock Mínimo", 12},
	{"Precio", 12},
	{"Estado", 14},
	{"Fecha de Creación", 18},
	{"Fecha de Actualización", 22},
	{"Descripción", 40},
	{"Código de Barras", 18},
	{"Stock Máximo", 12},
	{"Días de Alerta", 14},
	{"Etiquetas", 24},
	{"Imagen", 30},
	{"Alerta Bloqueada", 16},
}

// Products writes the products that walk hands over, days in the given zone.
func Products(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(catalogue.Product) error) error,
) error {
	return write(to, kind, "Productos", productColumns, func(row func([]any) error) error {
		values := make([]any, 0, len(productColumns))
		return walk(func(p catalogue.Product) error {
			values = append(
				values[:0], p.ID, p.Name, p.SKU, labelOr(p.Category, imports.NoCategory), labelOr(p.Brand, imports.NoBrand),
				p.Stock, optional(p.MinStock), money(p.Price, p.PriceCurrency), p.Status.Label(), p.CreatedAt.In(zone),
				p.UpdatedAt.In(zone),
				p.Description, p.Barcode, optional(p.MaxStock), int64(p.AlertDays), imports.JoinTags(p.Tags), p.ImageURL,
				yesNo(p.AlertBlocked),
			)
			return row(values)
		})
	})
}

// write makes a table and fills it. What was begun is always closed.
func write(
	to io.Writer, kind imports.SheetKind, name string, columns []column, fill func(row func([]any) error) error,
) error {
	table, err := newTable(to, kind, name, columns)
	if err != nil {
		return err
	}
	return errors.Join(fill(table.row), table.close())
}

func labelOr(label *catalogue.Label, none string) string {
	if label == nil {
		return none
	}
	return label.Name
}

func yesNo(yes bool) string {
	if yes {
		return "Sí"
	}
	return "No"
}

var movementColumns = []column{
	{"ID", 10},
	{"Fecha", 12},
	{"Hora", 8},
	{"Producto", 36},
	{"SKU", 16},
	{"Tipo", 10},
	{"Cantidad", 10},
	{"Motivo", 26},
	{"Notas", 40},
	{"Stock Anterior", 14},
	{"Stock Nuevo", 12},
	{"Coste Unitario", 14},
	{"Almacén", 18},
	{"Usuario", 24},
	{"Origen", 14},
}

// costColumn is that of movementColumns which not everybody may read.
const costColumn = 11

// Movements writes the movements that walk hands over, times in the given zone.
func Movements(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(ledger.MovementRow) error) error,
) error {
	return movements(to, kind, zone, walk, true)
}

// MovementsWithoutCosts is the same for those who may not know what things cost.
func MovementsWithoutCosts(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(ledger.MovementRow) error) error,
) error {
	return movements(to, kind, zone, walk, false)
}

func movements(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(ledger.MovementRow) error) error,
	costs bool,
) error {
	columns := movementColumns
	if !costs {
		columns = slices.Delete(slices.Clone(columns), costColumn, costColumn+1)
	}
	return write(to, kind, "Movimientos", columns, func(row func([]any) error) error {
		values := make([]any, 0, len(movementColumns))
		return walk(func(m ledger.MovementRow) error {
			kind, quantity, at := "Entrada", m.Quantity, m.At.In(zone)
			switch {
			case quantity < 0:
				kind, quantity = "Salida", -quantity
			case quantity == 0:
				kind = "Valor"
			}
			values = append(
				values[:0], m.ID, at, at.Format("15:04"), m.ProductName, m.ProductSKU, kind, quantity, m.Reason.Label(),
				strings.TrimSpace(m.Notes), m.Before, m.After, money(m.UnitCost, m.CostsIn()), m.LocationName, m.UserName,
				m.Source.Label(),
			)
			if !costs {
				values = slices.Delete(values, costColumn, costColumn+1)
			}
			return row(values)
		})
	})
}
