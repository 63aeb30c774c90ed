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
	p.SetTitle(title, true)
	p.SetAuthor(author, true)
	p.SetLang("es")
	p.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	p.AliasNbPages("")
	return p
}

func (p *pdf) font(style string, size float64) { p.SetFont("Go", style, size) }

// footer ends a page with a text and its number.
func (p *pdf) footer(text string) {
	p.SetY(-margin)
	p.font("", 8)
	p.SetTextColor(120, 120, 120)
	p.CellFormat(0, 5, text, "", 0, "L", false, 0, "")
	p.SetX(margin)
	p.CellFormat(0, 5, fmt.Sprintf("Página %d de {nb}", p.PageNo()), "", 0, "R", false, 0, "")
	p.SetTextColor(0, 0, 0)
}
