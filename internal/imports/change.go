package imports

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// FieldChange is one field of a product before and after an import, as JSON.
type FieldChange struct {
	Field  string          `json:"f"`
	Before json.RawMessage `json:"b,omitempty"`
	After  json.RawMessage `json:"a"`
}

// importedFields are the fields of a product that an import can change.
var importedFields = slices.DeleteFunc(slices.Clone(catalogue.WrittenFields), func(field catalogue.WrittenField) bool {
	return field.Name == ""
})

// keptField is the value of a field as it is kept. A label is kept by its number,
// which a new name does not change.
func keptField(field catalogue.WrittenField, p catalogue.Product) json.RawMessage {
	value := field.Of(&p)
	if label, ok := value.(**catalogue.Label); ok && *label != nil {
		value = keptLabel{(*label).ID, (*label).Name}
	}
	text, err := json.Marshal(value)
	if err != nil {
		// Texts, numbers and lists of texts always can be written.
		panic(fmt.Sprintf("keep %s: %v", field.Name, err))
	}
	return text
}

type keptLabel struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// isKept says whether a product's field is still what was kept.
func isKept(field catalogue.WrittenField, p catalogue.Product, kept json.RawMessage) bool {
	now := keptField(field, p)
	if _, isLabel := field.Of(&p).(**catalogue.Label); !isLabel {
		return string(now) == string(kept)
	}
	var a, b keptLabel
	return json.Unmarshal(now, &a) == nil && json.Unmarshal(kept, &b) == nil && a.ID == b.ID
}

// restoreField puts a field back as it was kept.
func restoreField(tx Tx, field catalogue.WrittenField, p *catalogue.Product, kept json.RawMessage) error {
	label, isLabel := field.Of(p).(**catalogue.Label)
	if !isLabel {
		// A fresh value: decoding into the old one would write through a
		// pointer that other states of the product share.
		place := reflect.ValueOf(field.Of(p)).Elem()
		value := reflect.New(place.Type())
		err := json.Unmarshal(kept, value.Interface())
		place.Set(value.Elem())
		return err
	}
	var named keptLabel
	if err := json.Unmarshal(kept, &named); err != nil {
		return err
	}
	*label = nil
	if named.ID == 0 {
		return nil
	}
	kind := catalogue.LabelKind(field.Name)
	found, err := tx.LabelByID(kind, named.ID)
	if core.IsNotFound(err) {
		found, err = tx.EnsureLabel(kind, named.Name)
	}
	*label = &found
	return err
}

// fieldChanges are the fields in which two states of a product differ.
func fieldChanges(before, after catalogue.Product) []FieldChange {
	changes := []FieldChange{}
	for _, field := range importedFields {
		if was := keptField(field, before); !isKept(field, after, was) {
			changes = append(changes, FieldChange{Field: field.Name, Before: was, After: keptField(field, after)})
		}
	}
	return changes
}

func fieldNamed(name string) (catalogue.WrittenField, error) {
	for _, field := range importedFields {
		if field.Name == name {
			return field, nil
		}
	}
	return catalogue.WrittenField{}, fmt.Errorf("an import changed %q, which is no field of a product", name)
}

// seal is the field under which a new product's state is kept: a hash, because
// all that matters is whether it is still the same.
const seal = "seal"

func sealOf(p catalogue.Product) []FieldChange {
	text, _ := json.Marshal(productSeal(p)) // A text always can be written.
	return []FieldChange{{Field: seal, After: text}}
}

func productSeal(p catalogue.Product) string {
	hash := sha256.New()
	for _, field := range importedFields {
		switch field.Of(&p).(type) {
		case **catalogue.Label:
			var label keptLabel
			_ = json.Unmarshal(keptField(field, p), &label) // Null leaves none.
			hash.Write(fmt.Appendf(nil, "%d\x00", label.ID))
		case *[]string: // The names of tags change when they are renamed for everybody.
		default:
			hash.Write(keptField(field, p))
			hash.Write([]byte{0})
		}
	}
	hash.Write(fmt.Appendf(nil, "%s\x00%d", p.SKU, p.MovementSeq))
	return hex.EncodeToString(hash.Sum(nil)[:12])
}

// sealed says whether a product that an import made is as it made it.
func sealed(p catalogue.Product, changes []FieldChange) bool {
	for _, change := range changes {
		var kept string
		if change.Field == seal && json.Unmarshal(change.After, &kept) == nil {
			return kept == productSeal(p)
		}
	}
	return false
}

// importLocation is where an import's stock goes: the location that was chosen,
// or the main one when that was closed since.
func importLocation(tx Tx, id int64) (int64, error) {
	if id == 0 {
		return ledger.MainLocation, nil
	}
	location, err := tx.LocationByID(id)
	if core.IsNotFound(err) || (err == nil && !location.Active) {
		return ledger.MainLocation, nil
	}
	return location.ID, err
}
