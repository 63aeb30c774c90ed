package imports_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/report"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// benchRows is the size of a large shop's catalogue; IMPORT_ROWS changes it.
func benchRows() int {
	if rows, err := strconv.Atoi(os.Getenv("IMPORT_ROWS")); err == nil {
		return rows
	}
	return 100_000
}

// benchFile is a catalogue with every column an export has.
func benchFile(rows int, price string) []byte {
	var file bytes.Buffer
	file.WriteString("SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Estado;Descripción;Código de Barras;" +
		"Etiquetas\n")
	for i := range rows {
		fmt.Fprintf(&file, "SKU-%06d;Producto de ejemplo número %d;Categoría %d;Marca %d;%d;5;%s;Activo;Una descripción de "+
			"longitud corriente para el artículo %d;B-%07d;etiqueta %d\n",
			i, i, i%40, i%120, i%200, price, i, i, i%25)
	}
	return file.Bytes()
}

// BenchmarkImport imports a large file into an empty catalogue, brings the same products
// with another price, undoes that, and exports everything, while another user adjusts stock
// all the time and notes how long each adjustment takes. It is run once:
//
//	go test -run '^$' -bench Import -benchtime 1x ./internal/imports
func BenchmarkImport(b *testing.B) {
	storetest.EachBenchmark(b, func(b *testing.B, db *store.DB) {
		rows := benchRows()
		for b.Loop() {
			inv := shoptest.Warehouse(db)
			product, err := inv.Ledger.CreateProduct(b.Context(), shoptest.Clerk, shoptest.Drill(1_000_000))
			if err != nil {
				b.Fatal(err)
			}
			other := startOther(inv, product.ID)
			heap := watchHeap()
			_, took := runBench(b, inv, "create", benchFile(rows, "12,50"))
			b.ReportMetric(took, "create-s")
			id, took := runBench(b, inv, "update", benchFile(rows, "13,75"))
			b.ReportMetric(took, "update-s")
			b.ReportMetric(undoBench(b, inv, id), "undo-s")
			b.ReportMetric(exportBench(b, inv, imports.SheetCSV), "csv-s")
			b.ReportMetric(exportBench(b, inv, imports.SheetXLSX), "xlsx-s")
			b.ReportMetric(heap()/(1<<20), "heap-MB")
			waits := other()
			b.ReportMetric(float64(len(waits)), "other-writes")
			b.ReportMetric(waits[len(waits)/2].Seconds()*1000, "other-p50-ms")
			b.ReportMetric(waits[len(waits)*99/100].Seconds()*1000, "other-p99-ms")
			b.ReportMetric(waits[len(waits)-1].Seconds()*1000, "other-max-ms")
		}
	})
}

// runBench uploads, previews and runs a file, and says which import it is and how many
// seconds it took.
func runBench(b *testing.B, inv *inventory.Inventory, name string, file []byte) (id int64, seconds float64) {
	b.Helper()
	began := time.Now()
	draft, err := inv.Imports.UploadImport(b.Context(), shoptest.Clerk, imports.Upload{
		Subject: imports.ProductImports, Name: name + ".csv", File: bytes.NewReader(file),
	})
	if err != nil {
		b.Fatal(err)
	}
	uploaded := time.Since(began)
	if _, err := inv.Imports.PreviewImport(b.Context(), shoptest.Clerk, draft.ID); err != nil {
		b.Fatal(err)
	}
	previewed := time.Since(began)
	if _, err := inv.Imports.RunImport(b.Context(), shoptest.Clerk, draft.ID); err != nil {
		b.Fatal(err)
	}
	for worked := true; worked; {
		if worked, err = inv.Imports.WorkOnImports(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	ended, err := inv.Imports.Import(b.Context(), draft.ID)
	if err != nil || ended.Status != imports.Done {
		b.Fatalf("%+v, %v", ended, err)
	}
	took := time.Since(began)
	b.Logf("%s: upload %.1f s, preview %.1f s, run %.1f s", name, uploaded.Seconds(), (previewed - uploaded).Seconds(),
		(took - previewed).Seconds())
	return draft.ID, took.Seconds()
}

// undoBench takes an import back, and says how many seconds that took.
func undoBench(b *testing.B, inv *inventory.Inventory, id int64) float64 {
	b.Helper()
	began := time.Now()
	if _, err := inv.Imports.UndoImport(b.Context(), shoptest.Clerk, id); err != nil {
		b.Fatal(err)
	}
	for worked := true; worked; {
		var err error
		if worked, err = inv.Imports.WorkOnImports(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	if ended, err := inv.Imports.Import(b.Context(), id); err != nil || ended.Status != imports.Undone {
		b.Fatalf("%+v, %v", ended, err)
	}
	return time.Since(began).Seconds()
}

func exportBench(b *testing.B, inv *inventory.Inventory, kind imports.SheetKind) float64 {
	b.Helper()
	began := time.Now()
	err := report.Products(io.Discard, kind, time.UTC, func(fn func(catalogue.Product) error) error {
		return inv.Catalogue.WalkProducts(b.Context(), catalogue.ProductFilter{Ordering: catalogue.ProductsBySKU}, fn)
	})
	if err != nil {
		b.Fatal(err)
	}
	return time.Since(began).Seconds()
}

// startOther adjusts the stock of one product every few milliseconds until it
// is stopped, and returns how long each adjustment took, in order.
func startOther(inv *inventory.Inventory, id int64) (stop func() []time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan []time.Duration)
	go func() {
		var waits []time.Duration
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				done <- waits
				return
			case <-tick.C:
			}
			began := time.Now()
			if _, err := inv.Ledger.AdjustStock(context.WithoutCancel(ctx), shoptest.Clerk, id,
				shoptest.Adjust("remove", 1)); err == nil {
				waits = append(waits, time.Since(began))
			}
		}
	}()
	return func() []time.Duration {
		cancel()
		waits := <-done
		slices.Sort(waits)
		return waits
	}
}

// watchHeap returns the most memory that was in use while it watched.
func watchHeap() (stop func() float64) {
	end, most := make(chan struct{}), make(chan uint64)
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		var peak uint64
		for {
			select {
			case <-tick.C:
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapInuse)
			case <-end:
				most <- peak
				return
			}
		}
	}()
	return func() float64 { close(end); return float64(<-most) }
}
