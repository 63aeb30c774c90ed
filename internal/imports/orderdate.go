package imports

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// toldMoment is when a file says that something happened to an order. A file
// seldom names a zone: what it says is then the wall clock of the business.
type toldMoment struct {
	at    time.Time
	zoned bool
	// hour and minute are of a column of their own.
	clock time.Duration
	given bool
}

// in is the moment in the zone of the business, or another where nothing is said.
func (m toldMoment) in(zone *time.Location, otherwise time.Time) time.Time {
	switch {
	case !m.given:
		return otherwise
	case m.zoned:
		return m.at.UTC()
	}
	at := m.at.Add(m.clock)
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, zone).UTC()
}

// zonedForms and wallForms are the ways in which people and programs write times.
var (
	zonedForms = []string{time.RFC3339, "2006-01-02 15:04:05 -0700"}
	wallForms  = []string{
		"2/1/2006", "2/1/2006 15:04", "2/1/2006 15:04:05", "2-1-2006", "2.1.2006", "2-1-2006 15:04", "2006-01-02",
		"2006-01-02 15:04",
		"2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006/01/02",
	}
)

func setOrderDate(r *fileRow, cell Cell, _ string) string { return r.order.placed.read(cell) }

func setShippedDate(r *fileRow, cell Cell, _ string) string { return r.order.shipped.read(cell) }

func setDeliveredDate(r *fileRow, cell Cell, _ string) string { return r.order.delivered.read(cell) }

// read takes a cell that holds a date, with or without an hour.
func (m *toldMoment) read(cell Cell) string {
	at, zoned, ok := readTime(cell)
	// Before this nobody sold anything, and a typing mistake is likelier.
	if !ok || at.Year() < 1990 || at.Year() > 2200 {
		return "La fecha debe ser como 31/12/2026"
	}
	m.at, m.zoned, m.given = at, zoned, true
	return ""
}

func readTime(cell Cell) (at time.Time, zoned, ok bool) {
	if cell.Number {
		at, ok = spreadsheetTime(cell.Text)
		return at, false, ok
	}
	for _, form := range zonedForms {
		if at, err := time.Parse(form, cell.Text); err == nil {
			return at, true, true
		}
	}
	for _, form := range wallForms {
		if at, err := time.Parse(form, cell.Text); err == nil {
			return at, false, true
		}
	}
	return time.Time{}, false, false
}

// spreadsheetTime reads the days since the end of 1899 that spreadsheets count.
func spreadsheetTime(text string) (time.Time, bool) {
	const most = 110_000 // The year 2201.
	days, err := strconv.ParseFloat(text, 64)
	if err != nil || days < 1 || days > most {
		return time.Time{}, false
	}
	whole, part := math.Modf(days)
	midnight := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(whole))
	return midnight.Add(time.Duration(math.Round(part*24*60*60)) * time.Second), true
}

func setOrderTime(r *fileRow, cell Cell, _ string) string {
	const sentence = "La hora debe ser como 17:30"
	if cell.Number {
		part, err := strconv.ParseFloat(cell.Text, 64)
		if err != nil || part < 0 || part >= 1 {
			return sentence
		}
		r.order.placed.clock = time.Duration(math.Round(part*24*60*60)) * time.Second
		return ""
	}
	for _, form := range []string{"15:04", "15:04:05"} {
		if at, err := time.Parse(form, strings.TrimSpace(cell.Text)); err == nil {
			r.order.placed.clock = at.Sub(at.Truncate(24 * time.Hour))
			return ""
		}
	}
	return sentence
}
