package store

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
)

const runColumns = `id, day, state, asked_at, started_at, ended_at, total, done`

func scanForecastRun(r row) (run forecasting.Run, err error) {
	err = r.Scan(&run.ID, &run.Day, &run.State, toTime(&run.AskedAt), toOptionalTime(&run.StartedAt),
		toOptionalTime(&run.EndedAt), &run.Total, &run.Done)
	return run, err
}

// InsertForecastRun implements forecasting.Tx.
func (t *tx) InsertForecastRun(run forecasting.Run) error {
	_, err := t.exec(`INSERT INTO forecast_runs (day, state, asked_at, total, done, seen_at)
		VALUES ($1, $2, $3, 0, 0, $4)`,
		run.Day, run.State, run.AskedAt, t.now)
	return err
}

// LastForecastRun implements forecasting.Tx.
func (t *tx) LastForecastRun() (forecasting.Run, error) {
	return one(t, scanForecastRun, `SELECT `+runColumns+` FROM forecast_runs ORDER BY id DESC LIMIT 1`)
}

// ForecastRunOf implements forecasting.Tx.
func (t *tx) ForecastRunOf(day string) (forecasting.Run, error) {
	return one(t, scanForecastRun, `SELECT `+runColumns+` FROM forecast_runs WHERE day = $1 AND day <> ''`, day)
}

// PendingForecastRun implements forecasting.Tx.
func (t *tx) PendingForecastRun() (forecasting.Run, error) {
	return one(t, scanForecastRun, `SELECT `+runColumns+` FROM forecast_runs WHERE state <> 'done' ORDER BY id LIMIT 1`)
}

// ClaimForecastRun implements forecasting.Tx.
func (t *tx) ClaimForecastRun(silentSince time.Time) (forecasting.Run, error) {
	return one(t, scanForecastRun, `UPDATE forecast_runs SET state = 'running', started_at = $1, seen_at = $2
		WHERE id IN (SELECT id FROM forecast_runs WHERE state = 'asked' OR (state = 'running' AND seen_at < $3)
			ORDER BY id LIMIT 1`+t.dialect.skipLocked+`)
		RETURNING `+runColumns, t.now, t.now, silentSince)
}

// UpdateForecastRun implements forecasting.Tx.
func (t *tx) UpdateForecastRun(run forecasting.Run) error {
	return t.change(`UPDATE forecast_runs SET state = $1, seen_at = $2, ended_at = $3, total = $4, done = $5
		WHERE id = $6`,
		run.State, t.now, run.EndedAt, run.Total, run.Done, run.ID)
}

// ForgetForecastRuns implements forecasting.Tx. The last one says when
// everything was worked out, however long ago that is.
func (t *tx) ForgetForecastRuns(endedBefore time.Time) error {
	_, err := t.exec(`DELETE FROM forecast_runs WHERE state = 'done' AND ended_at < $1 AND id < (SELECT max(id)
		FROM forecast_runs)`, endedBefore)
	return err
}

// ProductsToForecast implements forecasting.Tx. A night reads all of them twice,
// so what forecasts have no use for is left where it is.
func (t *tx) ProductsToForecast(after int64, limit int) ([]catalogue.Product, error) {
	return all(t, func(r row) (p catalogue.Product, err error) {
		var categoryID *int64
		err = r.Scan(&p.ID, &p.Status, &p.Stock, &p.Reserved, &p.Incoming, &p.MinStock, &p.MaxStock, &p.AlertDays,
			&categoryID, &p.Version,
			&p.MovementSeq,
			&p.LeadDays, &p.PackSize, &p.ServiceLevel)
		if categoryID != nil {
			p.Category = &catalogue.Label{ID: *categoryID, Kind: catalogue.Category}
		}
		return p, err
	}, `SELECT id, status, stock, reserved, incoming, min_stock, max_stock, alert_days, category_id, version, movement_seq,
		lead_days, pack_size, service_level
		FROM products WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT $2`, after, limit)
}

// ForecastModel implements forecasting.Tx.
func (t *tx) ForecastModel(newerThan time.Time) (fittedAt time.Time, body []byte, err error) {
	known := int64(-1)
	if !newerThan.IsZero() {
		known = newerThan.UnixMicro()
	}
	body, err = one(t, func(r row) (body []byte, err error) {
		err = r.Scan(toTime(&fittedAt), &body)
		return body, err
	}, `SELECT fitted_at, body FROM forecast_models WHERE id = 1 AND fitted_at <> $1`, known)
	return fittedAt, body, err
}

// KeepForecastModel implements forecasting.Tx.
func (t *tx) KeepForecastModel(body []byte) error {
	_, err := t.exec(`INSERT INTO forecast_models (id, fitted_at, body) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET fitted_at = excluded.fitted_at, body = excluded.body`, t.now, body)
	if err != nil {
		return fmt.Errorf("keep forecast model: %w", err)
	}
	return nil
}
