package inventory

import (
	"sync/atomic"
	"time"
)

// dateForm is how the API writes a day.
const dateForm = "2006-01-02"

// Span is a stretch of time: From is in it, To is not. A zero end is open.
type Span struct{ From, To time.Time }

// Days is the span of whole days of a zone, the last one included. An empty
// text leaves that end open.
func Days(first, last string, zone *time.Location) (Span, error) {
	var span Span
	wrong := problems{}
	if first != "" {
		day, err := time.ParseInLocation(dateForm, first, zone)
		wrong.check(err == nil, "dateFrom", "Debe ser una fecha, como 2026-11-15")
		span.From = day.UTC()
	}
	if last != "" {
		day, err := time.ParseInLocation(dateForm, last, zone)
		wrong.check(err == nil, "dateTo", "Debe ser una fecha, como 2026-11-15")
		// Adding a day by the calendar is right also when clocks change.
		span.To = day.AddDate(0, 0, 1).UTC()
	}
	return span, wrong.err()
}

// lastZone is the time zone that was loaded last. A business has one, and
// loading it reads a file.
var lastZone atomic.Pointer[time.Location]

// Zone is the business's time zone: its days are the days of every figure.
func (s Settings) Zone() *time.Location {
	if zone := lastZone.Load(); zone != nil && zone.String() == s.TimeZone {
		return zone
	}
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.UTC // Settings hold only zones that load; see validTimeZone.
	}
	lastZone.Store(zone)
	return zone
}

// minutesOfDay is how many minutes the clock on the wall shows.
const minutesOfDay = 24 * 60
