package inventory

import (
	"context"
	"time"

	"estante/internal/forecast"
)

// ForecastEvent is a time at which demand is not the usual, such as Reyes, the
// sales, Black Friday or a closed August. Past ones are taken out of what is
// learnt, coming ones are added to what is expected.
type ForecastEvent struct {
	ID   int64
	Name string
	// FirstDay and LastDay are both included, as 2026-01-05.
	FirstDay string
	LastDay  string
	// Uplift is in percent of the usual demand: 80 is almost twice as much, -100 nothing.
	Uplift int
	// Category limits it to some products; nil is all.
	Category *Label
	// Yearly repeats it on the same days of every year.
	Yearly    bool
	CreatedBy int64
	CreatedAt time.Time
	Version   int64
}

// The limits of events.
const (
	eventNameMax  = 100
	eventDaysMax  = 366
	upliftMin     = -95
	upliftMax     = 1900
	eventsMax     = 200
	eventYearsMax = 3
)

type forecastEventMemory interface {
	InsertForecastEvent(event ForecastEvent) (int64, error)
	ForecastEventByID(id int64) (ForecastEvent, error)
	// ForecastEvents returns all of them, the first to come first.
	ForecastEvents() ([]ForecastEvent, error)
	UpdateForecastEvent(event ForecastEvent) error
	DeleteForecastEvent(id int64) error
}

// ForecastEventFields is what people write about an event; nil leaves it as it is.
type ForecastEventFields struct {
	Name     *string
	FirstDay *string
	LastDay  *string
	Uplift   *int
	// Category says which products; an empty one is all.
	Category *LabelRef
	Yearly   *bool
}

// ForecastEvents shows the calendar of the shop.
func (inv *Inventory) ForecastEvents(ctx context.Context) (events []ForecastEvent, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		events, err = tx.ForecastEvents()
		return err
	})
	return events, err
}

// lockForecastEvents makes changes of the calendar wait for one another.
const lockForecastEvents = "forecast events"

// CreateForecastEvent adds an event and has everything worked out anew.
func (inv *Inventory) CreateForecastEvent(ctx context.Context, actor Actor, fields ForecastEventFields) (ForecastEvent, error) {
	return once(ctx, inv.store, func(tx Tx) (ForecastEvent, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return ForecastEvent{}, err
		}
		others, err := tx.ForecastEvents()
		if err != nil {
			return ForecastEvent{}, err
		}
		if len(others) >= eventsMax {
			return ForecastEvent{}, &Error{Kind: Conflict, Message: "Hay demasiados eventos: elimina alguno antes de añadir otro"}
		}
		event, err := fields.apply(tx, ForecastEvent{CreatedBy: actor.ID, CreatedAt: tx.Now(), Version: 1})
		if err != nil {
			return ForecastEvent{}, err
		}
		if event.ID, err = tx.InsertForecastEvent(event); err != nil {
			return ForecastEvent{}, err
		}
		return event, calendarChanged(tx, actor, AuditCreate, nil, &event)
	})
}

// UpdateForecastEvent changes an event and has everything worked out anew.
func (inv *Inventory) UpdateForecastEvent(ctx context.Context, actor Actor, id int64, fields ForecastEventFields) (ForecastEvent, error) {
	return once(ctx, inv.store, func(tx Tx) (ForecastEvent, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return ForecastEvent{}, err
		}
		before, err := tx.ForecastEventByID(id)
		if err != nil {
			return ForecastEvent{}, err
		}
		after, err := fields.apply(tx, before)
		if err != nil {
			return ForecastEvent{}, err
		}
		after.Version++
		if err := tx.UpdateForecastEvent(after); err != nil {
			return ForecastEvent{}, err
		}
		return after, calendarChanged(tx, actor, AuditUpdate, &before, &after)
	})
}

// DeleteForecastEvent takes an event out of the calendar.
func (inv *Inventory) DeleteForecastEvent(ctx context.Context, actor Actor, id int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return nothing{}, err
		}
		before, err := tx.ForecastEventByID(id)
		if err != nil {
			return nothing{}, err
		}
		if err := tx.DeleteForecastEvent(id); err != nil {
			return nothing{}, err
		}
		return nothing{}, calendarChanged(tx, actor, AuditDelete, &before, nil)
	})
	return err
}

