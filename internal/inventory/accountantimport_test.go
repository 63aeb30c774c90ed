package inventory_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/imports"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// broughtFile is a file that was brought in, with what it did.
type broughtFile struct {
	id      int64
	at      int64
	rows    []*broughtRow
	bills   []*bill
	undone  bool
	subject imports.Subject
}

// broughtRow is what a row did to a product.
type broughtRow struct {
	card     *card
	moved    int64
	made     bool
	writings int
	// before and after are its status, which a stock that comes can change.
	before, after catalogue.ProductStatus
}

// bring uploads a file, says what is meant by it and runs it.
func (a *accountant) bring(subject imports.Subject, file string, at int64, history *bool) (imports.Import, bool) {
	draft, err := a.Imports.UploadImport(a.ctx, shoptest.Clerk, imports.Upload{
		Subject: subject, Name: "archivo.csv", File: strings.NewReader(file),
	})
	a.must(err)
	mapping := draft.Mapping
	mapping.LocationID = at
	change := imports.MappingChange{Mapping: mapping, History: history}
	draft, err = a.Imports.MapImport(a.ctx, shoptest.Clerk, draft.ID, change)
	a.must(err)
	_, err = a.Imports.RunImport(a.ctx, shoptest.Clerk, draft.ID)
	a.must(err)
	done := shoptest.Work(a.t, a.Inventory, draft.ID)
	a.note("  import %d at %d is %s: %s %v\n%s", done.ID, at, done.Status, done.Failure, done.Problems, file)
	return done, done.Status == imports.Done
}

// importProducts sets the stock of a place or, where none is named, of whole products, whose
// difference the main place makes up; a product that is not there is made.
func (a *accountant) importProducts() {
	at := int64(0)
	if a.percent(50) {
		at = oneOf(a, a.books.open()).id
	}
	file, brought, allowed := "SKU;Nombre;Stock Actual\n", &broughtFile{at: max(at, ledger.MainLocation)}, true
	brought.subject = imports.ProductImports
	asked := map[*card]int64{}
	for range 1 + a.below(3) {
		c, stock := a.card(), int64(a.below(30))
		if _, twice := asked[c]; twice || c.deleted {
			continue
		}
		asked[c] = stock
		moved := stock - c.stock()
		if at != 0 {
			moved = stock - c.at[at]
		}
		allowed = allowed && c.at[brought.at]+moved >= 0
		brought.rows = append(brought.rows, &broughtRow{card: c, moved: moved})
		file += fmt.Sprintf("%s;%s;%d\n", c.sku, c.sku, stock)
	}
	if fresh := a.name("SKU"); len(a.books.cards) < 14 && a.percent(40) {
		stock := int64(a.below(20))
		file += fmt.Sprintf("%s;%s;%d\n", fresh, fresh, stock)
		c := &card{sku: fresh, status: 1, at: map[int64]int64{}, sums: map[ledger.Reason]int64{}}
		brought.rows = append(brought.rows, &broughtRow{card: c, moved: stock, made: true})
	}
	if len(brought.rows) == 0 {
		return
	}
	done, came := a.bring(imports.ProductImports, file, at, nil)
	same(a, came, allowed, "the import %d came to something", done.ID)
	if !came {
		return
	}
	brought.id = done.ID
	for _, row := range brought.rows {
		reason := ledger.ReasonAdjustment
		if row.made {
			row.card.id, reason = a.idOf(row.card.sku), ledger.ReasonRestock
			a.books.cards = append(a.books.cards, row.card)
		}
		row.before = row.card.status
		a.books.move(row.card, brought.at, row.moved, moving{reason: reason})
		row.writings, row.after = row.card.writings, row.card.status
	}
	a.books.files = append(a.books.files, brought)
}

func (a *accountant) idOf(sku string) int64 {
	found, err := a.Catalogue.SearchProducts(a.ctx, sku, 20)
	a.must(err)
	for _, product := range found {
		if product.SKU == sku {
			return product.ID
		}
	}
	a.fail("%s is not there", sku)
	return 0
}

// undoImport takes a file back: nothing from another place, and nothing that was changed since.
func (a *accountant) undoImport() {
	if len(a.books.files) == 0 {
		return
	}
	brought := oneOf(a, a.books.files[max(len(a.books.files)-3, 0):])
	a.note("import %d", brought.id)
	_, err := a.Imports.UndoImport(a.ctx, shoptest.Clerk, brought.id)
	if !a.agree(!brought.undone && a.books.mayUndo(brought), err) {
		return
	}
	undone := shoptest.Work(a.t, a.Inventory, brought.id)
	same(a, undone.Status, imports.Undone, "import %d (%s)", brought.id, undone.Failure)
	brought.undone = true
	for _, row := range brought.rows {
		c := row.card
		if c.deleted {
			continue
		}
		status := c.status
		a.books.move(c, brought.at, -row.moved, moving{reason: ledger.ReasonAdjustment})
		if c.status = status; row.after != row.before {
			c.status = row.before
		}
		c.deleted = row.made
		c.writings++
	}
	for _, o := range brought.bills {
		a.books.endImported(o)
	}
}

