package forecasting

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Run is one time at which everything is worked out anew: what the
// shop teaches, and then every product by it.
type Run struct {
	ID int64
	// Day is the business's day that a nightly run belongs to; the others, which a user or
	// the program asked for, have none.
	Day       string
	State     RunState
	AskedAt   time.Time
	StartedAt *time.Time
	EndedAt   *time.Time
	// Done of Total products have been worked out.
	Total, Done int64
}

// RunState says how far a run is.
type RunState string

// The states of a run.
const (
	RunAsked   RunState = "asked"
	RunRunning RunState = "running"
	RunDone    RunState = "done"
)

const (
	// nightHour is the hour of the business's clock from which a night's run is due.
	nightHour = 2
	// runBatch is how many products are read and worked out at once, and runAhead how many
	// such turns are written together unless another writer is waiting: the less often
	// something is made durable, the less all of it costs. Where others wait for nothing
	// but the products in it, runBeside are.
	runBatch  = 100
	runAhead  = 20
	runBeside = 4
	// breath is how long a run pauses between two turns, of which none takes more than a
	// few milliseconds: the processors belong to the requests that wait for an answer.
	breath = time.Millisecond
	// How often a run says how far it is, after how long a silence another process takes
	// over, and how long a finished run counts as fresh.
	runToldEvery  = 2 * time.Second
	runSilenceMax = 2 * time.Minute
	runFresh      = time.Minute
	// runsKept is how long past runs are remembered.
	runsKept = 30 * 24 * time.Hour
)

type forecastRunMemory interface {
	InsertForecastRun(run Run) error
	// LastForecastRun returns the newest run, and ForecastRunOf that of a day.
	LastForecastRun() (Run, error)
	ForecastRunOf(day string) (Run, error)
	// PendingForecastRun returns the oldest run that has not ended.
	PendingForecastRun() (Run, error)
	// ClaimForecastRun takes the oldest run that is asked for, or whose worker
	// has been silent since a time, and marks it as running.
	ClaimForecastRun(silentSince time.Time) (Run, error)
	UpdateForecastRun(run Run) error
	ForgetForecastRuns(endedBefore time.Time) error
	// ProductsToForecast returns the next products after an id, in order, with
	// nothing but what forecasts need to know of them.
	ProductsToForecast(after int64, limit int) ([]catalogue.Product, error)
}

// lockForecastRuns makes the callers that ask for a run wait for one another.
const lockForecastRuns = "forecast runs"

// AskRun wants everything worked out anew. A run that has not begun
// yet serves everybody; one that has may have missed what this one is for.
func AskRun(tx Tx) error {
	if err := tx.Lock(lockForecastRuns); err != nil {
		return err
	}
	last, err := tx.LastForecastRun()
	if err == nil && last.State == RunAsked {
		return nil
	}
	if err != nil && !core.IsNotFound(err) {
		return err
	}
	if err := tx.InsertForecastRun(Run{State: RunAsked, AskedAt: tx.Now()}); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicForecastRuns})
}

// LastForecastRun says when everything was worked out last, or how far that is.
func (s *Service) LastForecastRun(ctx context.Context) (run Run, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		run, err = tx.LastForecastRun()
		return err
	})
	return run, err
}

// RefreshForecasts wants everything worked out anew. Figures of a moment ago are as good,
// so a caller that asks again at once gets those.
func (s *Service) RefreshForecasts(ctx context.Context) (Run, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Run, error) {
		last, err := tx.LastForecastRun()
		fresh := err == nil && (last.State != RunDone || tx.Now().Sub(*last.EndedAt) < runFresh)
		if err != nil && !core.IsNotFound(err) || fresh {
			return last, err
		}
		if err := AskRun(tx); err != nil {
			return Run{}, err
		}
		return tx.LastForecastRun()
	})
}

// AskNightlyForecasts wants the run of this night, once it is night and if
// nobody has asked for it yet.
func (s *Service) AskNightlyForecasts(ctx context.Context) error {
	var day string
	missing := false
	look := func(tx Tx) error {
		missing = false
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		now := tx.Now().In(settings.Zone())
		day = now.Format(core.DateForm)
		if now.Hour() < nightHour {
			return nil
		}
		_, err = tx.ForecastRunOf(day)
		if missing = core.IsNotFound(err); missing {
			return nil
		}
		return err
	}
	if err := core.Read(ctx, s.store, look); err != nil || !missing {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockForecastRuns); err != nil {
			return err
		}
		if err := look(tx); err != nil || !missing {
			return err
		}
		if err := tx.InsertForecastRun(Run{Day: day, State: RunAsked, AskedAt: tx.Now()}); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicForecastRuns})
	})
}

// ForgetOldForecastRuns drops runs of long ago.
func (s *Service) ForgetOldForecastRuns(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetForecastRuns(tx.Now().Add(-runsKept)) })
}

// WorkOnForecastRuns carries out the run that is pending, if there is one, and
// says whether there was. Of several processes one takes it.
func (s *Service) WorkOnForecastRuns(ctx context.Context) (bool, error) {
	pending := true
	err := core.Read(ctx, s.store, func(tx Tx) error {
		_, err := tx.PendingForecastRun()
		if pending = !core.IsNotFound(err); !pending {
			return nil
		}
		return err
	})
	if err != nil || !pending {
		return false, err
	}
	w := forecastRunWork{service: s}
	err = core.Write(ctx, s.store, func(tx Tx) (err error) {
		if w.run, err = tx.ClaimForecastRun(tx.Now().Add(-runSilenceMax)); err != nil {
			return err
		}
		totals, err := tx.Totals()
		w.run.Total, w.run.Done = totals.Products, 0
		return err
	})
	if core.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := w.work(ctx); err != nil {
		// Another turn begins it anew, after the silence of this one.
		return true, fmt.Errorf("forecast run %d: %w", w.run.ID, err)
	}
	return true, nil
}
