package forecast

import "time"

// Day is a day of the business's calendar, counted from 1 January 1970. The package has no
// clock and no time zone: the caller says what day it is.
type Day int

// DayOf is the day that the clock shows in the time's own zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// Time is the day's midnight in UTC.
func (d Day) Time() time.Time {
	return time.Unix(int64(d)*86400, 0).UTC()
}

// weekday counts from Thursday, the weekday of day 0: only equality matters here.
func (d Day) weekday() int {
	return int((d%7 + 7) % 7)
}
