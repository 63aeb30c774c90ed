package store_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"estante/internal/store"
	"estante/internal/store/storetest"
)

// pagesModel follows what a cache of pages is asked, and knows what each page in
// use holds. What nobody uses it may have forgotten, but never mixed up.
type pagesModel struct {
	pages  *store.Pages
	most   int
	marks  uint64
	inUse  map[uint32]store.Place
	marked map[uint32]uint64
}

const keysMax = 120

// key draws a number. Few numbers meet often, and one is far beyond the others.
func (m *pagesModel) key(t *rapid.T) uint32 {
	return rapid.OneOf(rapid.Uint32Range(1, keysMax), rapid.Just(uint32(262145))).Draw(t, "key")
}

// used draws a page that is in use.
func (m *pagesModel) used(t *rapid.T) uint32 {
	if len(m.inUse) == 0 {
		t.Skip("none is in use")
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.inUse))).Draw(t, "used")
}

// take marks a page that is new, and looks for the mark on one that was there.
func (m *pagesModel) take(t *rapid.T, key uint32, place store.Place) {
	if before, used := m.inUse[key]; used && before != place {
		t.Fatalf("page %d moved while it was in use", key)
	}
	extra, bytes := m.pages.Extra(place), m.pages.Bytes(place)
	if extra[0] == 0 {
		if _, used := m.inUse[key]; used {
			t.Fatalf("page %d was forgotten while it was in use", key)
		}
		m.marks++
		extra[0], m.marked[key] = m.marks, m.marks
		bytes[0], bytes[len(bytes)-1], extra[len(extra)-1] = byte(m.marks), byte(m.marks>>8), m.marks
	}
	mark := m.marked[key]
	if extra[0] != mark || extra[len(extra)-1] != mark || bytes[0] != byte(mark) || bytes[len(bytes)-1] != byte(mark>>8) {
		t.Fatalf("page %d holds what belongs to another", key)
	}
	m.inUse[key] = place
}

func (m *pagesModel) look(t *rapid.T) {
	key := m.key(t)
	place := m.pages.Look(key)
	if _, used := m.inUse[key]; used && place == 0 {
		t.Fatalf("page %d is in use and not found", key)
	}
	if place != 0 {
		if m.pages.Extra(place)[0] == 0 {
			t.Fatalf("page %d was made by looking for it", key)
		}
		m.take(t, key, place)
	}
}

func (m *pagesModel) ask(t *rapid.T) {
	key := m.key(t)
	place := m.pages.Ask(key)
	if place == 0 && len(m.inUse) < m.most*9/10 {
		t.Fatalf("no room for a page beside %d of %d", len(m.inUse), m.most)
	}
	if place != 0 {
		m.take(t, key, place)
	}
}

func (m *pagesModel) insist(t *rapid.T) {
	key := m.key(t)
	m.take(t, key, m.pages.Insist(key))
}

func (m *pagesModel) letGo(t *rapid.T) {
	key, discard := m.used(t), rapid.Bool().Draw(t, "discard")
	m.pages.LetGo(m.inUse[key], discard)
	delete(m.inUse, key)
	if discard && m.pages.Look(key) != 0 {
		t.Fatalf("page %d was to be forgotten", key)
	}
}

func (m *pagesModel) renumber(t *rapid.T) {
	from, to := m.used(t), m.key(t)
	if _, used := m.inUse[to]; used {
		t.Skip("SQLite never takes the number of a page in use")
	}
	place := m.inUse[from]
	m.pages.Renumber(place, to)
	delete(m.inUse, from)
	m.inUse[to], m.marked[to] = place, m.marked[from]
	if m.pages.Look(from) != 0 || m.pages.Look(to) != place {
		t.Fatalf("page %d was not found as %d", from, to)
	}
}

func (m *pagesModel) truncate(t *rapid.T) {
	limit := rapid.OneOf(rapid.Uint32Range(0, keysMax+1), rapid.Uint32Range(262144, 262146)).Draw(t, "limit")
	m.pages.Truncate(limit)
	maps.DeleteFunc(m.inUse, func(key uint32, _ store.Place) bool { return key >= limit })
	for _, key := range []uint32{limit, limit + 1, keysMax, 262145} {
		if key >= max(limit, 1) && m.pages.Look(key) != 0 {
			t.Fatalf("page %d is left of those from %d on", key, limit)
		}
	}
}

// check finds every page in use as it was left.
func (m *pagesModel) check(t *rapid.T) {
	for key, place := range m.inUse {
		if m.pages.Look(key) != place {
			t.Fatalf("page %d is lost", key)
		}
		m.take(t, key, place)
	}
	if held := m.pages.Count(); held < len(m.inUse) || held > max(m.most, len(m.inUse)) {
		t.Fatalf("%d pages where %d are in use and %d allowed", held, len(m.inUse), m.most)
	}
}

func TestPagesInUseAreNeverLostNorMixedUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		purgeable := rapid.Bool().Draw(t, "purgeable")
		m := &pagesModel{most: rapid.IntRange(10, 40).Draw(t, "most"), inUse: map[uint32]store.Place{}, marked: map[uint32]uint64{}}
		if !purgeable {
			m.most = 1000
		}
		m.pages = store.NewPages(purgeable, m.most)
		defer m.pages.Close()
		for range rapid.SampledFrom([]int{0, 20, 200}).Draw(t, "before") {
			m.insist(t)
			if rapid.IntRange(0, 3).Draw(t, "idle") == 0 {
				m.letGo(t)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"look": m.look, "ask": m.ask, "insist": m.insist, "let go": m.letGo, "renumber": m.renumber, "truncate": m.truncate,
			"shrink": func(*rapid.T) { m.pages.Shrink() },
			"":       m.check,
		})
	})
}

func TestConnectionsHaveTheirOwnPages(t *testing.T) {
	t.Parallel()
	storetest.Open(t, store.Options{Dir: t.TempDir()})
	if !store.HasPageCache() {
		t.Error("SQLite has one cache for all connections")
	}
}

func TestThePageThatWasUsedLongestAgoMakesRoom(t *testing.T) {
	t.Parallel()
	pages := store.NewPages(true, 3)
	defer pages.Close()
	for key := range uint32(3) {
		place := pages.Insist(key + 1)
		pages.Extra(place)[0] = 1
		pages.LetGo(place, false)
	}
	// The first was used again, so the second is the one.
	pages.LetGo(pages.Look(1), false)
	pages.LetGo(pages.Insist(4), false)
	for key, kept := range map[uint32]bool{1: true, 2: false, 3: true, 4: true} {
		if place := pages.Look(key); (place != 0) != kept {
			t.Errorf("page %d kept: %v", key, place != 0)
		}
	}
}

func TestPagesOfMemoryAreNotGivenUp(t *testing.T) {
	t.Parallel()
	pages := store.NewPages(false, 3)
	defer pages.Close()
	for key := range uint32(500) {
		pages.LetGo(pages.Insist(key+1), false)
	}
	pages.Shrink()
	for key := range uint32(500) {
		if pages.Look(key+1) == 0 {
			t.Fatalf("page %d is only in memory and lost", key+1)
		}
	}
}
