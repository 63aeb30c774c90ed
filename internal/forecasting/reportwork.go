package forecasting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"estante/internal/core"
)

const (
	// reportPiece is how much of a file is stored in one row, which other writers wait for.
	reportPiece = 128 << 10
	// How often a report says how far it is, after how long a silence another
	// process takes over, and how often one is begun at all.
	reportToldEvery  = 500 * time.Millisecond
	reportSilenceMax = time.Minute
	reportAttempts   = 3
)

// WorkOnForecastReports writes the report that is due, if there is one, and
// says whether there was. Of several processes one takes it.
func (s *Service) WorkOnForecastReports(ctx context.Context) (bool, error) {
	var pending bool
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		pending, err = tx.AnyPendingForecastReport()
		return err
	})
	if err != nil || !pending {
		return false, err
	}
	w := reportWork{service: s}
	err = core.Write(ctx, s.store, func(tx Tx) (err error) {
		w.report, err = tx.ClaimForecastReport(tx.Now().Add(-reportSilenceMax))
		return err
	})
	if core.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if w.report.Attempts > reportAttempts {
		// No process that began it lived to record that it failed.
		return true, w.end(ctx, ReportFailed)
	}
	if err := w.work(ctx); err != nil {
		return true, fmt.Errorf("forecast report %d: %w", w.report.ID, errors.Join(err, w.fail(ctx)))
	}
	return true, nil
}

// reportWork is one worker with one report.
type reportWork struct {
	service *Service
	report  Report
	told    time.Time
}

// work writes the file aside and then keeps it, so that nobody ever fetches half of one.
func (w *reportWork) work(ctx context.Context) error {
	file, err := os.CreateTemp("", "estante-*."+string(w.report.Format))
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	if err := w.write(ctx, file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return w.keep(ctx, file)
}

// write fills the file with what one moment shows: first all of it is summed
// up, because the picture stands at the beginning. When it is run again, it
// begins with an empty file.
func (w *reportWork) write(ctx context.Context, file *os.File) error {
	return core.Snapshot(ctx, w.service.store, func(tx Tx) error {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := file.Truncate(0); err != nil {
			return err
		}
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		page := ReportPage{
			Format: w.report.Format, Business: settings.BusinessName, Zone: settings.Zone(), At: tx.Now(),
			About: w.report.Filter.about(),
		}
		err = tx.WalkForecasts(w.report.Filter, func(row Row) error {
			page.Summary.add(row.Forecast)
			return nil
		})
		if err != nil {
			return err
		}
		w.report.Total, w.report.Done = page.Summary.Products, 0
		return w.service.writer.WriteForecasts(file, page, func(row func(Row) error) error {
			return tx.WalkForecasts(w.report.Filter, func(f Row) error {
				w.report.Done++
				if err := w.tell(ctx); err != nil {
					return err
				}
				return row(f)
			})
		})
	})
}

// keep puts the file where every process finds it.
func (w *reportWork) keep(ctx context.Context, file io.Reader) error {
	err := core.Write(ctx, w.service.store, func(tx Tx) error { return tx.DeleteForecastReportPieces(w.report.ID) })
	piece := make([]byte, reportPiece)
	for seq := 0; err == nil; seq++ {
		n, readErr := io.ReadFull(file, piece)
		if n > 0 {
			w.report.Size += int64(n)
			err = core.Write(core.InBackground(ctx), w.service.store, func(tx Tx) error {
				return tx.InsertForecastReportPiece(w.report.ID, seq, piece[:n])
			})
		}
		if errors.Is(readErr, io.EOF) || errors.Is(readErr, io.ErrUnexpectedEOF) {
			break
		}
		err = errors.Join(err, readErr)
	}
	if err != nil {
		return err
	}
	return w.end(ctx, ReportDone)
}

// fail gives a report up that could not be written several times; until then
// another turn begins it anew.
func (w *reportWork) fail(ctx context.Context) error {
	if w.report.Attempts < reportAttempts {
		return ctx.Err()
	}
	return w.end(context.WithoutCancel(ctx), ReportFailed)
}

func (w *reportWork) end(ctx context.Context, state ReportState) error {
	return core.Write(ctx, w.service.store, func(tx Tx) error {
		report, now := w.report, tx.Now()
		report.State, report.EndedAt = state, &now
		return noteReport(tx, report)
	})
}

// tell says how far the report is, now and then.
func (w *reportWork) tell(ctx context.Context) error {
	if now := time.Now(); now.Sub(w.told) >= reportToldEvery {
		w.told = now
		return core.Write(ctx, w.service.store, func(tx Tx) error { return noteReport(tx, w.report) })
	}
	return nil
}

func noteReport(tx Tx, report Report) error {
	if err := tx.UpdateForecastReport(report); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicForecastReports, ID: report.ID, UserID: report.UserID})
}
