package report_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/report"
	"estante/internal/shoptest"
)

// open reads a whole file as texts, a row number before each row.
func open(file []byte) (about imports.SheetInfo, rows []string, err error) {
	sheet, err := report.Sheets{}.OpenSheet(bytes.NewReader(file), int64(len(file)), "")
	if err != nil {
		return about, nil, err
	}
	for {
		row, err := sheet.Next()
		if errors.Is(err, io.EOF) {
			return sheet.About(), rows, nil
		}
		if err != nil {
			return about, rows, err
		}
		text := fmt.Sprint(row.Number)
		for _, cell := range row.Cells {
			text += "|" + cell.Text
			if cell.Formula {
				text += "(fórmula)"
			}
		}
		rows = append(rows, text)
	}
}

func mustRead(t *testing.T, file []byte, want ...string) imports.SheetInfo {
	t.Helper()
	about, rows, err := open(file)
	if err != nil {
		t.Errorf("%.60q: %v", file, err)
	}
	if strings.Join(rows, "\n") != strings.Join(want, "\n") {
		t.Errorf("%.60q was read as\n%q, want\n%q", file, rows, want)
	}
	return about
}

func asUTF16(order binary.AppendByteOrder, text string) []byte {
	var file []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		file = order.AppendUint16(file, unit)
	}
	return file
}

func TestEncodingsAndSeparatorsAreRecognised(t *testing.T) {
	text := "SKU;Nombre\nÑ-1;Caña €\n"
	want := []string{"1|SKU|Nombre", "2|Ñ-1|Caña €"}
	for name, file := range map[string][]byte{
		"utf-8":        []byte(text),
		"windows-1252": []byte("SKU;Nombre\n\xd1-1;Ca\xf1a \x80\n"),
		"utf-16le":     append([]byte("\xff\xfe"), asUTF16(binary.LittleEndian, text)...),
		"utf-16be":     append([]byte("\xfe\xff"), asUTF16(binary.BigEndian, text)...),
	} {
		if about := mustRead(t, file, want...); about.Encoding != name || about.Separator != ";" {
			t.Errorf("%s is taken for %+v", name, about)
		}
	}
	mustRead(t, []byte("\xef\xbb\xbf"+text), want...)
	mustRead(t, asUTF16(binary.LittleEndian, text), want...)
	// The first accent of a file comes after everything a quick look sees.
	late := strings.Repeat("A;B\n", 40_000) + "\xd1;B\n"
	if about, rows, err := open([]byte(late)); err != nil || about.Encoding != "windows-1252" ||
		rows[40_000] != "40001|Ñ|B" {
		t.Errorf("%+v, %v", about, err)
	}
	for _, separator := range []string{";", ",", "\t", "|"} {
		file := strings.ReplaceAll("SKU;Nombre;Precio\nA;\"uno, dos; tres | cuatro\t\";1\nB;x;2\n", ";", separator)
		if about, rows, err := open([]byte(file)); err != nil || about.Separator != separator || rows[2] != "3|B|x|2" {
			t.Errorf("%q: %+v, %q, %v", separator, about, rows, err)
		}
	}
	mustRead(t, []byte("sep=,\nA;B,C\nD;E,F\n"), "2|A;B|C", "3|D;E|F")
}

func TestCellsOfTextFiles(t *testing.T) {
	mustRead(t, []byte("a;b\r\n\"x\"\"y\";\"1\r\n2\"\r\n;;\r\n\"q\" ;z"), "1|a|b", "2|x\"y|1\r\n2", "4|q|z")
	mustRead(t, []byte("a;b\rc;d\r"), "1|a|b", "2|c|d")
	mustRead(t, []byte("a;b\n5\" tubo;x\n"), "1|a|b", "2|5\" tubo|x")
	mustRead(t, []byte("a;b\n=1+1;'=1+1\n'-x;''@y\n'z;-3\n"), "1|a|b", "2|(fórmula)|=1+1", "3|-x|'@y", "4|'z|-3")
}

