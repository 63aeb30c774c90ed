package api_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/report"
)

// sendFile posts a form with a file, as the page does.
func (s *stack) sendFile(t *testing.T, c call, field string, content []byte) reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, "archivo.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(content)
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	c.method, c.body = http.MethodPost, body.String()
	if c.header == nil {
		c.header = map[string]string{}
	}
	c.header["Content-Type"] = form.FormDataContentType()
	return s.do(t, c)
}

// download fetches a file.
func (s *stack) download(t *testing.T, token, path string) (http.Header, []byte) {
	t.Helper()
	response, err := s.server.Client().Do(s.request(t, call{method: http.MethodGet, path: path, token: token}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s answered %d, %v: %s", path, response.StatusCode, err, content)
	}
	return response.Header, content
}

// work does what the jobs would.
func (s *stack) work(t *testing.T) {
	t.Helper()
	for worked := true; worked; {
		var err error
		if worked, err = s.inv.Imports.WorkOnImports(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// bring uploads, maps as suggested, and runs a file.
func (s *stack) bring(t *testing.T, token string, content []byte) reply {
	t.Helper()
	id := s.sendFile(t, call{path: "/api/imports/", token: token}, "file", content).mustBe(t, 201).field(t, "id")
	path := fmt.Sprintf("/api/imports/%v/", id)
	s.do(t, call{method: "POST", path: path + "run/", token: token}).mustBe(t, 200)
	s.work(t)
	return s.get(t, token, path).mustBe(t, 200)
}

// oddFile has names that spreadsheets, separators and readers trip over.
const oddFile = "SKU;Nombre;Descripción;Categoría;Marca;Stock Actual;Stock Mínimo;Stock Máximo;Precio;Estado;EAN;" +
	"Etiquetas;Días de Alerta;Alerta Bloqueada\r\n" +
	"A-1;'=HYPERLINK(\"http://x\");\"dos\r\nlíneas; y \"\"comillas\"\"\";Jardín;Ñandú;7;1;9;1.234,50;Inactivo;" +
	"8412345678905;uno, \"a, b\", \"c\"\"d\";45;Sí\r\n" +
	"A-2;''-menos;;;;0;;;;Descontinuado;;;;\r\n" +
	"007;@arroba;,;;;3;;;0,05;;;;;no\r\n" +
	"A-4;'comilla;\ttab;;;1;;;;;;;;\r\n"

func TestWhatIsExportedCanBeImportedWithoutAChange(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		if done := s.bring(t, token, []byte(oddFile)); done.field(t, "status") != "done" || done.field(t, "created") != 4.0 {
			t.Fatal(done.body)
		}
		before := s.get(t, token, "/api/products/").mustBe(t, 200).body
		if !strings.Contains(before, `"=HYPERLINK(\"http://x\")"`) || !strings.Contains(before, `"'-menos"`) {
			t.Error(before)
		}
		for _, format := range []string{"csv", "xlsx"} {
			_, file := s.download(t, token, "/api/products/export/?format="+format)
			s.clock.pass(1e9)
			again := s.bring(t, token, file)
			if again.field(t, "status") != "done" || again.field(t, "unchanged") != 4.0 || again.field(t, "kind") != format {
				t.Errorf("%s: %s", format, again.body)
			}
			if after := s.get(t, token, "/api/products/").mustBe(t, 200).body; after != before {
				t.Errorf("%s changed\n%s\ninto\n%s", format, before, after)
			}
		}
	})
}

func TestExportsAreForSpanishSpreadsheets(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	manager := s.session(t, s.person(t, "eva", core.Manager))
	s.get(t, token, "/api/products/export/").mustSay(t, 409, "No hay productos para exportar")
	s.get(t, token, "/api/movements/export/").mustSay(t, 409, "No hay movimientos para exportar")
	s.bring(t, manager, []byte(oddFile))
	header, file := s.download(t, token, "/api/products/export/?ordering=sku&format=csv")
	if got := header.Get("Content-Disposition"); got != `attachment; filename="productos_2026-11-15.csv"` {
		t.Errorf("the file is called %s", got)
	}
	text, marked := strings.CutPrefix(string(file), "\ufeff")
	if !marked || !utf8.ValidString(text) || header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("it is not marked as UTF-8: %s %q", header.Get("Content-Type"), file[:20])
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows[0][:11], "|"),
		"ID|Nombre|SKU|Categoría|Marca|Stock Actual|Stock Mínimo|Precio|Estado|"+
			"Fecha de Creación|Fecha de Actualización"; got != want {
		t.Errorf("columns %s", got)
	}
	for row, want := range map[int]string{
		1: "3|'@arroba|007|Sin categoría|Sin marca|3||0,05|Activo|15/11/2026|15/11/2026",
		2: "1|'=HYPERLINK(\"http://x\")|A-1|Jardín|Ñandú|7|1|1234,50|Inactivo|15/11/2026|15/11/2026",
		3: "2|''-menos|A-2|Sin categoría|Sin marca|0|||Descontinuado|15/11/2026|15/11/2026",
	} {
		if got := strings.Join(rows[row][:11], "|"); got != want {
			t.Errorf("row %d\n%s, want\n%s", row, got, want)
		}
	}
	if _, filtered := s.download(t, token, "/api/products/export/?search=arroba"); strings.Count(string(filtered),
		"\n") != 2 {
		t.Errorf("the filter was not heeded: %s", filtered)
	}
	for _, format := range []string{"csv", "xlsx"} {
		if _, chosen := s.download(t, token, "/api/products/export/?ids=2,3&format="+format); rowsOf(t, chosen) != 2 {
			t.Errorf("%d of the two chosen products are in the %s", rowsOf(t, chosen), format)
		}
	}
	s.get(t, token, "/api/products/export/?format=pdf").mustBlame(t,
		map[string]string{"format": "Debe ser uno de estos valores: csv, xlsx"})
	_, workbook := s.download(t, token, "/api/movements/export/?format=xlsx&type=entrada")
	book, err := excelize.OpenReader(bytes.NewReader(workbook))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	cells, err := book.GetRows("Movimientos")
	if err != nil || len(cells) != 4 || strings.Join(cells[3][3:8],
		"|") != "'=HYPERLINK(\"http://x\")|A-1|Entrada|7|Restock" {
		t.Errorf("%q, %v", cells, err)
	}
}

// rowsOf counts the rows below the header of a file, whatever its kind.
func rowsOf(t *testing.T, file []byte) (rows int) {
	t.Helper()
	sheet, err := report.Sheets{}.OpenSheet(bytes.NewReader(file), int64(len(file)), "")
	for err == nil {
		_, err = sheet.Next()
		rows++
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return rows - 2
}

func TestAnImportThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		file := []byte("Inventario de la tienda;;\n;;\nCódigo interno;Artículo;Unidades\nX-1;Caña;3\nX-2;Muñeca;cinco\n")
		draft := s.sendFile(t, call{path: "/api/imports/", token: token}, "file", file).mustBe(t, 201)
		if draft.field(t, "headerRow") != 3.0 || draft.field(t, "separator") != ";" || draft.field(t, "status") != "draft" {
			t.Error(draft.body)
		}
		path := fmt.Sprintf("/api/imports/%v/", draft.field(t, "id"))
		s.post(t, token, path+"preview/", object{}).mustBlame(t,
			map[string]string{"sku": "Indica qué columna contiene el SKU"})
		put := func(mapping object) reply {
			return s.do(t, call{method: "PUT", path: path + "mapping/", token: token, body: object{"mapping": mapping}.json(t)})
		}
		header := func(row int) reply {
			return s.do(t, call{
				method: "PUT", path: path + "mapping/", token: token, body: object{"mapping": object{}, "headerRow": row}.json(t),
			})
		}
		// Another header has other columns, which are guessed anew.
		if moved := header(1).mustBe(t, 200); fmt.Sprint(moved.field(t,
			"columns")) != "[Inventario de la tienda Columna 2 Columna 3]" || fmt.Sprint(moved.field(t, "mapping")) != "map[]" {
			t.Error(moved.body)
		}
		if back := header(3).mustBe(t, 200); fmt.Sprint(back.field(t, "mapping")) != "map[name:1 stock:2]" {
			t.Error(back.body)
		}
		header(2).mustBlame(t, map[string]string{"headerRow": "La fila del encabezado está vacía o no existe"})
		put(object{"sku": 9}).mustBlame(t, map[string]string{"sku": "La columna no existe"})
		put(object{"sku": 0, "name": 0}).mustBlame(t,
			map[string]string{"name": "La columna «Código interno» ya se usa para otro dato (sku)"})
		put(object{"sku": 0, "weight": 1}).mustBlame(t, map[string]string{"weight": "Este dato no se puede importar"})
		put(object{"sku": 0, "name": 1, "stock": 2}).mustBe(t, 200)
		preview := s.do(t, call{method: "POST", path: path + "preview/", token: token}).mustBe(t, 200)
		want := `{"total":2,"create":1,"update":0,"unchanged":0,"left":0,"wrong":1,"problems":[{"row":5,"column":"Unidades","value":"cinco","message":"El stock debe ser un número entero mayor o igual a 0"}],"stock":{"locationId":1,"location":"Principal","whole":true,"arriving":3,"leaving":0},"prices":[],"notes":[]}`
		if strings.TrimSpace(preview.body) != want {
			t.Errorf("%s, want %s", preview.body, want)
		}
		// The mapping is remembered for the next file with such columns.
		next := s.sendFile(t, call{path: "/api/imports/", token: token}, "file",
			[]byte("código interno,Artículo,Unidades\nX-1,Caña,3\nX-2,Muñeca,5\n")).mustBe(t, 201)
		if mapping, _ := json.Marshal(next.field(t, "mapping")); string(mapping) != `{"name":1,"sku":0,"stock":2}` {
			t.Errorf("it remembers %s", mapping)
		}
		path = fmt.Sprintf("/api/imports/%v/", next.field(t, "id"))
		s.do(t, call{method: "POST", path: path + "run/", token: token}).mustBe(t, 200)
		s.do(t, call{
			method: "POST", path: path + "run/", token: token,
		}).mustSay(t, 409, "Esta importación ya está en marcha o ha terminado")
		s.work(t)
		if done := s.get(t, token, path); done.field(t, "status") != "done" || done.field(t, "created") != 2.0 ||
			done.field(t, "undoable") != true {
			t.Error(done.body)
		}
		s.do(t, call{method: "POST", path: path + "undo/", token: token}).mustBe(t, 200)
		s.work(t)
		if done := s.get(t, token, path); done.field(t, "status") != "undone" {
			t.Error(done.body)
		}
		if list := s.get(t, token, "/api/imports/").mustBe(t, 200); list.field(t, "count") != 2.0 {
			t.Error(list.body)
		}
		if list := s.get(t, token, "/api/products/").mustBe(t, 200); list.field(t, "count") != 0.0 {
			t.Error(list.body)
		}
	})
}

