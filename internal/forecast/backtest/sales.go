// Package backtest replays a sales file: it forecasts each past month by what
// was known on its first morning and compares the forecast with what came.
package backtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"estante/internal/forecast"
)

// Product is one product of a sales file.
type Product struct {
	SKU     string
	History forecast.History
}

// Sales is a whole sales file: every product from its first sale to the file's last day.
type Sales struct {
	Rhythm   forecast.Rhythm
	Products []Product // by SKU
	// Monthly is true where a step is a month, numbered from 1, and not a day.
	Monthly bool
	// First is the first step of the file and End the one after its last.
	First, End forecast.Day
}

// limits of what a file may ask for.
const (
	yearsMax = 30
	stepsMax = yearsMax * 366
)

// sale is one line of a daily file.
type sale struct {
	sku string
	day forecast.Day
	qty float64
}

// ReadDaily reads lines of sku, date and quantity, with the stock-outs beside
// them where there are any. Days without a line sold nothing.
func ReadDaily(sales, stockouts io.Reader) (*Sales, error) {
	lines, err := readSales(sales)
	if err != nil {
		return nil, fmt.Errorf("ventas: %w", err)
	}
	var gaps []gap
	if stockouts != nil {
		if gaps, err = readGaps(stockouts); err != nil {
			return nil, fmt.Errorf("roturas: %w", err)
		}
	}
	return assemble(lines, gaps)
}

func readSales(in io.Reader) ([]sale, error) {
	rows, err := openTable(in, []string{"sku"}, []string{"date", "fecha"}, []string{"qty", "sold", "quantity", "cantidad"})
	if err != nil {
		return nil, err
	}
	var lines []sale
	err = rows.each(func(cells []string) error {
		day, err := parseDay(cells[1])
		if err != nil {
			return err
		}
		qty, err := parseNumber(cells[2])
		lines = append(lines, sale{cells[0], day, qty})
		return err
	})
	if err == nil && len(lines) == 0 {
		err = errors.New("el archivo no tiene ninguna venta")
	}
	return lines, err
}

// gap is a stretch of days that opened without stock, both ends included.
type gap struct {
	sku      string
	from, to forecast.Day
}

func readGaps(in io.Reader) ([]gap, error) {
	rows, err := openTable(in, []string{"sku"}, []string{"from", "desde"}, []string{"to", "hasta"})
	if err != nil {
		return nil, err
	}
	var gaps []gap
	err = rows.each(func(cells []string) error {
		from, err := parseDay(cells[1])
		if err != nil {
			return err
		}
		to, err := parseDay(cells[2])
		gaps = append(gaps, gap{cells[0], from, to})
		return err
	})
	return gaps, err
}

// assemble makes whole series from lines.
func assemble(lines []sale, gaps []gap) (*Sales, error) {
	s := &Sales{Rhythm: forecast.Daily, First: lines[0].day, End: lines[0].day + 1}
	first := map[string]forecast.Day{}
	for _, l := range lines {
		s.First, s.End = min(s.First, l.day), max(s.End, l.day+1)
		if day, seen := first[l.sku]; !seen || l.day < day {
			first[l.sku] = l.day
		}
	}
	for _, g := range gaps {
		s.End = max(s.End, g.to+1)
	}
	if int(s.End-s.First) > stepsMax {
		return nil, fmt.Errorf("ventas: el archivo abarca más de %d años", yearsMax)
	}
	at := map[string]int{}
	for sku, day := range first {
		s.Products = append(s.Products, Product{sku, forecast.History{First: day, Sold: make([]float64, s.End-day)}})
	}
	slices.SortFunc(s.Products, func(a, b Product) int { return strings.Compare(a.SKU, b.SKU) })
	for i, p := range s.Products {
		at[p.SKU] = i
	}
	for _, l := range lines {
		h := &s.Products[at[l.sku]].History
		h.Sold[l.day-h.First] += l.qty
	}
	for _, g := range gaps {
		if i, known := at[g.sku]; known {
			mark(&s.Products[i].History, g)
		}
	}
	return s, nil
}

