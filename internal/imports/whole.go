package imports

import (
	"context"
	"time"

	"estante/internal/core"
)

// historyAge is from what age on orders that have left were most likely sold before the
// stock was counted here.
const historyAge = 30 * 24 * time.Hour

// wholeFile is what only all rows of a file tell.
type wholeFile struct {
	// left are the orders that are new here and have left, and old those of them that
	// were placed longer ago than historyAge.
	left, old int
}

// isHistory says whether most of what has left did so long ago.
func (w wholeFile) isHistory() bool { return w.left > 0 && 2*w.old >= w.left }

// readWhole reads a file to its end, so that what is wrong with it is said as soon as it
// is there, such as more rows than may be.
func (s *Service) readWhole(ctx context.Context, imported Import) (seen wholeFile, err error) {
	done, err := s.readTurn(ctx)
	if err != nil {
		return seen, err
	}
	defer done()
	reader, err := s.openImport(s.importFile(ctx, imported.ID), imported)
	if err != nil {
		return seen, err
	}
	for {
		rows, err := reader.some(planRows)
		if err != nil || len(rows) == 0 {
			return seen, err
		}
		if imported.Subject != OrderImports {
			continue
		}
		var more wholeFile
		if err := core.Read(ctx, s.store, func(tx Tx) error {
			more, err = leftIn(tx, rows)
			return err
		}); err != nil {
			return seen, err
		}
		seen.left, seen.old = seen.left+more.left, seen.old+more.old
	}
}

// leftIn counts the orders of some rows that are new and have left.
func leftIn(tx Tx, rows []fileRow) (seen wholeFile, err error) {
	settings, err := tx.Settings()
	if err != nil {
		return seen, err
	}
	groups := groupsOf(rows)
	known, err := knownOrders(tx, groups)
	if err != nil {
		return seen, err
	}
	for _, group := range groups {
		cells := group[0].order
		if known[group[0].group] || len(cells.status.Leaving()) == 0 {
			continue
		}
		seen.left++
		if tx.Now().Sub(cells.firstMoment(settings.Zone(), tx.Now())) > historyAge {
			seen.old++
		}
	}
	return seen, nil
}

// readTurn waits for room among those who read whole files.
func (s *Service) readTurn(ctx context.Context) (done func(), err error) {
	select {
	case s.readers <- struct{}{}:
		return func() { <-s.readers }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// historyFields are the columns that tell whether orders are of before.
var historyFields = []Field{"number", "date", "time", "status", "shippedAt", "deliveredAt"}

// historyOf says whether what has left is of before: as the caller says, as was said
// before, or as the dates have it where other columns tell them.
func (s *Service) historyOf(ctx context.Context, draft Import, reading Reading, change MappingChange) (bool, error) {
	if draft.Subject != OrderImports {
		return false, nil
	}
	if change.History != nil {
		return *change.History, nil
	}
	same := reading.HeaderRow == draft.Reading.HeaderRow
	for _, field := range historyFields {
		was, had := draft.Mapping.Columns[field]
		is, has := change.Mapping.Columns[field]
		same = same && had == has && was == is
	}
	if same {
		return draft.Mapping.History, nil
	}
	draft.Reading, draft.Mapping = reading, change.Mapping
	seen, err := s.readWhole(ctx, draft)
	return seen.isHistory(), err
}
