package imports

import (
	"strings"

	"estante/internal/core"
)

// Subject is what the rows of a file are about.
type Subject string

// The subjects of imports.
const (
	ProductImports Subject = "products"
	OrderImports   Subject = "orders"
	// PriceImports are the price lists of a supplier.
	PriceImports Subject = "prices"
	// PurchaseImports are the lines of a purchase.
	PurchaseImports Subject = "purchases"
)

// Field is something that a column can hold.
type Field string

// importRules is what differs between the subjects: what a column can hold and
// what a row does. The way of a file, from its upload to its undoing, is the
// same for all.
type importRules interface {
	// fields are what columns can hold, in the order people are shown them.
	fields() []importField
	// identify finds out what a row is about, once its cells are read.
	identify(r *importReader, read *fileRow)
	// look returns what compares rows with what there is, as tx shows it, and
	// counts what they would do. It is handed every row of the file in order.
	look(tx Tx, actor core.Actor, r *importReader) func(rows []fileRow, preview *Preview) error
	// apply writes rows and what is kept of them.
	apply(tx Tx, actor core.Actor, imported *Import, r *importReader, rows []fileRow) error
	// obstacles names what keeps rows from being undone.
	obstacles(tx Tx, rows []Row) ([]string, error)
	// undo takes back what rows did and changes what is kept of them.
	undo(tx Tx, actor core.Actor, imported *Import, rows []Row) error
}

// rules are those of a subject.
func (s Subject) rules() importRules {
	switch s {
	case OrderImports:
		return orderImporter{}
	case PriceImports:
		return priceImporter{}
	case PurchaseImports:
		return purchaseImporter{}
	case ProductImports:
	}
	return productImporter{}
}

// importField is how a column is recognised and read.
type importField struct {
	name  Field
	label string
	// headers are further names of the column, folded.
	headers []string
	// Assign takes a cell that is not empty; a sentence says what is wrong with it.
	Assign func(row *fileRow, cell Cell, decimal string) string
	// empty takes the value away; nil where there must be one.
	empty func(row *fileRow)
	// missing is what people read when no column holds it; empty where none need.
	missing string
	// noDate says that no date can be meant, because it is a number or what things are
	// called by; number that any text which reads as a date is one.
	noDate, number bool
}

// FieldInfo is a field as people see it.
type FieldInfo struct {
	Name     Field
	Label    string
	Required bool
}

// Fields lists what columns of a file can be.
func (s Subject) Fields() []FieldInfo {
	fields := []FieldInfo{}
	for _, field := range s.rules().fields() {
		fields = append(fields, FieldInfo{Name: field.name, Label: field.label, Required: field.missing != ""})
	}
	return fields
}

// field is the one of a name.
func (s Subject) field(name Field) (importField, bool) {
	for _, field := range s.rules().fields() {
		if field.name == name {
			return field, true
		}
	}
	return importField{}, false
}

// fieldOfHeader recognises the name of a column, folded.
func (s Subject) fieldOfHeader(key string) (Field, bool) {
	for _, field := range s.rules().fields() {
		if core.Fold(field.label) == key || strings.ToLower(string(field.name)) == key {
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

// memoryKey is under what the meaning of a column is remembered: the same word
// means other things in files about something else.
func (s Subject) memoryKey(header string) string {
	if s == ProductImports {
		return core.Fold(header)
	}
	return string(s) + ":" + core.Fold(header)
}