// calendarChanged leaves the trace of a change and has everything worked out anew.
func calendarChanged(tx Tx, actor Actor, action AuditAction, before, after *ForecastEvent) error {
	var was, is any
	id := int64(0)
	if before != nil {
		was, id = *before, before.ID
	}
	if after != nil {
		is, id = *after, after.ID
	}
	if err := audit(tx, actor, action, nounForecastEvent, id, was, is); err != nil {
		return err
	}
	if err := tx.Emit(Event{Topic: TopicForecastEvents, ID: id}); err != nil {
		return err
	}
	return askForecastRun(tx)
}

// apply returns the event as changed and checked.
func (f ForecastEventFields) apply(tx Tx, event ForecastEvent) (ForecastEvent, error) {
	setText(&event.Name, f.Name)
	setText(&event.FirstDay, f.FirstDay)
	setText(&event.LastDay, f.LastDay)
	set(&event.Uplift, f.Uplift)
	set(&event.Yearly, f.Yearly)
	wrong := problems{}
	wrong.require(event.Name, "name")
	wrong.check(characters(event.Name) <= eventNameMax, "name", "El nombre es demasiado largo")
	first, firstErr := time.Parse(dateForm, event.FirstDay)
	last, lastErr := time.Parse(dateForm, event.LastDay)
	wrong.check(firstErr == nil, "dateFrom", "Debe ser una fecha, como 2026-11-15")
	wrong.check(lastErr == nil, "dateTo", "Debe ser una fecha, como 2026-11-15")
	if firstErr == nil && lastErr == nil {
		wrong.check(!last.Before(first), "dateTo", "El último día no puede ser anterior al primero")
		wrong.check(last.Before(first.AddDate(0, 0, eventDaysMax)), "dateTo", "Un evento puede durar un año como máximo")
	}
	wrong.check(event.Uplift != 0, "uplift", "Di cuánto más o cuánto menos se vende")
	wrong.check(event.Uplift >= upliftMin && event.Uplift <= upliftMax, "uplift", "La variación debe ser un número entre -95 y 1900")
	if err := wrong.err(); err != nil {
		return ForecastEvent{}, err
	}
	if f.Category == nil {
		return event, nil
	}
	var err error
	event.Category, err = f.Category.existing(tx, Category)
	return event, err
}

// expandEvents lists the events of a category's products as forecasts take
// them, those that repeat once for every year that is looked at.
func expandEvents(events []ForecastEvent, categoryID int64, today Day) []forecast.Event {
	var expanded []forecast.Event
	oldest, farthest := today-historyDaysMax, today+forecast.FarthestDay
	for _, event := range events {
		if event.Category != nil && event.Category.ID != categoryID {
			continue
		}
		for _, span := range event.spans(today) {
			if span.To >= oldest && span.From <= farthest {
				expanded = append(expanded, span)
			}
		}
	}
	return expanded
}

// spans are the days of an event, of the years around a day where it repeats.
func (e ForecastEvent) spans(today Day) []forecast.Event {
	first, firstErr := time.Parse(dateForm, e.FirstDay)
	last, lastErr := time.Parse(dateForm, e.LastDay)
	if firstErr != nil || lastErr != nil {
		return nil // What apply accepted can be read.
	}
	factor := 1 + float64(e.Uplift)/100
	if !e.Yearly {
		return []forecast.Event{{From: forecast.DayOf(first), To: forecast.DayOf(last), Factor: factor}}
	}
	var spans []forecast.Event
	now := today.Time().Year()
	for year := now - eventYearsMax; year <= now+eventYearsMax; year++ {
		shift := year - first.Year()
		spans = append(spans, forecast.Event{From: forecast.DayOf(first.AddDate(shift, 0, 0)), To: forecast.DayOf(last.AddDate(shift, 0, 0)), Factor: factor})
	}
	return spans
}