func TestOneOddCharacterLeavesATable(t *testing.T) {
	mustRead(t, []byte("SKU;Nombre;Marca\nA-1;Ta\x01za;Roca\n"), "1|SKU|Nombre|Marca", "2|A-1|Ta\x01za|Roca")
	mustRefuse(t, []byte("SKU;\x01\x02"), "El archivo no es una tabla: se admiten CSV y XLSX")
	mustRefuse(t, []byte("SKU;Nombre;Marca\nA-1;Ta\x00za;Roca\n"), "El archivo no es una tabla: se admiten CSV y XLSX")
}

func TestTextFilesThatAreRefused(t *testing.T) {
	for sentence, file := range map[string]string{
		"Fila 2: faltan las comillas de cierre de una celda":       "a;b\n\"x;y\nz;w\n",
		"Fila 3: hay más de 200 columnas":                          "a;b\nc;d\n" + strings.Repeat(";", 1_000_000) + "\n",
		"Fila 2: una celda tiene demasiado texto":                  "a;b\n" + strings.Repeat("x", 200_000) + ";y\n",
		"Fila 2: hay un texto que no es UTF-8":                     "\xef\xbb\xbfa;b\nCa\xf1a;y\n",
		"El archivo tiene demasiadas filas: el máximo son 200.000": strings.Repeat("a;b\n", imports.SheetRowsMax+2),
	} {
		mustRefuse(t, []byte(file), sentence)
	}
}

func mustRefuse(t *testing.T, file []byte, sentence string) {
	t.Helper()
	_, _, err := open(file)
	var refused *core.Error
	if !errors.As(err, &refused) || len(refused.Fields["file"]) != 1 || refused.Fields["file"][0] != sentence {
		t.Errorf("%.40q: %v, want %q", file, err, sentence)
	}
}

// book makes a workbook of parts.
func book(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for name, content := range parts {
		method := zip.Deflate
		if len(content) < 1000 {
			method = zip.Store // Deflating costs more than everything else a fuzzer does.
		}
		part, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, content)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func sheet(rows string) map[string]string {
	return map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`}
}

func TestWorkbooksOfOtherPrograms(t *testing.T) {
	made := excelize.NewFile()
	defer func() { _ = made.Close() }()
	for cell, value := range map[string]any{
		"A1": "SKU", "B1": "Precio", "C1": "Código", "A3": "Ñ-1", "B3": 12.3, "C3": 8412345678905, "D3": true,
	} {
		if err := made.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := made.Write(&file); err != nil {
		t.Fatal(err)
	}
	if about := mustRead(t, file.Bytes(), "1|SKU|Precio|Código",
		"3|Ñ-1|12.3|8412345678905|Sí"); about.Kind != imports.SheetXLSX {
		t.Errorf("%+v", about)
	}
	parts := sheet(`<row r="2"><c r="B2" t="s"><v>1</v></c><c t="inlineStr"><is><r><t>dos</t></r><r><t xml:space="preserve"> tres</t></r></is></c></row>
		<row><c t="n"><v>1.2300000000000001E3</v></c><c><f>A1*2</f><v>4</v></c><c><f>A1</f></c>
		<c t="e"><v>#N/A</v></c><c t="str"><f>x</f><v>sí</v></c></row>
		<row r="9"/>`)
	parts["xl/sharedStrings.xml"] = `<x:sst xmlns:x="u"><x:si><x:t>no</x:t></x:si><x:si><x:r><x:t>a_x000D_</x:t></x:r><x:rPh><x:t>oculto</x:t></x:rPh><x:r><x:t>&amp;_x005F_xb</x:t></x:r></x:si></x:sst>`
	mustRead(t, book(t, parts), "2||a\r&_xb|dos tres", "3|1230|4(fórmula)|(fórmula)|(fórmula)|sí(fórmula)")
	// The first sheet that people see is not always the first part.
	named := map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet state="hidden" r:id="a"/><sheet r:id="b"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/hojas/dos.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<worksheet/>`,
		"xl/hojas/dos.xml":           `<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>`,
	}
	mustRead(t, book(t, named), "1|7")
}

