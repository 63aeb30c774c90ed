package inventory

import "strings"

// ImportSubject is what the rows of a file are about.
type ImportSubject string

// The subjects of imports.
const (
	ProductImports ImportSubject = "products"
	OrderImports   ImportSubject = "orders"
)

// ImportField is something that a column can hold.
type ImportField string

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
	look(tx Tx, actor Actor, r *importReader) func(rows []fileRow, preview *ImportPreview) error
	// apply writes rows and what is kept of them.
	apply(tx Tx, actor Actor, imported *Import, r *importReader, rows []fileRow) error
	// obstacles names what keeps rows from being undone.
	obstacles(tx Tx, rows []ImportRow) ([]string, error)
	// undo takes back what rows did and changes what is kept of them.
	undo(tx Tx, actor Actor, imported *Import, rows []ImportRow) error
}

// rules are those of a subject.
func (s ImportSubject) rules() importRules {
	if s == OrderImports {
		return orderImporter{}
	}
	return productImporter{}
}

// importField is how a column is recognised and read.
type importField struct {
	name  ImportField
	label string
	// headers are further names of the column, folded.
	headers []string
	// set takes a cell that is not empty; a sentence says what is wrong with it.
	set func(row *fileRow, cell Cell, decimal string) string
	// empty takes the value away; nil where there must be one.
	empty func(row *fileRow)
	// missing is what people read when no column holds it; empty where none need.
	missing string
}

// ImportFieldInfo is a field as people see it.
type ImportFieldInfo struct {
	Name     ImportField
	Label    string
	Required bool
}

// Fields lists what columns of a file can be.
func (s ImportSubject) Fields() []ImportFieldInfo {
	fields := []ImportFieldInfo{}
	for _, field := range s.rules().fields() {
		fields = append(fields, ImportFieldInfo{Name: field.name, Label: field.label, Required: field.missing != ""})
	}
	return fields
}

// field is the one of a name.
func (s ImportSubject) field(name ImportField) (importField, bool) {
	for _, field := range s.rules().fields() {
		if field.name == name {
			return field, true
		}
	}
	return importField{}, false
}

// fieldOfHeader recognises the name of a column, folded.
func (s ImportSubject) fieldOfHeader(key string) (ImportField, bool) {
	for _, field := range s.rules().fields() {
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

// memoryKey is under what the meaning of a column is remembered: the same word
// means other things in files about something else.
func (s ImportSubject) memoryKey(header string) string {
	if s == ProductImports {
		return Fold(header)
	}
	return string(s) + ":" + Fold(header)
}
