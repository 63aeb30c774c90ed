package report

import (
	"bytes"
	"fmt"
	"io"

	"estante/internal/core"
	"estante/internal/imports"
)

// Sheets reads tables from CSV, XLSX and ODS files; it is an imports.SheetReader.
type Sheets struct{}

var _ imports.SheetReader = Sheets{}

// headBytes is how much of a file is looked at to tell what it is.
const headBytes = 64 << 10

// OpenSheet implements imports.SheetReader. What a file is called does not
// matter: people rename files, and some mean harm.
func (Sheets) OpenSheet(file io.ReaderAt, size int64, name string) (imports.Sheet, error) {
	if size == 0 {
		return nil, badFile("El archivo está vacío")
	}
	if size > imports.SheetBytesMax {
		return nil, badFile("El archivo es demasiado grande: el máximo son 64 MB")
	}
	head := make([]byte, min(size, headBytes))
	if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return openWorkbook(file, size, name)
	}
	if sentence := otherKind(head); sentence != "" {
		return nil, badFile(sentence)
	}
	if name != "" {
		return nil, imports.ErrNoSheet
	}
	return openCSV(file, size, head)
}

// otherKind recognises files that people take for tables.
func otherKind(head []byte) string {
	for beginning, sentence := range map[string]string{
		"\xd0\xcf\x11\xe0": "Es un libro de Excel antiguo (.xls) o protegido con contraseña: guárdalo como .xlsx sin " +
			"contraseña o como CSV",
		"%PDF":     "Es un PDF: exporta la tabla como CSV o XLSX",
		"\x1f\x8b": "El archivo está comprimido: descomprímelo antes de subirlo",
		"{\\rtf":   "Es un documento de texto: guarda la tabla como CSV o XLSX",
	} {
		if bytes.HasPrefix(head, []byte(beginning)) {
			return sentence
		}
	}
	start := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte(utf8BOM)), " \t\r\n"))
	if bytes.HasPrefix(start, []byte("<")) {
		return "Es una página web o un XML: guarda la tabla como CSV o XLSX"
	}
	return ""
}

// badFile is an error about a file as a whole.
func badFile(sentence string) error { return core.FieldError("file", sentence) }

// badRow is an error about one row of a file.
func badRow(number int, sentence string) error {
	return badFile(fmt.Sprintf("Fila %d: %s", number, sentence))
}

// The sentences about rows that go beyond a limit.
var (
	tooManyColumns = fmt.Sprintf("hay más de %d columnas", imports.SheetColumnsMax)
	tooManyRows    = "El archivo tiene demasiadas filas: el máximo son 200.000"
	cellTooLong    = "una celda tiene demasiado texto"
)
