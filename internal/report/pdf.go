package report

import (
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// PDFType is what a PDF is called on the web.
const PDFType = "application/pdf"

// margin is that of a page, which is an A4 in millimetres.
const margin = 18.0

// pdf is a printed document in the making.
type pdf struct{ *fpdf.Fpdf }

// newPDF begins a document. The same content at the same moment gives the same bytes.
func newPDF(title, author string, at time.Time) *pdf {
	p := &pdf{fpdf.New("P", "mm", "A4", "")}
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin+8)
	p.SetCatalogSort(true)
	p.SetCreationDate(at)
	p.SetModificationDate(at)
	p.SetTitle(printable(title), true)
	p.SetAuthor(printable(author), true)
	p.SetLang("es")
	p.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	p.AliasNbPages(pageCount)
	return p
}

// pageCount stands for the number of pages until it is known. No font has the
// character, so that no text that people have written is taken for it.
const pageCount = "\ue000"

func (p *pdf) font(style string, size float64) { p.SetFont("Go", style, size) }

// footer ends a page with a text and its number.
func (p *pdf) footer(text string) {
	p.SetY(-margin)
	p.font("", 8)
	p.SetTextColor(120, 120, 120)
	p.CellFormat(0, 5, text, "", 0, "L", false, 0, "")
	p.SetX(margin)
	p.Fpdf.CellFormat(0, 5, fmt.Sprintf("Página %d de "+pageCount, p.PageNo()), "", 0, "R", false, 0, "")
	p.SetTextColor(0, 0, 0)
}

// CellFormat, MultiCell, SplitText and GetStringWidth are the library's, for text
// with any character in it: one that the font does not have would end a document,
// and beyond the first 65,536 the program.

func (p *pdf) CellFormat(
	width, height float64, text, border string, next int, align string, fill bool, link int, address string,
) {
	p.Fpdf.CellFormat(width, height, printable(text), border, next, align, fill, link, address)
}

func (p *pdf) MultiCell(width, height float64, text, border, align string, fill bool) {
	p.Fpdf.MultiCell(width, height, printable(text), border, align, fill)
}

func (p *pdf) SplitText(text string, width float64) []string {
	return p.Fpdf.SplitText(printable(text), width)
}

func (p *pdf) GetStringWidth(text string) float64 {
	return p.Fpdf.GetStringWidth(printable(text))
}
