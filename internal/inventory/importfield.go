package inventory

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
)

// ImportField is something of a product that a column can hold.
type ImportField string

// importFields are the fields of an import in the order people are shown them.
var importFields = []importField{
	{"sku", "SKU", []string{"referencia", "ref", "codigo", "cod", "codigo de producto", "codigo producto", "codigo sku", "product code"}, setSKU, nil},
	{"name", "Nombre", []string{"producto", "articulo", "nombre del producto", "nombre producto", "name", "product name", "productname", "titulo"}, setName, nil},
	{"description", "Descripción", []string{"description", "detalle", "detalles", "productdescription"}, setDescription, clearDescription},
	{"barcode", "Código de Barras", []string{"ean", "ean13", "ean-13", "ean8", "upc", "gtin", "barcode", "codigo barras", "codigo ean"}, setBarcode, clearBarcode},
	{"category", "Categoría", []string{"category", "familia", "seccion", "categoryname"}, setCategory, clearCategory},
	{"brand", "Marca", []string{"brand", "fabricante", "brandname"}, setBrand, clearBrand},
	{"stock", "Stock Actual", []string{"stock", "existencias", "cantidad", "unidades", "currentstock", "quantity", "inventario", "productstock"}, setStockCell, nil},
	{"minStock", "Stock Mínimo", []string{"minimo", "min stock", "stock min", "minstock", "existencias minimas", "minimumstock"}, setMinStock, clearMinStock},
	{"maxStock", "Stock Máximo", []string{"maximo", "max stock", "stock max", "maxstock", "existencias maximas"}, setMaxStock, clearMaxStock},
	{"price", "Precio", []string{"pvp", "price", "precio de venta", "precio venta", "importe", "productprice"}, setPrice, clearPrice},
	{"status", "Estado", []string{"status", "situacion"}, setStatus, nil},
	{"tags", "Etiquetas", []string{"tags", "palabras clave"}, setTags, clearTags},
	{"alertDays", "Días de Alerta", []string{"alertdays", "dias alerta", "alertindays"}, setAlertDays, nil},
	{"imageUrl", "Imagen", []string{"imageurl", "url de imagen", "url imagen", "foto"}, setImageURL, clearImageURL},
	{"alertBlocked", "Alerta Bloqueada", []string{"alertblocked", "alertas bloqueadas", "bloquear alerta"}, setAlertBlocked, nil},
}

// importField is how a column is recognised and read.
type importField struct {
	name  ImportField
	label string
	// headers are further names of the column, folded.
	headers []string
	// set takes a cell that is not empty; a sentence says what is wrong with it.
	set func(fields *ProductFields, cell Cell, decimal string) string
	// empty takes the value away; nil where there must be one.
	empty func(fields *ProductFields)
}

// ImportFieldInfo is a field as people see it.
type ImportFieldInfo struct {
	Name     ImportField
	Label    string
	Required bool
}

// ImportFields lists what columns can be.
func ImportFields() []ImportFieldInfo {
	fields := make([]ImportFieldInfo, 0, len(importFields))
	for _, field := range importFields {
		fields = append(fields, ImportFieldInfo{Name: field.name, Label: field.label, Required: field.name == "sku"})
	}
	return fields
}

func importFieldNamed(name ImportField) (importField, bool) {
	for _, field := range importFields {
		if field.name == name {
			return field, true
		}
	}
	return importField{}, false
}

// fieldOfHeader recognises the name of a column, folded.
func fieldOfHeader(key string) (ImportField, bool) {
	for _, field := range importFields {
		if Fold(field.label) == key || strings.ToLower(string(field.name)) == key {
			return field.name, true
		}
		for _, header := range field.headers {
			if header == key {
				return field.name, true
			}
		}
	}
	return "", false
}

// NoCategory and NoBrand are what an export writes where there is none, and so
// what an import takes for none.
const (
	NoCategory = "Sin categoría"
	NoBrand    = "Sin marca"
)

func setSKU(f *ProductFields, cell Cell, _ string) string  { f.SKU = &cell.Text; return "" }
func setName(f *ProductFields, cell Cell, _ string) string { f.Name = &cell.Text; return "" }

func setDescription(f *ProductFields, cell Cell, _ string) string {
	f.Description = &cell.Text
	return ""
}
func clearDescription(f *ProductFields) { f.Description = new(string) }

func setBarcode(f *ProductFields, cell Cell, _ string) string { f.Barcode = &cell.Text; return "" }
func clearBarcode(f *ProductFields)                           { f.Barcode = new(string) }

