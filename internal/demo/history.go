package demo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"estante/internal/catalogue"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
)

// hours are when a shop's day has things to write down. Suppliers come first,
// before customers buy what they bring.
var hours = []time.Duration{
	8*time.Hour + 5*time.Minute, 9*time.Hour + 50*time.Minute, 12*time.Hour + 20*time.Minute,
	18*time.Hour + 10*time.Minute,
}

// weekdays is how much of a normal day each day of the week sells: closed on
// Sunday, strongest on Saturday.
var weekdays = [7]float64{0, 0.9, 0.85, 0.9, 1, 1.2, 1.5}

// leadDays is how long an order to a supplier takes.
const leadDays = 4

// year tells the shop's story, the same for the same seed.
type year struct {
	inv    *inventory.Inventory
	clock  *Clock
	staff  []core.Actor
	wares  []*ware
	random *rand.Rand
	// due is what suppliers bring on which day.
	due map[int][]*ware
	// steps is what becomes of orders on which day.
	steps map[int][]step
	// shops are those on the web that send orders.
	shops map[channel.Source]*webShop
	// vendors are who the shop buys of, deals how many purchases it has made by now, and trade
	// the chance that plays with them, apart from all other.
	vendors []*vendor
	deals   int
	trade   *rand.Rand
	zone    *time.Location
	days    int
}

// tell opens the shop and runs it day by day until now.
func (y *year) tell(ctx context.Context, now time.Time) error {
	defer y.clock.home()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, y.zone)
	opening := today.AddDate(0, 0, -y.days)
	if err := y.hangPictures(ctx); err != nil {
		return err
	}
	if err := y.stockUp(ctx, opening); err != nil {
		return err
	}
	if err := y.meetVendors(ctx, opening); err != nil {
		return err
	}
	if err := y.connectShops(ctx); err != nil {
		return err
	}
	for day := 1; day <= y.days; day++ {
		// What was news until yesterday has been read.
		if day == y.days {
			if err := y.readNews(ctx); err != nil {
				return err
			}
		}
		morning := opening.AddDate(0, 0, day).Add(7*time.Hour + 40*time.Minute)
		if err := y.newTariffs(ctx, day, minTime(morning, now.Add(-200*time.Minute))); err != nil {
			return err
		}
		if err := y.work(ctx, day, opening.AddDate(0, 0, day), now); err != nil {
			return err
		}
	}
	if err := y.everyPurchase(ctx, opening, now); err != nil {
		return err
	}
	if err := y.bringFiles(ctx, now); err != nil {
		return err
	}
	if err := y.lookAtShelves(ctx); err != nil {
		return err
	}
	if err := y.everyStatus(ctx, now); err != nil {
		return err
	}
	if err := y.busyMorning(ctx, now); err != nil {
		return err
	}
	if err := y.loseTouch(ctx, now); err != nil {
		return err
	}
	if err := y.hearAndTell(ctx, now); err != nil {
		return err
	}
	if err := y.countAisle(ctx, now); err != nil {
		return err
	}
	return y.comeIn(ctx, now)
}

// lookAtShelves learns what there is to sell: what was planned for later today
// has not happened.
func (y *year) lookAtShelves(ctx context.Context) error {
	for _, w := range y.wares {
		product, err := y.inv.Catalogue.Product(ctx, w.id)
		if err != nil {
			return fmt.Errorf("%s: %w", *w.fields.SKU, err)
		}
		w.stock = max(product.Available(), 0)
	}
	return nil
}

// hearAndTell ends the story with what shops send, and with a program that is
// told of it.
func (y *year) hearAndTell(ctx context.Context, now time.Time) error {
	y.clock.travel(now.Add(-19 * time.Minute))
	subscription, err := y.subscribe(ctx)
	if err != nil {
		return err
	}
	if err := y.everyVerdict(ctx, now); err != nil {
		return err
	}
	return y.deliver(ctx, subscription, now)
}

// stockUp fills the shelves before the first day.
func (y *year) stockUp(ctx context.Context, opening time.Time) error {
	const listing = 11 * time.Hour
	for i, w := range y.wares {
		// Everything is on the shelf before the first customer comes.
		y.clock.travel(opening.Add(8*time.Hour + listing*time.Duration(i)/time.Duration(len(y.wares))))
		w.stock = w.maximum
		w.fields.Stock = &w.stock
		product, err := y.inv.Ledger.CreateProduct(ctx, y.staff[0], w.fields)
		if err != nil {
			return fmt.Errorf("create %s: %w", *w.fields.SKU, err)
		}
		w.id = product.ID
	}
	return nil
}

// work does one day: deliveries first, then sales spread over the hours.
func (y *year) work(ctx context.Context, day int, date, now time.Time) error {
	groups := make([][]task, len(hours))
	for _, w := range y.due[day] {
		groups[0] = append(groups[0], y.restock(w))
	}
	delete(y.due, day)
	for _, s := range y.steps[day] {
		groups[s.slot] = append(groups[s.slot], s.plan())
	}
	delete(y.steps, day)
	for _, w := range y.wares {
		sold := min(y.demand(w, day, date), w.stock)
		if sold > 0 {
			slot := 1 + y.random.IntN(len(hours)-1)
			groups[slot] = append(groups[slot], y.sale(w, sold))
		}
		if w.stock <= w.minimum && !y.ordered(w) && y.random.Float64() < 0.7 {
			arrival := day + leadDays + y.random.IntN(5)
			y.due[arrival] = append(y.due[arrival], w)
		}
		if y.random.Float64() < 0.0015 && sold == 0 {
			groups[0] = append(groups[0], y.oddEntry(w))
		}
		if y.random.Float64() < 0.002 && w.stock > 1 {
			groups[len(hours)-1] = append(groups[len(hours)-1], y.damage(w))
		}
	}
	y.buy(day, date, groups)
	y.takeOrders(day, groups)
	y.takeWebOrders(day, groups)
	// What is planned for this same day comes after the orders themselves.
	for _, s := range y.steps[day] {
		groups[s.slot] = append(groups[s.slot], s.plan())
	}
	for slot, tasks := range groups {
		at := date.Add(hours[slot]).Add(time.Duration(y.random.IntN(40)) * time.Minute)
		if at.After(now) {
			// The day is not over: what would be later has not happened.
			continue
		}
		y.clock.travel(at)
		if err := together(ctx, tasks); err != nil {
			return err
		}
	}
	return nil
}

