package demo

import (
	"sync/atomic"
	"time"
)

// Clock is the machine's clock, until the demo sets it to a day of the year it
// tells. The database takes its times from it, so that a year of work can be
// done by the same functions as today's.
type Clock struct {
	set     atomic.Pointer[time.Time]
	present atomic.Pointer[time.Time]
}

// End lets the story end at a time instead of now, so that it can be told
// again, the same, on another day.
func (c *Clock) End(at time.Time) { c.present.Store(&at) }

// Now is the time the database should believe it is.
func (c *Clock) Now() time.Time {
	if at := c.set.Load(); at != nil {
		return *at
	}
	if at := c.present.Load(); at != nil {
		return *at
	}
	return time.Now()
}

// travel sets the clock.
func (c *Clock) travel(at time.Time) { c.set.Store(&at) }

// come back to the present.
func (c *Clock) home() { c.set.Store(nil) }