func setImageURL(f *ProductFields, cell Cell, _ string) string { f.ImageURL = &cell.Text; return "" }
func clearImageURL(f *ProductFields)                           { f.ImageURL = new(string) }

func setCategory(f *ProductFields, cell Cell, _ string) string {
	f.Category = labelCell(cell, NoCategory)
	return ""
}
func clearCategory(f *ProductFields) { f.Category = &LabelRef{} }

func setBrand(f *ProductFields, cell Cell, _ string) string {
	f.Brand = labelCell(cell, NoBrand)
	return ""
}
func clearBrand(f *ProductFields) { f.Brand = &LabelRef{} }

func labelCell(cell Cell, none string) *LabelRef {
	if Fold(cell.Text) == Fold(none) {
		return &LabelRef{}
	}
	return &LabelRef{Name: cell.Text}
}

func setStockCell(f *ProductFields, cell Cell, decimal string) string {
	stock, ok := wholeNumber(cell, decimal)
	if !ok || stock < 0 {
		return "El stock debe ser un número entero mayor o igual a 0"
	}
	f.Stock = &stock
	return ""
}

func setMinStock(f *ProductFields, cell Cell, decimal string) string {
	return setBound(&f.MinStock, cell, decimal, "El stock mínimo debe ser un número entero mayor o igual a 0")
}
func clearMinStock(f *ProductFields) { f.MinStock = new(*int64) }

func setMaxStock(f *ProductFields, cell Cell, decimal string) string {
	return setBound(&f.MaxStock, cell, decimal, "El stock máximo debe ser un número entero mayor o igual a 0")
}
func clearMaxStock(f *ProductFields) { f.MaxStock = new(*int64) }

func setBound(bound ***int64, cell Cell, decimal, sentence string) string {
	number, ok := wholeNumber(cell, decimal)
	if !ok || number < 0 {
		return sentence
	}
	value := &number
	*bound = &value
	return ""
}

func setPrice(f *ProductFields, cell Cell, decimal string) string {
	price, ok := money(cell, decimal)
	if !ok {
		return "El precio debe ser un número con dos decimales como mucho"
	}
	value := &price
	f.Price = &value
	return ""
}
func clearPrice(f *ProductFields) { f.Price = new(*Cents) }

func setStatus(f *ProductFields, cell Cell, _ string) string {
	text := Fold(cell.Text)
	for status, names := range productStatuses {
		if text == Fold(names.label) || text == names.code || text == strconv.Itoa(int(status)) {
			f.Status = &status
			return ""
		}
	}
	return "El estado debe ser Activo, Inactivo, Descontinuado o Sin Stock"
}

func setAlertDays(f *ProductFields, cell Cell, decimal string) string {
	days, ok := wholeNumber(cell, decimal)
	if !ok || days < AlertDaysMin || days > AlertDaysMax {
		return "Los días de alerta deben ser un número entre 1 y 365"
	}
	number := int(days)
	f.AlertDays = &number
	return ""
}

// spokenTruths are the words for yes and no.
var spokenTruths = map[string]bool{
	"si": true, "true": true, "verdadero": true, "1": true, "x": true, "yes": true,
	"no": false, "false": false, "falso": false, "0": false,
}

func setAlertBlocked(f *ProductFields, cell Cell, _ string) string {
	blocked, known := spokenTruths[Fold(cell.Text)]
	if !known {
		return "Escribe Sí o No"
	}
	f.AlertBlocked = &blocked
	return ""
}

func setTags(f *ProductFields, cell Cell, _ string) string {
	tags, ok := splitTags(cell.Text)
	if !ok {
		return "Las etiquetas deben ir separadas por comas"
	}
	f.Tags = &tags
	return ""
}
func clearTags(f *ProductFields) { f.Tags = &[]string{} }

// JoinTags writes tags into one cell, so that splitTags gives them back.
func JoinTags(tags []string) string {
	quoted := make([]string, 0, len(tags))
	for _, tag := range tags {
		if strings.ContainsAny(tag, ",\"\n\r") {
			tag = `"` + strings.ReplaceAll(tag, `"`, `""`) + `"`
		}
		quoted = append(quoted, tag)
	}
	return strings.Join(quoted, ", ")
}

// splitTags reads tags separated by commas; one that has a comma is in quotes.
func splitTags(text string) ([]string, bool) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.TrimLeadingSpace, reader.LazyQuotes = true, true
	parts, err := reader.Read()
	if err != nil {
		return nil, false
	}
	if _, err := reader.Read(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	tags := []string{}
	for _, tag := range parts {
		if tag = Clean(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags, true
}
