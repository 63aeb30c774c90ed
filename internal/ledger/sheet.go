package ledger

import (
	"context"
	"errors"
	"io"
	"time"

	"estante/internal/core"
)

// Sheet is a file with what there was at an instant and what that was worth. It is written
// by a job, because a large one takes longer than anybody waits for an answer.
type Sheet struct {
	ID        int64
	UserID    int64
	Format    SheetFormat
	At        time.Time
	Method    Method
	State     SheetState
	CreatedAt time.Time
	EndedAt   *time.Time
	// Done of Total products have been folded and written: each counts twice.
	Total, Done int64
	Size        int64
	FileName    string
	Attempts    int
}

// SheetFormat is what kind of file a sheet is.
type SheetFormat string

// The kinds of files.
const (
	SheetPDF  SheetFormat = "pdf"
	SheetXLSX SheetFormat = "xlsx"
)

// SheetState says how far a sheet is.
type SheetState string

// The states of a sheet.
const (
	SheetAsked   SheetState = "asked"
	SheetRunning SheetState = "running"
	SheetDone    SheetState = "done"
	SheetFailed  SheetState = "failed"
)

// SheetPage is what a sheet says besides its rows.
type SheetPage struct {
	Format   SheetFormat
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

const (
	// sheetsKept is how long a file can be fetched, sheetsMax how many of one person may be
	// waiting, and sheetsHeld how many that have ended are kept of one person.
	sheetsKept = 24 * time.Hour
	sheetsMax  = 5
	sheetsHeld = 10
	// sheetPDFMax is how many products a printed sheet may have: beyond it nobody turns the
	// pages.
	sheetPDFMax = 10_000
)

type sheetMemory interface {
	InsertSheet(sheet Sheet) (int64, error)
	SheetByID(id int64) (Sheet, error)
	// PendingSheets counts the sheets of a person that have not ended.
	PendingSheets(userID int64) (int, error)
	// AnyPendingSheet says whether there is something to claim.
	AnyPendingSheet() (bool, error)
	// ClaimSheet takes the oldest sheet that is asked for, or whose writer has been silent
	// since a time, and marks it as running.
	ClaimSheet(silentSince time.Time) (Sheet, error)
	UpdateSheet(sheet Sheet) error
	InsertSheetPiece(sheetID int64, seq int, piece []byte) error
	// SheetPiece returns one piece; there being no more is ErrNotFound.
	SheetPiece(sheetID int64, seq int) ([]byte, error)
	DeleteSheetPieces(sheetID int64) error
	// DropSheets drops those of a person that have ended, but for the newest.
	DropSheets(userID int64, keep int) error
	// ForgetSheets drops sheets asked for before a time.
	ForgetSheets(createdBefore time.Time) error
	// MovedCount is how many products have movements.
	MovedCount() (int64, error)
}

// Errors about sheets.
var (
	ErrSheetsMany = &core.Error{
		Kind: core.Conflict, Message: "Ya hay varias hojas tuyas en marcha: espera a que terminen",
	}
	ErrSheetWaits = &core.Error{Kind: core.Conflict, Message: "La hoja todavía no está lista"}
	ErrSheetLong  = &core.Error{
		Kind: core.Conflict, Message: "Hay demasiados productos para un PDF: elige Excel",
	}
)

// AskSheet wants a file with what there was at an instant.
func (s *Service) AskSheet(
	ctx context.Context, actor core.Actor, format SheetFormat, at time.Time, method Method,
) (Sheet, error) {
	wrong := core.Problems{}
	wrong.Check(format == SheetPDF || format == SheetXLSX, "format", "El formato debe ser pdf o xlsx")
	at, err := checkInstant("at", at, s.store.Now())
	wrong.Under("", err)
	wrong.Under("", method.check())
	if err := wrong.Err(); err != nil {
		return Sheet{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Sheet, error) {
		waiting, err := tx.PendingSheets(actor.ID)
		if err != nil {
			return Sheet{}, err
		}
		if waiting >= sheetsMax {
			return Sheet{}, ErrSheetsMany
		}
		if err := tx.DropSheets(actor.ID, sheetsHeld-1); err != nil {
			return Sheet{}, err
		}
		moved, err := tx.MovedCount()
		if err != nil {
			return Sheet{}, err
		}
		if format == SheetPDF && moved > sheetPDFMax {
			return Sheet{}, ErrSheetLong
		}
		settings, err := tx.Settings()
		if err != nil {
			return Sheet{}, err
		}
		sheet := Sheet{
			UserID: actor.ID, Format: format, At: at, Method: method, State: SheetAsked, CreatedAt: tx.Now(), Total: 2 * moved,
			FileName: "inventario_valorado_" + at.In(settings.Zone()).Format(core.DateForm) + "_" + string(method) + "." +
				string(format),
		}
		if sheet.ID, err = tx.InsertSheet(sheet); err != nil {
			return Sheet{}, err
		}
		return sheet, tx.Emit(core.Event{Topic: core.TopicValueSheets, ID: sheet.ID, UserID: actor.ID})
	})
}

// Sheet returns one of a person's own sheets.
func (s *Service) Sheet(ctx context.Context, actor core.Actor, id int64) (sheet Sheet, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		sheet, err = tx.SheetByID(id)
		if err == nil && sheet.UserID != actor.ID {
			err = core.ErrNotFound
		}
		return err
	})
	return sheet, err
}

// WalkSheet hands over the file of a sheet, piece by piece.
func (s *Service) WalkSheet(ctx context.Context, sheet Sheet, fn func([]byte) error) error {
	if sheet.State != SheetDone {
		return ErrSheetWaits
	}
	for seq := 0; ; seq++ {
		var piece []byte
		err := core.Read(ctx, s.store, func(tx Tx) (err error) {
			piece, err = tx.SheetPiece(sheet.ID, seq)
			return err
		})
		if core.IsNotFound(err) {
			return nil
		}
		if err == nil {
			err = fn(piece)
		}
		if err != nil {
			return err
		}
	}
}

// ForgetOldSheets drops sheets that nobody will fetch any more.
func (s *Service) ForgetOldSheets(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetSheets(tx.Now().Add(-sheetsKept)) })
}
