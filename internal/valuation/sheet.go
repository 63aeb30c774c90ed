package valuation

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/reportjob"
)

// Sheet is a file with what there was at an instant and what that was worth.
type Sheet struct {
	reportjob.Job
	SheetAbout
}

// SheetAbout is what a sheet was asked for.
type SheetAbout struct {
	At     time.Time
	Method Method
}

// SheetPage is what a sheet says besides its rows.
type SheetPage struct {
	Format   reportjob.Format
	Business string
	Zone     *time.Location
	// MadeAt is when the file was made, and At the instant that it is about.
	MadeAt   time.Time
	At       time.Time
	Method   Method
	Currency string
	Hash     string
	Totals   ClosedTotals
}

// SheetWriter writes the file of a sheet: the products whose cost is known, and then the
// others.
type SheetWriter interface {
	WriteValues(to io.Writer, page SheetPage, walk func(func(StockAtRow) error) error) error
}

// noSheets stands in where nobody gave a writer.
type noSheets struct{}

func (noSheets) WriteValues(io.Writer, SheetPage, func(func(StockAtRow) error) error) error {
	return errors.New("there is no writer of sheets")
}

type sheetMemory interface {
	// MovedCount is how many products have movements.
	MovedCount() (int64, error)
}

// ErrSheetLong is the answer to a printed sheet of very many products.
var ErrSheetLong = &core.Error{
	Kind: core.Conflict, Message: "Hay demasiados productos para un PDF: elige Excel",
}

// AskSheet wants a file with what there was at an instant.
func (s *Service) AskSheet(
	ctx context.Context, actor core.Actor, format reportjob.Format, at time.Time, method Method,
) (Sheet, error) {
	wrong := core.Problems{}
	wrong.Under("", format.Check())
	at, err := checkInstant("at", at, s.store.Now())
	wrong.Under("", err)
	wrong.Under("", method.check())
	if err := wrong.Err(); err != nil {
		return Sheet{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Sheet, error) {
		moved, err := tx.MovedCount()
		if err != nil {
			return Sheet{}, err
		}
		if format == reportjob.PDF && moved > reportjob.PDFMax {
			return Sheet{}, ErrSheetLong
		}
		settings, err := tx.Settings()
		if err != nil {
			return Sheet{}, err
		}
		about := SheetAbout{at, method}
		job, err := reportjob.Ask(tx, reportjob.Job{
			UserID: actor.ID, Kind: reportjob.Values, Format: format,
			// Each product counts when it has been folded, and again when it has been written.
			Total: 2 * moved,
			FileName: "inventario_valorado_" + at.In(settings.Zone()).Format(core.DateForm) + "_" + string(method) + "." +
				string(format),
		}, about)
		return Sheet{job, about}, err
	})
}

// Sheet returns one of a person's own sheets.
func (s *Service) Sheet(ctx context.Context, actor core.Actor, id int64) (Sheet, error) {
	job, err := reportjob.Find(ctx, s.store, actor, reportjob.Values, id)
	if err != nil {
		return Sheet{}, err
	}
	sheet := Sheet{Job: job}
	return sheet, json.Unmarshal(job.About, &sheet.SheetAbout)
}

// WalkSheet hands over the file of a sheet, piece by piece.
func (s *Service) WalkSheet(ctx context.Context, sheet Sheet, fn func([]byte) error) error {
	return reportjob.Walk(ctx, s.store, sheet.Job, fn)
}
