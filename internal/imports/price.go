package imports

import (
	"fmt"
	"strconv"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/supplier"
)

// priceImportFields are what columns of a supplier's price list can hold, in the order
// people are shown them.
var priceImportFields = []importField{
	{
		name: "supplierSku", noDate: true, label: "Código del Proveedor", headers: []string{
			"referencia", "ref", "codigo", "cod", "articulo", "codigo articulo", "referencia proveedor", "ref proveedor",
			"ref. proveedor", "codigo de articulo", "supplier sku", "item number", "part number",
		}, Assign: priceText(func(c *priceCells) *string { return &c.supplierSKU }),
	},
	{
		name: "barcode", noDate: true, label: "Código de Barras", headers: []string{
			"ean", "ean13", "ean-13", "ean8", "upc", "gtin", "barcode", "codigo barras", "codigo ean",
		}, Assign: priceText(func(c *priceCells) *string { return &c.barcode }),
	},
	{
		name: "sku", noDate: true, label: "SKU", headers: []string{
			"sku propio", "nuestro codigo", "nuestra referencia", "codigo cliente", "su referencia",
		}, Assign: priceText(func(c *priceCells) *string { return &c.sku }),
	},
	{
		name: "supplierName", label: "Nombre del Proveedor", headers: []string{
			"descripcion", "nombre", "denominacion", "producto", "description", "name",
		}, Assign: func(r *fileRow, cell Cell, _ string) string { r.offer.SupplierName = &cell.Text; return "" },
	},
	{
		name: "packUnits", noDate: true, number: true, label: "Unidades por Paquete", headers: []string{
			"uds paquete", "unidades caja", "unidades por caja", "uds/caja", "uds caja", "paquete", "caja", "envase",
			"ud. venta", "pack", "pack size", "units per pack",
		}, Assign: wholeOf(func(c *priceCells) **int64 { return &c.PackUnits },
			"Las unidades por paquete deben ser un número entero mayor a 0"),
	},
	{
		name: "packPrice", noDate: true, number: true, label: "Precio del Paquete", headers: []string{
			"precio", "tarifa", "precio tarifa", "precio neto", "neto", "coste", "precio compra", "precio de compra",
			"precio caja", "importe", "price", "unit price", "net price",
		}, Assign: setPackPrice, missing: "Indica qué columna contiene el precio",
	},
	{
		name: "minPacks", noDate: true, number: true, label: "Paquetes como Mínimo", headers: []string{
			"minimo", "pedido minimo", "cantidad minima", "minimo de compra", "moq", "min qty",
		}, Assign: wholeOf(func(c *priceCells) **int64 { return &c.MinPacks },
			"Los paquetes como mínimo deben ser un número entero mayor a 0"),
	},
	{
		name: "leadDays", noDate: true, number: true, label: "Plazo (Días)", headers: []string{
			"plazo", "plazo de entrega", "dias", "entrega", "lead time", "lead days",
		}, Assign: setLeadDays, empty: func(r *fileRow) { r.offer.LeadDays = new(*int) },
	},
}

// priceIdentities are the columns by which a row can say which product it is about.
var priceIdentities = []Field{"supplierSku", "barcode", "sku"}

// priceCells is what one row says of a product of a supplier.
type priceCells struct {
	supplierSKU, barcode, sku string
	supplier.SupplierProductChange
}

// priceText takes a cell for one of the codes of a product.
func priceText(field func(*priceCells) *string) func(*fileRow, Cell, string) string {
	return func(r *fileRow, cell Cell, _ string) string {
		*field(&r.offer) = cell.Text
		return ""
	}
}

// wholeOf takes a cell for a number of one at least.
func wholeOf(field func(*priceCells) **int64, sentence string) func(*fileRow, Cell, string) string {
	return func(r *fileRow, cell Cell, decimal string) string {
		number, ok := wholeNumber(cell, decimal)
		if !ok || number < 1 {
			return sentence
		}
		*field(&r.offer) = &number
		return ""
	}
}

