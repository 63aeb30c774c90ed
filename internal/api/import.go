package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
)

func (a *API) importRoutes() {
	use := a.may(core.ImportFiles)
	add(use, "GET /imports/", "listImports", "Importaciones", a.listImports)
	add(use, "POST /imports/", "uploadImport", "Subir un archivo para importar",
		a.uploadImport, created, takesFile(imports.SheetBytesMax))
	add(use, "GET /imports/{id}/", "getImport", "Una importación", a.getImport)
	add(use, "PUT /imports/{id}/mapping/", "mapImport", "Decir qué es cada columna", a.mapImport)
	add(use, "POST /imports/{id}/preview/", "previewImport", "Ver qué haría, sin cambiar nada", a.previewImport)
	add(use, "POST /imports/{id}/run/", "runImport", "Importar", a.runImport)
	add(use, "POST /imports/{id}/undo/", "undoImport", "Deshacer una importación", a.undoImport)
}

// ImportBody is an import as lists show it.
type ImportBody struct {
	ID        int64      `json:"id"`
	Subject   string     `json:"subject" enum:"products,orders,prices,purchases" doc:"De qué son las filas"`
	FileName  string     `json:"fileName"`
	Size      int64      `json:"size"`
	Status    string     `json:"status" enum:"draft,queued,checking,applying,done,failed,undoing,undone"`
	CreatedBy string     `json:"createdBy"`
	CreatedAt time.Time  `json:"createdAt"`
	StartedAt *time.Time `json:"startedAt" nullable:"true"`
	EndedAt   *time.Time `json:"endedAt" nullable:"true"`
	Total     int        `json:"total" doc:"Filas del archivo, cuando se sabe"`
	Done      int        `json:"done" doc:"Filas por las que ya ha pasado el paso actual"`
	Created   int        `json:"created"`
	Updated   int        `json:"updated"`
	Unchanged int        `json:"unchanged"`
	Wrong     int        `json:"wrong" doc:"Filas con errores"`
	Failure   string     `json:"failure" doc:"Por qué no se importó nada, o por qué no se pudo deshacer"`
	Undoable  bool       `json:"undoable"`
}

// importDetail is an import with what is known of its file.
type importDetail struct {
	ImportBody
	Problems   []rowProblem      `json:"problems" doc:"Los primeros errores"`
	Kind       string            `json:"kind" enum:"csv,xlsx,ods"`
	Sheet      string            `json:"sheet" doc:"La hoja que se lee"`
	Sheets     []string          `json:"sheets" doc:"Las hojas del libro que se pueden leer"`
	Encoding   string            `json:"encoding"`
	Separator  string            `json:"separator"`
	Decimal    string            `json:"decimal" doc:"La marca de los decimales en los textos: una coma o un punto"`
	HeaderRow  int               `json:"headerRow"`
	Columns    []string          `json:"columns"`
	Sample     [][]string        `json:"sample"`
	Mapping    map[string]int    `json:"mapping" doc:"La columna de cada dato, contando desde 0"`
	EmptyCells string            `json:"emptyCells" enum:"keep,clear" doc:"Si una celda vacía deja el dato como está o lo vacía"`
	LocationID int64             `json:"locationId" doc:"El almacén del stock que entra, o del que salen los pedidos; 0 es el principal"`
	History    bool              `json:"history" doc:"Si los pedidos que ya salieron entran como historial: cuentan como venta en su día y no mueven stock"`
	SupplierID int64             `json:"supplierId" doc:"De quién es la tarifa, o a quién se le compra; 0 si no se ha dicho"`
	PurchaseID int64             `json:"purchaseId" doc:"El borrador en que se han convertido las líneas de una compra; 0 hasta entonces"`
	Fields     []importFieldBody `json:"fields" doc:"Los datos que una columna puede contener"`
}

type importFieldBody struct {
	Name     string `json:"name"`
	Label    string `json:"label"`
	Required bool   `json:"required"`
}

// rowProblem is something wrong with one cell.
type rowProblem struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Value   string `json:"value"`
	Message string `json:"message"`
}

func problemsOf(problems []imports.RowProblem) []rowProblem {
	return each(problems, func(p imports.RowProblem) rowProblem { return rowProblem(p) })
}

