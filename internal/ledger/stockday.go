package ledger

import (
	"context"
	"time"

	"estante/internal/core"
)

// StockDay is the stock of the whole catalogue at the end of a day, or now for
// today.
type StockDay struct {
	Day   string
	Stock int64
}

// QuarterHour is what changes of the stock are kept by: the offsets of all time
// zones are multiples of it, so that the days of each are made of whole ones.
const QuarterHour = 15 * time.Minute

// stockDaysShown is how many days the course of the stock has: today and thirty
// before it.
const stockDaysShown = 31

type stockDayMemory interface {
	// StockChanges is the stock of the catalogue, and by how much it changed in each
	// span, of one moment.
	StockChanges(spans []core.Span) (stock int64, changes []int64, err error)
	// StockBegan is when the stock first changed, or ErrNotFound.
	StockBegan() (time.Time, error)
	// StockDayCounts returns what is kept of those changes and is not what the
	// ledger comes to.
	StockDayCounts(limit int) ([]core.KeptCount, error)
}

// StockDays is the stock of the last days, today the last of them. Days before
// there was any are left out.
func (s *Service) StockDays(ctx context.Context) (days []StockDay, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		days, err = stockDays(tx)
		return err
	})
	return days, err
}

// stockDays goes back from the stock of now, so that its cost depends on the
// days alone.
func stockDays(tx Tx) ([]StockDay, error) {
	began, err := tx.StockBegan()
	if core.IsNotFound(err) {
		return []StockDay{}, nil
	}
	if err != nil {
		return nil, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	zone := settings.Zone()
	names := core.LastDays(tx.Now().In(zone), stockDaysShown)
	spans := make([]core.Span, len(names))
	for i, name := range names {
		if spans[i], err = core.Days(name, name, zone); err != nil {
			return nil, err
		}
	}
	stock, changes, err := tx.StockChanges(spans)
	if err != nil {
		return nil, err
	}
	days := make([]StockDay, len(names))
	first := 0
	for i := len(names) - 1; i >= 0; i-- {
		days[i] = StockDay{Day: names[i], Stock: stock}
		stock -= changes[i]
		if !began.Before(spans[i].To) {
			first = max(first, i+1)
		}
	}
	return days[first:], nil
}