// ods makes an OpenDocument workbook of what stands in its spreadsheet.
func ods(t testing.TB, tables string) []byte {
	t.Helper()
	return book(t, map[string]string{
		"mimetype":    "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml": `<office:document-content><office:body><office:spreadsheet>` + tables + `</office:spreadsheet></office:body></office:document-content>`,
	})
}

func TestOpenDocumentSheets(t *testing.T) {
	stock := string(shoptest.Must1(os.ReadFile("testdata/stock-sheet.xml"))(t))
	row := "|Ñ-1|dos  líneas\nx|12.5|12.5||Sí|03/05/2026|4(fórmula)"
	file := ods(t, stock+`<table:table table:name="Otra"><table:table-row><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table>`)
	about := mustRead(t, file, "1|SKU|Nombre", "4"+row, "5"+row)
	if about.Kind != imports.SheetODS || about.Sheet != "Stock & más" || fmt.Sprint(about.Sheets) != "[Stock & más Otra]" {
		t.Errorf("%+v", about)
	}
	mustReadSheet(t, file, "Otra", "1|B")
	for _, refused := range []string{
		"", `<table:table table:name="A">`,
		`<table:table table:name="A"><table:table-row><table:table-cell>`,
	} {
		mustRefuse(t, ods(t, refused), "El archivo no es una hoja de OpenDocument válida, o está protegida con contraseña")
	}
	mustRefuse(t, ods(t, `<table:table table:name="A"><table:table-row table:number-rows-repeated="200002"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>`),
		"El archivo tiene demasiadas filas: el máximo son 200.000")
}

// mustReadSheet reads the sheet of a name.
func mustReadSheet(t *testing.T, file []byte, name, want string) {
	t.Helper()
	sheet, err := report.Sheets{}.OpenSheet(bytes.NewReader(file), int64(len(file)), name)
	if err != nil {
		t.Fatal(err)
	}
	row, err := sheet.Next()
	if got := fmt.Sprint(row.Number, "|", row.Cells[0].Text); err != nil || got != want || sheet.About().Sheet != name {
		t.Errorf("%s, %v, %+v", got, err, sheet.About())
	}
	_, err = (report.Sheets{}).OpenSheet(bytes.NewReader(file), int64(len(file)), "Nada")
	if !errors.Is(err, imports.ErrNoSheet) {
		t.Error(err)
	}
}

