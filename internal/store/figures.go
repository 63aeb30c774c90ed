package store

import (
	"maps"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/webhook"
)

// figures are changes of what is kept of the whole catalogue, its categories and
// its locations. They are written when a transaction has done everything else,
// and of requests that share a commit once for all of them.
type figures struct {
	// totals is of the catalogue; see counter.go.
	totals catalogue.Totals
	// edits is how often something was changed that searches depend on; see
	// searchmemory.go. claims is the same of what orders claim; see orderclaim.go.
	edits, claims int64
	// moved is how many units movements brought or took; see stockday.go.
	moved int64
	// locationTotals and categoryTotals are by their ids; see locationtotal.go
	// and categorytotal.go.
	locationTotals, categoryTotals map[int64]ledger.ValuationTotals
}

// sharedFigures are those of requests that are done and not committed yet, and
// the time of the last of them.
type sharedFigures struct {
	figures
	now time.Time
}

func (s *sharedFigures) add(f figures) {
	s.totals = s.totals.Plus(f.totals, 1)
	s.edits, s.claims, s.moved = s.edits+f.edits, s.claims+f.claims, s.moved+f.moved
	s.locationTotals = plusFigures(s.locationTotals, f.locationTotals)
	s.categoryTotals = plusFigures(s.categoryTotals, f.categoryTotals)
}

func plusFigures(sum, more map[int64]ledger.ValuationTotals) map[int64]ledger.ValuationTotals {
	if sum == nil {
		return maps.Clone(more)
	}
	for id, change := range more {
		sum[id] = sum[id].Plus(change, 1)
	}
	return sum
}

// keepFigures writes the figures of a transaction, or leaves them to its commit.
// It comes last: what fails leaves nothing behind.
func (t *tx) keepFigures() error {
	if t.shared == nil {
		return t.writeKept()
	}
	if quarterOf(t.shared.now) != quarterOf(t.now) {
		if err := t.settleFigures(); err != nil {
			return err
		}
	}
	t.shared.add(t.figures)
	t.shared.now = t.now
	return nil
}

// settleFigures writes the changes that earlier requests of the batch have left to
// the commit, for a request that reads the figures before the commit.
func (t *tx) settleFigures() error {
	if t.shared == nil || t.shared.now.IsZero() {
		return nil
	}
	own, now := t.figures, t.now
	t.figures, t.now = t.shared.figures, t.shared.now
	err := t.writeKept()
	t.figures, t.now = own, now
	*t.shared = sharedFigures{}
	return err
}

func (t *tx) writeKept() error {
	for _, write := range []func() error{t.writeTotals, t.writeStockChange, t.writeLocationTotals, t.writeCategoryTotals} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// knownRows are rows that were read once and cannot change before the commit
// but by way of the same connection, which forgets them then.
type knownRows struct {
	settings *core.Settings
	// held are locations.
	held map[int64]ledger.Location
	// subscribers are the subscriptions to each event; nil until a request needs them.
	subscribers map[webhook.SubscriptionEvent][]int64
}
