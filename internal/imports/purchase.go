package imports

import (
	"fmt"
	"maps"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/supplier"
)

// purchaseImportFields are what columns of the lines of a purchase can hold, in the order people are shown them.
var purchaseImportFields = append(fieldsNamed(priceImportFields, "supplierSku", "barcode", "sku"),
	importField{
		name: "quantity", noDate: true, number: true, label: "Cantidad (Unidades)", headers: []string{
			"cantidad", "unidades", "uds", "uds.", "ud", "cant", "cantidad pedida", "a pedir", "pedir", "por hacer", "quantity",
			"qty", "units",
		}, Assign: wholeOfLine(func(c *lineCells) **int64 { return &c.quantity },
			"La cantidad debe ser un número entero mayor a 0"),
	},
	importField{
		name: "packs", noDate: true, number: true, label: "Paquetes", headers: []string{
			"paquetes", "cajas", "bultos", "envases", "packs", "boxes",
		}, Assign: wholeOfLine(func(c *lineCells) **int64 { return &c.packs },
			"Los paquetes deben ser un número entero mayor a 0"),
	},
	importField{
		name: "packUnits", noDate: true, number: true, label: "Unidades por Paquete", headers: []string{
			"uds paquete", "unidades caja", "unidades por caja", "uds/caja", "uds caja", "pack size", "units per pack",
		}, Assign: wholeOf(func(c *priceCells) **int64 { return &c.PackUnits },
			"Las unidades por paquete deben ser un número entero mayor a 0"),
	},
	importField{
		name: "packPrice", noDate: true, number: true, label: "Precio del Paquete", headers: []string{
			"precio", "tarifa", "precio tarifa", "coste", "precio compra", "precio de compra", "precio caja", "price",
			"unit price",
		}, Assign: setPackPrice,
	},
	importField{
		name: "discount", noDate: true, number: true, label: "Descuento (%)", headers: []string{
			"descuento", "dto", "dto.", "% dto", "dto %", "discount",
		}, Assign: setDiscount,
	},
	importField{
		name: "totalCost", noDate: true, number: true, label: "Importe", headers: []string{
			"importe", "total", "importe neto", "importe total", "neto", "amount",
		}, Assign: setLineTotal,
	},
)

// fieldsNamed are the fields of some names, in their order.
func fieldsNamed(fields []importField, names ...Field) (some []importField) {
	for _, name := range names {
		for _, field := range fields {
			if field.name == name {
				some = append(some, field)
			}
		}
	}
	return some
}

// lineCells is what one row says of a line of a purchase, besides its product, its pack and the pack's price.
type lineCells struct {
	quantity, packs *int64
	discount        int
	total           *exactAmount
}

func wholeOfLine(field func(*lineCells) **int64, sentence string) func(*fileRow, Cell, string) string {
	return func(r *fileRow, cell Cell, decimal string) string {
		number, ok := wholeNumber(cell, decimal)
		if !ok || number < 1 || number > catalogue.QuantityMax {
			return sentence
		}
		*field(&r.line) = &number
		return ""
	}
}

// setDiscount takes hundredths of a percent.
func setDiscount(r *fileRow, cell Cell, decimal string) string {
	if n := len(cell.Text); n > 0 && cell.Text[n-1] == '%' {
		cell.Text = core.Line(cell.Text[:n-1])
	}
	percent, ok := money(cell, decimal)
	const parts = exactParts / 100
	if !ok || percent < 0 || percent > 100*exactParts || percent%parts != 0 {
		return "El descuento debe ser un número entre 0 y 100, con dos decimales como mucho"
	}
	r.line.discount = int(percent / parts)
	return ""
}

func setLineTotal(r *fileRow, cell Cell, decimal string) string {
	total, ok := money(cell, decimal)
	if !ok || total < 0 {
		return "El importe debe ser un número mayor o igual a 0"
	}
	_, r.said = besideAmount(cell.Text)
	r.line.total = &total
	return ""
}

// purchaseImporter is what rows do that are lines of a purchase: together they become a draft.
type purchaseImporter struct{}

func (purchaseImporter) fields() []importField { return purchaseImportFields }

// identify makes sure that the row says which product it is about, and how much of it. All rows belong together.
func (purchaseImporter) identify(r *importReader, read *fileRow) {
	priceImporter{}.identify(r, read)
	read.group = "purchase"
	if read.line.quantity == nil && read.line.packs == nil && len(read.problems) == 0 {
		read.problems = append(read.problems, r.problem(read.row, r.firstQuantity(), "Falta la cantidad"))
	}
}

// firstQuantity is the first column by which rows say how much.
func (r *importReader) firstQuantity() Field {
	if _, mapped := r.mapping.Columns["quantity"]; !mapped {
		if _, mapped := r.mapping.Columns["packs"]; mapped {
			return "packs"
		}
	}
	return "quantity"
}

// checkPurchase refuses a mapping of lines by which nobody knows what is bought, how much of it, or of whom.
func (m Mapping) checkPurchase(wrong core.Problems) {
	m.checkIdentities(wrong)
	_, quantity := m.Columns["quantity"]
	_, packs := m.Columns["packs"]
	wrong.Check(quantity || packs, "quantity", "Indica qué columna contiene la cantidad, en unidades o en paquetes")
	wrong.Check(m.SupplierID != 0, "supplierId", "Elige a qué proveedor se le compra")
}

// linePlan is what a row would be of a purchase.
type linePlan struct {
	fileRow
	fields   purchase.LineFields
	problems []RowProblem
}

// planLines works out the lines that rows become.
func (r *importReader) planLines(known priceKnown, seller supplier.Supplier, rows []fileRow) []linePlan {
	plans := make([]linePlan, 0, len(rows))
	for _, row := range rows {
		plan := linePlan{fileRow: row, problems: row.problems}
		if len(plan.problems) == 0 {
			r.planLine(&plan, known, seller)
		}
		plans = append(plans, plan)
	}
	return plans
}

func (r *importReader) planLine(plan *linePlan, known priceKnown, seller supplier.Supplier) {
	wrong := func(field Field, sentence string) {
		plan.problems = append(plan.problems, r.problem(plan.row, field, sentence))
	}
	product, field, sentence := known.find(plan.offer)
	if sentence != "" {
		wrong(field, sentence)
		return
	}
	var sold supplier.SupplierProduct
	for _, seller := range known.sellers[product.ID] {
		if seller.SupplierID == seller.ID {
			sold = seller
		}
	}
	fields := purchase.LineFields{ProductID: product.ID, Discount: plan.line.discount}
	if plan.offer.PackUnits != nil {
		fields.PackUnits = *plan.offer.PackUnits
	}
	if plan.offer.PackPrice != nil {
		fields.PackPrice = *plan.offer.PackPrice
	}
	if plan.line.quantity != nil {
		fields.Quantity = *plan.line.quantity
	}
	if plan.line.packs != nil {
		units := *plan.line.packs * max(fields.PackUnits, sold.PackUnits, 1)
		if units > catalogue.QuantityMax || plan.line.quantity != nil && fields.Quantity != units {
			wrong("packs", fmt.Sprintf("No coincide con la cantidad: son %d unidades", units))
		}
		fields.Quantity = units
	}
	if plan.line.total != nil {
		total, ok := plan.line.total.in(seller.Currency)
		if !ok {
			wrong("totalCost", "El importe debe ser un número con "+core.DecimalsAtMost(seller.Currency))
		}
		fields.Value = &total
	}
	found := fields.Problems()
	for _, name := range slices.Sorted(maps.Keys(found)) {
		wrong(Field(name), found[name])
	}
	plan.fields = fields
}