func TestFilesThatAreRefusedAtTheDoor(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Manager))
	for name, test := range map[string]struct{ content, sentence string }{
		"empty":       {"", "El archivo está vacío"},
		"blank":       {"\n\n ; \n", "El archivo está vacío"},
		"only header": {"SKU;Nombre\n", "El archivo no tiene ninguna fila debajo del encabezado"},
		"binary":      {"SKU;\x01\x02", "El archivo no es una tabla: se admiten CSV y XLSX"},
		"old excel": {
			"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
			"Es un libro de Excel antiguo (.xls) o protegido con contraseña: guárdalo como .xlsx sin contraseña o como CSV",
		},
		"html":   {"<html><table>", "Es una página web o un XML: guarda la tabla como CSV o XLSX"},
		"pdf":    {"%PDF-1.7", "Es un PDF: exporta la tabla como CSV o XLSX"},
		"no zip": {"PK\x03\x04nada", "El archivo no es un libro de Excel válido"},
	} {
		answer := s.sendFile(t, call{path: "/api/imports/", token: token}, "file", []byte(test.content))
		answer.mustBlame(t, map[string]string{"file": test.sentence})
		if t.Failed() {
			t.Fatal(name)
		}
	}
	s.sendFile(t, call{path: "/api/imports/", token: token}, "other", []byte("SKU\n1\n")).mustBlame(t,
		map[string]string{"file": "El archivo es requerido"})
	s.sendFile(t, call{path: "/api/imports/", token: token}, "file", make([]byte, imports.SheetBytesMax+1)).
		mustBlame(t, map[string]string{"file": "El archivo es demasiado grande: el máximo son 64 MB"})
	if list := s.get(t, token, "/api/imports/"); list.field(t, "count") != 0.0 {
		t.Errorf("refused files are kept: %s", list.body)
	}
}

func TestAnUploadWithAKeyHappensOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Manager)
		token := s.session(t, ana)
		send := func(content string) reply {
			header := map[string]string{"Idempotency-Key": "subida-1"}
			return s.sendFile(t, call{path: "/api/imports/", token: token, header: header}, "file", []byte(content))
		}
		first, second := send("SKU\nA\n").mustBe(t, 201), send("SKU\nA\n").mustBe(t, 201)
		if first.field(t, "id") != second.field(t, "id") {
			t.Errorf("%s and %s", first.body, second.body)
		}
		s.write(t, func(tx inventory.Tx) error {
			drafts, err := tx.OldDrafts(ana.ID, 0)
			if len(drafts) != 1 {
				t.Errorf("the file is kept %d times", len(drafts))
			}
			return err
		})
		send("SKU\nB\n").mustSay(t, 409, "Esta clave de idempotencia ya se usó con otros datos")
		if list := s.get(t, token, "/api/imports/"); list.field(t, "count") != 1.0 {
			t.Error(list.body)
		}
	})
}

// redSquare is a picture with one colour.
func redSquare(t *testing.T, side int) []byte {
	t.Helper()
	square := image.NewNRGBA(image.Rect(0, 0, side, side))
	for i := range side * side {
		square.Set(i%side, i/side, color.NRGBA{200, 30, 30, 255})
	}
	var file bytes.Buffer
	if err := png.Encode(&file, square); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAPictureIsKeptBeforeItsProduct(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		send := func(file []byte) reply {
			header := map[string]string{"Idempotency-Key": "imagen-1"}
			return s.sendFile(t, call{path: "/api/images/", token: token, header: header}, "file", file)
		}
		kept := send(redSquare(t, 200)).mustBe(t, 201)
		address, _ := kept.field(t, "imageUrl").(string)
		if !strings.HasPrefix(address, "/api/images/") || kept.field(t, "width") != 200.0 {
			t.Fatal(kept.body)
		}
		if again := send(redSquare(t, 200)).mustBe(t, 201); again.body != kept.body {
			t.Errorf("%s, want %s", again.body, kept.body)
		}
		send(redSquare(t, 100)).mustSay(t, 409, "Esta clave de idempotencia ya se usó con otros datos")
		made := s.post(t, token, "/api/products/", object{"sku": "A", "name": "Uno", "imageUrl": address}).mustBe(t, 201)
		if made.field(t, "imageUrl") != address {
			t.Error(made.body)
		}
		s.download(t, "", address)
		s.sendFile(t, call{path: "/api/images/", token: token}, "file", []byte("<svg/>")).
			mustBlame(t, map[string]string{"file": "El archivo no es una imagen PNG, JPEG, GIF o WebP"})
	})
}

