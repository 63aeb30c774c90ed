package valuation

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// Closing is what the stock was worth at an instant, as it was kept when somebody closed the
// year. It is never changed: what is corrected later shows as a difference.
type Closing struct {
	ID        int64
	At        time.Time
	Method    Method
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	// Hash is the head of the ledger at that instant, and RowsHash that of every product's
	// units and value.
	Hash     string
	RowsHash string
	Currency string
	Totals   ClosedTotals
	// MovementID is the movement that was written last when it was made.
	MovementID int64
}

// ClosedTotals are the totals of a closing, with the names of then.
type ClosedTotals struct {
	Whole      ValueTotals
	Categories []NamedTotals
	Locations  []NamedTotals
}

// ClosingRow is a closing with the name of its author.
type ClosingRow struct {
	Closing
	CreatedByName string
}

// Later is what was written after an instant about something of before it.
type Later struct {
	Movements int64
	Units     int64
	// Value is by how much it changed what the stock is worth, by the average.
	Value core.Cents
}

// CheckedClosing is a closing beside what the ledger says of its instant today, and what was
// corrected since.
type CheckedClosing struct {
	ClosingRow
	Today ClosedTotals
	// Matches says that the ledger still says the same, product by product.
	Matches bool
	// HashToday is the head of the ledger at that instant, as it is worked out today.
	HashToday string
	// Later sums up what was written since, of which Corrections are one page, the newest first.
	Later       Later
	Corrections []ledger.MovementRow
}

// closingsMax bounds how many closings there are: one a day for a lifetime.
const closingsMax = 20_000

type closingMemory interface {
	InsertClosing(closing Closing) (int64, error)
	ClosingByID(id int64) (ClosingRow, error)
	// ListClosings shows the newest instants first.
	ListClosings(page core.Page) (core.List[ClosingRow], error)
	// LaterCorrections are the movements written after an instant that take back what was
	// moved by then, change what an entry of before says, or are sales of before, the newest first.
	LaterCorrections(at time.Time, page core.Page) ([]ledger.MovementRow, error)
	// LaterSums are how many they are, their units, and by how much those in a currency changed
	// the value.
	LaterSums(at time.Time, currency string) (Later, error)
}

// ClosingFields is what people write to close an instant.
type ClosingFields struct {
	At     time.Time
	Method Method
	Notes  string
}

// closingSettled is how long after an instant it can be closed: what was being written then
// is there.
const closingSettled = time.Minute

// CloseValues keeps what there was at an instant. The ledger is read before anything is
// written, so that nobody waits for it.
func (s *Service) CloseValues(ctx context.Context, actor core.Actor, fields ClosingFields) (ClosingRow, error) {
	wrong := core.Problems{}
	wrong.Check(core.Characters(fields.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
	wrong.Check(!fields.At.After(s.store.Now().Add(-closingSettled)), "at",
		"Solo se puede cerrar una fecha que ya ha pasado")
	if err := wrong.Err(); err != nil {
		return ClosingRow{}, err
	}
	values, err := s.ValuesAt(ctx, fields.At, fields.Method)
	if err != nil {
		return ClosingRow{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (ClosingRow, error) {
		totals, err := closedTotals(tx, values)
		if err != nil {
			return ClosingRow{}, err
		}
		found, err := tx.ListClosings(core.Page{Number: 1, Size: 1})
		if err != nil {
			return ClosingRow{}, err
		}
		if found.Count.N >= closingsMax {
			return ClosingRow{}, &core.Error{Kind: core.Conflict, Message: "Ya hay demasiados cierres"}
		}
		closing := Closing{
			At: values.At, Method: values.Method, Notes: core.Clean(fields.Notes), CreatedBy: actor.ID, CreatedAt: tx.Now(),
			Hash: values.Hash, RowsHash: values.RowsHash, Currency: values.Currency, Totals: totals,
			MovementID: values.movementID,
		}
		if closing.ID, err = tx.InsertClosing(closing); err != nil {
			return ClosingRow{}, err
		}
		err = core.Audit(tx, actor, core.AuditCreate, core.NounClosing, closing.ID, nil, closing.auditable())
		if err != nil {
			return ClosingRow{}, err
		}
		if err := tx.Emit(core.Event{Topic: core.TopicClosings, ID: closing.ID}); err != nil {
			return ClosingRow{}, err
		}
		return tx.ClosingByID(closing.ID)
	})
}

// closingNote is what the audit keeps of a closing.
type closingNote struct {
	At       time.Time
	Method   Method
	Products int64
	Units    int64
	Cost     core.Cents
	Currency string
	Hash     string
}

func (c Closing) auditable() closingNote {
	return closingNote{
		c.At, c.Method, c.Totals.Whole.Products, c.Totals.Whole.Units, c.Totals.Whole.Value, c.Currency, c.Hash,
	}
}

func closedTotals(tx Tx, values *ValuesAt) (ClosedTotals, error) {
	g, err := gather(tx, values, ValueFilter{})
	if err != nil {
		return ClosedTotals{}, err
	}
	locations, err := g.byLocation(tx)
	return ClosedTotals{g.totals, g.byCategory(), locations}, err
}

// ListClosings shows one page of the closings.
func (s *Service) ListClosings(ctx context.Context, page core.Page) (closings core.List[ClosingRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		closings, err = tx.ListClosings(page)
		return err
	})
	return closings, err
}

// Closing is one of them beside what the ledger says of its instant today.
func (s *Service) Closing(ctx context.Context, id int64, page core.Page) (checked CheckedClosing, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		checked.ClosingRow, err = tx.ClosingByID(id)
		return err
	})
	if err != nil {
		return checked, err
	}
	values, err := s.ValuesAt(ctx, checked.At, checked.Method)
	if err != nil {
		return checked, err
	}
	err = core.Snapshot(ctx, s.store, func(tx Tx) error {
		checked.Matches = values.Hash == checked.Hash && values.RowsHash == checked.RowsHash
		checked.HashToday = values.Hash
		if checked.Today, err = closedTotals(tx, values); err != nil {
			return err
		}
		if checked.Later, err = tx.LaterSums(checked.At, checked.Currency); err != nil {
			return err
		}
		checked.Corrections, err = tx.LaterCorrections(checked.At, page)
		return err
	})
	return checked, err
}
