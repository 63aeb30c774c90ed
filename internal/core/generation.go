package core

import (
	"context"
	"sync"
)

type generationContext struct{}

// WithGeneration returns the context of a question that came in a state of the
// memory: what is remembered of that state is not older than the question.
func WithGeneration(ctx context.Context, came Generation) context.Context {
	if came == 0 {
		return ctx
	}
	return context.WithValue(ctx, generationContext{}, came)
}

// generationOf is the state in which a question came, or none.
func generationOf(ctx context.Context) Generation {
	came, _ := ctx.Value(generationContext{}).(Generation)
	return came
}

// generationKept bounds what is remembered of one state of the memory.
const generationKept = 1000

// GenerationMemory remembers what was read in one state of the memory, and nothing once
// that is another one: an ended session or another role is a change like any other, no
// matter which user or process made it.
type GenerationMemory[K comparable, V any] struct {
	mu    sync.Mutex
	of    Generation
	known map[K]V
}

func (m *GenerationMemory[K, V]) Find(key K, now Generation) (value V, found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now == 0 || m.of != now {
		return value, false
	}
	value, found = m.known[key]
	return value, found
}

// Keep remembers what was read after the generation was: if something has changed
// in between, the generation is another one by now and nobody finds it.
func (m *GenerationMemory[K, V]) Keep(key K, read Generation, value V) {
	if read == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of != read || len(m.known) >= generationKept {
		m.of, m.known = read, map[K]V{}
	}
	m.known[key] = value
}

// Generation names a state of the memory: as long as it is the same, nobody has
// committed anything, and what was answered would be answered again. Zero names
// none: it is not known what has changed, and everything has to be asked.
type Generation int64
