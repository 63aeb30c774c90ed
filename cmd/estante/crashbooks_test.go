package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anishathalye/porcupine"
)

// change is what a clerk asked for: stock by so much more or less, or a look.
type change struct {
	delta int64
	look  bool
}

// unsaid is the stock of an answer that does not tell it.
const unsaid = -1

// tally is what a product comes to.
type tally struct{ stock, movements int64 }

// books are what all clerks asked for and were told.
type books struct {
	began  time.Time
	wanted int64
	// crash says that it is time for one, every so many changes.
	crash    chan struct{}
	step     int64
	made     atomic.Int64
	looks    atomic.Int64
	orders   atomic.Int64
	repeated atomic.Int64

	mu      sync.Mutex
	history map[int64][]porcupine.Operation
	// shipped is when each order's last change was asked for.
	shipped map[int64]time.Duration
}

func newBooks(changes, crashes int) *books {
	return &books{
		began: time.Now(), wanted: int64(changes), crash: make(chan struct{}, crashes),
		step: int64(changes / (crashes + 1)), history: map[int64][]porcupine.Operation{}, shipped: map[int64]time.Duration{},
	}
}

func (b *books) now() time.Duration { return time.Since(b.began) }

// open says whether there is still something to do.
func (b *books) open() bool { return b.made.Load() < b.wanted }

// count takes note of a change, and of the crash that is due with it.
func (b *books) count() {
	if made := b.made.Add(1); made%b.step == 0 && made/b.step <= int64(cap(b.crash)) {
		b.crash <- struct{}{}
	}
}

// write enters what was asked and what the answer said.
func (b *books) write(clerk int, product int64, asked change, stock int64, began time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.history[product] = append(b.history[product], porcupine.Operation{
		ClientId: clerk, Input: asked, Output: stock, Call: began.Nanoseconds(), Return: b.now().Nanoseconds(),
	})
}

// ship notes that an order left.
func (b *books) ship(order int64, began time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shipped[order] = began
}

// told is what a product must have come to, when every answer is true.
func (b *books) told(product int64) tally {
	told := tally{stock: crashStock, movements: 1}
	for _, operation := range b.history[product] {
		if asked := operation.Input.(change); !asked.look {
			told.stock += asked.delta
			told.movements++
		}
	}
	return told
}

// shelf is the whole truth about one product: a number that each change moves.
var shelf = porcupine.Model{
	Init: func() any { return int64(crashStock) },
	Step: func(state, input, output any) (bool, any) {
		asked, stock := input.(change), state.(int64)+input.(change).delta
		return output.(int64) == stock || (!asked.look && output.(int64) == unsaid), stock
	},
}

// contradictions are the products whose answers fit no order of events in which
// each came between its question and its answer.
func (b *books) contradictions(products []int64) (problems []string) {
	for _, product := range products {
		history := b.history[product]
		if result := porcupine.CheckOperationsTimeout(shelf, history, time.Minute); result != porcupine.Ok {
			problems = append(problems, fmt.Sprintf("product %d: no order of events explains its %d answers (%s)", product,
				len(history), result))
		}
	}
	return problems
}