func importOf(i imports.Import) ImportBody {
	return ImportBody{
		ID: i.ID, Subject: string(i.Subject), FileName: i.FileName, Size: i.Size, Status: string(i.Status),
		CreatedBy: i.UserName, CreatedAt: i.CreatedAt, StartedAt: i.StartedAt, EndedAt: i.EndedAt, Total: i.Total,
		Done: i.Done, Created: i.Created, Updated: i.Updated, Unchanged: i.Unchanged, Wrong: i.Wrong, Failure: i.Failure,
		Undoable: i.Undoable(),
	}
}

func importDetailOf(i imports.Import) importDetail {
	body := importDetail{
		ImportBody: importOf(i), Problems: problemsOf(i.Problems), Kind: string(i.Reading.Kind),
		Sheet: i.Reading.Sheet, Sheets: append([]string{}, i.Reading.Sheets...), Encoding: i.Reading.Encoding,
		Separator: i.Reading.Separator, Decimal: i.Reading.Decimal, HeaderRow: i.Reading.HeaderRow,
		Columns: i.Reading.Columns, Sample: i.Reading.Sample, Mapping: map[string]int{},
		EmptyCells: string(i.Mapping.EmptyCells), LocationID: i.Mapping.LocationID,
		History: i.Mapping.History, SupplierID: i.Mapping.SupplierID, PurchaseID: i.Mapping.PurchaseID,
	}
	for field, column := range i.Mapping.Columns {
		body.Mapping[string(field)] = column
	}
	for _, field := range i.Subject.Fields() {
		body.Fields = append(body.Fields, importFieldBody{
			Name: string(field.Name), Label: field.Label, Required: field.Required,
		})
	}
	return body
}

func importShown(imported imports.Import, err error) (*bodyOutput[importDetail], error) {
	return answerBody(importDetailOf(imported), err)
}

// SubjectInput says what the rows of a file are about.
type SubjectInput struct {
	Subject imports.Subject `query:"subject" enum:"products,orders,prices,purchases" default:"products" doc:"De qué son las filas: productos, pedidos, la tarifa de un proveedor o las líneas de una compra"`
}

type uploadImportInput struct {
	FileInput
	SubjectInput
}

// uploadImport takes a file; what kind it is is told by its content.
func (a *API) uploadImport(ctx context.Context, input *uploadImportInput) (*bodyOutput[importDetail], error) {
	file, err := input.file()
	if err != nil {
		return nil, err
	}
	imported, err := a.inv.Imports.UploadImport(ctx, actorOf(ctx), imports.Upload{
		Subject: input.Subject, Name: file.FileName(), File: file,
	})
	if err != nil {
		return nil, unreadFile(err)
	}
	return importShown(imported, nil)
}

func (a *API) getImport(ctx context.Context, input *IDInput) (*bodyOutput[importDetail], error) {
	return importShown(a.inv.Imports.Import(ctx, input.ID))
}

type listImportsInput struct {
	PageInput
	SubjectInput
}

func (a *API) listImports(ctx context.Context, input *listImportsInput) (*listOutput[ImportBody], error) {
	imports, err := a.inv.Imports.ListImports(ctx, input.Subject, input.page())
	return answerList(imports, importOf, err)
}

type mapImportInput struct {
	IDInput
	Body struct {
		Mapping    map[string]int `json:"mapping" doc:"La columna de cada dato, contando desde 0"`
		Sheet      string         `json:"sheet,omitempty" maxLength:"200" doc:"Otra hoja del libro; las columnas se proponen de nuevo"`
		HeaderRow  int            `json:"headerRow,omitempty" minimum:"1" maximum:"1048576"`
		Decimal    string         `json:"decimal,omitempty" maxLength:"1"`
		EmptyCells string         `json:"emptyCells,omitempty" enum:"keep,clear"`
		LocationID int64          `json:"locationId,omitempty" minimum:"0"`
		SupplierID int64          `json:"supplierId,omitempty" minimum:"0" doc:"De quién es la tarifa, o a quién se le compra"`
		History    *bool          `json:"history,omitempty" doc:"Si los pedidos que ya salieron entran como historial; si no se dice, se deduce de sus fechas"`
	}
}

func (a *API) mapImport(ctx context.Context, input *mapImportInput) (*bodyOutput[importDetail], error) {
	columns := map[imports.Field]int{}
	for field, column := range input.Body.Mapping {
		columns[imports.Field(field)] = column
	}
	return importShown(a.inv.Imports.MapImport(ctx, actorOf(ctx), input.ID, imports.MappingChange{
		Mapping: imports.Mapping{
			Columns: columns, EmptyCells: imports.EmptyCells(input.Body.EmptyCells), LocationID: input.Body.LocationID,
			SupplierID: input.Body.SupplierID,
		},
		Sheet: input.Body.Sheet, HeaderRow: input.Body.HeaderRow, Decimal: input.Body.Decimal, History: input.Body.History,
	}))
}

