package report

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/xuri/excelize/v2"

	"estante/internal/forecasting"
	"estante/internal/reportjob"
)

// Forecasts writes reports of forecasts.
type Forecasts struct{}

var _ forecasting.Writer = Forecasts{}

// WriteForecasts implements forecasting.ForecastWriter.
func (Forecasts) WriteForecasts(
	to io.Writer, page forecasting.ReportPage, walk func(func(forecasting.Row) error) error,
) error {
	switch page.Format {
	case reportjob.PDF:
		return writeForecastPDF(to, page, walk)
	case reportjob.XLSX:
		return writeForecastXLSX(to, page, walk)
	}
	return fmt.Errorf("no way to write a %q", page.Format)
}

// band is a part of the picture: how many products run out when.
type band struct {
	name     string
	products int64
}

func bandsOf(s forecasting.Summary) []band {
	return []band{
		{"Agotado", s.Gone},
		{"1 a 7 días", s.Week},
		{"8 a 14 días", s.Fortnight},
		{"15 a 30 días", s.Month},
		{"Más de 30 días", s.Later},
		{"No se agota", s.Never},
	}
}

// whole is a figure rounded half up, as people read it.
func whole(units float64) int64 { return int64(math.Floor(units + 0.5)) }

// runsOut is a run-out day as people read it.
func runsOut(days *int) string {
	switch {
	case days == nil:
		return "—"
	case *days <= 0:
		return "Agotado"
	case *days == 1:
		return "1 día"
	}
	return strconv.Itoa(*days) + " días"
}

var forecastColumns = []column{
	{"SKU", 16},
	{"Producto", 40},
	{"Categoría", 22},
	{"Stock Actual", 12},
	{"Disponible", 12},
	{"Vendido 30d", 12},
	{"Se Venderá 30d", 14},
	{"Mínimo Previsto", 14},
	{"Máximo Previsto", 14},
	{"Por Hacer", 12},
	{"Se Agota En (días)", 18},
	{"Días de Alerta", 14},
	{"Alerta Bloqueada", 16},
	{"Calculado", 12},
}

// writeForecastXLSX puts the rows on one sheet, where they can be sorted and
// summed up, and the picture on another.
func writeForecastXLSX(to io.Writer, page forecasting.ReportPage, walk func(func(forecasting.Row) error) error) error {
	table, err := newXLSXTable(to, "Previsión", forecastColumns)
	if err != nil {
		return err
	}
	values := make([]any, 0, len(forecastColumns))
	err = walk(func(f forecasting.Row) error {
		p := f.Product
		var days any
		if f.RunsOutIn != nil {
			days = int64(*f.RunsOutIn)
		}
		values = append(
			values[:0], p.SKU, p.Name, labelOr(p.Category, "Sin categoría"), p.Stock, p.Available(), f.SoldLast30,
			whole(f.WillSell30),
			f.WillSellLow, f.WillSellHigh, f.ToDo, days, int64(p.AlertDays), yesNo(p.AlertBlocked), day(f.ComputedAt, page.Zone),
		)
		return table.row(values)
	})
	if err == nil {
		err = drawSummary(table.book, page)
	}
	return errors.Join(err, table.close())
}

const summarySheet = "Resumen"

// The colours of the chart.
const (
	barColour   = "E0640F"
	labelColour = "404040"
)

// drawSummary adds the sheet with the date, the figures and their picture.
func drawSummary(book *excelize.File, page forecasting.ReportPage) error {
	if _, err := book.NewSheet(summarySheet); err != nil {
		return err
	}
	s := page.Summary
	rows := [][]any{
		{"Previsión de Stock", escape(page.Business)},
		{"Fecha", page.At.In(page.Zone).Format("02/01/2006 15:04")},
		{"Filtros", escape(page.About)},
		{"Productos", s.Products},
		{"Productos por pedir", s.ToOrder},
		{"Unidades por pedir", s.ToDo},
		{},
		{"Se agota en", "Productos"},
	}
	bands := bandsOf(s)
	first := len(rows) + 1
	for _, b := range bands {
		rows = append(rows, []any{b.name, b.products})
	}
	for i, row := range rows {
		if err := book.SetSheetRow(summarySheet, "A"+strconv.Itoa(i+1), &row); err != nil {
			return err
		}
	}
	if err := dressSummary(book, first-1); err != nil {
		return err
	}
	last := first + len(bands) - 1
	return book.AddChart(summarySheet, "D2", &excelize.Chart{
		Type: excelize.Bar,
		Series: []excelize.ChartSeries{{
			Name:       fmt.Sprintf("%s!$B$%d", summarySheet, first-1),
			Categories: fmt.Sprintf("%s!$A$%d:$A$%d", summarySheet, first, last),
			Values:     fmt.Sprintf("%s!$B$%d:$B$%d", summarySheet, first, last),
			Fill:       excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{barColour}},
		}},
		// A chart of bars counts from below; what runs out first belongs on top.
		XAxis:      excelize.ChartAxis{ReverseOrder: true, Font: excelize.Font{Color: labelColour, Size: 10}},
		YAxis:      excelize.ChartAxis{None: true},
		PlotArea:   excelize.ChartPlotArea{ShowVal: true},
		VaryColors: new(bool),
		Title:      excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Productos por días hasta agotarse"}}},
		Legend:     excelize.ChartLegend{Position: "none"},
	})
}

// dressSummary makes the first column and the head of the table stand out.
func dressSummary(book *excelize.File, head int) error {
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	left, err := book.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{
		Horizontal: "left", WrapText: true, Vertical: "top",
	}})
	if err != nil {
		return err
	}
	at := strconv.Itoa
	return errors.Join(
		book.SetColWidth(summarySheet, "A", "A", 22), book.SetColWidth(summarySheet, "B", "B", 34),
		book.SetCellStyle(summarySheet, "A1", "A"+at(head-2), bold), book.SetCellStyle(summarySheet, "A"+at(head),
			"B"+at(head), bold),
		book.SetCellStyle(summarySheet, "B1", "B"+at(head-2), left),
	)
}
