package backtest

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"
)

func TestReadDaily(t *testing.T) {
	sales := "sku,date,qty\nB,2024-03-02,1\nA,2024-03-01,2\nA,2024-03-03,3\nA,2024-03-03,4\n"
	stockouts := "sku,from,to\nA,2024-03-02,2024-03-02\nB,2024-03-04,2024-03-05\nZ,2024-03-01,2024-03-01\n"
	s, err := ReadDaily(strings.NewReader(sales), strings.NewReader(stockouts))
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Products[0], s.Products[1]
	if a.SKU != "A" || !slices.Equal(a.History.Sold, []float64{2, 0, 7, 0, 0}) ||
		!slices.Equal(a.History.Empty, []bool{false, true, false, false, false}) {
		t.Errorf("A: %+v", a)
	}
	if b.SKU != "B" || b.History.First != a.History.First+1 ||
		!slices.Equal(b.History.Empty, []bool{false, false, true, true}) {
		t.Errorf("B begins with its first sale: %+v", b)
	}
	if s.End-s.First != 5 {
		t.Errorf("the file ends with its last stock-out, after %d days", s.End-s.First)
	}
}

func TestReadWhatSpanishExcelWrites(t *testing.T) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write([]byte("\ufeffFecha;SKU;Cantidad\r\n01/03/2024;A;2,5\r\n02/03/2024;A;-1\r\n")); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := ReadDaily(&packed, nil)
	if err != nil || !slices.Equal(s.Products[0].History.Sold, []float64{2.5, -1}) {
		t.Errorf("read %+v, %v", s, err)
	}
}

func TestReadMonthly(t *testing.T) {
	s, err := ReadMonthly(strings.NewReader("sku,m1,m2,m3\nB,0,0,0\nA,0,4,1\n"))
	if err != nil || len(s.Products) != 1 || s.Products[0].History.First != 2 ||
		!slices.Equal(s.Products[0].History.Sold, []float64{4, 1}) || s.End != 4 {
		t.Errorf("read %+v, %v", s, err)
	}
}

func TestBadFilesAreExplained(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", "ventas: el archivo está vacío"},
		{"sku,date\n", "ventas: falta la columna qty o sold o quantity o cantidad"},
		{"sku,date,qty\n", "ventas: el archivo no tiene ninguna venta"},
		{"sku,date,qty\nA,2024-01-01,1\nA,ayer,1\n", `ventas: línea 3: "ayer" no es una fecha`},
		{"sku,date,qty\nA,2024-01-01,mucho\n", `ventas: línea 2: "mucho" no es una cantidad`},
		{"sku,date,qty\nA,2024-01-01,1\nA,1924-01-01,1\n", "ventas: el archivo abarca más de 30 años"},
	} {
		if _, err := ReadDaily(strings.NewReader(c.file), nil); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.file, err, c.want)
		}
	}
	if _, err := ReadMonthly(strings.NewReader("sku\nA\n")); err == nil {
		t.Error("a monthly file without months was read")
	}
}
