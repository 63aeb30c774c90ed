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
	// partBytesMax bounds one unfolded part, stringsBytesMax the texts that
	// must be held in memory while the rows that refer to them are read.
	partBytesMax    = 512 << 20
	stringsBytesMax = 96 << 20
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

func openXLSX(file io.ReaderAt, size int64) (imports.Sheet, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, errNotXLSX
	}
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
	sheet, err := book.firstSheet()
	if err != nil {
		return nil, err
	}
	texts, err := book.sharedStrings()
	if err != nil {
		return nil, err
	}
	part, err := book.open(sheet, partBytesMax)
	if err != nil {
		return nil, err
	}
	return &xlsxSheet{tokens: newXML(part), texts: texts}, nil
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

// firstSheet is the part of the first sheet that people see.
func (b workbook) firstSheet() (string, error) {
	var book struct {
		Sheets []struct {
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
		return b.usualSheet()
	}
	for _, sheet := range book.Sheets {
		if sheet.State != "" && sheet.State != "visible" {
			continue
		}
		for _, link := range links.Relationship {
			if link.ID == sheet.ID {
				return strings.TrimPrefix(path.Join("/xl", relativeTo(link.Target)), "/"), nil
			}
		}
	}
	return b.usualSheet()
}

// relativeTo reads a target, which may begin at the root of the archive.
func relativeTo(target string) string {
	if rooted, found := strings.CutPrefix(target, "/xl/"); found {
		return rooted
	}
	return target
}

// usualSheet is where nearly every program puts the first sheet.
func (b workbook) usualSheet() (string, error) {
	const usual = "xl/worksheets/sheet1.xml"
	if b.parts[usual] == nil {
		return "", errNotXLSX
	}
	return usual, nil
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