type previewOutput struct {
	Body struct {
		Total     int          `json:"total"`
		Create    int          `json:"create" doc:"Productos, pedidos o líneas que se crearían"`
		Update    int          `json:"update"`
		Unchanged int          `json:"unchanged"`
		Left      int          `json:"left" doc:"De los pedidos que se crearían, los que ya salieron"`
		Wrong     int          `json:"wrong" doc:"Filas con errores; con una sola no se importa nada"`
		Problems  []rowProblem `json:"problems" doc:"Los primeros errores"`
		// Stock is nil where the file says none.
		Stock *placePreview `json:"stock,omitempty" doc:"Lo que haría con el stock del único almacén que toca"`
		// Prices are of a price list alone.
		Prices []priceChangeBody `json:"prices" doc:"Los primeros precios que cambiarían"`
		Notes  []string          `json:"notes" doc:"Lo que conviene saber antes de importar"`
	}
}

// priceChangeBody is what a row of a price list would do. Who imports files knows costs.
type priceChangeBody struct {
	Row         int      `json:"row"`
	SKU         string   `json:"sku"`
	ProductName string   `json:"productName"`
	SupplierSKU string   `json:"supplierSku"`
	Currency    string   `json:"currency"`
	Before      *float64 `json:"before" nullable:"true" doc:"El precio del paquete; null si no lo tenía"`
	After       *float64 `json:"after" nullable:"true"`
	UnitsBefore int64    `json:"unitsBefore" doc:"Unidades por paquete; 0 si el proveedor no lo vendía"`
	UnitsAfter  int64    `json:"unitsAfter"`
	Percent     *float64 `json:"percent" nullable:"true" doc:"Cuánto sube cada unidad, o baja si es negativo"`
}

func priceChangeOf(p imports.PricePreview) priceChangeBody {
	return priceChangeBody{
		Row: p.Row, SKU: p.SKU, ProductName: p.Name, SupplierSKU: p.SupplierSKU, Currency: p.Plan.After.Currency,
		Before: packPrice(p.Plan.Before.PackPrice), After: packPrice(p.Plan.After.PackPrice),
		UnitsBefore: p.Plan.Before.PackUnits, UnitsAfter: p.Plan.After.PackUnits, Percent: p.Plan.Percent(),
	}
}

type placePreview struct {
	LocationID int64  `json:"locationId"`
	Location   string `json:"location"`
	Whole      bool   `json:"whole" doc:"El archivo dice el stock de cada producto entero, y no el de este almacén"`
	Arriving   int64  `json:"arriving" doc:"Unidades que entrarían"`
	Leaving    int64  `json:"leaving" doc:"Unidades que saldrían"`
}

// previewImport reads the whole file, which takes longer than other answers may.
func (a *API) previewImport(ctx context.Context, input *slowIDInput) (*previewOutput, error) {
	if err := input.allow(previewTimeMax); err != nil {
		return nil, err
	}
	preview, err := a.inv.Imports.PreviewImport(ctx, actorOf(ctx), input.ID)
	if err != nil {
		return nil, err
	}
	output := &previewOutput{}
	output.Body.Total, output.Body.Create, output.Body.Update = preview.Total, preview.Create, preview.Update
	output.Body.Unchanged, output.Body.Wrong, output.Body.Left = preview.Unchanged, preview.Wrong, preview.Left
	if p := preview.Place; p != nil {
		output.Body.Stock = &placePreview{p.Location.ID, p.Location.Name, p.Whole, p.Arriving, p.Leaving}
	}
	output.Body.Prices = each(preview.Prices, priceChangeOf)
	output.Body.Problems, output.Body.Notes = problemsOf(preview.Problems), append([]string{}, preview.Notes...)
	return output, nil
}

func (a *API) runImport(ctx context.Context, input *IDInput) (*bodyOutput[importDetail], error) {
	return importShown(a.inv.Imports.RunImport(ctx, actorOf(ctx), input.ID))
}

func (a *API) undoImport(ctx context.Context, input *slowIDInput) (*bodyOutput[importDetail], error) {
	if err := input.allow(previewTimeMax); err != nil {
		return nil, err
	}
	return importShown(a.inv.Imports.UndoImport(ctx, actorOf(ctx), input.ID))
}
