package forecasting

import (
	"context"
	"errors"
	"io"
	"time"

	"estante/internal/core"
)

// Report is a file with the forecasts that a list shows. It is written
// by a job, because a large one takes longer than anybody waits for an answer.
type Report struct {
	ID     int64
	UserID int64
	Format ReportFormat
	// Filter is what the list was asked for; its page does not count.
	Filter    Filter
	State     ReportState
	CreatedAt time.Time
	EndedAt   *time.Time
	// Done of Total products have been written.
	Total, Done int64
	Size        int64
	FileName    string
	Attempts    int
}

// ReportFormat is what kind of file a report is.
type ReportFormat string

// The kinds of files.
const (
	ReportPDF  ReportFormat = "pdf"
	ReportXLSX ReportFormat = "xlsx"
)

// ReportState says how far a report is.
type ReportState string

// The states of a report.
const (
	ReportAsked   ReportState = "asked"
	ReportRunning ReportState = "running"
	ReportDone    ReportState = "done"
	ReportFailed  ReportState = "failed"
)

// ReportPage is what a report says besides its rows.
type ReportPage struct {
	Format   ReportFormat
	Business string
	Zone     *time.Location
	At       time.Time
	// About says in words what the filters leave of the list.
	About   string
	Summary Summary
}

// Summary counts forecasts by when they run out; it is the report's picture.
type Summary struct {
	Products int64
	// Gone, Week, Fortnight, Month, Later and Never count products by their run-out day.
	Gone, Week, Fortnight, Month, Later, Never int64
	// ToOrder products have something to order, ToDo units in all.
	ToOrder, ToDo int64
}

func (s *Summary) add(f Forecast) {
	s.Products++
	if f.ToDo > 0 {
		s.ToOrder, s.ToDo = s.ToOrder+1, s.ToDo+f.ToDo
	}
	switch {
	case f.RunsOutIn == nil:
		s.Never++
	case *f.RunsOutIn <= 0:
		s.Gone++
	case *f.RunsOutIn <= 7:
		s.Week++
	case *f.RunsOutIn <= 14:
		s.Fortnight++
	case *f.RunsOutIn <= 30:
		s.Month++
	default:
		s.Later++
	}
}

// Writer writes the file of a report.
type Writer interface {
	WriteForecasts(to io.Writer, page ReportPage, walk func(func(Row) error) error) error
}

// noWriter stands in where nobody gave a writer.
type noWriter struct{}

func (noWriter) WriteForecasts(io.Writer, ReportPage, func(func(Row) error) error) error {
	return errors.New("there is no writer of reports")
}

const (
	// reportsKept is how long a file can be fetched, and reportsMax how many of
	// one person may be waiting.
	reportsKept = 24 * time.Hour
	reportsMax  = 5
	// reportsHeld is how many that have ended are kept of one person, the newest: a file can
	// be made again at any time.
	reportsHeld = 10
	// reportPDFMax is how many products a printed report may have: beyond it
	// nobody turns the pages.
	reportPDFMax = 10_000
)

type forecastReportMemory interface {
	InsertForecastReport(report Report) (int64, error)
	ForecastReportByID(id int64) (Report, error)
	// PendingForecastReports counts the reports of a person that have not ended.
	PendingForecastReports(userID int64) (int, error)
	// AnyPendingForecastReport says whether there is something to claim.
	AnyPendingForecastReport() (bool, error)
	// ClaimForecastReport takes the oldest report that is asked for, or whose
	// writer has been silent since a time, and marks it as running.
	ClaimForecastReport(silentSince time.Time) (Report, error)
	UpdateForecastReport(report Report) error
	InsertForecastReportPiece(reportID int64, seq int, piece []byte) error
	// ForecastReportPiece returns one piece; there being no more is ErrNotFound.
	ForecastReportPiece(reportID int64, seq int) ([]byte, error)
	DeleteForecastReportPieces(reportID int64) error
	// DropForecastReports drops those of a person that have ended, but for the newest.
	DropForecastReports(userID int64, keep int) error
	// ForgetForecastReports drops reports asked for before a time.
	ForgetForecastReports(createdBefore time.Time) error
}