func TestThePictureOfAProduct(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		id := s.post(t, token, "/api/products/", object{"sku": "A", "name": "Uno"}).mustBe(t, 201).field(t, "idProduct")
		path := fmt.Sprintf("/api/products/%v/", id)
		shown := s.sendFile(t, call{path: path + "image/", token: token}, "file", redSquare(t, 200)).mustBe(t, 200)
		address, _ := shown.field(t, "imageUrl").(string)
		if !strings.HasPrefix(address, "/api/images/") || shown.header.Get("ETag") == "" {
			t.Fatal(shown.body)
		}
		for query, side := range map[string]int{"": 200, "?size=thumb": 96} {
			header, content := s.download(t, "", address+query)
			size, _, err := image.DecodeConfig(bytes.NewReader(content))
			if err != nil || size.Width != side || !strings.Contains(header.Get("Cache-Control"), "immutable") ||
				header.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(header.Get("Content-Type"), "image/") {
				t.Errorf("%d, %v, %v", size.Width, err, header)
			}
		}
		for sentence, file := range map[string][]byte{
			"El archivo no es una imagen PNG, JPEG, GIF o WebP":  []byte("<svg/>"),
			"La imagen está dañada y no se puede leer":           redSquare(t, 50)[:60],
			"La imagen es demasiado grande: el máximo son 10 MB": append(redSquare(t, 50), make([]byte, 10<<20)...),
		} {
			s.sendFile(t, call{path: path + "image/", token: token}, "file", file).mustBlame(t,
				map[string]string{"file": sentence})
		}
		s.sendFile(t, call{
			path: path + "image/", token: token, header: map[string]string{"If-Match": `"v1"`},
		}, "file", redSquare(t, 10)).mustBe(t, 412)
		s.patch(t, token, path, object{"imageUrl": "/api/images/nada.jpg"}).mustBlame(t,
			map[string]string{"imageUrl": "La imagen no existe"})
		// A picture that no product shows is forgotten, but not at once.
		s.patch(t, token, path, object{"imageUrl": nil}).mustBe(t, 200)
		forget := func() {
			if err := s.inv.Catalogue.ForgetOldImages(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		forget()
		s.clock.pass(40 * 24 * 3600e9)
		forget()
		s.download(t, "", address)
		s.clock.pass(10 * 24 * 3600e9)
		forget()
		s.get(t, "", address).mustSay(t, 404, "No encontrado")
	})
}
