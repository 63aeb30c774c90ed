package store

import (
	"testing"

	"estante/internal/inventory"
)

func changes(n int, event inventory.Event) []inventory.Event {
	events := make([]inventory.Event, n)
	for i := range events {
		events[i] = event
	}
	return events
}

// A long list may become short by as many changes as it was too long, and the
// memory gives up well before.
func TestALongListIsCountedAgainBeforeItCanBeShort(t *testing.T) {
	m := newCountMemory()
	one := inventory.Event{Topic: inventory.TopicStock, ID: 1}
	_, asked := m.isLong("key")
	m.keep("key", productList, inventory.CountCap+1000, asked)
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
		event                     inventory.Event
		keepsProducts, keepsOther bool
	}{
		{"an import", inventory.Event{Topic: inventory.TopicProducts}, false, false},
		{"a gap in the events", inventory.Event{Topic: inventory.TopicResync}, false, false},
		{"a person's name", inventory.Event{Topic: inventory.TopicUsers, ID: 3}, false, false},
		{"a product's name", inventory.Event{Topic: inventory.TopicProducts, ID: 3}, true, false},
		{"a sale", inventory.Event{Topic: inventory.TopicStock, ID: 3}, true, true},
		{"a session", inventory.Event{Topic: inventory.TopicSessions, UserID: 3}, true, true},
	} {
		m := newCountMemory()
		m.keep("products", productList, inventory.CountCap+countMargin, 0)
		m.keep("movements", otherList, inventory.CountCap+countMargin, 0)
		m.note([]inventory.Event{c.event})
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
	m.note([]inventory.Event{{Topic: inventory.TopicProducts}})
	m.keep("key", productList, inventory.CountCap+countMargin, asked)
	if long, _ := m.isLong("key"); long {
		t.Error("kept")
	}
}
