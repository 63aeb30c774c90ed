package store

import (
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
)

const forecastEventQuery = `SELECT forecast_events.id, forecast_events.name, forecast_events.first_day,
	forecast_events.last_day, forecast_events.uplift,
	forecast_events.category_id, coalesce(labels.name, ''), forecast_events.yearly, forecast_events.created_by,
	forecast_events.created_at, forecast_events.version
	FROM forecast_events LEFT JOIN labels ON labels.id = forecast_events.category_id`

func scanForecastEvent(r row) (e forecasting.Event, err error) {
	var categoryID *int64
	var category string
	err = r.Scan(&e.ID, &e.Name, &e.FirstDay, &e.LastDay, &e.Uplift, &categoryID, &category, &e.Yearly, &e.CreatedBy,
		toTime(&e.CreatedAt), &e.Version)
	e.Category = labelOf(catalogue.Category, categoryID, category)
	return e, err
}

// InsertForecastEvent implements forecasting.Tx.
func (t *tx) InsertForecastEvent(e forecasting.Event) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO forecast_events (name, first_day, last_day, uplift, category_id, yearly,
		created_by, created_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		e.Name, e.FirstDay, e.LastDay, e.Uplift, labelID(e.Category), e.Yearly, e.CreatedBy, e.CreatedAt, e.Version)
	if err != nil {
		return 0, fmt.Errorf("insert forecast event: %w", err)
	}
	return id, nil
}

// ForecastEventByID implements forecasting.Tx.
func (t *tx) ForecastEventByID(id int64) (forecasting.Event, error) {
	return one(t, scanForecastEvent, forecastEventQuery+` WHERE forecast_events.id = $1`, id)
}

// ForecastEvents implements forecasting.Tx.
func (t *tx) ForecastEvents() ([]forecasting.Event, error) {
	return all(t, scanForecastEvent, forecastEventQuery+` ORDER BY forecast_events.first_day, forecast_events.id`)
}

// UpdateForecastEvent implements forecasting.Tx.
func (t *tx) UpdateForecastEvent(e forecasting.Event) error {
	return t.change(`UPDATE forecast_events SET name = $1, first_day = $2, last_day = $3, uplift = $4, category_id = $5,
		yearly = $6, version = $7
		WHERE id = $8`, e.Name, e.FirstDay, e.LastDay, e.Uplift, labelID(e.Category), e.Yearly, e.Version, e.ID)
}

// DeleteForecastEvent implements forecasting.Tx.
func (t *tx) DeleteForecastEvent(id int64) error {
	return t.change(`DELETE FROM forecast_events WHERE id = $1`, id)
}