func TestDatesAndSheetsOfWorkbooks(t *testing.T) {
	made := excelize.NewFile()
	defer func() { _ = made.Close() }()
	format := "[$-C0A]dd\\-mmm\\-yy;@"
	day := shoptest.Must1(made.NewStyle(&excelize.Style{NumFmt: 14}))(t)
	own := shoptest.Must1(made.NewStyle(&excelize.Style{CustomNumFmt: &format}))(t)
	euros := shoptest.Must1(made.NewStyle(&excelize.Style{NumFmt: 4}))(t)
	shoptest.Must1(made.NewSheet("Otra hoja"))(t)
	for cell, style := range map[string]int{"A1": day, "B1": own, "C1": euros, "D1": 0} {
		err := errors.Join(made.SetCellValue("Sheet1", cell, 46145.5), made.SetCellStyle("Sheet1", cell, cell, style))
		if err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := errors.Join(made.SetCellValue("Otra hoja", "A1", "B"), made.Write(&file)); err != nil {
		t.Fatal(err)
	}
	about := mustRead(t, file.Bytes(), "1|03/05/2026 12:00:00|03/05/2026 12:00:00|46145.5|46145.5")
	if fmt.Sprint(about.Sheets) != "[Sheet1 Otra hoja]" {
		t.Errorf("%+v", about)
	}
	mustReadSheet(t, file.Bytes(), "Otra hoja", "1|B")
}

func TestWorkbooksThatAreRefused(t *testing.T) {
	const damaged = "El archivo no es un libro de Excel válido"
	const bomb = "El archivo se descomprime en demasiados datos y no se puede leer"
	for name, test := range map[string]struct {
		file     []byte
		sentence string
	}{
		"another zip":    {book(t, map[string]string{"word/document.xml": "<x/>"}), damaged},
		"no XML":         {book(t, sheet(`<row><c><v>1</c></row>`)), damaged},
		"unclosed":       {book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><row><c>`}), damaged},
		"an entity":      {book(t, sheet(`<row><c t="str"><v>&lol;</v></c></row>`)), damaged},
		"rows backwards": {book(t, sheet(`<row r="5"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>`)), damaged},
		"a far text":     {book(t, sheet(`<row><c t="s"><v>99</v></c></row>`)), damaged},
		"a million across": {
			book(t, sheet(`<row r="4"><c r="AZZZZZZZ4"><v>1</v></c></row>`)),
			"Fila 4: hay más de 200 columnas",
		},
		"a huge cell": {
			book(t, sheet(`<row><c t="str"><v>`+strings.Repeat("x", 200_000)+`</v></c></row>`)),
			"El archivo tiene una celda con demasiado texto",
		},
		"a bomb":                              {book(t, sheet(strings.Repeat("<row/>", 10_000_000))), bomb},
		"many parts":                          {book(t, manyParts(3000)), bomb},
		"a directory longer than may be read": {book(t, manyParts(30_000)), bomb},
		"cut off":                             {book(t, sheet(`<row><c><v>1</v></c></row>`))[:80], damaged},
	} {
		mustRefuse(t, test.file, test.sentence)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func manyParts(n int) map[string]string {
	parts := sheet("")
	for i := range n {
		parts[fmt.Sprintf("xl/media/%d", i)] = ""
	}
	return parts
}

// within checks what holds of every file that is read at all.
func within(t *testing.T, file []byte) {
	t.Helper()
	sheet, err := report.Sheets{}.OpenSheet(bytes.NewReader(file), int64(len(file)), "")
	last := 0
	for err == nil {
		var row imports.SheetRow
		if row, err = sheet.Next(); err != nil {
			break
		}
		if row.Number <= last || len(row.Cells) > imports.SheetColumnsMax || len(row.Cells) == 0 {
			t.Fatalf("row %d after %d has %d cells", row.Number, last, len(row.Cells))
		}
		last = row.Number
		for _, cell := range row.Cells {
			if strings.ContainsRune(cell.Text, 0) || len(cell.Text) > 8*imports.SheetCellMax {
				t.Fatalf("row %d has the cell %.40q", row.Number, cell.Text)
			}
		}
	}
	// Whatever is wrong with a file is told to people, and never ours to mend.
	var refused *core.Error
	if !errors.Is(err, io.EOF) && !errors.As(err, &refused) {
		t.Fatal(err)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("SKU;Nombre\n\"a\"\"b\";c\r\n"))
	f.Add([]byte("\xff\xfea\x00;\x00"))
	f.Add([]byte("sep=|\na|b\n\xd1|="))
	f.Add([]byte("\xef\xbb\xbf'=x,\t\"\n"))
	f.Fuzz(within)
}

func FuzzXLSX(f *testing.F) {
	f.Add(book(f, sheet(`<row r="2"><c r="B2" t="s"><v>0</v></c><c t="inlineStr"><is><t>x_x000D_</t></is></c><c><f>a</f><v>1E5</v></c></row>`)))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, file []byte) {
		within(t, file)
		// A mutated archive hardly ever opens, so the bytes also serve as its sheet and texts.
		within(t, book(t, map[string]string{"xl/worksheets/sheet1.xml": string(file), "xl/sharedStrings.xml": string(file)}))
	})
}
