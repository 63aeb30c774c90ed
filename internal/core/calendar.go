package core

import (
	"sync/atomic"
	"time"
)

// DateForm is how the API writes a day.
const DateForm = "2006-01-02"

// Span is a stretch of time: From is in it, To is not. A zero end is open.
type Span struct{ From, To time.Time }

// Days is the span of whole days of a zone, the last one included. An empty
// text leaves that end open.
func Days(first, last string, zone *time.Location) (Span, error) {
	var span Span
	wrong := Problems{}
	if first != "" {
		day, err := time.ParseInLocation(DateForm, first, zone)
		wrong.Check(err == nil, "dateFrom", "Debe ser una fecha, como 2026-11-15")
		span.From = day.UTC()
	}
	if last != "" {
		day, err := time.ParseInLocation(DateForm, last, zone)
		wrong.Check(err == nil, "dateTo", "Debe ser una fecha, como 2026-11-15")
		// Adding a day by the calendar is right also when clocks change.
		span.To = day.AddDate(0, 0, 1).UTC()
	}
	return span, wrong.Err()
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

func ValidMinute(minute int) bool { return minute >= 0 && minute < minutesOfDay }

// AtMinute is a minute of the day of a time, or of one some days later, as the
// clock on the wall shows it: one that the change of clocks leaves out is the
// first after it.
func AtMinute(local time.Time, days, minute int) time.Time {
	return time.Date(local.Year(), local.Month(), local.Day()+days, 0, minute, 0, 0, local.Location())
}

// LastDays names the days up to today, by the calendar: one with 23 hours
// counts as any other.
func LastDays(today time.Time, count int) []string {
	names := make([]string, count)
	year, month, day := today.Date()
	for i := range names {
		names[i] = time.Date(year, month, day-count+1+i, 12, 0, 0, 0, time.UTC).Format(DateForm)
	}
	return names
}

// SoldDays is how many days "sold lately" means, today included.
const SoldDays = 30
