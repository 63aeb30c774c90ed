package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"estante/internal/core"
	"estante/internal/purchase"
)

// PurchaseOrders writes purchases as suppliers read them. It implements purchase.Writer.
type PurchaseOrders struct{}

var _ purchase.Writer = PurchaseOrders{}

// The columns of the table, which fill the page between its margins.
const (
	orderSKUWidth   = 34.0
	orderPackWidth  = 30.0
	orderPriceWidth = 26.0
	orderTotalWidth = 26.0
	orderNameWidth  = 210 - 2*margin - orderSKUWidth - orderPackWidth - orderPriceWidth - orderTotalWidth
)

// WriteOrder writes a purchase as its supplier reads it.
func (PurchaseOrders) WriteOrder(to io.Writer, d purchase.Document) error {
	title := "Pedido " + d.Purchase.Number
	if d.Purchase.Number == "" {
		title = "Borrador de pedido"
	}
	page := &purchasePage{newPDF(title, d.Settings.BusinessName, d.At), d}
	page.SetFooterFunc(func() { page.footer(title + " · " + d.Settings.BusinessName) })
	page.AddPage()
	page.heading(title)
	page.parties()
	page.table()
	page.closing()
	return page.Output(to)
}

type purchasePage struct {
	*pdf
	purchase.Document
}

