package forecasting

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
)

// forecastRunWork is one worker with one run.
type forecastRunWork struct {
	service *Service
	run     Run
	told    time.Time
}

func (w *forecastRunWork) work(ctx context.Context) error {
	if err := w.learn(ctx); err != nil {
		return err
	}
	err := w.each(ctx, (*reckoning).read, func(f *forecaster, r *reckoning) { r.work(f) })
	if err != nil {
		return err
	}
	return core.Write(context.WithoutCancel(ctx), w.service.store, func(tx Tx) error {
		now := tx.Now()
		run := w.run
		run.State, run.EndedAt, run.Done = RunDone, &now, run.Total
		if err := tx.UpdateForecastRun(run); err != nil {
			return err
		}
		if err := tx.Emit(core.Event{Topic: core.TopicForecastRuns}); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicForecasts})
	})
}

// learn goes through every product's history, brings it up to date and keeps
// what all of them teach.
func (w *forecastRunWork) learn(ctx context.Context) error {
	var trainer *forecast.Trainer
	var memory []float64
	err := w.each(ctx, (*reckoning).readHistories, func(f *forecaster, r *reckoning) {
		if trainer == nil {
			trainer = forecast.NewTrainer(forecast.Daily, f.today)
		}
		for _, id := range r.order {
			history := r.histories[id]
			if trainer.Wants() {
				trainer.Add(f.past(r.products[id], &history, nil)) // It keeps the memory.
				continue
			}
			past := f.past(r.products[id], &history, memory)
			trainer.Add(past)
			memory = past.Sold
		}
	})
	if err != nil || trainer == nil {
		return err
	}
	body, err := json.Marshal(trainer.Fit())
	if err != nil {
		return err
	}
	return core.Write(ctx, w.service.store, func(tx Tx) error { return tx.KeepForecastModel(body) })
}

// reading is how a turn reads what it needs of its products.
type reading func(r *reckoning, tx Tx, products []catalogue.Product, zone *time.Location) error

// each reads all products in turns, does something with those of a turn and
// writes what came of it, if anything. While some turns are written the next
// ones are read and worked on, which takes about as long.
func (w *forecastRunWork) each(ctx context.Context, read reading, work func(*forecaster, *reckoning)) error {
	ctx, stop := context.WithCancel(ctx)
	turns, ended := make(chan *reckoning, runAhead), make(chan error, 1)
	go func() {
		defer close(turns)
		ended <- w.readAll(ctx, read, work, turns)
	}()
	failed := w.keepAll(ctx, turns)
	stop()
	for range turns {
		// Drained, so that the reader is not left waiting for its next turn to be taken.
	}
	if failed != nil {
		return failed
	}
	return <-ended
}

// readAll hands over the turns that have been worked on. What changes meanwhile
// for every product alike asks for another run.
func (w *forecastRunWork) readAll(
	ctx context.Context, read reading, work func(*forecaster, *reckoning), turns chan<- *reckoning,
) error {
	var f *forecaster
	for after := int64(0); ; {
		var r *reckoning
		err := core.Read(ctx, w.service.store, func(tx Tx) error {
			r = &reckoning{}
			products, err := tx.ProductsToForecast(after, runBatch)
			if err != nil || len(products) == 0 {
				return err
			}
			if f == nil {
				f, err = w.service.newForecaster(tx)
			}
			if err != nil {
				return err
			}
			return read(r, tx, products, f.zone)
		})
		if err != nil || len(r.order) == 0 {
			return err
		}
		work(f, r)
		time.Sleep(breath)
		after = r.order[len(r.order)-1]
		select {
		case turns <- r:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// keepAll writes what came of the turns, many together, and says now and then
// how far the run is.
func (w *forecastRunWork) keepAll(ctx context.Context, turns <-chan *reckoning) error {
	waiting := make([]*reckoning, 0, runAhead)
	for more := true; more; {
		var r *reckoning
		if r, more = <-turns; more {
			waiting = append(waiting, r)
		}
		told := time.Since(w.told) < runToldEvery
		if more && told && len(waiting) < runAhead {
			continue
		}
		if waiting = slices.DeleteFunc(waiting, w.idle); told && len(waiting) == 0 {
			continue
		}
		for first := true; first || len(waiting) > 0; first = false {
			kept, err := w.keep(ctx, waiting)
			if err != nil {
				return err
			}
			waiting = waiting[:copy(waiting, waiting[kept:])]
		}
	}
	return nil
}

// idle says whether nothing came of a turn, which is done with that.
func (w *forecastRunWork) idle(r *reckoning) bool {
	if len(r.grown) > 0 || len(r.changed) > 0 {
		return false
	}
	w.run.Done += r.worked
	return true
}

// keep writes what came of some turns, or of the first of them where others
// wait to write as well, and says of how many.
func (w *forecastRunWork) keep(ctx context.Context, turns []*reckoning) (kept int, err error) {
	telling := false
	err = core.Write(core.InBackground(ctx), w.service.store, func(tx Tx) error {
		for kept = 0; kept < len(turns) && (kept == 0 || roomFor(tx, kept)); kept++ {
			if err := turns[kept].keep(tx); err != nil {
				return err
			}
		}
		if telling = time.Since(w.told) >= runToldEvery; telling {
			return w.tell(tx)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if telling {
		w.told = time.Now()
	}
	for _, r := range turns[:kept] {
		w.run.Done += r.worked
	}
	return kept, nil
}

// roomFor says whether a write that has kept some turns may keep another one.
func roomFor(tx Tx, kept int) bool {
	if tx.OneAtATime() {
		return !tx.Crowded()
	}
	return kept < runBeside
}

// tell says how far the run is.
func (w *forecastRunWork) tell(tx Tx) error {
	if err := tx.UpdateForecastRun(w.run); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicForecastRuns})
}
