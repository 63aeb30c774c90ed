package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/ledger"
	"estante/internal/order"
)

const (
	benchUser     = "bench"
	benchPassword = "bench-password"
	benchEmail    = "bench@ejemplo.es"
)

var (
	categories = []string{
		"Pintura", "Electricidad", "Fijación", "Fontanería", "Iluminación", "Jardín", "Herramienta", "Almacenaje",
	}
	things = []string{
		"Tornillo", "Taladro", "Bombilla", "Grifo", "Manguera", "Brida", "Rodillo", "Cable", "Guante", "Interruptor",
	}
	makes    = []string{"Spax", "Bosch", "Philips", "Roca", "Gardena", "Mapa"}
	families = []string{
		"García", "Serrano", "Iglesias", "Ortega", "Vidal", "Ferrer", "Lozano", "Prieto", "Bravo", "Gallego",
	}
	entryTypes = []ledger.EntryType{
		ledger.EntryPurchase, ledger.EntryManual, ledger.EntryReturn, ledger.EntryAdjustment,
	}
)

// fill makes a shop through the same functions as people do: its products by
// an import, then entries, a fifth as many orders, some alerts that are resolved, and
// a stocktake of a category.
func (s *shop) fill(ctx context.Context) error {
	if kept, err := s.inv.Ledger.ListStocktakes(ctx, ledger.StocktakeFilter{}); err != nil || len(kept.Rows) > 0 {
		if err == nil {
			s.stocktake = kept.Rows[0].ID
		}
		return err
	}
	if err := s.hire(ctx); err != nil {
		return err
	}
	began := time.Now()
	if err := s.bringAll(ctx); err != nil {
		return err
	}
	if err := s.receive(ctx); err != nil {
		return err
	}
	if err := inParallel(max(s.products/5, 10), func(n int) error {
		_, err := s.inv.Orders.CreateOrder(ctx, core.System, anOrder(n, s.products))
		return err
	}); err != nil {
		return err
	}
	if err := s.resolveSome(ctx); err != nil {
		return err
	}
	stocktake, err := s.inv.Ledger.OpenStocktake(ctx, core.System, ledger.StocktakeFields{
		Category: catalogue.LabelRef{Name: categories[2]},
	})
	s.stocktake = stocktake.ID
	fmt.Fprintf(os.Stderr, "a shop of %d products made in %s\n", s.products, time.Since(began).Round(time.Millisecond))
	return err
}

// hire opens the account that asks.
func (s *shop) hire(ctx context.Context) error {
	_, err := s.inv.Accounts.CreateUser(ctx, core.System, account.NewUser{
		Username: benchUser, Password: benchPassword, ConfirmPassword: benchPassword,
		DNI: "1", FirstName: "Banco", LastName: "Pruebas", Email: benchEmail,
	}, core.Administrator)
	return err
}

// fileProducts is how many products one file brings: a file may have 64 MB.
const fileProducts = 200_000

// bringAll imports the whole catalogue.
func (s *shop) bringAll(ctx context.Context) error {
	for from := 0; from < s.products; from += fileProducts {
		if err := s.bring(ctx, productsFile(from, min(from+fileProducts, s.products), 0)); err != nil {
			return err
		}
	}
	return nil
}

// bring imports a file from upload to end.
func (s *shop) bring(ctx context.Context, file []byte) error {
	draft, err := s.inv.Imports.UploadImport(ctx, core.System, imports.Upload{
		Subject: imports.ProductImports, Name: "productos.csv", File: bytes.NewReader(file),
	})
	if err != nil {
		return err
	}
	if _, err := s.inv.Imports.RunImport(ctx, core.System, draft.ID); err != nil {
		return err
	}
	for worked := true; worked; {
		if worked, err = s.inv.Imports.WorkOnImports(ctx); err != nil {
			return err
		}
	}
	ended, err := s.inv.Imports.Import(ctx, draft.ID)
	if err == nil && ended.Status != imports.Done {
		err = fmt.Errorf("the import ended as %s: %s", ended.Status, ended.Failure)
	}
	return err
}

