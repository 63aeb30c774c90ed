package store

import (
	"fmt"
	"sync"
)

// searchMemory remembers what was counted, added up and picked over the matches
// of a search, so that its next page, its other order and the same page after
// another user's sale cost what they cost in a small shop. Whether an answer
// still holds is read from the figures, in which every transaction that could
// make it untrue has counted itself, also a transaction of another process.
type searchMemory struct {
	mu    sync.Mutex
	known map[string]answer
}

// answer is what was answered, and when that was.
type answer struct {
	at    tally
	value any
}

// tally is how often what searches depend on has been changed. At the same tally a
// search has the same matches.
type tally struct{ edits, movements, claims int64 }

// dependence is what an answer depends on besides what people write: nothing,
// the movements of the stock too, or also what orders claim of it.
type dependence int

const (
	onNothingKept dependence = iota
	onTexts
	onStock
	onClaims
)

// searchDepends is what the page of a list depends on if it is searched.
func searchDepends(search string, on dependence) dependence {
	if isBlank(search) {
		return onNothingKept
	}
	return on
}

// answersKept bounds the memory. An answer is a few numbers, or those of a page.
const answersKept = 500

func newSearchMemory() *searchMemory { return &searchMemory{known: map[string]answer{}} }

func (m *searchMemory) find(key string, at tally) (value any, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, known := m.known[key]
	return found.value, known && found.at == at
}

func (m *searchMemory) keep(key string, at tally, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.known[key]; !known && len(m.known) >= answersKept {
		clear(m.known)
	}
	m.known[key] = answer{at, value}
}

// remembered answers a question anew unless nothing has changed since it was
// last answered. The tally is read before the answer: what changes in between
// makes the answer newer than it is taken for, which harms nobody.
func remembered[T any](t *tx, on dependence, question string, args []any, ask func() (T, error)) (T, error) {
	if t.answers == nil || on == onNothingKept {
		return ask()
	}
	var none T
	now, err := t.tally(on)
	if err != nil {
		return none, err
	}
	key, err := t.questionKey(fmt.Sprintf("%T %s", none, question), args)
	if err != nil {
		return none, err
	}
	if value, known := t.answers.find(key, now); known {
		return value.(T), nil //nolint:forcetypeassert // The key begins with the type.
	}
	value, err := ask()
	if err == nil {
		t.answers.keep(key, now, value)
	}
	return value, err
}

// questionKey tells questions apart, by their values as the engine gets them: of
// a pointer only the address would be seen.
func (t *tx) questionKey(question string, args []any) (string, error) {
	bound, err := t.bind(args)
	return fmt.Sprintf("%s\n%#v", question, bound), err
}

// tally is that of what an answer depends on. One that was read before will do.
func (t *tx) tally(on dependence) (now tally, err error) {
	if t.knownTally != nil {
		now = *t.knownTally
	} else if now, err = t.readTally(); err != nil {
		return now, err
	}
	if on <= onStock {
		now.claims = 0
	}
	if on <= onTexts {
		now.movements = 0
	}
	return now, nil
}

func (t *tx) readTally() (tally, error) {
	if err := t.settleFigures(); err != nil {
		return tally{}, err
	}
	return one(t, func(r row) (n tally, err error) {
		err = r.Scan(&n.edits, &n.movements, &n.claims)
		return n, err
	}, `SELECT CAST(sum(edits) AS BIGINT), CAST(sum(movements) AS BIGINT), CAST(sum(claims) AS BIGINT) FROM totals`)
}

// edited notes that something other than a movement changed which rows a search
// finds or what is added up of them.
func (t *tx) edited() { t.edits++ }