// endImported ends an order that a file brought as if it had not been: what it sold is taken
// out of the day on which it was sold.
func (b *books) endImported(o *bill) {
	o.touched = true
	switch {
	case o.ended():
	case o.isOpen():
		b.cancel(o)
	default:
		o.status = order.Returned
		coming := map[*item]int64{}
		for _, i := range o.items {
			if coming[i] = i.out(); o.past {
				i.card.sold = append(i.card.sold, sale{o.placed, -i.out()})
				i.returned += i.out()
			}
		}
		if !o.past {
			b.bringBack(o, coming, o.placed)
		}
	}
	o.changes++
}

func (b *books) mayUndo(brought *broughtFile) bool {
	for _, row := range brought.rows {
		c := row.card
		switch {
		case row.made && c.deleted:
		case row.made:
			if b.reserved(c) > 0 || c.writings != row.writings {
				return false
			}
		case row.moved == 0:
		case c.deleted || c.at[brought.at] < row.moved || (row.after != row.before && c.status != row.after):
			return false
		}
	}
	for _, o := range brought.bills {
		if o.changes > 0 {
			return false
		}
		coming := map[*item]int64{}
		for _, i := range o.items {
			coming[i] = 1
		}
		if !o.past && !o.isOpen() && !o.ended() && !mayReturn(coming) {
			return false
		}
	}
	return true
}

// fileDay is how files write a day, and statusWords how they call a status.
const fileDay = "02/01/2006"

var statusWords = map[order.Status]string{
	"pending": "Pendiente", "processing": "Procesando", "shipped": "Enviado", "delivered": "Entregado",
	"cancelled": "Cancelado", "returned": "Devuelto",
}

// importOrders brings orders in every status, of days gone by: from the stock, or as history,
// that counts as demand and leaves the stock alone.
func (a *accountant) importOrders() {
	b, at := a.books, oneOf(a, a.books.open())
	history := a.percent(50)
	file := "Pedido;Fecha;Cliente;Estado;SKU;Cantidad;Precio;Enviado\n"
	brought := &broughtFile{at: at.id, subject: imports.OrderImports}
	ahead, allowed := map[*card]int64{}, true
	for range 1 + a.below(3) {
		now := a.Now().In(b.zone)
		placed := time.Date(now.Year(), now.Month(), now.Day()-a.below(70)-1, 0, 0, 0, 0, b.zone)
		left := placed.AddDate(0, 0, a.below(2))
		number, status := a.name("F"), oneOf(a, order.Statuses)
		o := &bill{place: at.id, status: status, currency: b.sales, placed: placed, touched: true}
		wanted := map[*card]int64{}
		for _, i := range a.basket() {
			i.amount = i.price * i.quantity
			o.items = append(o.items, i)
			wanted[i.card] += i.quantity
			file += fmt.Sprintf("%s;%s;Ana;%s;%s;%d;%s;%s\n", number, placed.Format(fileDay), statusWords[status], i.card.sku,
				i.quantity, strings.Replace(money(i.price), ".", ",", 1), left.Format(fileDay))
		}
		if len(o.items) == 0 {
			return
		}
		o.ordered = sumOf(o.items)
		if slices.Contains([]order.Status{"shipped", "delivered", "returned"}, status) {
			o.left, o.past = &left, history
			for c, units := range wanted {
				if !history {
					allowed = allowed && c.at[at.id]-ahead[c] >= units
					if status != order.Returned {
						ahead[c] += units
					}
				}
			}
		}
		brought.bills = append(brought.bills, o)
	}
	done, came := a.bring(imports.OrderImports, file, at.id, &history)
	same(a, came, allowed, "the import %d came to something", done.ID)
	if !came {
		return
	}
	brought.id = done.ID
	for n, o := range brought.bills {
		o.id = a.orderOf(strings.Split(strings.Split(file, "\n")[1+rowsBefore(brought.bills, n)], ";")[0])
		b.bills = append(b.bills, o)
		b.keepImported(o)
	}
	b.files = append(b.files, brought)
}

func rowsBefore(bills []*bill, n int) (rows int) {
	for _, o := range bills[:n] {
		rows += len(o.items)
	}
	return rows
}

func (a *accountant) orderOf(number string) int64 {
	listed, err := a.Orders.ListOrders(a.ctx, order.Filter{Search: number, Ordering: order.OrdersByCreated})
	a.must(err)
	for _, row := range listed.Rows {
		if row.Number == number {
			return row.ID
		}
	}
	a.fail("order %s is not there", number)
	return 0
}

// keepImported writes down what an imported order did: from the stock, or as demand alone.
func (b *books) keepImported(o *bill) {
	if o.left == nil {
		return
	}
	leaving, coming := map[*item]int64{}, map[*item]int64{}
	for _, i := range o.items {
		leaving[i] = i.quantity
		if o.status == order.Returned {
			coming[i] = i.quantity
		}
	}
	if !o.past {
		b.ship(o, leaving)
		b.bringBack(o, coming, *o.left)
		return
	}
	for i, units := range leaving {
		i.shipped, i.returned = units, coming[i]
		i.card.sold = append(i.card.sold, sale{o.placed, units})
		if coming[i] > 0 {
			i.card.sold = append(i.card.sold, sale{*o.left, -coming[i]})
		}
	}
}
