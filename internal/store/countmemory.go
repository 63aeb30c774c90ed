package store

import (
	"fmt"
	"maps"
	"sync"

	"estante/internal/core"
)

// countMemory remembers which filters match more rows than a list counts, so
// that a long list is not counted again for every page of it.
//
// It is never wrong for that: most events stand for one changed row, so a
// filter that matched 12,000 rows still matches more than 10,000 until there
// have been two thousand, and only half of those are waited for, because
// events of other processes take a moment to arrive. Events that may stand for
// many rows clear the memory. A nil memory remembers nothing.
type countMemory struct {
	mu      sync.Mutex
	changes int64
	long    map[string]longList
	// cleared is the number of changes when everything was last forgotten, and
	// othersCleared when only the lists of products were spared.
	cleared, othersCleared int64
}

// longList is a filter with more matches than are counted.
type longList struct {
	// until is the number of changes up to which that holds for sure.
	until int64
	kind  listKind
}

// listKind is what the rows of a list are. Those of other lists are found by the
// name of their product too, and a product may have thousands.
type listKind int

const (
	otherList listKind = iota
	productList
)

// countMargin is how far beyond core.CountCap rows are counted, which is
// what the memory lives on. countsKept bounds how many filters are remembered.
const (
	countMargin = core.CountCap / 4
	countsKept  = 1000
)

func newCountMemory() *countMemory { return &countMemory{long: map[string]longList{}} }

// note takes committed events into account.
func (m *countMemory) note(events []core.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes += int64(len(events))
	for _, event := range events {
		switch {
		case event.UserID != 0:
			// The event is about one user's own pages, whose lists are short.
		case event.Topic == core.TopicForecasts:
			// Figures change no filter's matches: only their order.
		case event.ID == 0 || !oneRow[event.Topic]:
			m.forget()
		case event.Topic == core.TopicProducts:
			m.forgetOthers()
		}
	}
}

// oneRow are the topics whose events stand for one changed row of their list.
var oneRow = map[core.Topic]bool{
	core.TopicProducts: true, core.TopicStock: true, core.TopicEntries: true, core.TopicTransfers: true,
	core.TopicStocktakes: true, core.TopicOrders: true,
	core.TopicAlerts:     true,
	core.TopicDeliveries: true,
}

func (m *countMemory) forget() {
	clear(m.long)
	m.cleared, m.othersCleared = m.changes, m.changes
}

// forgetOthers forgets all lists but those of products.
func (m *countMemory) forgetOthers() {
	maps.DeleteFunc(m.long, func(_ string, l longList) bool { return l.kind != productList })
	m.othersCleared = m.changes
}

// isLong says whether a filter is known to match more rows than are counted,
// and at which number of changes that was asked.
func (m *countMemory) isLong(key string) (long bool, asked int64) {
	if m == nil {
		return false, 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	known, found := m.long[key]
	return found && m.changes <= known.until, m.changes
}

// keep remembers that a filter matched n rows when it was asked. What made the
// memory forget since then would have made it forget this too.
func (m *countMemory) keep(key string, kind listKind, n int, asked int64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cleared > asked || (kind != productList && m.othersCleared > asked) {
		return
	}
	if len(m.long) >= countsKept {
		m.forget()
	}
	m.long[key] = longList{until: asked + int64(n-core.CountCap)/2, kind: kind}
}

// countMatches counts the rows of a list's query up to the number that a list shows.
// The count is remembered together with the rows that it depends on.
func (t *tx) countMatches(kind listKind, on dependence, question string, args []any) (core.Count, error) {
	long := core.Count{N: core.CountCap, Capped: true}
	key, err := t.questionKey(question, args)
	if err != nil {
		return core.Count{}, err
	}
	known, asked := t.counts.isLong(key)
	if known {
		return long, nil
	}
	n, err := remembered(t, on, question, args, func() (int, error) {
		return one(t, scanInt, fmt.Sprintf("SELECT count(*) FROM (%s LIMIT %d) AS matches", question,
			core.CountCap+countMargin), args...)
	})
	if err != nil || n <= core.CountCap {
		return core.Count{N: n}, err
	}
	t.counts.keep(key, kind, n, asked)
	return long, nil
}
