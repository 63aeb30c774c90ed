package report

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/order"
)

func packed(t *testing.T, lines int) []byte {
	t.Helper()
	placed := order.Row{Order: order.Order{
		Number: "P-000012", CustomerName: "Íñigo Núñez Łukasz", ShippingAddress: order.Address{
			Street: "Calle Mayor 1", City: "Valencia", Phone: "600 000 000",
		},
		Notes: strings.Repeat("Dejar en la portería. ", 20), CreatedAt: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC),
	}}
	for range lines {
		placed.Lines = append(placed.Lines, order.Line{
			SKU: "HER-1", Name: strings.Repeat("Taladro percutor con maletín ", 4), Quantity: 3, Cancelled: 1, Shortage: 1,
		})
	}
	var file bytes.Buffer
	err := WritePackingList(&file, PackingList{
		Business: "Ferretería La Balda", Order: placed, Zone: time.UTC, At: placed.CreatedAt,
	})
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestPackingListGrowsByPages(t *testing.T) {
	sheets := regexp.MustCompile(`/Type /Page\b[^s]`)
	for lines, want := range map[int]int{0: 1, 1: 1, 60: 6} {
		file := packed(t, lines)
		if got := len(sheets.FindAll(file, -1)); got != want || !bytes.HasPrefix(file, []byte("%PDF-")) {
			t.Errorf("%d lines take %d pages, want %d", lines, got, want)
		}
	}
	if !bytes.Equal(packed(t, 3), packed(t, 3)) {
		t.Error("the same order gives two different files")
	}
}

func TestPackingRows(t *testing.T) {
	rows := packingRows([]order.Line{
		{ProductID: 1, SKU: "A", Name: "Entero", Quantity: 3},
		{ProductID: 2, SKU: "B", Name: "En parte anulado", Quantity: 3, Cancelled: 1},
		{ProductID: 3, SKU: "C", Name: "Anulado", Quantity: 3, Cancelled: 3},
		{ProductID: 4, SKU: "D", Name: "Escaso", Quantity: 5, Shortage: 1},
		{ProductID: 5, SKU: "E", Name: "Más escaso", Quantity: 5, Cancelled: 1, Shortage: 4},
		{SKU: "F", Name: "Desconocido", Quantity: 1, Shortage: 2},
	})
	want := []packingRow{
		{"A", "Entero", 3},
		{"B", "En parte anulado", 2},
		{"D", "Escaso (falta 1)", 5},
		{"E", "Más escaso (faltan 4)", 4},
		{"F", "Desconocido (sin producto en el catálogo) (faltan 2)", 1},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the rows are %v, want %v", rows, want)
	}
	if units := packingUnits(rows); units != 15 {
		t.Errorf("%d units in total", units)
	}
}
