package forecasting

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/reportjob"
)

// ReportPage is what a report says besides its rows.
type ReportPage struct {
	Format   reportjob.Format
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

// Errors about reports.
var (
	ErrNoForecasts = &core.Error{
		Kind: core.Conflict, Message: "No hay productos que coincidan con los filtros: el reporte estaría vacío",
	}
	ErrReportLong = &core.Error{
		Kind: core.Conflict, Message: "Hay demasiados productos para un PDF: acota los filtros o elige Excel",
	}
)

// AskForecastReport wants a file with the forecasts that a list shows. The page of the list
// does not count.
func (s *Service) AskForecastReport(
	ctx context.Context, actor core.Actor, format reportjob.Format, filter Filter,
) (reportjob.Job, error) {
	if err := format.Check(); err != nil {
		return reportjob.Job{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (reportjob.Job, error) {
		filter.Page = core.Page{Number: 1, Size: 1}
		found, err := tx.ListForecasts(filter)
		if err != nil {
			return reportjob.Job{}, err
		}
		switch {
		case found.Count.N == 0:
			return reportjob.Job{}, ErrNoForecasts
		case format == reportjob.PDF && (found.Count.Capped || found.Count.N > reportjob.PDFMax):
			return reportjob.Job{}, ErrReportLong
		}
		settings, err := tx.Settings()
		if err != nil {
			return reportjob.Job{}, err
		}
		return reportjob.Ask(tx, reportjob.Job{
			UserID: actor.ID, Kind: reportjob.Forecasts, Format: format, Total: int64(found.Count.N),
			FileName: "prevision_" + tx.Now().In(settings.Zone()).Format(core.DateForm) + "." + string(format),
		}, filter)
	})
}

// ForecastReport returns one of a person's own reports.
func (s *Service) ForecastReport(ctx context.Context, actor core.Actor, id int64) (reportjob.Job, error) {
	return reportjob.Find(ctx, s.store, actor, reportjob.Forecasts, id)
}

// WalkForecastReport hands over the file of a report, piece by piece.
func (s *Service) WalkForecastReport(ctx context.Context, report reportjob.Job, fn func([]byte) error) error {
	return reportjob.Walk(ctx, s.store, report, fn)
}

// WorkOnForecastReports writes the report that is due, if there is one, and says whether
// there was.
func (s *Service) WorkOnForecastReports(ctx context.Context) (bool, error) {
	return reportjob.Work(ctx, s.store, reportjob.Forecasts, s.writeReport)
}

// writeReport fills the file with what one moment shows: first all of it is summed up,
// because the picture stands at the beginning.
func (s *Service) writeReport(ctx context.Context, tx Tx, turn *reportjob.Turn, file io.Writer) error {
	var filter Filter
	if err := json.Unmarshal(turn.Job.About, &filter); err != nil {
		return err
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	page := ReportPage{
		Format: turn.Job.Format, Business: settings.BusinessName, Zone: settings.Zone(), At: tx.Now(),
		About: filter.about(),
	}
	err = tx.WalkForecasts(filter, func(row Row) error {
		page.Summary.add(row.Forecast)
		return nil
	})
	if err != nil {
		return err
	}
	turn.Job.Total = page.Summary.Products
	return s.writer.WriteForecasts(file, page, func(row func(Row) error) error {
		done := int64(0)
		return tx.WalkForecasts(filter, func(f Row) error {
			done++
			if err := turn.Tell(ctx, done); err != nil {
				return err
			}
			return row(f)
		})
	})
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