func (p *purchasePage) heading(title string) {
	p.font("B", 18)
	p.CellFormat(0, 9, title, "", 1, "L", false, 0, "")
	p.font("", 11)
	p.SetTextColor(90, 90, 90)
	at := p.At
	if p.Purchase.SentAt != nil {
		at = *p.Purchase.SentAt
	}
	words := "Fecha: " + at.In(p.Settings.Zone()).Format("02/01/2006")
	if day := purchase.SpokenDay(p.Purchase.ExpectedOn); day != "" {
		words += " · Entrega esperada: " + day
	}
	p.CellFormat(0, 6, words, "", 1, "L", false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.Ln(5)
}

// parties writes who buys, who sells and where it goes.
func (p *purchasePage) parties() {
	s := p.Settings
	p.party("De", s.BusinessName, taxWords(s.TaxID), s.Address)
	supplier := p.Supplier
	p.party("Para", supplier.Name, taxWords(supplier.TaxID), supplier.Address, supplier.Contact)
	p.party("Entregar en", p.Purchase.LocationName, s.Address)
	if p.Purchase.Notes != "" {
		p.party("Notas", p.Purchase.Notes)
	}
	p.Ln(4)
}

func taxWords(id string) string {
	if id == "" {
		return ""
	}
	return "NIF " + id
}

func (p *purchasePage) party(label string, lines ...string) {
	p.font("B", 9)
	p.SetTextColor(90, 90, 90)
	p.CellFormat(0, 5, label, "", 1, "L", false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.font("", 10)
	for _, line := range lines {
		if line != "" {
			p.MultiCell(0, 5, line, "", "L", false)
		}
	}
	p.Ln(2)
}

func (p *purchasePage) table() {
	p.tableHead()
	for _, line := range p.Purchase.Lines {
		p.line(line)
	}
}

func (p *purchasePage) tableHead() {
	p.font("B", 9)
	p.SetFillColor(240, 240, 240)
	for _, c := range []struct {
		name  string
		width float64
		align string
	}{
		{"Referencia", orderSKUWidth, "L"},
		{"Producto", orderNameWidth, "L"},
		{"Cantidad", orderPackWidth, "R"},
		{"Precio", orderPriceWidth, "R"},
		{"Importe", orderTotalWidth, "R"},
	} {
		p.CellFormat(c.width, lineHeight, c.name, "B", 0, c.align, true, 0, "")
	}
	p.Ln(lineHeight)
}

// line writes one line, as high as its longest text needs, whole on one page.
func (p *purchasePage) line(l purchase.Line) {
	p.font("", 9)
	sku, name := l.SupplierSKU, p.Names[l.ProductID].SupplierName
	if sku == "" {
		sku = l.SKU
	}
	if name == "" {
		name = l.Name
	}
	columns := []struct {
		lines []string
		width float64
		align string
	}{
		{p.SplitText(sku, orderSKUWidth-2), orderSKUWidth, "L"},
		{p.SplitText(name, orderNameWidth-2), orderNameWidth, "L"},
		{quantityWords(l), orderPackWidth, "R"},
		{priceWords(l), orderPriceWidth, "R"},
		{[]string{spokenMoney(l.Value, p.Purchase.Currency)}, orderTotalWidth, "R"},
	}
	height := 0
	for _, c := range columns {
		height = max(height, len(c.lines))
	}
	const step = 5.0
	_, bottom := p.GetPageSize()
	if p.GetY()+step*float64(height)+1.5 > bottom-margin-8 {
		p.AddPage()
		p.tableHead()
		p.font("", 9)
	}
	top, x := p.GetY()+1, margin
	for _, c := range columns {
		for i, text := range c.lines {
			p.SetXY(x, top+step*float64(i))
			p.CellFormat(c.width, step, text, "", 0, c.align, false, 0, "")
		}
		x += c.width
	}
	low := top + step*float64(height) + 0.5
	p.SetDrawColor(210, 210, 210)
	p.Line(margin, low, 210-margin, low)
	p.SetDrawColor(0, 0, 0)
	p.SetXY(margin, low)
}

// quantityWords are how many packs, and how many units those have.
func quantityWords(l purchase.Line) []string {
	units := core.Grouped(l.Ordered) + " uds."
	if l.PackUnits <= 1 {
		return []string{units}
	}
	if l.Ordered%l.PackUnits != 0 {
		return []string{units, "(de " + core.Grouped(l.PackUnits) + " en " + core.Grouped(l.PackUnits) + ")"}
	}
	return []string{core.Grouped(l.Ordered/l.PackUnits) + " × " + core.Grouped(l.PackUnits), units}
}

// priceWords are the price of a pack, and what is taken off it.
func priceWords(l purchase.Line) []string {
	if l.PackPrice == nil {
		return []string{""}
	}
	words := []string{spokenDecimal(int64(*l.PackPrice), 4, 2)}
	if l.Discount > 0 {
		words = append(words, "−"+spokenDecimal(int64(l.Discount), 2, 0)+" %")
	}
	return words
}

// spokenDecimal writes a number of some decimals as people read it, without zeros that say
// nothing beyond the least decimals.
func spokenDecimal(n int64, decimals, least int) string {
	digits := fmt.Sprintf("%0*d", decimals+1, n)
	whole, part := digits[:len(digits)-decimals], digits[len(digits)-decimals:]
	for len(part) > least && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	number, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return digits
	}
	if part == "" {
		return core.Grouped(number)
	}
	return core.Grouped(number) + "," + part
}

// spokenMoney is an amount in the smallest units of its currency; empty where nobody knows it.
func spokenMoney(cents *core.Cents, currency string) string {
	if cents == nil {
		return ""
	}
	decimals := core.Decimals(currency)
	return spokenDecimal(int64(*cents), decimals, decimals)
}

func (p *purchasePage) closing() {
	p.Ln(4)
	p.font("", 10)
	p.CellFormat(0, 6, "Unidades en total: "+core.Grouped(p.Purchase.Ordered), "", 1, "R", false, 0, "")
	whole := true
	for _, l := range p.Purchase.Lines {
		whole = whole && l.Value != nil
	}
	if whole && len(p.Purchase.Lines) > 0 {
		p.font("B", 12)
		p.CellFormat(0, 7, "Total: "+spokenMoney(&p.Purchase.Value, p.Purchase.Currency)+" "+p.Purchase.Currency, "", 1, "R",
			false, 0, "")
		p.font("", 9)
		p.CellFormat(0, 5, taxNote(p.Settings), "", 1, "R", false, 0, "")
	}
	if p.Supplier.PaymentTerms != "" {
		p.font("", 10)
		p.MultiCell(0, 5, "Forma de pago: "+p.Supplier.PaymentTerms, "", "L", false)
	}
}

// taxNote says whether the amounts of what is bought are with the tax on it.
func taxNote(s core.Settings) string {
	if s.TaxRecoverable {
		return "IVA no incluido"
	}
	return "IVA incluido"
}
