package report

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/supplier"
)

var supplierColumns = []column{
	{"ID", 8},
	{"Nombre", 36},
	{"NIF", 16},
	{"Contacto", 24},
	{"Email", 28},
	{"Teléfono", 16},
	{"Dirección", 40},
	{"Web", 28},
	{"Moneda", 8},
	{"Plazo (Días)", 12},
	{"Pedido Mínimo", 14},
	{"Condiciones de Pago", 24},
	{"Activo", 8},
	{"Productos", 10},
	{"Compras Abiertas", 16},
	{"Fecha de Creación", 18},
	{"Notas", 40},
}

// Suppliers writes the suppliers that walk hands over, days in the given zone.
func Suppliers(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(supplier.SupplierRow) error) error,
) error {
	return suppliers(to, kind, zone, walk, supplierColumns, func(values []any, _ supplier.SupplierRow) []any {
		return values
	})
}

// SuppliersWithSpend is the same with what came of each in the last twelve months and cost.
func SuppliersWithSpend(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(supplier.SupplierRow) error) error,
) error {
	columns := append(slices.Clone(supplierColumns), column{"Gasto 12 Meses", 24})
	return suppliers(to, kind, zone, walk, columns, func(values []any, s supplier.SupplierRow) []any {
		return append(values, spent(s.Spend))
	})
}

func suppliers(
	to io.Writer, kind imports.SheetKind, zone *time.Location, walk func(func(supplier.SupplierRow) error) error,
	columns []column, more func([]any, supplier.SupplierRow) []any,
) error {
	return write(to, kind, "Proveedores", columns, func(row func([]any) error) error {
		values := make([]any, 0, len(columns))
		return walk(func(s supplier.SupplierRow) error {
			var lead any
			if s.LeadDays != nil {
				lead = int64(*s.LeadDays)
			}
			values = append(
				values[:0], s.ID, s.Name, s.TaxID, s.Contact, s.Email, s.Phone, s.Address, s.Website, s.Currency, lead,
				leastOrder(s), s.PaymentTerms, yesNo(s.Active), s.Products, s.OpenPurchases, s.CreatedAt.In(zone), s.Notes,
			)
			return row(more(values, s))
		})
	})
}

// leastOrder is the least that a supplier takes an order for, in its currency.
func leastOrder(s supplier.SupplierRow) any {
	if s.MinOrder == nil {
		return nil
	}
	return core.Money{Amount: *s.MinOrder, Currency: s.Currency}
}

// spent is one amount, or those of each currency in words: amounts in two currencies have
// no sum.
func spent(amounts []core.Money) any {
	if len(amounts) == 1 {
		return amounts[0]
	}
	words := make([]string, 0, len(amounts))
	for _, one := range amounts {
		number := strconv.FormatFloat(one.Amount.In(one.Currency), 'f', core.Decimals(one.Currency), 64)
		words = append(words, strings.Replace(number, ".", ",", 1)+" "+one.Currency)
	}
	return strings.Join(words, " + ")
}
