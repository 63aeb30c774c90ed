package demo

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/order"
)

// Size is how large a shop for measuring is.
type Size struct {
	Products int
	Orders   int
	Days     int
	Seed     uint64
}

// fileRows is how many products one file brings: an import takes no more than
// twice as many.
const fileRows = 100_000

// LoadLarge fills an empty database with as many products and orders as wanted,
// by the imports that a shop would bring them with. The same seed makes the same
// shop, but for the hour it is made at.
func LoadLarge(ctx context.Context, inv *inventory.Inventory, clock *Clock, size Size, told func(string)) error {
	now := clock.Now()
	defer clock.home()
	story, err := begin(ctx, inv, clock, size.Days, size.Seed)
	if err != nil {
		return err
	}
	opening := now.AddDate(0, 0, -size.Days)
	clock.travel(opening)
	if err := story.importWares(ctx, size, told); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := story.sellMuch(ctx, size, opening, now, told); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	clock.home()
	told("Calculando las previsiones…")
	return foresee(ctx, inv)
}

// importWares makes the catalogue from the ordinary shop's, series after series.
func (y *year) importWares(ctx context.Context, size Size, told func(string)) error {
	patterns := y.wares
	y.wares = make([]*ware, 0, size.Products)
	for first := 0; first < size.Products; first += fileRows {
		var file bytes.Buffer
		file.WriteString("SKU;Nombre;Descripción;Categoría;Marca;Stock Actual;Stock Mínimo;Stock Máximo;Precio;Estado;" +
			"Etiquetas\n")
		last := min(first+fileRows, size.Products)
		for n := first; n < last; n++ {
			w := series(patterns[n%len(patterns)], n/len(patterns), n, size)
			y.wares = append(y.wares, w)
			writeRow(&file, w)
		}
		if err := y.importFile(ctx, imports.ProductImports, fmt.Sprintf("catalogo-%d.csv", first/fileRows+1),
			&file); err != nil {
			return err
		}
		told(fmt.Sprintf("%d productos de %d", last, size.Products))
	}
	return nil
}

// series is the n-th product: a pattern of the ordinary shop in one of its
// later series, with what it will sell in stock. One in fifty has none.
func series(pattern *ware, number, n int, size Size) *ware {
	w := *pattern
	sku, name := fmt.Sprintf("%s-%04d", *pattern.fields.SKU, number), fmt.Sprintf("%s, serie %d", *pattern.fields.Name,
		number+1)
	w.fields.SKU, w.fields.Name = &sku, &name
	// The first of the list sell most: see popular.
	share := float64(size.Orders) / float64(size.Products)
	w.stock = w.minimum + int64(share*linesMean*unitsMean*2) + int64(n%40)
	switch {
	case n%50 == 7:
		w.stock = 0
	case n%11 == 3:
		w.stock = w.minimum
	}
	return &w
}

// What an order has on average, in lines and in units of each.
const (
	linesMean = 2.0
	unitsMean = 2.0
)

func writeRow(file *bytes.Buffer, w *ware) {
	f := w.fields
	fmt.Fprintf(file, "%s;%s;%s;%s;%s;%d;%d;%d;%d,%02d;Activo;%s\n", *f.SKU, quoted(*f.Name), quoted(*f.Description),
		f.Category.Name, f.Brand.Name,
		w.stock, w.minimum, w.maximum, **f.Price/100, **f.Price%100, (*f.Tags)[0])
}

// sellMuch brings the orders, a file for each day, lets each be as far as its day
// makes it, and enters some deliveries. The clock stands at the end of the day, so that what was
// sold then left the stock then.
func (y *year) sellMuch(ctx context.Context, size Size, opening, now time.Time, told func(string)) error {
	toldAt := time.Now()
	made := 0
	for day := 1; day <= size.Days; day++ {
		date := opening.AddDate(0, 0, day).In(y.zone)
		closing := minTime(time.Date(date.Year(), date.Month(), date.Day(), 20, 0, 0, 0, y.zone), now)
		y.clock.travel(closing)
		today := size.Orders*day/size.Days - made
		if today == 0 {
			continue
		}
		var file bytes.Buffer
		file.WriteString(orderColumns)
		for range today {
			made++
			y.writeOrder(&file, fmt.Sprintf("L-%07d", made), closing, size.Days-day)
		}
		if err := y.importFile(ctx, imports.OrderImports, fmt.Sprintf("pedidos-%s.csv", closing.Format(time.DateOnly)),
			&file); err != nil {
			return err
		}
		if err := y.receiveSome(ctx, today); err != nil {
			return err
		}
		if time.Since(toldAt) > 5*time.Second || day == size.Days {
			toldAt = time.Now()
			told(fmt.Sprintf("%d pedidos de %d", made, size.Orders))
		}
	}
	return nil
}

