package forecasting

import (
	"context"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
)

// Event is a time at which demand is not the usual, such as Reyes, the
// sales, Black Friday or a closed August. Past ones are taken out of what is
// learnt, coming ones are added to what is expected.
type Event struct {
	ID   int64
	Name string
	// FirstDay and LastDay are both included, as 2026-01-05.
	FirstDay string
	LastDay  string
	// Uplift is in percent of the usual demand: 80 is almost twice as much, -100 nothing.
	Uplift int
	// Category limits it to some products; nil is all.
	Category *catalogue.Label
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
	InsertForecastEvent(event Event) (int64, error)
	ForecastEventByID(id int64) (Event, error)
	// ForecastEvents returns all of them, the first to come first.
	ForecastEvents() ([]Event, error)
	UpdateForecastEvent(event Event) error
	DeleteForecastEvent(id int64) error
}

// EventFields is what people write about an event; nil leaves it as it is.
type EventFields struct {
	Name     *string
	FirstDay *string
	LastDay  *string
	Uplift   *int
	// Category says which products; an empty one is all.
	Category *catalogue.LabelRef
	Yearly   *bool
}

// ForecastEvents shows the calendar of the shop.
func (s *Service) ForecastEvents(ctx context.Context) (events []Event, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		events, err = tx.ForecastEvents()
		return err
	})
	return events, err
}

// lockForecastEvents makes changes of the calendar wait for one another.
const lockForecastEvents = "forecast events"

// CreateForecastEvent adds an event and has everything worked out anew.
func (s *Service) CreateForecastEvent(ctx context.Context, actor core.Actor, fields EventFields) (Event, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Event, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return Event{}, err
		}
		others, err := tx.ForecastEvents()
		if err != nil {
			return Event{}, err
		}
		if len(others) >= eventsMax {
			return Event{}, &core.Error{
				Kind: core.Conflict, Message: "Hay demasiados eventos: elimina alguno antes de añadir otro",
			}
		}
		event, err := fields.apply(tx, Event{CreatedBy: actor.ID, CreatedAt: tx.Now(), Version: 1})
		if err != nil {
			return Event{}, err
		}
		if event.ID, err = tx.InsertForecastEvent(event); err != nil {
			return Event{}, err
		}
		return event, calendarChanged(tx, actor, core.AuditCreate, nil, &event)
	})
}

// UpdateForecastEvent changes an event and has everything worked out anew.
func (s *Service) UpdateForecastEvent(
	ctx context.Context, actor core.Actor, id int64, fields EventFields,
) (Event, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Event, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return Event{}, err
		}
		before, err := tx.ForecastEventByID(id)
		if err != nil {
			return Event{}, err
		}
		after, err := fields.apply(tx, before)
		if err != nil {
			return Event{}, err
		}
		after.Version++
		if err := tx.UpdateForecastEvent(after); err != nil {
			return Event{}, err
		}
		return after, calendarChanged(tx, actor, core.AuditUpdate, &before, &after)
	})
}

// DeleteForecastEvent takes an event out of the calendar.
func (s *Service) DeleteForecastEvent(ctx context.Context, actor core.Actor, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.Lock(lockForecastEvents); err != nil {
			return core.Nothing{}, err
		}
		before, err := tx.ForecastEventByID(id)
		if err != nil {
			return core.Nothing{}, err
		}
		if err := tx.DeleteForecastEvent(id); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, calendarChanged(tx, actor, core.AuditDelete, &before, nil)
	})
	return err
}

// calendarChanged leaves the trace of a change and has everything worked out anew.
func calendarChanged(tx Tx, actor core.Actor, action core.AuditAction, before, after *Event) error {
	var was, is any
	id := int64(0)
	if before != nil {
		was, id = *before, before.ID
	}
	if after != nil {
		is, id = *after, after.ID
	}
	if err := core.Audit(tx, actor, action, core.NounForecastEvent, id, was, is); err != nil {
		return err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicForecastEvents, ID: id}); err != nil {
		return err
	}
	return AskRun(tx)
}

// apply returns the event as changed and checked.
func (f EventFields) apply(tx Tx, event Event) (Event, error) {
	core.AssignLine(&event.Name, f.Name)
	core.AssignText(&event.FirstDay, f.FirstDay)
	core.AssignText(&event.LastDay, f.LastDay)
	core.Assign(&event.Uplift, f.Uplift)
	core.Assign(&event.Yearly, f.Yearly)
	wrong := core.Problems{}
	wrong.Require(event.Name, "name")
	wrong.Check(core.Characters(event.Name) <= eventNameMax, "name", "El nombre es demasiado largo")
	first, firstErr := time.Parse(core.DateForm, event.FirstDay)
	last, lastErr := time.Parse(core.DateForm, event.LastDay)
	wrong.Check(firstErr == nil, "dateFrom", "Debe ser una fecha, como 2026-11-15")
	wrong.Check(lastErr == nil, "dateTo", "Debe ser una fecha, como 2026-11-15")
	if firstErr == nil && lastErr == nil {
		wrong.Check(!last.Before(first), "dateTo", "El último día no puede ser anterior al primero")
		wrong.Check(last.Before(first.AddDate(0, 0, eventDaysMax)), "dateTo", "Un evento puede durar un año como máximo")
	}
	wrong.Check(event.Uplift != 0, "uplift", "Di cuánto más o cuánto menos se vende")
	wrong.Check(event.Uplift >= upliftMin && event.Uplift <= upliftMax, "uplift",
		"La variación debe ser un número entre -95 y 1900")
	if err := wrong.Err(); err != nil {
		return Event{}, err
	}
	if f.Category == nil {
		return event, nil
	}
	var err error
	event.Category, err = f.Category.Existing(tx, catalogue.Category)
	return event, err
}

// expandEvents lists the events of a category's products as forecasts take
// them, those that repeat once for every year that is looked at.
func expandEvents(events []Event, categoryID int64, today Day) []forecast.Event {
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
func (e Event) spans(today Day) []forecast.Event {
	first, firstErr := time.Parse(core.DateForm, e.FirstDay)
	last, lastErr := time.Parse(core.DateForm, e.LastDay)
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
		spans = append(spans, forecast.Event{
			From: forecast.DayOf(first.AddDate(shift, 0, 0)), To: forecast.DayOf(last.AddDate(shift, 0, 0)), Factor: factor,
		})
	}
	return spans
}
