package imports

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// productImportFields are what columns of a file with products can hold, in the
// order people are shown them.
var productImportFields = []importField{
	{
		name: "sku", noDate: true, label: "SKU", headers: []string{
			"referencia", "ref", "codigo", "cod", "codigo de producto",
			"codigo producto", "codigo sku", "product code",
		}, Assign: setSKU, missing: "Indica qué columna contiene el SKU",
	},
	{
		name: "name", label: "Nombre", headers: []string{
			"producto", "articulo", "nombre del producto", "nombre producto",
			"name", "product name", "productname", "titulo", "denominacion", "denominacion del articulo",
			"denominacion articulo", "denominacion del producto",
		}, Assign: setName,
	},
	{
		name: "description", label: "Descripción", headers: []string{
			"description", "detalle", "detalles",
			"productdescription",
		}, Assign: setDescription, empty: clearDescription,
	},
	{
		name: "barcode", noDate: true, label: "Código de Barras", headers: []string{
			"ean", "ean13", "ean-13", "ean8", "upc", "gtin",
			"barcode", "codigo barras", "codigo ean",
		}, Assign: setBarcode, empty: clearBarcode,
	},
	{
		name: "category", label: "Categoría", headers: []string{"category", "familia", "seccion", "categoryname"},
		Assign: setCategory, empty: clearCategory,
	},
	{
		name: "brand", label: "Marca", headers: []string{"brand", "fabricante", "brandname"}, Assign: setBrand,
		empty: clearBrand,
	},
	{
		name: "stock", noDate: true, number: true, label: "Stock Actual", headers: []string{
			"stock", "existencias", "cantidad", "unidades",
			"currentstock", "quantity", "inventario", "productstock",
		}, Assign: setStockCell,
	},
	{
		name: "minStock", noDate: true, number: true, label: "Stock Mínimo", headers: []string{
			"minimo", "min stock", "stock min", "minstock",
			"existencias minimas", "minimumstock",
		}, Assign: setMinStock, empty: clearMinStock,
	},
	{
		name: "maxStock", noDate: true, number: true, label: "Stock Máximo", headers: []string{
			"maximo", "max stock", "stock max", "maxstock",
			"existencias maximas",
		}, Assign: setMaxStock, empty: clearMaxStock,
	},
	{
		name: "price", noDate: true, number: true, label: "Precio", headers: []string{
			"pvp", "p.v.p.", "p.v.p", "price", "precio de venta",
			"precio venta", "importe", "productprice",
		}, Assign: setPrice, empty: clearPrice,
	},
	{name: "status", label: "Estado", headers: []string{"status", "situacion"}, Assign: setStatus},
	{name: "tags", label: "Etiquetas", headers: []string{"tags", "palabras clave"}, Assign: setTags, empty: clearTags},
	{
		name: "alertDays", noDate: true, number: true, label: "Días de Alerta",
		headers: []string{"alertdays", "dias alerta", "alertindays"},
		Assign:  setAlertDays,
	},
	{
		name: "imageUrl", label: "Imagen", headers: []string{"imageurl", "url de imagen", "url imagen", "foto"},
		Assign: setImageURL, empty: clearImageURL,
	},
	{
		name: "alertBlocked", label: "Alerta Bloqueada", headers: []string{
			"alertblocked", "alertas bloqueadas",
			"bloquear alerta",
		}, Assign: setAlertBlocked,
	},
}

// NoCategory and NoBrand are what an export writes where there is none, and so
// what an import takes for none.
const (
	NoCategory = "Sin categoría"
	NoBrand    = "Sin marca"
)

func setSKU(r *fileRow, cell Cell, _ string) string { r.product.SKU = &cell.Text; return "" }

func setName(r *fileRow, cell Cell, _ string) string { r.product.Name = &cell.Text; return "" }

func setDescription(r *fileRow, cell Cell, _ string) string {
	r.product.Description = &cell.Text
	return ""
}

func clearDescription(r *fileRow) { r.product.Description = new(string) }

func setBarcode(r *fileRow, cell Cell, _ string) string { r.product.Barcode = &cell.Text; return "" }

