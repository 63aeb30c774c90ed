package demo

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"estante/internal/imports"
)

const (
	// listedBrand is the one whose supplier has sent new prices.
	listedBrand = "Bellota"
	// fairOrders is how many orders were taken at the fair, with pen and paper.
	fairOrders = 6
)

// The first lines of files.
const (
	orderColumns = "Pedido;Fecha;Hora;Cliente;Email;Estado;SKU;Cantidad;Precio;Dirección;Ciudad;Provincia;Código Postal;" +
		"País;Teléfono;Notas\n"
	priceColumns = "SKU;Nombre;Precio\n"
)

// bringFiles brings in what came as files: the orders of a fair, and a price
// list that was right only the second time.
func (y *year) bringFiles(ctx context.Context, now time.Time) error {
	at := now.Add(-150 * time.Minute)
	y.clock.travel(at)
	orders := bytes.NewBufferString(orderColumns)
	for n := range fairOrders {
		y.writeOrder(orders, fmt.Sprintf("FERIA-%02d", n+1), at, 0)
	}
	if err := y.importFile(ctx, imports.OrderImports, "pedidos-feria.csv", orders); err != nil {
		return err
	}
	y.clock.travel(now.Add(-140 * time.Minute))
	if _, err := y.runImport(ctx, imports.ProductImports, "tarifa-bellota.csv", y.priceList("a consultar")); err != nil {
		return err
	}
	y.clock.travel(now.Add(-136 * time.Minute))
	return y.importFile(ctx, imports.ProductImports, "tarifa-bellota-corregida.csv", y.priceList(""))
}

// priceList is what a supplier asks from now on: a little more for most, and
// for the first one words instead of a price, where there are any.
func (y *year) priceList(words string) *bytes.Buffer {
	file := bytes.NewBufferString(priceColumns)
	listed := 0
	for _, w := range y.wares {
		if w.fields.Brand.Name != listedBrand {
			continue
		}
		cents := **w.fields.Price
		if listed%5 != 4 {
			cents += cents / 25
		}
		price := fmt.Sprintf("%d,%02d", cents/100, cents%100)
		if listed == 0 && words != "" {
			price = words
		}
		fmt.Fprintf(file, "%s;%s;%s\n", *w.fields.SKU, quoted(*w.fields.Name), price)
		listed++
	}
	return file
}

// quoted is a text as a file has it.
func quoted(text string) string {
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// importFile brings in a file that has to be right.
func (y *year) importFile(ctx context.Context, subject imports.Subject, name string, file *bytes.Buffer) error {
	imported, err := y.runImport(ctx, subject, name, file)
	if err == nil && imported.Status == imports.Failed {
		return fmt.Errorf("import %s: %s %+v", name, imported.Failure, imported.Problems)
	}
	return err
}

// runImport brings in a file and says what came of it.
func (y *year) runImport(
	ctx context.Context, subject imports.Subject, name string, file *bytes.Buffer,
) (imports.Import, error) {
	imported, err := y.inv.Imports.UploadImport(ctx, y.staff[0], imports.Upload{Subject: subject, Name: name, File: file})
	if err != nil {
		return imports.Import{}, fmt.Errorf("upload %s: %w", name, err)
	}
	return y.finishImport(ctx, imported.ID, name)
}

// finishImport runs an import that is ready, to its end.
func (y *year) finishImport(ctx context.Context, id int64, name string) (imports.Import, error) {
	imported, err := y.inv.Imports.RunImport(ctx, y.staff[0], id)
	for err == nil && imported.Status != imports.Done && imported.Status != imports.Failed {
		if err = ctx.Err(); err != nil {
			break
		}
		if _, err = y.inv.Imports.WorkOnImports(ctx); err == nil {
			imported, err = y.inv.Imports.Import(ctx, imported.ID)
		}
	}
	if err != nil {
		return imports.Import{}, fmt.Errorf("import %s: %w", name, err)
	}
	return imported, nil
}
