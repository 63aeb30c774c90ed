package store

import (
	"testing"

	"estante/internal/core"
)

func changes(n int, event core.Event) []core.Event {
	events := make([]core.Event, n)
	for i := range events {
		events[i] = event
	}
	return events
}

// A long list may become short by as many changes as it was too long, and the
// memory gives up well before.
func TestALongListIsCountedAgainBeforeItCanBeShort(t *testing.T) {
	m := newCountMemory()
	one := core.Event{Topic: core.TopicStock, ID: 1}
	_, asked := m.isLong("key")
	m.keep("key", productList, core.CountCap+1000, asked)
	m.note(changes(500, one))
	if long, _ := m.isLong("key"); !long {
		t.Error("forgotten too early")
	}
	m.note(changes(1, one))
	if long, _ := m.isLong("key"); long {
		t.Error("remembered for too long")
	}
}

func TestABulkChangeEmptiesTheMemory(t *testing.T) {
	for _, c := range []struct {
		name                      string
		event                     core.Event
		keepsProducts, keepsOther bool
	}{
		{"an import", core.Event{Topic: core.TopicProducts}, false, false},
		{"a gap in the events", core.Event{Topic: core.TopicResync}, false, false},
		{"a person's name", core.Event{Topic: core.TopicUsers, ID: 3}, false, false},
		{"a product's name", core.Event{Topic: core.TopicProducts, ID: 3}, true, false},
		{"a sale", core.Event{Topic: core.TopicStock, ID: 3}, true, true},
		{"a session", core.Event{Topic: core.TopicSessions, UserID: 3}, true, true},
	} {
		m := newCountMemory()
		m.keep("products", productList, core.CountCap+countMargin, 0)
		m.keep("movements", otherList, core.CountCap+countMargin, 0)
		m.note([]core.Event{c.event})
		products, _ := m.isLong("products")
		others, _ := m.isLong("movements")
		if products != c.keepsProducts || others != c.keepsOther {
			t.Errorf("%s: products %v, others %v", c.name, products, others)
		}
	}
}

// What was counted before many rows changed says nothing about them.
func TestACountFromBeforeAnImportIsNotKept(t *testing.T) {
	m := newCountMemory()
	_, asked := m.isLong("key")
	m.note([]core.Event{{Topic: core.TopicProducts}})
	m.keep("key", productList, core.CountCap+countMargin, asked)
	if long, _ := m.isLong("key"); long {
		t.Error("kept")
	}
}
