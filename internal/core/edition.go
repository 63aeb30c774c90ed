package core

import (
	"context"
	"sync"
)

type editionContext struct{}

// WithEdition returns the context of a question that came in a state of the
// memory: what is remembered of that state is not older than the question.
func WithEdition(ctx context.Context, came Edition) context.Context {
	if came == 0 {
		return ctx
	}
	return context.WithValue(ctx, editionContext{}, came)
}

// editionOf is the state in which a question came, or none.
func editionOf(ctx context.Context) Edition {
	came, _ := ctx.Value(editionContext{}).(Edition)
	return came
}

// editionKept bounds what is remembered of one state of the memory.
const editionKept = 1000

// EditionMemory remembers what was read in one state of the memory, and nothing
// once that is another one: an ended session or another role is a change like
// any other, whoever made it.
type EditionMemory[K comparable, V any] struct {
	mu    sync.Mutex
	of    Edition
	known map[K]V
}

func (m *EditionMemory[K, V]) Find(key K, now Edition) (value V, found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now == 0 || m.of != now {
		return value, false
	}
	value, found = m.known[key]
	return value, found
}

// Keep remembers what was read after the edition was: if something has changed
// in between, the edition is another one by now and nobody finds it.
func (m *EditionMemory[K, V]) Keep(key K, read Edition, value V) {
	if read == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of != read || len(m.known) >= editionKept {
		m.of, m.known = read, map[K]V{}
	}
	m.known[key] = value
}

// Edition names a state of the memory: as long as it is the same, nobody has
// committed anything, and what was answered would be answered again. Zero names
// none: it is not known what has changed, and everything has to be asked.
type Edition int64
