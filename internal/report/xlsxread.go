package report

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"estante/internal/imports"
)

// The limits of a workbook: it is a ZIP archive, whose few bytes can unfold
// into more than any disk holds. Sizes are counted as they are read, because
// what an archive says about itself may be a lie.
const (
	zipEntriesMax = 2000
	// directoryBytesMax is how much of a file may be read for its table of contents,
	// whatever that says about itself: each of its entries is held in memory.
	directoryBytesMax = 1 << 20
	// partBytesMax bounds one unfolded part, stringsBytesMax the texts that
	// must be held in memory while the rows that refer to them are read.
	partBytesMax    = 512 << 20
	stringsBytesMax = 48 << 20
	// A part that unfolds to more than ratioMax times its size, and is not
	// small, is made to do harm; tables repeat themselves, but not that much.
	ratioMax      = 500
	ratioMinBytes = 16 << 20
)

var (
	errZipBomb = badFile("El archivo se descomprime en demasiados datos y no se puede leer")
	errNotXLSX = badFile("El archivo no es un libro de Excel válido")
)

// workbook is an open XLSX file.
type workbook struct {
	parts map[string]*zip.File
}

func openWorkbook(file io.ReaderAt, size int64, name string) (imports.Sheet, error) {
	contents := &directoryReader{file: file, left: directoryBytesMax, counting: true}
	archive, err := zip.NewReader(contents, size)
	if errors.Is(err, errZipBomb) || contents.left < 0 {
		return nil, errZipBomb
	}
	if err != nil {
		return nil, errNotXLSX
	}
	contents.counting = false
	if len(archive.File) > zipEntriesMax {
		return nil, errZipBomb
	}
	book := workbook{parts: map[string]*zip.File{}}
	for _, entry := range archive.File {
		name := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(entry.Name, `\`, "/")), "/")
		if _, twice := book.parts[name]; twice {
			return nil, errNotXLSX // Which of the two is meant cannot be known.
		}
		book.parts[name] = entry
	}
	if book.parts[odsContent] != nil && book.parts["xl/workbook.xml"] == nil {
		return book.openODS(name)
	}
	return book.openXLSX(name)
}

// openXLSX begins to read a sheet of an Excel workbook, or the first.
func (b workbook) openXLSX(name string) (imports.Sheet, error) {
	about, err := b.about()
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(about.sheets))
	for _, sheet := range about.sheets {
		names = append(names, sheet.name)
	}
	place, err := chosenSheet(names, name)
	if err != nil {
		return nil, err
	}
	texts, err := b.sharedStrings()
	if err != nil {
		return nil, err
	}
	part, err := b.open(about.sheets[place].part, partBytesMax)
	if err != nil {
		return nil, err
	}
	return &xlsxSheet{
		tokens: newXML(part), texts: texts, dates: b.datesOf(about.since1904),
		about: imports.SheetInfo{Kind: imports.SheetXLSX, Sheet: names[place], Sheets: names},
	}, nil
}

// directoryReader reads a file, and no more than a part of it while its table of
// contents is read.
type directoryReader struct {
	file     io.ReaderAt
	left     int
	counting bool
}

// ReadAt implements io.ReaderAt.
func (d *directoryReader) ReadAt(p []byte, offset int64) (int, error) {
	if d.counting {
		if d.left -= len(p); d.left < 0 {
			return 0, errZipBomb
		}
	}
	return d.file.ReadAt(p, offset)
}

// open unfolds a part within a limit.
func (b workbook) open(name string, limit int64) (io.Reader, error) {
	entry := b.parts[name]
	if entry == nil {
		return nil, errNotXLSX
	}
	if entry.UncompressedSize64 > uint64(limit) || //nolint:gosec // Limits are positive.
		entry.UncompressedSize64 > ratioMinBytes && entry.UncompressedSize64/ratioMax > entry.CompressedSize64 {
		return nil, errZipBomb
	}
	part, err := entry.Open()
	if err != nil {
		return nil, errNotXLSX
	}
	return &bounded{part: part, left: limit}, nil
}

// bounded refuses to unfold more than it may.
type bounded struct {
	part io.Reader
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.part.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, errZipBomb
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, errNotXLSX
	}
	return n, err
}

// bookAbout is what a workbook says of itself.
type bookAbout struct {
	// sheets are those that people see, the first first; there is one at least.
	sheets    []bookSheet
	since1904 bool
}

// bookSheet is a sheet with the part that holds it.
type bookSheet struct{ name, part string }

// about reads what a workbook says of itself. One that says nothing has its sheet where
// nearly every program puts the first.
func (b workbook) about() (bookAbout, error) {
	var book struct {
		Properties struct {
			Since1904 bool `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		}
	}
	if b.decode("xl/workbook.xml", &book) != nil || b.decode("xl/_rels/workbook.xml.rels", &links) != nil {
		return b.usualAbout()
	}
	targets := map[string]string{}
	for _, link := range links.Relationship {
		targets[link.ID] = strings.TrimPrefix(path.Join("/xl", relativeTo(link.Target)), "/")
	}
	about := bookAbout{since1904: book.Properties.Since1904}
	for _, sheet := range book.Sheets {
		part := targets[sheet.ID]
		if sheet.State != "" && sheet.State != "visible" || b.parts[part] == nil || len(about.sheets) == sheetsMax {
			continue
		}
		about.sheets = append(about.sheets, bookSheet{sheet.Name, part})
	}
	if len(about.sheets) == 0 {
		return b.usualAbout()
	}
	return about, nil
}

func (b workbook) usualAbout() (bookAbout, error) {
	const usual = "xl/worksheets/sheet1.xml"
	if b.parts[usual] == nil {
		return bookAbout{}, errNotXLSX
	}
	return bookAbout{sheets: []bookSheet{{"", usual}}}, nil
}

// relativeTo reads a target, which may begin at the root of the archive.
func relativeTo(target string) string {
	if rooted, found := strings.CutPrefix(target, "/xl/"); found {
		return rooted
	}
	return target
}

// smallPartMax bounds the parts that are read whole.
const smallPartMax = 4 << 20

func (b workbook) decode(name string, v any) error {
	part, err := b.open(name, smallPartMax)
	if err != nil {
		return err
	}
	return xml.NewDecoder(part).Decode(v)
}

// sharedStrings are the texts that cells refer to by number.
func (b workbook) sharedStrings() ([]string, error) {
	const name = "xl/sharedStrings.xml"
	if b.parts[name] == nil {
		return nil, nil
	}
	part, err := b.open(name, partBytesMax)
	if err != nil {
		return nil, err
	}
	tokens := newXML(part)
	var texts []string
	held := 0
	for {
		element, err := tokens.nextElement()
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		if element.name != "si" {
			continue
		}
		text, err := tokens.richText("si")
		if err != nil {
			return nil, err
		}
		// Every text costs its bytes and a little more.
		if held += len(text) + 16; held > stringsBytesMax {
			return nil, errZipBomb
		}
		texts = append(texts, text)
	}
}