func mark(h *forecast.History, g gap) {
	if h.Empty == nil {
		h.Empty = make([]bool, len(h.Sold))
	}
	for day := max(g.from, h.First); day <= g.to; day++ {
		h.Empty[day-h.First] = true
	}
}

// ReadMonthly reads one line per product: its sku, then each month's quantity.
// A product begins with its first sale.
func ReadMonthly(in io.Reader) (*Sales, error) {
	reader, err := openCSV(in)
	if err != nil {
		return nil, fmt.Errorf("ventas: %w", err)
	}
	s := &Sales{Rhythm: forecast.Monthly, Monthly: true, First: 1}
	header, err := reader.Read()
	if err != nil || len(header) < 2 || len(header) > stepsMax {
		return nil, errors.New("ventas: la primera línea debe nombrar sku y cada mes")
	}
	s.End = forecast.Day(len(header))
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("ventas: %w", err)
		}
		months := make([]float64, len(cells)-1)
		for i := range months {
			if months[i], err = parseNumber(cells[i+1]); err != nil {
				return nil, fmt.Errorf("ventas: %w", err)
			}
		}
		if begin := slices.IndexFunc(months, func(x float64) bool { return x > 0 }); begin >= 0 {
			s.Products = append(s.Products, Product{cells[0], forecast.History{
				First: forecast.Day(1 + begin), Sold: months[begin:],
			}})
		}
	}
	slices.SortFunc(s.Products, func(a, b Product) int { return strings.Compare(a.SKU, b.SKU) })
	return s, nil
}

// table is a CSV file of which some columns matter.
type table struct {
	reader  *csv.Reader
	columns []int
}

// openTable finds each column by any of its names.
func openTable(in io.Reader, names ...[]string) (*table, error) {
	reader, err := openCSV(in)
	if err != nil {
		return nil, err
	}
	header, err := reader.Read()
	if err != nil {
		return nil, errors.New("el archivo está vacío")
	}
	t := &table{reader: reader}
	for _, aliases := range names {
		column := slices.IndexFunc(header, func(cell string) bool {
			return slices.Contains(aliases, strings.ToLower(strings.TrimSpace(cell)))
		})
		if column < 0 {
			return nil, fmt.Errorf("falta la columna %s", strings.Join(aliases, " o "))
		}
		t.columns = append(t.columns, column)
	}
	return t, nil
}

// each hands every line's chosen cells on and names the line of an error.
func (t *table) each(use func(cells []string) error) error {
	chosen := make([]string, len(t.columns))
	for {
		cells, err := t.reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i, column := range t.columns {
			chosen[i] = strings.TrimSpace(cells[column])
		}
		if err := use(chosen); err != nil {
			line, _ := t.reader.FieldPos(0)
			return fmt.Errorf("línea %d: %w", line, err)
		}
	}
}

// openCSV unpacks what is packed and finds out how the cells are parted.
func openCSV(in io.Reader) (*csv.Reader, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	if magic, _ := buffered.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, err
		}
		buffered = bufio.NewReaderSize(unpacked, 1<<16)
	}
	if mark, _ := buffered.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = buffered.Discard(3)
	}
	start, _ := buffered.Peek(1 << 12)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	reader := csv.NewReader(buffered)
	if bytes.Count(first, []byte(";")) > bytes.Count(first, []byte(",")) {
		reader.Comma = ';'
	}
	return reader, nil
}

func parseDay(text string) (forecast.Day, error) {
	for _, layout := range []string{time.DateOnly, "02/01/2006"} {
		if t, err := time.Parse(layout, text); err == nil {
			return forecast.DayOf(t), nil
		}
	}
	return 0, fmt.Errorf("%q no es una fecha", text)
}

func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || x != x || x > 1e12 || x < -1e12 {
		return 0, fmt.Errorf("%q no es una cantidad", text)
	}
	return x, nil
}
