package catalogue

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
)

// WrittenField is a field of a product that people write.
type WrittenField struct {
	// Note is what it is called in the audit, and Name in what an import keeps to be
	// undone; empty for what no import changes.
	Note, Name string
	// Of is the place of the field in a product.
	Of func(*Product) any
}

// WrittenFields are all of them, in the order of the audit.
var WrittenFields = []WrittenField{
	{"SKU", "", func(p *Product) any { return &p.SKU }},
	{"Name", "name", func(p *Product) any { return &p.Name }},
	{"Description", "description", func(p *Product) any { return &p.Description }},
	{"Barcode", "barcode", func(p *Product) any { return &p.Barcode }},
	{"ImageURL", "imageUrl", func(p *Product) any { return &p.ImageURL }},
	{"Status", "status", func(p *Product) any { return &p.Status }},
	{"MinStock", "minStock", func(p *Product) any { return &p.MinStock }},
	{"MaxStock", "maxStock", func(p *Product) any { return &p.MaxStock }},
	{"AlertDays", "alertDays", func(p *Product) any { return &p.AlertDays }},
	{"AlertBlocked", "alertBlocked", func(p *Product) any { return &p.AlertBlocked }},
	{"LeadDays", "", func(p *Product) any { return &p.LeadDays }},
	{"PackSize", "", func(p *Product) any { return &p.PackSize }},
	{"ServiceLevel", "", func(p *Product) any { return &p.ServiceLevel }},
	{"Price", "price", func(p *Product) any { return &p.Price }},
	{"Category", "category", func(p *Product) any { return &p.Category }},
	{"Brand", "brand", func(p *Product) any { return &p.Brand }},
	{"Tags", "tags", func(p *Product) any { return &p.Tags }},
}

// SameAs says whether two states of a product differ in nothing people wrote.
func (p Product) SameAs(o Product) bool {
	return !slices.ContainsFunc(WrittenFields, func(field WrittenField) bool { return !field.same(&p, &o) })
}

// same compares a label by its name and everything else by its value.
func (field WrittenField) same(a, b *Product) bool {
	switch was := field.Of(a).(type) {
	case **Label:
		is, _ := field.Of(b).(**Label)
		return (*was).name() == (*is).name()
	case *[]string:
		is, _ := field.Of(b).(*[]string)
		return slices.Equal(*was, *is)
	default:
		return reflect.DeepEqual(was, field.Of(b))
	}
}

// productNote is what the audit keeps of a product: what people wrote, by the names they know.
type productNote struct{ of Product }

func (p Product) Auditable() productNote { return productNote{p} }

// MarshalJSON implements json.Marshaler.
func (n productNote) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	for i, field := range WrittenFields {
		value, err := json.Marshal(noted(field.Of(&n.of)))
		if err != nil {
			return nil, err
		}
		text.WriteByte("{,"[min(i, 1)])
		text.WriteString(`"` + field.Note + `":`)
		text.Write(value)
	}
	if n.of.Price != nil && n.of.PriceCurrency != "" {
		text.WriteString(`,"Currency":"` + n.of.PriceCurrency + `"`)
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// noted is the value of a field as people know it.
func noted(field any) any {
	switch field := field.(type) {
	case *ProductStatus:
		return field.Code()
	case **Label:
		return (*field).name()
	}
	return field
}
