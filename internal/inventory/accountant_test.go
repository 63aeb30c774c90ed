package inventory_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/report"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// The accountant keeps books of a whole shop by the decided rules alone, works with the shop
// for days, and compares every figure that a screen shows with the books. The books know
// nothing of how the program works anything out: stock cards with fractions, orders with
// their lines, and shops on the other end of the line that remember what they really sent.
type accountant struct {
	t    *testing.T
	ctx  context.Context
	rng  *rand.Rand
	seed uint64
	*shoptest.Office
	books *books
	shops []shop
	// journal is what was done, the last steps of it, for whoever reads a failure.
	journal []string
	names   int
	steps   int
}

const (
	// proveSeed repeats the work of one accountant, whose seed a failure names.
	proveSeed = "PROVE_SEED"
	// accountSteps is how many steps an accountant works for one shop, and lookEvery after how
	// many of them everything is compared; what one step touched is compared after each.
	accountSteps = 320
	lookEvery    = 8
	journalSteps = 30
)

// Every figure that a screen shows agrees with the books of an accountant, whatever
// happened: by hand, by file, by news of shops, in whatever currency.
func TestEveryFigureAgreesWithAnAccountant(t *testing.T) {
	wanted, err := strconv.Atoi(cmp.Or(os.Getenv(proveSteps), "1"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := strconv.ParseUint(cmp.Or(os.Getenv(proveSeed), "0"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if first == 0 && wanted > accountSteps {
		first = rand.Uint64N(1 << 32) // The short form is the same every time.
	}
	storetest.EachEngine(t, func(t *testing.T, ready func(testing.TB) store.Options) {
		var steps atomic.Int64
		t.Run("shops", func(t *testing.T) {
			for n := range (wanted + accountSteps - 1) / accountSteps {
				t.Run("shop", func(t *testing.T) {
					t.Parallel()
					a := newAccountant(t, ready(t), first+uint64(n))
					a.work(accountSteps)
					steps.Add(int64(a.steps))
				})
			}
		})
		t.Logf("%d steps agree with the books, from seed %d on; the ledger is clean", steps.Load(), first)
	})
}

// beginnings are before and after the clocks change, and in between.
var beginnings = []time.Time{
	time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC), time.Date(2026, 10, 24, 20, 30, 0, 0, time.UTC),
	time.Date(2026, 3, 27, 22, 50, 0, 0, time.UTC), time.Date(2026, 12, 31, 22, 0, 0, 0, time.UTC),
}

func newAccountant(t *testing.T, options store.Options, seed uint64) *accountant {
	t.Helper()
	a := &accountant{t: t, ctx: t.Context(), rng: rand.New(rand.NewPCG(seed, 0)), seed: seed}
	a.Office = &shoptest.Office{Clock: beginnings[a.below(len(beginnings))]}
	options.Now = a.Now
	a.Db = storetest.Open(t, options)
	a.Inventory = inventory.New(storetest.Twice(a.Db), inventory.Options{
		PasswordWorkers: 1, PasswordKiB: 8, Sheets: report.Sheets{},
	})
	a.books = newBooks(a)
	a.openPlaces()
	a.openShops()
	for range 3 {
		a.newProduct()
	}
	return a
}

// duty is something the accountant can do, and how often.
type duty struct {
	name   string
	often  int
	action func(a *accountant)
}

// work takes so many steps and holds the books against the shop after each.
func (a *accountant) work(steps int) {
	a.t.Helper()
	duties := a.duties()
	all := 0
	for _, d := range duties {
		all += d.often
	}
	for a.steps < steps {
		a.steps++
		at := a.below(all)
		for _, d := range duties {
			if at -= d.often; at < 0 {
				a.note("%s", d.name)
				d.action(a)
				break
			}
		}
		a.books.endOfStep()
		whole := a.steps%lookEvery == 0 || a.steps == steps
		a.compareCards(whole)
		a.compareTouchedOrders()
		if whole {
			a.compareFigures()
		}
		a.Pass(time.Duration(1+a.below(600)) * time.Second)
	}
	a.compareSold()
	shoptest.Clean(a.t, a.Inventory)
	if a.t.Failed() {
		a.fail("the ledger is not clean")
	}
}

func (a *accountant) duties() []duty {
	return []duty{
		{"a new product", 2, (*accountant).newProduct},
		{"a product changed", 3, (*accountant).changeProduct},
		{"a product duplicated", 1, (*accountant).duplicateProduct},
		{"a product deleted or restored", 2, (*accountant).deleteProduct},
		{"an adjustment", 12, (*accountant).adjust},
		{"an adjustment undone", 3, (*accountant).undoAdjustment},
		{"a transfer", 5, (*accountant).transfer},
		{"a transfer undone", 2, (*accountant).undoTransfer},
		{"a stocktake", 3, (*accountant).stocktake},
		{"a location closed or opened", 2, (*accountant).closePlace},
		{"an entry", 10, (*accountant).enter},
		{"an entry changed", 8, (*accountant).changeEntry},
		{"an entry deleted or restored", 4, (*accountant).deleteEntry},
		{"another purchase currency", 1, (*accountant).changePurchaseCurrency},
		{"another sales currency", 1, (*accountant).changeSalesCurrency},
		{"an order", 7, (*accountant).placeOrder},
		{"an order's items changed", 2, (*accountant).changeItems},
		{"an order moved", 12, (*accountant).moveOrder},
		{"a parcel", 6, (*accountant).sendParcel},
		{"a refund", 6, (*accountant).refundByHand},
		{"news of a shop", 36, (*accountant).hearShop},
		{"an import of products", 3, (*accountant).importProducts},
		{"an import of orders", 3, (*accountant).importOrders},
		{"an import undone", 3, (*accountant).undoImport},
		{"days go by", 4, (*accountant).daysGoBy},
		{"what was sold", 2, (*accountant).compareSold},
	}
}

func (a *accountant) daysGoBy() { a.Pass(time.Duration(1+a.below(120)) * time.Hour) }

// below draws a number from zero on, percent says yes so often, and units is a quantity.
func (a *accountant) below(n int) int { return a.rng.IntN(n) }

func (a *accountant) percent(n int) bool { return a.rng.IntN(100) < n }

func (a *accountant) units() int64 { return 1 + a.rng.Int64N(12) }

// oneOf draws one of some things.
func oneOf[T any](a *accountant, things []T) T { return things[a.below(len(things))] }

func (a *accountant) name(of string) string {
	a.names++
	return fmt.Sprintf("%s-%d", of, a.names)
}

func (a *accountant) note(format string, args ...any) {
	done := fmt.Sprintf("%d %s ", a.steps, a.Now().Format("01-02 15:04:05")) + fmt.Sprintf(format, args...)
	a.journal = append(a.journal, done)
	if len(a.journal) > journalSteps {
		a.journal = a.journal[1:]
	}
}

// fail ends the work with what was done last.
func (a *accountant) fail(format string, args ...any) {
	a.t.Helper()
	a.t.Fatalf("%s\nseed %d, step %d; before it:\n%s", fmt.Sprintf(format, args...), a.seed, a.steps,
		strings.Join(a.journal, "\n"))
}

func (a *accountant) must(err error) {
	a.t.Helper()
	if err != nil {
		a.fail("%v", err)
	}
}

// agree wants something to happen exactly when the rules allow it.
func (a *accountant) agree(allowed bool, err error) bool {
	a.t.Helper()
	if (err == nil) != allowed {
		a.fail("by the rules it is allowed: %t; the answer is: %v", allowed, err)
	}
	return allowed
}

// same wants a figure to be that of the books.
func same[T comparable](a *accountant, shown, books T, what string, args ...any) {
	a.t.Helper()
	if shown != books {
		a.fail("%s: shown %v, by the books %v", fmt.Sprintf(what, args...), shown, books)
	}
}
