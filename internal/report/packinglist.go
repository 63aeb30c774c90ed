package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"estante/internal/order"
)

// PackingList is what a packing list is made of.
type PackingList struct {
	Business string
	Order    order.Row
	Zone     *time.Location
	// At is when it is printed.
	At time.Time
}

// The columns of the table, which fill the page between its margins.
const (
	lineHeight = 6.5
	tickWidth  = 10.0
	skuWidth   = 38.0
	countWidth = 22.0
	nameWidth  = 210 - 2*margin - tickWidth - skuWidth - countWidth
)

// WritePackingList writes the list that the picker of an order takes to the shelves
// and puts into the box. It names no price: the box may be a present.
func WritePackingList(to io.Writer, list PackingList) error {
	page := &packingPage{newPDF("Lista de embalaje "+list.Order.Number, list.Business, list.At)}
	page.SetFooterFunc(func() { page.footer("Impreso el " + list.At.In(list.Zone).Format("02/01/2006 15:04")) })
	page.AddPage()
	page.heading(list)
	page.addresses(list)
	rows := packingRows(list.Order.Lines)
	page.table(rows)
	page.closing(packingUnits(rows))
	return page.Output(to)
}

type packingPage struct{ *pdf }

func (p *packingPage) heading(list PackingList) {
	p.font("B", 18)
	p.CellFormat(0, 9, list.Business, "", 1, "L", false, 0, "")
	p.font("", 11)
	p.SetTextColor(90, 90, 90)
	placed := list.Order.CreatedAt.In(list.Zone).Format("02/01/2006")
	p.CellFormat(0, 6, "Lista de embalaje · Pedido "+list.Order.Number+" · "+placed, "", 1, "L", false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.Ln(5)
}

// addresses writes for which customer the order is and where it goes.
func (p *packingPage) addresses(list PackingList) {
	placed := list.Order
	p.label("Cliente")
	p.text(placed.CustomerName)
	address := placed.ShippingAddress
	city := strings.TrimSpace(address.PostalCode + " " + address.City)
	lines := []string{address.Street, city, address.State, address.Country}
	if address.Phone != "" {
		lines = append(lines, "Tel. "+address.Phone)
	}
	if address != (order.Address{}) {
		p.Ln(2)
		p.label("Enviar a")
		for _, line := range lines {
			p.text(line)
		}
	}
	if placed.Notes != "" {
		p.Ln(2)
		p.label("Notas")
		p.text(placed.Notes)
	}
	p.Ln(6)
}

func (p *packingPage) label(text string) {
	p.font("B", 9)
	p.SetTextColor(90, 90, 90)
	p.CellFormat(0, 5, text, "", 1, "L", false, 0, "")
	p.SetTextColor(0, 0, 0)
}

func (p *packingPage) text(text string) {
	if text == "" {
		return
	}
	p.font("", 11)
	p.MultiCell(0, 5.5, text, "", "L", false)
}

// packingRow is one line of the table.
type packingRow struct {
	sku, name string
	units     int64
}

// packingRows are the lines of an order that go into the box, with what the picker
// at the shelves has to know of them.
func packingRows(lines []order.Line) []packingRow {
	var rows []packingRow
	for _, line := range lines {
		units := line.Quantity - line.Cancelled
		if units == 0 {
			continue
		}
		name := line.Name
		if line.ProductID == 0 {
			name += " (sin producto en el catálogo)"
		}
		switch {
		case line.Shortage == 1:
			name += " (falta 1)"
		case line.Shortage > 1:
			name += fmt.Sprintf(" (faltan %d)", line.Shortage)
		}
		rows = append(rows, packingRow{sku: line.SKU, name: name, units: units})
	}
	return rows
}

// packingUnits is how many units go into the box.
func packingUnits(rows []packingRow) (units int64) {
	for _, row := range rows {
		units += row.units
	}
	return units
}

// table lists what goes into the box, with a square to tick.
func (p *packingPage) table(rows []packingRow) {
	p.tableHead()
	for _, row := range rows {
		p.row(row.sku, row.name, strconv.FormatInt(row.units, 10))
	}
}

func (p *packingPage) tableHead() {
	p.font("B", 9)
	p.SetFillColor(240, 240, 240)
	p.CellFormat(tickWidth, lineHeight, "", "B", 0, "L", true, 0, "")
	p.CellFormat(skuWidth, lineHeight, "SKU", "B", 0, "L", true, 0, "")
	p.CellFormat(nameWidth, lineHeight, "Producto", "B", 0, "L", true, 0, "")
	p.CellFormat(countWidth, lineHeight, "Cantidad", "B", 1, "R", true, 0, "")
}

// row writes one line, as high as its longest text needs, whole on one page.
func (p *packingPage) row(sku, name, units string) {
	p.font("", 10)
	skus, names := p.SplitText(sku, skuWidth-2), p.SplitText(name, nameWidth-2)
	height := lineHeight * float64(max(len(skus), len(names), 1))
	_, bottom := p.GetPageSize()
	if p.GetY()+height > bottom-margin-8 {
		p.AddPage()
		p.tableHead()
		p.font("", 10)
	}
	top := p.GetY()
	p.Rect(margin+2.5, top+1.5, 3.5, 3.5, "D")
	p.column(margin+tickWidth, top, skuWidth, skus)
	p.column(margin+tickWidth+skuWidth, top, nameWidth, names)
	p.font("B", 11)
	p.SetXY(margin+tickWidth+skuWidth+nameWidth, top)
	p.CellFormat(countWidth, lineHeight, units, "", 0, "R", false, 0, "")
	p.SetDrawColor(210, 210, 210)
	p.Line(margin, top+height, 210-margin, top+height)
	p.SetDrawColor(0, 0, 0)
	p.SetXY(margin, top+height)
}

func (p *packingPage) column(x, y, width float64, lines []string) {
	for i, line := range lines {
		p.SetXY(x, y+float64(i)*lineHeight)
		p.CellFormat(width, lineHeight, line, "", 0, "L", false, 0, "")
	}
}

func (p *packingPage) closing(units int64) {
	p.Ln(3)
	p.font("B", 11)
	p.CellFormat(0, 7, "Unidades en total: "+strconv.FormatInt(units, 10), "", 1, "R", false, 0, "")
}
