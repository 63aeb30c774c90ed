package core_test

import (
	"slices"
	"testing"

	"estante/internal/core"
)

func TestManyChangesOfOneTopicAreOneEvent(t *testing.T) {
	stock := func(id int64) core.Event { return core.Event{Topic: core.TopicStock, ID: id} }
	alert := func(id int64) core.Event { return core.Event{Topic: core.TopicAlerts, ID: id} }
	hers := func(id int64) core.Event {
		return core.Event{Topic: core.TopicNotifications, ID: id, UserID: 7}
	}
	events := []core.Event{alert(1), stock(1), stock(2), hers(1), stock(3), alert(2), hers(2), hers(3)}
	for each, want := range [][]core.Event{
		0: {alert(0), stock(0), hers(0)},
		2: {alert(1), stock(0), hers(0), alert(2)},
		3: events,
	} {
		if got := core.Summed(events, each); want != nil && !slices.Equal(got, want) {
			t.Errorf("of no more than %d each: %+v, want %+v", each, got, want)
		}
	}
}
