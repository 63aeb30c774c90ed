package api

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// Marshal writes an answer. Products are asked for more than everything else
// together, and are written by hand: the way by reflection takes as long as
// finding them. What comes out is the same to the byte.
func Marshal(w io.Writer, v any) error {
	buffer := jsonBuffers.Get().(*jsonText) //nolint:forcetypeassert // Nothing else is in it.
	defer jsonBuffers.Put(buffer)
	buffer.text = buffer.text[:0]
	switch v := v.(type) {
	case *productBody:
		buffer.product(v)
	case ListBody[productBody]:
		buffer.raw(`{"results":`).products(v.Results)
		buffer.raw(`,"count":`).number(int64(v.Count))
		if v.CountIsCapped {
			buffer.raw(`,"countIsCapped":true`)
		}
		buffer.raw("}")
	case []productBody:
		buffer.products(v)
	case adjustedBody:
		buffer.raw(`{"new_stock":`).number(v.NewStock).raw(`,"movementId":`).optional(v.MovementID).raw(`,"product":`).product(&v.Product).raw("}")
	default:
		return huma.DefaultJSONFormat.Marshal(w, v)
	}
	buffer.raw("\n")
	_, err := w.Write(buffer.text)
	return err
}

// jsonBuffers keep what answers are written in; those that grew large are few.
var jsonBuffers = sync.Pool{New: func() any { return &jsonText{} }}

// jsonText is JSON in the making, as encoding/json would write it.
type jsonText struct{ text []byte }

func (j *jsonText) raw(text string) *jsonText {
	j.text = append(j.text, text...)
	return j
}

func (j *jsonText) number(n int64) *jsonText {
	j.text = strconv.AppendInt(j.text, n, 10)
	return j
}

func (j *jsonText) boolean(yes bool) *jsonText {
	j.text = strconv.AppendBool(j.text, yes)
	return j
}

func (j *jsonText) optional(n *int64) *jsonText {
	if n == nil {
		return j.raw("null")
	}
	return j.number(*n)
}

func (j *jsonText) optionalInt(n *int) *jsonText {
	if n == nil {
		return j.raw("null")
	}
	return j.number(int64(*n))
}

// The amounts between which encoding/json writes no exponent.
const (
	plainFrom = 1e-6
	plainTo   = 1e21
)

func (j *jsonText) amount(f *float64) *jsonText {
	if f == nil {
		return j.raw("null")
	}
	if size := math.Abs(*f); size != 0 && (size < plainFrom || size >= plainTo) {
		return j.slowly(*f)
	}
	j.text = strconv.AppendFloat(j.text, *f, 'f', -1, 64)
	return j
}

func (j *jsonText) time(t time.Time) *jsonText {
	j.text = append(t.AppendFormat(append(j.text, '"'), time.RFC3339Nano), '"')
	return j
}

func (j *jsonText) optionalTime(t *time.Time) *jsonText {
	if t == nil {
		return j.raw("null")
	}
	return j.time(*t)
}

// string writes a text; one that has to be escaped takes the long way.
func (j *jsonText) string(text string) *jsonText {
	plain := true
	for i := range len(text) {
		c := text[i]
		// Two rare characters that begin with this byte end a line in JavaScript.
		const lineEnd = 0xE2
		if c < ' ' || c == '"' || c == '\\' || c == lineEnd {
			return j.slowly(text)
		}
		plain = plain && c < utf8.RuneSelf
	}
	if !plain && !utf8.ValidString(text) {
		return j.slowly(text)
	}
	j.text = append(append(append(j.text, '"'), text...), '"')
	return j
}

func (j *jsonText) optionalString(text *string) *jsonText {
	if text == nil {
		return j.raw("null")
	}
	return j.string(*text)
}

// slowly writes what encoding/json knows how to write.
func (j *jsonText) slowly(v any) *jsonText {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return j.raw("null") // Texts and finite numbers can always be written.
	}
	j.text = append(j.text, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
	return j
}

func (j *jsonText) products(products []productBody) *jsonText {
	if products == nil {
		return j.raw("null")
	}
	j.raw("[")
	for i := range products {
		if i > 0 {
			j.raw(",")
		}
		j.product(&products[i])
	}
	return j.raw("]")
}

func (j *jsonText) strings(texts []string) *jsonText {
	if texts == nil {
		return j.raw("null")
	}
	j.raw("[")
	for i, text := range texts {
		if i > 0 {
			j.raw(",")
		}
		j.string(text)
	}
	return j.raw("]")
}

func (j *jsonText) product(p *productBody) *jsonText {
	j.raw(`{"idProduct":`).number(p.IDProduct).raw(`,"sku":`).string(p.SKU).raw(`,"name":`).string(p.Name)
	j.raw(`,"description":`).string(p.Description).raw(`,"barcode":`).string(p.Barcode).raw(`,"imageUrl":`).string(p.ImageURL)
	j.raw(`,"currentStock":`).number(p.CurrentStock).raw(`,"reserved":`).number(p.Reserved).raw(`,"available":`).number(p.Available)
	j.raw(`,"shortage":`).number(p.Shortage).raw(`,"minStock":`).optional(p.MinStock).raw(`,"maxStock":`).optional(p.MaxStock)
	j.raw(`,"alertDays":`).number(int64(p.AlertDays)).raw(`,"alertBlocked":`).boolean(p.AlertBlocked)
	j.raw(`,"leadDays":`).optionalInt(p.LeadDays).raw(`,"packSize":`).optional(p.PackSize).raw(`,"serviceLevel":`).optionalInt(p.ServiceLevel)
	j.raw(`,"status":`).number(int64(p.Status)).raw(`,"statusName":`).string(p.StatusName)
	j.raw(`,"category":`).optionalString(p.Category).raw(`,"categoryId":`).optional(p.CategoryID)
	j.raw(`,"brand":`).optionalString(p.Brand).raw(`,"brandId":`).optional(p.BrandID).raw(`,"tags":`).strings(p.Tags)
	j.raw(`,"price":`).amount(p.Price).raw(`,"cost":`).amount(p.Cost).raw(`,"soldLast30Days":`).number(p.SoldLast30Days)
	j.raw(`,"lastMovement":`).optionalTime(p.LastMovement).raw(`,"createdAt":`).time(p.CreatedAt).raw(`,"updatedAt":`).time(p.UpdatedAt)
	return j.raw(`,"version":`).number(p.Version).raw("}")
}