// demand is how many units people want of a product on a day: its daily
// average, bent by weekday, season and a trend of its own, around which chance plays.
func (y *year) demand(w *ware, day int, date time.Time) int64 {
	month := float64(date.Month()) + float64(date.Day())/30
	season := 1 + w.aisle.season*math.Cos(2*math.Pi*(month-float64(w.aisle.peak))/12)
	trend := 1 + 0.4*(float64(w.id%5)-2)/2*float64(day)/float64(y.days)
	return poisson(y.random, counterShare*w.daily*weekdays[date.Weekday()]*season*trend)
}

// poisson draws how often something happens that happens mean times on average.
func poisson(random *rand.Rand, mean float64) int64 {
	limit, product, n := math.Exp(-mean), random.Float64(), int64(0)
	for product > limit {
		product *= random.Float64()
		n++
	}
	return n
}

func (y *year) ordered(w *ware) bool {
	if w.onOrder {
		return true
	}
	for _, wares := range y.due {
		for _, other := range wares {
			if other == w {
				return true
			}
		}
	}
	return false
}

// task is one thing that an employee writes down.
type task func(ctx context.Context) error

func (y *year) adjust(w *ware, kind ledger.AdjustmentType, quantity int64, reason ledger.Reason, notes string) task {
	person := y.staff[y.random.IntN(len(y.staff))]
	if kind == ledger.AdjustAdd {
		w.stock += quantity
	} else {
		w.stock -= quantity
	}
	return func(ctx context.Context) error {
		_, err := y.inv.Ledger.AdjustStock(ctx, person, w.id, ledger.Adjustment{
			Type: kind, Quantity: quantity, Reason: reason, Notes: notes,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", *w.fields.SKU, err)
		}
		return nil
	}
}

func (y *year) sale(w *ware, quantity int64) task {
	return y.adjust(w, ledger.AdjustRemove, quantity, ledger.ReasonSale, "")
}

func (y *year) damage(w *ware) task {
	return y.adjust(w, ledger.AdjustRemove, 1, ledger.ReasonDamage, "Llegó golpeado del estante")
}

// restock is a delivery of a supplier, with what it cost.
func (y *year) restock(w *ware) task {
	// Costs drift a little from one delivery to the next.
	cost := core.Cents(float64(**w.fields.Price) * (0.52 + 0.08*y.random.Float64()))
	return y.enter(w, ledger.EntryFields{
		Quantity: max(w.maximum-w.stock, 1), Type: ledger.EntryPurchase, Reason: "Pedido al proveedor", UnitCost: &cost,
	})
}

// oddEntry is one of the few that are no purchase.
func (y *year) oddEntry(w *ware) task {
	kinds := []ledger.EntryFields{
		{Quantity: 1, Type: ledger.EntryReturn, Reason: "Devolución en mostrador"},
		{Quantity: 1, Type: ledger.EntryAdjustment, Reason: "Apareció detrás del estante"},
		{Quantity: 2, Type: ledger.EntryManual, Reason: "Muestra del fabricante"},
	}
	return y.enter(w, kinds[y.random.IntN(len(kinds))])
}

// enter brings stock in, by employees who may say what it cost.
func (y *year) enter(w *ware, fields ledger.EntryFields) task {
	person := y.staff[y.random.IntN(2)]
	fields.ProductID = w.id
	w.stock += fields.Quantity
	return func(ctx context.Context) error {
		if _, err := y.inv.Ledger.CreateEntry(ctx, person, fields); err != nil {
			return fmt.Errorf("%s: %w", *w.fields.SKU, err)
		}
		return nil
	}
}

// together writes down what happened at the same time. No product is in it
// twice with a sale, so the order does not matter.
func together(ctx context.Context, tasks []task) error {
	const hands = 48
	queue, failed := make(chan task), make(chan error, hands)
	var working sync.WaitGroup
	for range hands {
		working.Go(func() {
			for do := range queue {
				if err := do(ctx); err != nil {
					failed <- err
					for range queue { //nolint:revive // The rest is let go.
					}
					return
				}
			}
		})
	}
	for _, do := range tasks {
		queue <- do
	}
	close(queue)
	working.Wait()
	close(failed)
	return <-failed
}

// loseTouch leaves what a real shop has: a few products that are not sold any
// more, and alerts that an employee switched off.
func (y *year) loseTouch(ctx context.Context, now time.Time) error {
	y.clock.travel(now.Add(-20 * time.Minute))
	for i, w := range y.wares {
		var fields catalogue.ProductFields
		blocked := true
		switch {
		case i%29 == 11:
			status := catalogue.StatusInactive
			fields.Status = &status
		case i%53 == 17:
			status := catalogue.StatusDiscontinued
			fields.Status = &status
		case i%37 == 5:
			fields.AlertBlocked = &blocked
		default:
			continue
		}
		if _, err := y.inv.Ledger.UpdateProduct(ctx, y.staff[0], w.id, fields); err != nil {
			return err
		}
	}
	return nil
}
