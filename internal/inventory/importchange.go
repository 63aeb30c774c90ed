package inventory

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// FieldChange is one field of a product before and after an import, as JSON.
type FieldChange struct {
	Field  string          `json:"f"`
	Before json.RawMessage `json:"b,omitempty"`
	After  json.RawMessage `json:"a"`
}

// productParts are the fields of a product that an import can change, as they
// are kept. A label is kept by its number, which a new name does not change.
type productPart struct {
	name string
	get  func(*Product) any
}

var productParts = []productPart{
	{"name", func(p *Product) any { return &p.Name }},
	{"description", func(p *Product) any { return &p.Description }},
	{"barcode", func(p *Product) any { return &p.Barcode }},
	{"imageUrl", func(p *Product) any { return &p.ImageURL }},
	{"status", func(p *Product) any { return &p.Status }},
	{"minStock", func(p *Product) any { return &p.MinStock }},
	{"maxStock", func(p *Product) any { return &p.MaxStock }},
	{"alertDays", func(p *Product) any { return &p.AlertDays }},
	{"alertBlocked", func(p *Product) any { return &p.AlertBlocked }},
	{"price", func(p *Product) any { return &p.Price }},
	{"tags", func(p *Product) any { return &p.Tags }},
	{"category", func(p *Product) any { return &p.Category }},
	{"brand", func(p *Product) any { return &p.Brand }},
}

// part is the value of a part as it is kept.
func (part productPart) part(p Product) json.RawMessage {
	value := part.get(&p)
	if label, ok := value.(**Label); ok && *label != nil {
		value = keptLabel{(*label).ID, (*label).Name}
	}
	text, err := json.Marshal(value)
	if err != nil {
		// Texts, numbers and lists of texts always can be written.
		panic(fmt.Sprintf("keep %s: %v", part.name, err))
	}
	return text
}

type keptLabel struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// same says whether a product's part is still what was kept.
func (part productPart) same(p Product, kept json.RawMessage) bool {
	now := part.part(p)
	if part.name != "category" && part.name != "brand" {
		return string(now) == string(kept)
	}
	var a, b keptLabel
	return json.Unmarshal(now, &a) == nil && json.Unmarshal(kept, &b) == nil && a.ID == b.ID
}

// restore puts a part back as it was kept.
func (part productPart) restore(tx Tx, p *Product, kept json.RawMessage) error {
	label, isLabel := part.get(p).(**Label)
	if !isLabel {
		// A fresh value: decoding into the old one would write through a
		// pointer that other states of the product share.
		value := reflect.New(reflect.TypeOf(part.get(p)).Elem())
		err := json.Unmarshal(kept, value.Interface())
		reflect.ValueOf(part.get(p)).Elem().Set(value.Elem())
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
	kind := LabelKind(part.name)
	found, err := tx.LabelByID(kind, named.ID)
	if isNotFound(err) {
		found, err = tx.EnsureLabel(kind, named.Name)
	}
	*label = &found
	return err
}

// fieldChanges are the parts in which two states of a product differ.
func fieldChanges(before, after Product) []FieldChange {
	changes := []FieldChange{}
	for _, part := range productParts {
		if was := part.part(before); !part.same(after, was) {
			changes = append(changes, FieldChange{Field: part.name, Before: was, After: part.part(after)})
		}
	}
	return changes
}

func partNamed(name string) (productPart, error) {
	for _, part := range productParts {
		if part.name == name {
			return part, nil
		}
	}
	return productPart{}, fmt.Errorf("an import changed %q, which is no part of a product", name)
}

// seal is the part under which a new product's state is kept: a hash, because
// all that matters is whether it is still the same.
const seal = "seal"

func sealOf(p Product) []FieldChange {
	text, _ := json.Marshal(productSeal(p)) // A text always can be written.
	return []FieldChange{{Field: seal, After: text}}
}

func productSeal(p Product) string {
	hash := sha256.New()
	for _, part := range productParts {
		switch part.name {
		case "category", "brand":
			var label keptLabel
			_ = json.Unmarshal(part.part(p), &label) // Null leaves none.
			hash.Write(fmt.Appendf(nil, "%d\x00", label.ID))
		case "tags": // Their names change when they are renamed for everybody.
		default:
			hash.Write(part.part(p))
			hash.Write([]byte{0})
		}
	}
	hash.Write(fmt.Appendf(nil, "%s\x00%d", p.SKU, p.MovementSeq))
	return hex.EncodeToString(hash.Sum(nil)[:12])
}

// sealed says whether a product that an import made is as it made it.
func sealed(p Product, changes []FieldChange) bool {
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
		return MainLocation, nil
	}
	location, err := tx.LocationByID(id)
	if isNotFound(err) || (err == nil && !location.Active) {
		return MainLocation, nil
	}
	return location.ID, err
}

// stockedLocations are the locations where a product has stock, a preferred one first.
func stockedLocations(productID, preferred int64, lying map[StockPlace]int64) []int64 {
	var locations []int64
	for place, stock := range lying {
		if place.ProductID == productID && stock > 0 {
			locations = append(locations, place.LocationID)
		}
	}
	slices.SortFunc(locations, func(a, b int64) int {
		return cmp.Or(cmp.Compare(rank(a, preferred), rank(b, preferred)), cmp.Compare(a, b))
	})
	return locations
}

func rank(location, preferred int64) int {
	if location == preferred {
		return 0
	}
	return 1
}
