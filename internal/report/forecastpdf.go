package report

import (
	"io"
	"strings"

	"estante/internal/core"
	"estante/internal/forecasting"
)

// forecastPage is a report of forecasts on paper.
type forecastPage struct{ *pdf }

// forecastCell is a column of the table; the first one takes what is left.
type forecastCell struct {
	name  string
	width float64
}

var forecastCells = []forecastCell{
	{"Producto", 210 - 2*margin - 22 - 22 - 30 - 20 - 22},
	{"Stock", 22},
	{"Vendido 30d", 22},
	{"Se Venderá 30d", 30},
	{"Por Hacer", 20},
	{"Se Agota En", 22},
}

func writeForecastPDF(to io.Writer, page forecasting.ReportPage, walk func(func(forecasting.Row) error) error) error {
	p := &forecastPage{newPDF("Previsión de Stock", page.Business, page.At)}
	made := page.At.In(page.Zone).Format("02/01/2006 15:04")
	p.SetFooterFunc(func() { p.footer(page.Business + " · " + made) })
	p.AddPage()
	p.heading(page, made)
	p.picture(bandsOf(page.Summary))
	p.tableHead()
	if err := walk(func(f forecasting.Row) error {
		p.row(f)
		return p.Error()
	}); err != nil {
		return err
	}
	return p.Output(to)
}

func (p *forecastPage) heading(page forecasting.ReportPage, made string) {
	p.font("B", 18)
	p.CellFormat(0, 9, "Previsión de Stock", "", 1, "L", false, 0, "")
	p.font("", 11)
	p.SetTextColor(90, 90, 90)
	p.MultiCell(0, 6, page.Business+" · "+made, "", "L", false)
	p.MultiCell(0, 6, page.About+" · "+count(page.Summary.Products, "producto", "productos"), "", "L", false)
	p.MultiCell(0, 6, count(page.Summary.ToOrder, "producto", "productos")+" por pedir, "+count(page.Summary.ToDo,
		"unidad", "unidades")+" en total", "", "L", false)
	p.SetTextColor(0, 0, 0)
	p.Ln(4)
}

// count writes a number with its noun, grouped as Spanish does.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return core.Grouped(n) + " " + many
}

// The picture: a bar for each band.
const (
	bandHeight = 6.0
	bandName   = 34.0
	bandWidth  = 110.0
)

// bandColours go from what is gone to what stays, as the page's colours do.
var bandColours = [][3]int{{212, 41, 58}, {224, 100, 15}, {224, 100, 15}, {181, 129, 8}, {30, 154, 91}, {127, 139, 154}}

// picture draws how many products run out when.
func (p *forecastPage) picture(bands []band) {
	p.font("B", 10)
	p.CellFormat(0, 6, "Productos por días hasta agotarse", "", 1, "L", false, 0, "")
	most := int64(1)
	for _, b := range bands {
		most = max(most, b.products)
	}
	p.font("", 9)
	for i, b := range bands {
		top := p.GetY()
		p.CellFormat(bandName, bandHeight, b.name, "", 0, "L", false, 0, "")
		colour := bandColours[i]
		p.SetFillColor(colour[0], colour[1], colour[2])
		width := bandWidth * float64(b.products) / float64(most)
		if b.products > 0 {
			p.Rect(margin+bandName, top+1, max(width, 0.4), bandHeight-2, "F")
		}
		p.SetXY(margin+bandName+width+2, top)
		p.CellFormat(20, bandHeight, core.Grouped(b.products), "", 1, "L", false, 0, "")
	}
	p.Ln(5)
}

func (p *forecastPage) tableHead() {
	p.font("B", 9)
	p.SetFillColor(240, 240, 240)
	for i, cell := range forecastCells {
		align, next := "R", 0
		if i == 0 {
			align = "L"
		}
		if i == len(forecastCells)-1 {
			next = 1
		}
		p.CellFormat(cell.width, lineHeight, cell.name, "B", next, align, true, 0, "")
	}
}

// How high the lines of a row are: its name, on two of them at most, and what
// is said below in small letters.
const (
	nameHeight   = 4.2
	smallHeight  = 3.4
	rowGap       = 1.4
	nameLinesMax = 2
)

func (p *forecastPage) row(f forecasting.Row) {
	p.font("", 9)
	names := p.nameLines(f.Product.Name)
	height := nameHeight*float64(len(names)) + smallHeight + rowGap
	if _, bottom := p.GetPageSize(); p.GetY()+height > bottom-margin-8 {
		p.AddPage()
		p.tableHead()
		p.font("", 9)
	}
	top := p.GetY() + rowGap/2
	for i, name := range names {
		p.SetXY(margin, top+nameHeight*float64(i))
		p.CellFormat(forecastCells[0].width, nameHeight, name, "", 0, "L", false, 0, "")
	}
	p.small(margin, top+nameHeight*float64(len(names)), forecastCells[0].width, "L", f.Product.SKU)
	if available := f.Product.Available(); available != f.Product.Stock {
		// What orders have claimed is why little stock may be as good as none.
		p.small(margin+forecastCells[0].width, top+nameHeight, forecastCells[1].width, "R", core.Grouped(available)+" disp.")
	}
	p.SetXY(margin+forecastCells[0].width, top)
	for i, text := range []string{
		core.Grouped(f.Product.Stock), core.Grouped(f.SoldLast30),
		core.Grouped(whole(f.WillSell30)) + " (" + core.Grouped(f.WillSellLow) + "–" + core.Grouped(f.WillSellHigh) + ")",
		core.Grouped(f.ToDo), runsOut(f.RunsOutIn),
	} {
		p.CellFormat(forecastCells[i+1].width, nameHeight, text, "", 0, "R", false, 0, "")
	}
	bottom := top + height - rowGap/2
	p.SetDrawColor(220, 220, 220)
	p.Line(margin, bottom, 210-margin, bottom)
	p.SetDrawColor(0, 0, 0)
	p.SetXY(margin, bottom)
}

// small writes a grey text below another.
func (p *forecastPage) small(x, y, width float64, align, text string) {
	p.font("", 7)
	p.SetTextColor(110, 110, 110)
	p.SetXY(x, y)
	p.CellFormat(width, smallHeight, p.fitted(text, width-2), "", 0, align, false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.font("", 9)
}

// nameLines breaks a name between words; what does not fit two lines is cut.
func (p *forecastPage) nameLines(name string) []string {
	width := forecastCells[0].width - 2
	lines := p.SplitText(name, width)
	if len(lines) <= nameLinesMax {
		return lines
	}
	rest := strings.Join(lines[nameLinesMax-1:], " ")
	return append(lines[:nameLinesMax-1], p.fitted(rest, width))
}