// Errors about reports.
var (
	ErrNoForecasts = &core.Error{
		Kind: core.Conflict, Message: "No hay productos que coincidan con los filtros: el reporte estaría vacío",
	}
	ErrReportLong = &core.Error{
		Kind: core.Conflict, Message: "Hay demasiados productos para un PDF: acota los filtros o elige Excel",
	}
	ErrReportsMany = &core.Error{
		Kind: core.Conflict, Message: "Ya hay varios reportes tuyos en marcha: espera a que terminen",
	}
	ErrReportWaits = &core.Error{Kind: core.Conflict, Message: "El reporte todavía no está listo"}
)

// AskForecastReport wants a file with the forecasts that a list shows.
func (s *Service) AskForecastReport(
	ctx context.Context, actor core.Actor, format ReportFormat, filter Filter,
) (Report, error) {
	if format != ReportPDF && format != ReportXLSX {
		return Report{}, core.FieldError("format", "El formato debe ser pdf o xlsx")
	}
	return core.Once(ctx, s.store, func(tx Tx) (Report, error) {
		waiting, err := tx.PendingForecastReports(actor.ID)
		if err != nil {
			return Report{}, err
		}
		if waiting >= reportsMax {
			return Report{}, ErrReportsMany
		}
		if err := tx.DropForecastReports(actor.ID, reportsHeld-1); err != nil {
			return Report{}, err
		}
		filter.Page = core.Page{Number: 1, Size: 1}
		found, err := tx.ListForecasts(filter)
		if err != nil {
			return Report{}, err
		}
		switch {
		case found.Count.N == 0:
			return Report{}, ErrNoForecasts
		case format == ReportPDF && (found.Count.Capped || found.Count.N > reportPDFMax):
			return Report{}, ErrReportLong
		}
		settings, err := tx.Settings()
		if err != nil {
			return Report{}, err
		}
		report := Report{
			UserID: actor.ID, Format: format, Filter: filter, State: ReportAsked, CreatedAt: tx.Now(),
			Total:    int64(found.Count.N),
			FileName: "prevision_" + tx.Now().In(settings.Zone()).Format(core.DateForm) + "." + string(format),
		}
		if report.ID, err = tx.InsertForecastReport(report); err != nil {
			return Report{}, err
		}
		return report, tx.Emit(core.Event{Topic: core.TopicForecastReports, ID: report.ID, UserID: actor.ID})
	})
}

// ForecastReport returns one of a person's own reports.
func (s *Service) ForecastReport(ctx context.Context, actor core.Actor, id int64) (report Report, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		report, err = tx.ForecastReportByID(id)
		if err == nil && report.UserID != actor.ID {
			err = core.ErrNotFound
		}
		return err
	})
	return report, err
}

// WalkForecastReport hands over the file of a report, piece by piece.
func (s *Service) WalkForecastReport(ctx context.Context, report Report, fn func([]byte) error) error {
	if report.State != ReportDone {
		return ErrReportWaits
	}
	for seq := 0; ; seq++ {
		var piece []byte
		err := core.Read(ctx, s.store, func(tx Tx) (err error) {
			piece, err = tx.ForecastReportPiece(report.ID, seq)
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

// ForgetOldForecastReports drops reports that nobody will fetch any more.
func (s *Service) ForgetOldForecastReports(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetForecastReports(tx.Now().Add(-reportsKept)) })
}

// about says in words what the filters leave of the list.
func (f Filter) about() string {
	about := "Todos los productos"
	switch {
	case f.LowStock && f.AlertBlocked:
		about = "Productos con stock bajo y la alerta bloqueada"
	case f.LowStock:
		about = "Productos con stock bajo"
	case f.AlertBlocked:
		about = "Productos con la alerta bloqueada"
	}
	if core.Clean(f.Search) != "" {
		about += " que coinciden con «" + core.Clean(f.Search) + "»"
	}
	return about
}
