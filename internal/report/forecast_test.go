package report_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
	"estante/internal/report"
	"estante/internal/reportjob"
)

// forecasted is a report of so many products, the first of them with orders
// that have claimed some of it.
func forecasted(t *testing.T, format reportjob.Format, products int) []byte {
	t.Helper()
	days := 4
	page := forecasting.ReportPage{
		Format: format, Business: "Ferretería La Balda", Zone: time.UTC, At: time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC),
		About:   "Todos los productos",
		Summary: forecasting.Summary{Products: int64(products), Week: int64(products), ToOrder: 1, ToDo: 12},
	}
	var file bytes.Buffer
	err := report.Forecasts{}.WriteForecasts(&file, page, func(fn func(forecasting.Row) error) error {
		for i := range products {
			row := forecasting.Row{
				Forecast: forecasting.Forecast{
					SoldLast30: 40, WillSell30: 41.5, WillSellLow: 30, WillSellHigh: 55, RunsOutIn: &days, ToDo: 12,
				},
				Product: catalogue.Product{
					SKU: "HER-1", Name: strings.Repeat("Taladro percutor con maletín ", 1+i%5), Stock: 9, AlertDays: 30,
				},
			}
			if i == 0 {
				row.Product.Reserved = 3
			}
			if err := fn(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestForecastsGrowByPages(t *testing.T) {
	sheets := regexp.MustCompile(`/Type /Page\b[^s]`)
	for products, want := range map[int]int{1: 1, 15: 2, 100: 6} {
		file := forecasted(t, reportjob.PDF, products)
		if got := len(sheets.FindAll(file, -1)); got != want || !bytes.HasPrefix(file, []byte("%PDF-")) {
			t.Errorf("%d products take %d pages, want %d", products, got, want)
		}
	}
	if !bytes.Equal(forecasted(t, reportjob.PDF, 3), forecasted(t, reportjob.PDF, 3)) {
		t.Error("the same forecasts give two different files")
	}
}

func TestForecastsAsWorkbook(t *testing.T) {
	file := forecasted(t, reportjob.XLSX, 2)
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	for at, want := range map[string]string{
		"Previsión!A2": "HER-1", "Previsión!D2": "9", "Previsión!E2": "6", "Previsión!E3": "9", "Previsión!G2": "42",
		"Previsión!K2": "4",
		"Resumen!B1":   "Ferretería La Balda", "Resumen!B2": "15/11/2026 09:30", "Resumen!A10": "1 a 7 días",
		"Resumen!B10": "2",
	} {
		sheet, cell, _ := strings.Cut(at, "!")
		if got, err := book.GetCellValue(sheet, cell); err != nil || got != want {
			t.Errorf("%s is %q (%v), want %q", at, got, err, want)
		}
	}
	parts, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := fs.ReadFile(parts, "xl/charts/chart1.xml")
	if err != nil || !bytes.Contains(picture, []byte("E0640F")) || !bytes.Contains(picture, []byte("Resumen!$B$9:$B$14")) {
		t.Errorf("the picture of the summary is %s (%v)", picture, err)
	}
}