// receiveSome enters what suppliers bring on a day with so many orders: one delivery
// for every ten, of what sells. A few entries are no delivery.
func (y *year) receiveSome(ctx context.Context, orders int) error {
	var entries []task
	seen := map[*ware]bool{}
	for n := range max(orders/10, 1) {
		w := y.wares[popular(y.random, len(y.wares))]
		if seen[w] {
			continue
		}
		seen[w] = true
		if err := y.find(ctx, w); err != nil {
			return err
		}
		if n%8 == 7 {
			entries = append(entries, y.oddEntry(w))
			continue
		}
		entries = append(entries, y.restock(w))
	}
	return together(ctx, entries)
}

// find looks up a product that a file has brought.
func (y *year) find(ctx context.Context, w *ware) error {
	if w.id != 0 {
		return nil
	}
	found, err := y.inv.Catalogue.ListProducts(ctx, catalogue.ProductFilter{
		Search: *w.fields.SKU, Page: core.Page{Number: 1, Size: 1},
	})
	if err != nil {
		return err
	}
	if len(found.Rows) == 0 || found.Rows[0].SKU != *w.fields.SKU {
		return fmt.Errorf("%s: %w", *w.fields.SKU, core.ErrNotFound)
	}
	w.id = found.Rows[0].ID
	return nil
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// writeOrder writes the rows of one order that is so many days old.
func (y *year) writeOrder(file *bytes.Buffer, number string, closing time.Time, age int) {
	items, status := y.fillPopular(1+y.random.IntN(int(linesMean*2)-1)), y.statusAfter(age)
	if len(items) == 0 {
		// Everything popular is sold out: this one waits for its goods.
		items, status = []basketItem{{y.wares[y.random.IntN(len(y.wares))], 1}}, order.Pending
	}
	if status == order.Cancelled || status == order.Returned {
		for _, item := range items {
			item.ware.stock += item.quantity
		}
	}
	who, notes := y.anyCustomer(), y.anyNote()
	at := closing.Add(-time.Duration(y.random.IntN(11*60)) * time.Minute)
	at = at.Add(-time.Duration(at.Second()) * time.Second)
	for _, item := range items {
		price := **item.ware.fields.Price
		a := who.address
		fmt.Fprintf(file, "%s;%s;%s;%s;%s;%s;%s;%d;%d,%02d;%s;%s;%s;%s;%s;%s;%s\n", number,
			at.In(y.zone).Format("02/01/2006"), at.In(y.zone).Format("15:04"),
			quoted(who.name), who.email, status.Label(), *item.ware.fields.SKU, item.quantity, price/100, price%100,
			quoted(a.Street), quoted(a.City), quoted(a.State), a.PostalCode, a.Country, a.Phone, quoted(notes))
	}
}

// statusAfter draws how far an order has come in so many days.
func (y *year) statusAfter(age int) order.Status {
	chance := y.random.Float64()
	switch {
	case chance < 0.04:
		return order.Cancelled
	case age == 0 || chance < 0.045:
		return order.Pending
	case age == 1 || chance < 0.05:
		return order.Processing
	case age < 4:
		return order.Shipped
	case chance > 0.98:
		return order.Returned
	}
	return order.Delivered
}

// fillPopular fills a basket with what sells: few products much, many a little.
func (y *year) fillPopular(count int) (items []basketItem) {
	seen := map[*ware]bool{}
	for tries := 0; len(items) < count && tries < 50; tries++ {
		w := y.wares[popular(y.random, len(y.wares))]
		quantity := min(1+y.random.Int64N(int64(unitsMean*2)-1), w.stock)
		if seen[w] || quantity < 1 {
			continue
		}
		seen[w] = true
		w.stock -= quantity
		items = append(items, basketItem{w, quantity})
	}
	return items
}

// popular draws a place of a list, the first ones most often.
func popular(random *rand.Rand, places int) int {
	share := random.Float64()
	return int(share * share * float64(places))
}