func clearBarcode(r *fileRow) { r.product.Barcode = new(string) }

func setImageURL(r *fileRow, cell Cell, _ string) string { r.product.ImageURL = &cell.Text; return "" }

func clearImageURL(r *fileRow) { r.product.ImageURL = new(string) }

func setCategory(r *fileRow, cell Cell, _ string) string {
	r.product.Category = labelCell(cell, NoCategory)
	return ""
}

func clearCategory(r *fileRow) { r.product.Category = &catalogue.LabelRef{} }

func setBrand(r *fileRow, cell Cell, _ string) string {
	r.product.Brand = labelCell(cell, NoBrand)
	return ""
}

func clearBrand(r *fileRow) { r.product.Brand = &catalogue.LabelRef{} }

func labelCell(cell Cell, none string) *catalogue.LabelRef {
	if core.Fold(cell.Text) == core.Fold(none) {
		return &catalogue.LabelRef{}
	}
	return &catalogue.LabelRef{Name: cell.Text}
}

func setStockCell(r *fileRow, cell Cell, decimal string) string {
	stock, ok := wholeNumber(cell, decimal)
	if !ok || stock < 0 {
		return "El stock debe ser un número entero mayor o igual a 0"
	}
	r.product.Stock = &stock
	return ""
}

func setMinStock(r *fileRow, cell Cell, decimal string) string {
	return setBound(&r.product.MinStock, cell, decimal, "El stock mínimo debe ser un número entero mayor o igual a 0")
}

func clearMinStock(r *fileRow) { r.product.MinStock = new(*int64) }

func setMaxStock(r *fileRow, cell Cell, decimal string) string {
	return setBound(&r.product.MaxStock, cell, decimal, "El stock máximo debe ser un número entero mayor o igual a 0")
}

func clearMaxStock(r *fileRow) { r.product.MaxStock = new(*int64) }

func setBound(bound ***int64, cell Cell, decimal, sentence string) string {
	number, ok := wholeNumber(cell, decimal)
	if !ok || number < 0 {
		return sentence
	}
	value := &number
	*bound = &value
	return ""
}

func setPrice(r *fileRow, cell Cell, decimal string) string {
	price, ok := money(cell, decimal)
	if !ok {
		return "El precio debe ser un número"
	}
	_, r.said = besideAmount(cell.Text)
	r.price = &price
	return ""
}

func clearPrice(r *fileRow) { r.product.Price = new(*core.Cents) }

func setStatus(r *fileRow, cell Cell, _ string) string {
	text := core.Fold(cell.Text)
	for _, status := range catalogue.ProductStatuses() {
		if text == core.Fold(status.Label()) || text == status.Code() || text == strconv.Itoa(int(status)) {
			r.product.Status = &status
			return ""
		}
	}
	return "El estado debe ser Activo, Inactivo, Descontinuado o Sin Stock"
}

func setAlertDays(r *fileRow, cell Cell, decimal string) string {
	days, ok := wholeNumber(cell, decimal)
	if !ok || days < catalogue.AlertDaysMin || days > catalogue.AlertDaysMax {
		return "Los días de alerta deben ser un número entre 1 y 365"
	}
	number := int(days)
	r.product.AlertDays = &number
	return ""
}

// spokenTruths are the words for yes and no.
var spokenTruths = map[string]bool{
	"si": true, "true": true, "verdadero": true, "1": true, "x": true, "yes": true,
	"no": false, "false": false, "falso": false, "0": false,
}

func setAlertBlocked(r *fileRow, cell Cell, _ string) string {
	blocked, known := spokenTruths[core.Fold(cell.Text)]
	if !known {
		return "Escribe Sí o No"
	}
	r.product.AlertBlocked = &blocked
	return ""
}

func setTags(r *fileRow, cell Cell, _ string) string {
	tags, ok := splitTags(cell.Text)
	if !ok {
		return "Las etiquetas deben ir separadas por comas"
	}
	r.product.Tags = &tags
	return ""
}

func clearTags(r *fileRow) { r.product.Tags = &[]string{} }

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
		if tag = core.Clean(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags, true
}
