package purchase

import (
	"fmt"
	"strconv"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/supplier"
)

// LinesMax is how many lines a purchase has at most, and valueMax what they may cost together.
const (
	LinesMax = 2000
	valueMax = core.ValueMax / 100
)

// LineFields is what people write of a line. What they leave out is as the supplier sells it.
type LineFields struct {
	ProductID int64
	// Quantity is in units.
	Quantity int64
	// PackUnits is zero where nobody says.
	PackUnits int64
	PackPrice *supplier.Price
	// Discount is in hundredths of a percent.
	Discount int
	// Value is what all units cost together, where somebody says so; else it is worked out.
	Value *core.Cents
}

// fieldsOf are lines as they would be written. A value that the price does not come to was said.
func fieldsOf(lines []Line) []LineFields {
	fields := make([]LineFields, 0, len(lines))
	for _, l := range lines {
		fields = append(fields, LineFields{
			ProductID: l.ProductID, Quantity: l.Ordered, PackUnits: l.PackUnits, PackPrice: l.PackPrice, Discount: l.Discount,
			Value: l.Value,
		})
	}
	return fields
}

// linePlace comes before the name of a field of a line that is wrong.
func linePlace(i int) string { return "lines[" + strconv.Itoa(i) + "]." }

func checkLines(wrong core.Problems, lines []LineFields) {
	wrong.Check(len(lines) <= LinesMax, "lines", fmt.Sprintf("Son demasiadas líneas: %d como mucho", LinesMax))
	for i, l := range lines[:min(len(lines), LinesMax)] {
		place := linePlace(i)
		wrong.Check(l.ProductID != 0, place+"productId", "Elige un producto")
		wrong.Check(l.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.Check(l.Quantity <= catalogue.QuantityMax, place+"quantity", "La cantidad es demasiado grande")
		wrong.Check(l.PackUnits >= 0 && l.PackUnits <= catalogue.QuantityMax, place+"packUnits",
			"Las unidades por paquete deben ser un número entero mayor que 0")
		wrong.Check(l.PackPrice == nil || (*l.PackPrice >= 0 && *l.PackPrice <= supplier.PriceMax), place+"packPrice",
			"El precio debe ser un número mayor o igual a 0")
		wrong.Check(l.Discount >= 0 && l.Discount <= supplier.DiscountWhole, place+"discount",
			"El descuento debe estar entre 0 y 100")
		wrong.Check(l.Value == nil || (*l.Value >= 0 && *l.Value <= valueMax), place+"totalCost",
			"El importe debe ser un número mayor o igual a 0")
	}
}

// Problems are what is wrong with a line by itself, by its fields.
func (f LineFields) Problems() map[string]string {
	wrong := core.Problems{}
	checkLines(wrong, []LineFields{f})
	found := map[string]string{}
	for field, sentences := range wrong {
		found[strings.TrimPrefix(field, linePlace(0))] = sentences[0]
	}
	return found
}

// linesOf turns what people wrote into lines, with what the supplier says of each product.
func linesOf(tx Tx, p Purchase, fields []LineFields) ([]Line, error) {
	ids := make([]int64, 0, len(fields))
	for _, l := range fields {
		ids = append(ids, l.ProductID)
	}
	products, err := tx.ProductsNamed(ids)
	if err != nil {
		return nil, err
	}
	sold, err := tx.SupplierProductsOf(p.SupplierID, ids)
	if err != nil {
		return nil, err
	}
	wrong := core.Problems{}
	lines := make([]Line, 0, len(fields))
	for i, l := range fields {
		product, found := products[l.ProductID]
		wrong.Check(found, linePlace(i)+"productId", "El producto no existe")
		lines = append(lines, l.line(p, product, sold[l.ProductID]))
	}
	return lines, wrong.Err()
}

// line completes what somebody wrote. The price of the supplier counts in its own currency and
// for its own pack alone.
func (f LineFields) line(p Purchase, product catalogue.Product, sold supplier.SupplierProduct) Line {
	l := Line{
		ProductID: product.ID, SKU: product.SKU, Name: product.Name, SupplierSKU: sold.SupplierSKU,
		PackUnits: f.PackUnits, PackPrice: f.PackPrice, Discount: f.Discount, Value: f.Value, Ordered: f.Quantity,
	}
	if l.PackUnits == 0 {
		l.PackUnits = max(sold.PackUnits, 1)
	}
	if l.PackPrice == nil && l.Value == nil && sold.PackPrice != nil && sold.Currency == p.Currency &&
		l.PackUnits == sold.PackUnits {
		price := *sold.PackPrice
		l.PackPrice = &price
	}
	if l.Value == nil && l.PackPrice != nil {
		value := supplier.LineValue(*l.PackPrice, l.PackUnits, l.Ordered, l.Discount, p.Currency)
		l.Value = &value
	}
	return l
}

// sum notes what the lines of a purchase come to.
func (p *Purchase) sum(lines []Line) error {
	p.LineCount, p.Ordered, p.Received, p.Pending, p.Value = int64(len(lines)), 0, 0, 0, 0
	for _, l := range lines {
		p.Ordered += l.Ordered
		p.Received += l.Received
		p.Pending += l.Pending
		if l.Value != nil {
			p.Value += *l.Value
		}
		if p.Value > valueMax {
			return core.FieldError("lines", "El total de la compra es demasiado grande")
		}
	}
	return nil
}
