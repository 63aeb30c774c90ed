package store

import (
	"strconv"
	"strings"

	"estante/internal/alert"
	"estante/internal/catalogue"
)

// touch notes that something changed which decides the alerts of a product.
func (t *tx) touch(productID int64) { t.touchMore(productID, alert.Touch{}) }

// touchNew notes that there is a new product.
func (t *tx) touchNew(product *catalogue.Product) {
	t.touchMore(product.ID, alert.Touch{Now: product})
}

// touchMoved notes that a movement has made a product what it is now.
func (t *tx) touchMoved(now *catalogue.Product, change int64) {
	t.touchMore(now.ID, alert.Touch{Moved: true, Rose: change > 0, Now: now})
}

// touchClaimed notes that more or less of a product can be sold than before,
// because others claim it.
func (t *tx) touchClaimed(productID, change int64) {
	t.touchMore(productID, alert.Touch{Moved: true, Rose: change > 0})
}

func (t *tx) touchMore(productID int64, touch alert.Touch) {
	if t.touched == nil {
		t.touched = map[int64]alert.Touch{}
	}
	if before, again := t.touched[productID]; again {
		touch.Moved, touch.Rose = before.Moved || touch.Moved, before.Rose || touch.Rose
		if before.Now == nil {
			touch.Now = nil
		}
	}
	t.touched[productID] = touch
}

// TouchedProducts implements alert.Tx.
func (t *tx) TouchedProducts() map[int64]alert.Touch {
	touched := t.touched
	t.touched = nil
	return touched
}

// currentAlert joins the alert of the fall that a product is in, by its kind.
func currentAlert(kind alert.Kind) string {
	alias := "current_" + string(kind)
	return ` LEFT JOIN alerts AS ` + alias + ` ON ` + alias + `.product_id = products.id AND ` + alias + `.kind = '` +
		string(kind) + `' AND ` + alias + `.dip > 0`
}

// currentColumns are what a review needs of such an alert.
func currentColumns(kind alert.Kind) string {
	alias := ", current_" + string(kind)
	return strings.Join([]string{
		alias + ".id", alias + ".level", alias + ".state", alias + ".dip", alias + ".created_at", alias + ".updated_at",
		alias + ".snoozed_until",
		alias + ".resolved_at", alias + ".resolved_by", alias + ".resolution",
	}, "")
}

// daysLeftColumn is what the forecast says of a product that sells, once it has
// been worked out; estimateColumn is how long the available stock of now lasts
// at its pace.
const (
	daysLeftColumn = `CASE WHEN forecasts.computed_at IS NOT NULL
		AND forecasts.will_sell_30 > 0 THEN forecasts.runs_out_in END`
	estimateColumn = `CASE WHEN forecasts.computed_at IS NULL OR forecasts.will_sell_30 <= 0 THEN NULL
		WHEN products.stock <= products.reserved THEN 0
		ELSE ((products.stock - products.reserved) * 3000 + forecasts.will_sell_30 - 1) / forecasts.will_sell_30 END`
	forecastJoin = ` LEFT JOIN forecasts ON forecasts.product_id = products.id`
)

var alertSubjectQuery = `SELECT products.id, products.name, products.sku, coalesce(products.category_id, 0),
	products.status, products.stock, products.shortage, products.min_stock,
	products.alert_days, ` + daysLeftColumn + `, ` + estimateColumn +
	`, forecast_due.product_id, products.alert_blocked, products.deleted_at` +
	currentColumns(alert.Stock) + currentColumns(alert.Shortage) +
	` FROM products` + forecastJoin + ` LEFT JOIN forecast_due ON forecast_due.product_id = products.id` +
	currentAlert(alert.Stock) + currentAlert(alert.Shortage)

// maybeAlert reads the columns of an alert that may not be there.
type maybeAlert struct {
	id, level, state, dip, created, updated, snoozed, resolved, by *int64
	resolution                                                     *string
}

func (m *maybeAlert) addFields(to []any) []any {
	return append(to, &m.id, &m.level, &m.state, &m.dip, &m.created, &m.updated, &m.snoozed, &m.resolved, &m.by,
		&m.resolution)
}

// addTo keeps the alert with its product, if there is one.
func (m *maybeAlert) addTo(s *alert.Subject, kind alert.Kind) error {
	if m.id == nil {
		return nil
	}
	a := alert.Alert{
		ID: *m.id, Kind: kind, ProductID: s.ProductID, Level: alert.Level(*m.level), State: alert.State(*m.state),
		Dip: alert.Level(*m.dip), ResolvedBy: *m.by, Resolution: alert.Resolution(*m.resolution),
	}
	for _, moment := range []struct {
		to   *timeScanner
		from *int64
	}{
		{toTime(&a.CreatedAt), m.created},
		{toTime(&a.UpdatedAt), m.updated},
		{toOptionalTime(&a.SnoozedUntil), m.snoozed},
		{toOptionalTime(&a.ResolvedAt), m.resolved},
	} {
		var value any
		if moment.from != nil {
			value = *moment.from
		}
		if err := moment.to.Scan(value); err != nil {
			return err
		}
	}
	if s.Current == nil {
		s.Current = map[alert.Kind]alert.Alert{}
	}
	s.Current[kind] = a
	return nil
}

func scanAlertSubject(r row) (s alert.Subject, err error) {
	var outdated, deleted *int64
	var stock, shortage maybeAlert
	const columns = 34
	fields := append(make([]any, 0, columns), &s.ProductID, &s.Name, &s.SKU, &s.CategoryID, &s.Status, &s.Stock,
		&s.Shortage, &s.MinStock, &s.AlertDays,
		&s.DaysLeft, &s.Estimate, &outdated, &s.Blocked, &deleted)
	if err := r.Scan(shortage.addFields(stock.addFields(fields))...); err != nil {
		return s, err
	}
	s.Outdated, s.Deleted = outdated != nil, deleted != nil
	if err := stock.addTo(&s, alert.Stock); err != nil {
		return s, err
	}
	return s, shortage.addTo(&s, alert.Shortage)
}

// AlertSubjects implements alert.Tx.
func (t *tx) AlertSubjects(ids []int64) ([]alert.Subject, error) {
	subjects := make([]alert.Subject, 0, len(ids))
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("products.id", ids[start:min(start+idsMax, len(ids))])
		some, err := all(t, scanAlertSubject, alertSubjectQuery+f.where()+` ORDER BY products.id`, f.args...)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, some...)
	}
	return subjects, nil
}

// FallingProducts implements alert.Tx.
func (t *tx) FallingProducts(ids []int64) ([]int64, error) {
	falling := []int64{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("product_id", ids[start:min(start+idsMax, len(ids))])
		f.add("dip > 0")
		some, err := all(t, scanID, `SELECT DISTINCT product_id FROM alerts`+t.dialect.usingIndex("alerts_current")+f.where(),
			f.args...)
		if err != nil {
			return nil, err
		}
		falling = append(falling, some...)
	}
	return falling, nil
}

// AlertSubjectsAfter implements alert.Tx.
func (t *tx) AlertSubjectsAfter(id int64, limit int) ([]alert.Subject, error) {
	return all(t, scanAlertSubject, alertSubjectQuery+` WHERE products.id > $1 ORDER BY products.id LIMIT `+
		strconv.Itoa(limit), id)
}