// nameSizes is how many sizes the names of the catalogue have.
const nameSizes = 97

func skuOf(n int) string { return fmt.Sprintf("SKU-%06d", n) }

// productsFile is a file of products, the same in every run: one in forty is out
// of stock, one in ten low. The prices follow from one number, so that another
// number changes every row.
func productsFile(from, to, dearer int) []byte {
	var file bytes.Buffer
	file.WriteString("SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Descripción;Etiquetas\n")
	for n := from; n < to; n++ {
		name := fmt.Sprintf("%s %s %d mm", things[n%len(things)], makes[n%len(makes)], n%nameSizes)
		if n%1000 == 500 || n == 50 {
			name += " zafiro"
		}
		stock := 40 + n%200
		switch {
		case n%40 == 0:
			stock = 0
		case n%10 == 0:
			stock = 7
		}
		cents := 100 + n%9000 + dearer
		fmt.Fprintf(&file, "%s;%s;%s;%s;%d;20;%d,%02d;De uso profesional. De uso profesional. De uso profesional.;gama %d\n",
			skuOf(n), name, categories[n%len(categories)], makes[n%len(makes)], stock, cents/100, cents%100, n%25)
	}
	return file.Bytes()
}

// receive makes the entries, a delivery of many lines at a time.
func (s *shop) receive(ctx context.Context) error {
	const lines = 50
	cost := core.Cents(250)
	for from := 0; from < s.entries; from += lines {
		delivery := make([]ledger.EntryFields, 0, lines)
		for n := from; n < from+lines; n++ {
			delivery = append(delivery, ledger.EntryFields{
				ProductID: int64(1 + n*7%s.products), Quantity: int64(1 + n%9),
				Type: entryTypes[n%len(entryTypes)], Reason: "Reposición", UnitCost: &cost,
			})
		}
		if _, err := s.inv.Ledger.CreateEntries(ctx, core.System, delivery); err != nil {
			return err
		}
	}
	return nil
}

// anOrder is the n-th, of two products.
func anOrder(n, products int) order.Fields {
	return order.Fields{
		CustomerName:  fmt.Sprintf("Cliente %d %s", n, families[n%len(families)]),
		CustomerEmail: fmt.Sprintf("cliente%d@ejemplo.es", n),
		Items: []order.Item{
			{ProductID: int64(1 + n*11%products), Quantity: int64(1 + n%3)},
			{ProductID: int64(1 + (n*11+5)%products), Quantity: 1},
		},
	}
}

// resolvedAlerts is more than a page: shops of all sizes show as many.
const resolvedAlerts = 50

// resolveSome settles alerts by hand.
func (s *shop) resolveSome(ctx context.Context) error {
	open, err := s.inv.Alerts.ListAlerts(ctx, alert.Filter{
		State: alert.Open, Ordering: alert.AlertsByLevel,
		Page: core.Page{Number: 1, Size: max(1, min(resolvedAlerts, s.products/20))},
	})
	if err != nil {
		return err
	}
	for _, alert := range open.Rows {
		if _, err := s.inv.Alerts.ResolveAlert(ctx, core.System, alert.ID); err != nil {
			return err
		}
	}
	return nil
}

// inParallel does a number of things, some at once, so that the writer can
// commit them together.
func inParallel(count int, do func(n int) error) error {
	const hands = 64
	work, ended := make(chan int), make(chan error, hands)
	for range hands {
		go func() {
			var err error
			for n := range work {
				if err == nil {
					err = do(n)
				}
			}
			ended <- err
		}()
	}
	for n := range count {
		work <- n
	}
	close(work)
	var failed []error
	for range hands {
		failed = append(failed, <-ended)
	}
	return errors.Join(failed...)
}
