package api_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/api"
)

// texts are such that have to be escaped, and such that need not be.
var texts = []string{
	"", "Martillo", "Ñandú & <b>", "comillas \"", "barra \\", "línea\notra", "tab\t", "\u2028\u2029", "€ 5", "mal \xff", "\x01", "\x7f", "😀", "–",
}

var amounts = []float64{0, 1, -1, 0.1, 12.34, 1e-6, 9.9e-7, 1e20, 1e21, -1e22, 123456789.01, 0.07}

// fill gives everything in a value something, so that no field can be forgotten.
func fill(v reflect.Value, random *rand.Rand) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		at := time.UnixMicro(random.Int64N(4e15)).UTC()
		v.Set(reflect.ValueOf(at.Truncate([]time.Duration{time.Microsecond, time.Millisecond, time.Second}[random.IntN(3)])))
	case v.Kind() == reflect.Pointer:
		if random.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), random)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), random)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(4), 4))
		for i := range v.Len() {
			fill(v.Index(i), random)
		}
	case v.Kind() == reflect.String:
		v.SetString(texts[random.IntN(len(texts))])
	case v.Kind() == reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case v.CanInt():
		v.SetInt(random.Int64N(1<<40) - 1<<39)
	case v.CanFloat():
		v.SetFloat(amounts[random.IntN(len(amounts))])
	}
}

func TestProductsAreWrittenAsTheyWouldBe(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	schemas := described().Schemas()
	product := schemas.TypeFromRef("#/components/schemas/ProductBody")
	for _, kind := range []reflect.Type{
		product, reflect.SliceOf(product),
		schemas.TypeFromRef("#/components/schemas/ListBodyProductBody"), schemas.TypeFromRef("#/components/schemas/AdjustStockOutputBody"),
	} {
		for range 500 {
			value := reflect.New(kind).Elem()
			if random.IntN(20) > 0 { // Else nothing is in it.
				fill(value, random)
			}
			var own, usual bytes.Buffer
			if err := api.Marshal(&own, value.Interface()); err != nil {
				t.Fatal(err)
			}
			if err := huma.DefaultJSONFormat.Marshal(&usual, value.Interface()); err != nil {
				t.Fatal(err)
			}
			if own.String() != usual.String() {
				t.Fatalf("%s\nwas written as\n%s", &usual, &own)
			}
		}
	}
}
