package report

import (
	"io"

	"estante/internal/core"
	"estante/internal/valuation"
)

// valuesPage is a sheet of what the stock was worth, on paper.
type valuesPage struct {
	*pdf

	currency string
	// cells are the columns of the table that is being written.
	cells []forecastCell
}

var (
	valueCells = []forecastCell{
		{"Producto", 210 - 2*margin - 24 - 30 - 34}, {"Unidades", 24}, {"Coste por unidad", 30}, {"Valor", 34},
	}
	unknownCells = []forecastCell{{"Producto", 210 - 2*margin - 24}, {"Unidades", 24}}
	totalCells   = []forecastCell{
		{"", 210 - 2*margin - 24 - 30 - 34}, {"Productos", 24}, {"Unidades", 30}, {"Valor", 34},
	}
)

func writeValuesPDF(to io.Writer, page valuation.SheetPage, walk func(func(valuation.StockAtRow) error) error) error {
	p := &valuesPage{pdf: newPDF(valuesTitle, page.Business, page.MadeAt), currency: page.Currency}
	at := page.At.In(page.Zone).Format(instantForm)
	p.SetFooterFunc(func() { p.footer(page.Business + " · " + at + " · " + page.Hash[:16]) })
	p.AddPage()
	p.heading(page)
	p.totals("Por categoría", noCategory, page.Totals.Categories)
	if len(page.Totals.Locations) > 1 {
		p.totals("Por almacén", "", page.Totals.Locations)
	}
	p.title("Productos")
	p.begin(valueCells)
	known := true
	err := walk(func(row valuation.StockAtRow) error {
		if row.Value == nil && known {
			known = false
			p.title("Productos sin coste: no están en el valor")
			p.begin(unknownCells)
		}
		p.product(row)
		return p.Error()
	})
	if err != nil {
		return err
	}
	return p.Output(to)
}

func (p *valuesPage) heading(page valuation.SheetPage) {
	p.font("B", 18)
	p.CellFormat(0, 9, valuesTitle, "", 1, "L", false, 0, "")
	for _, fact := range facts(page) {
		p.font("B", 10)
		p.CellFormat(52, lineHeight, fact[0], "", 0, "L", false, 0, "")
		p.font("", 10)
		if fact[1] == page.Hash {
			p.font("", 7)
		}
		p.CellFormat(0, lineHeight, p.fitted(fact[1], 210-2*margin-52), "", 1, "L", false, 0, "")
	}
}

func (p *valuesPage) title(text string) {
	p.room(4 * lineHeight)
	p.Ln(4)
	p.font("B", 12)
	p.CellFormat(0, 8, text, "", 1, "L", false, 0, "")
}

// begin writes the head of a table, and again on each page.
func (p *valuesPage) begin(cells []forecastCell) {
	p.cells = cells
	p.font("B", 9)
	p.SetFillColor(240, 240, 240)
	for i, cell := range cells {
		align, next := "R", 0
		if i == 0 {
			align = "L"
		}
		if i == len(cells)-1 {
			next = 1
		}
		p.CellFormat(cell.width, lineHeight, cell.name, "B", next, align, true, 0, "")
	}
}

// room begins a page where there is too little of this one left, and says whether it did.
func (p *valuesPage) room(height float64) bool {
	_, bottom := p.GetPageSize()
	if p.GetY()+height <= bottom-margin-8 {
		return false
	}
	p.AddPage()
	return true
}

func (p *valuesPage) totals(title, none string, totals []valuation.NamedTotals) {
	p.title(title)
	p.begin(totalCells)
	for _, t := range totals {
		p.line(namedOr(t.Name, none), core.Grouped(t.Products), core.Grouped(t.Units), spokenAmount(t.Value, p.currency))
	}
}

// line writes one row of the table.
func (p *valuesPage) line(texts ...string) {
	if p.room(lineHeight) {
		p.begin(p.cells)
	}
	p.font("", 9)
	for i, text := range texts {
		align, next := "R", 0
		if i == 0 {
			align, text = "L", p.fitted(text, p.cells[0].width-2)
		}
		if i == len(texts)-1 {
			next = 1
		}
		p.CellFormat(p.cells[i].width, lineHeight, text, "", next, align, false, 0, "")
	}
}

func (p *valuesPage) product(row valuation.StockAtRow) {
	name := row.Product.SKU + " · " + productTitle(row.Product)
	if row.Value == nil {
		p.line(name, core.Grouped(row.Units))
		return
	}
	p.line(name, core.Grouped(row.Units), spokenAmount(*each(row.Value, row.Units), p.currency),
		spokenAmount(*row.Value, p.currency))
}

// fitted cuts a text to a width.
func (p *pdf) fitted(text string, width float64) string {
	if p.GetStringWidth(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && p.GetStringWidth(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
