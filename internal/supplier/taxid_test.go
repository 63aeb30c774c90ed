package supplier_test

import (
	"testing"

	"estante/internal/supplier"
)

// A Spanish tax number is checked by its control letter or digit, whatever people write
// between its parts; numbers of other countries are nobody's to judge here.
func TestTaxNumbersAreWarnedOf(t *testing.T) {
	const notSpanish = "No parece un NIF, NIE o CIF español: revísalo"
	for taxID, want := range map[string]string{
		"":                  "",
		"12345678Z":         "",
		" 12.345.678-z":     "",
		"ES12345678Z":       "",
		"00000000T":         "",
		"12345678A":         "La letra de control no es correcta: a 12345678 le corresponde la Z",
		"X1234567L":         "",
		"Y1234567X":         "",
		"Z1234567R":         "",
		"Z1234567L":         "La letra de control no es correcta: a Z1234567 le corresponde la R",
		"K1234567L":         "",
		"M1234567A":         "La letra de control no es correcta: a M1234567 le corresponde la L",
		"A58818501":         "",
		"B-58378431":        "",
		"ES A28015865":      "",
		"A58818502":         "El carácter de control no es correcto: a A5881850 le corresponde el 1",
		"A5881850A":         "El carácter de control no es correcto: a A5881850 le corresponde el 1",
		"Q2826000H":         "",
		"Q28260008":         "El carácter de control no es correcto: a Q2826000 le corresponde la H",
		"J85081081":         "",
		"1234567Z":          notSpanish,
		"B1234":             notSpanish,
		"ES123":             notSpanish,
		"DE136695976":       "",
		"FR 40 303 265 045": "",
		"IE6388047V":        "",
		"CHE-123.456.788":   "",
		"ñandú":             notSpanish,
	} {
		if got := supplier.TaxIDWarning(taxID); got != want {
			t.Errorf("%q is warned of with %q, want %q", taxID, got, want)
		}
	}
}

// Two numbers are the same whatever stands between their parts.
func TestTaxNumbersAreComparedByTheirParts(t *testing.T) {
	for _, taxID := range []string{"B58378431", "b-58378431", "ES B 58.378.431", "es-b58378431"} {
		if key := supplier.TaxKey(taxID); key != "B58378431" {
			t.Errorf("%q is compared by %q", taxID, key)
		}
	}
}

// Companies are the same by what they are called and not by what kind of company they are.
func TestSuppliersAreComparedByTheirNames(t *testing.T) {
	for _, name := range []string{
		"Ferretería Peña", "FERRETERIA PEÑA, S.L.", "Ferretería Peña SL", "ferretería  peña S.L.U.",
	} {
		if key := supplier.NameKey(name); key != "ferreteria peña" {
			t.Errorf("%q is compared by %q", name, key)
		}
	}
	for name, want := range map[string]string{"S.L.": "sl", "Sala": "sala", "A.C.E. Norte": "ace norte"} {
		if key := supplier.NameKey(name); key != want {
			t.Errorf("%q is compared by %q, want %q", name, key, want)
		}
	}
}