func setPackPrice(r *fileRow, cell Cell, decimal string) string {
	price, ok := finePrice(cell, decimal)
	if !ok || price < 0 {
		return "El precio debe ser un número mayor o igual a 0, con cuatro decimales como mucho"
	}
	_, r.said = besideAmount(cell.Text)
	value := &price
	r.offer.PackPrice = &value
	return ""
}

func setLeadDays(r *fileRow, cell Cell, decimal string) string {
	days, ok := wholeNumber(cell, decimal)
	if !ok || days < 0 || days > catalogue.LeadDaysMax {
		return "El plazo debe estar entre 0 y 150 días"
	}
	number := int(days)
	value := &number
	r.offer.LeadDays = &value
	return ""
}

// finePrice reads a price of four decimals at most, digit by digit.
func finePrice(cell Cell, decimal string) (supplier.Price, bool) {
	if !cell.Number {
		cell.Text, _ = besideAmount(cell.Text)
	}
	whole, fraction, ok := plainNumber(cell, decimal)
	fraction = strings.TrimRight(fraction, "0")
	if !ok || len(fraction) > 4 || len(whole) > 12 {
		return 0, false
	}
	price, err := strconv.ParseInt(whole+(fraction + "0000")[:4], 10, 64)
	return supplier.Price(price), err == nil
}

// priceImporter is what rows of a supplier's price list do.
type priceImporter struct{}

func (priceImporter) fields() []importField { return priceImportFields }

// identify makes sure that the row says which product it is about.
func (priceImporter) identify(r *importReader, read *fileRow) {
	cells := &read.offer
	if cells.supplierSKU != "" {
		cells.SupplierSKU = &cells.supplierSKU
	}
	if cells.supplierSKU == "" && cells.barcode == "" && cells.sku == "" && len(read.problems) == 0 {
		read.problems = append(read.problems, r.problem(read.row, r.firstIdentity(),
			"Falta el código del proveedor, el código de barras o el SKU"))
	}
}

// firstIdentity is the first column by which rows say which product they are about.
func (r *importReader) firstIdentity() Field {
	for _, field := range priceIdentities {
		if _, mapped := r.mapping.Columns[field]; mapped {
			return field
		}
	}
	return priceIdentities[0]
}

// checkPrices refuses a mapping of a price list by which no product is known, or no supplier.
func (m Mapping) checkPrices(wrong core.Problems) {
	m.checkIdentities(wrong)
	wrong.Check(m.SupplierID != 0, "supplierId", "Elige el proveedor de la tarifa")
}

// checkIdentities refuses a mapping by which no product is known.
func (m Mapping) checkIdentities(wrong core.Problems) {
	known := false
	for _, field := range priceIdentities {
		_, mapped := m.Columns[field]
		known = known || mapped
	}
	wrong.Check(known, string(priceIdentities[0]),
		"Indica qué columna contiene el código del proveedor, el código de barras o el SKU")
}

// PricePreview is what a row does to a price.
type PricePreview struct {
	Row                    int
	SKU, Name, SupplierSKU string
	Plan                   supplier.PricePlan
}

// notePrice keeps what a row does to a price, of the first rows that do.
func (p *Preview) notePrice(plan pricePlan) {
	if len(p.Prices) < pricesShown && plan.Changes() {
		p.Prices = append(p.Prices, PricePreview{
			plan.row.Number, plan.product.SKU, plan.product.Name, plan.After.SupplierSKU, plan.PricePlan,
		})
	}
}

// pricesShown is how many changes of prices are listed; the rest are counted.
const pricesShown = 500

// noteSupplierCurrency says that prices stand in another currency than that of the supplier.
func (p *Preview) noteSupplierCurrency(rows []fileRow, currency string) {
	if len(p.Notes) > 0 {
		return
	}
	for _, row := range rows {
		if !isCurrency(row.said, currency) {
			p.Notes = append(p.Notes, fmt.Sprintf(
				"El archivo tiene precios en %s: se guardarán en %s, la moneda del proveedor, sin convertirlos.", row.said,
				currency))
			return
		}
	}
}
