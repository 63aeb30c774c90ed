package inventory

import (
	"context"
	"slices"
	"time"
)

// reviewing is a memory of which every write ends with a look at the alerts of
// the products it touched. The memory itself notes those, so that no road by
// which stock changes can miss an alert; and what is judged is what the whole
// write comes to, so that a transfer is no fall.
type reviewing struct{ Store }

// Write implements Store.
func (r reviewing) Write(ctx context.Context, fn func(Tx) error) error {
	return r.Store.Write(ctx, func(tx Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return reviewAlerts(tx)
	})
}

// reviewAlerts opens, moves and ends the alerts of the products that the
// transaction has touched so far.
func reviewAlerts(tx Tx) error {
	touched := tx.TouchedProducts()
	if len(touched) == 0 {
		return nil
	}
	ids, err := worthReview(tx, touched)
	if err != nil || len(ids) == 0 {
		return err
	}
	subjects, err := tx.AlertSubjects(ids)
	if err != nil {
		return err
	}
	review := alertReview{now: tx.Now()}
	for _, subject := range subjects {
		for _, kind := range productAlerts {
			review.judge(subject, kind, touched[subject.ProductID])
		}
	}
	return review.write(tx)
}

// worthReview leaves the products out that are in no fall and begin none, which
// are most of those that move: to know that takes less than to know all that
// decides their alerts.
func worthReview(tx Tx, touched map[int64]Touch) ([]int64, error) {
	var ids, calm []int64
	for id, touch := range touched {
		if touch.Now == nil || touch.begins() {
			ids = append(ids, id)
		} else {
			calm = append(calm, id)
		}
	}
	if len(calm) > 0 {
		falling, err := tx.FallingProducts(calm)
		if err != nil {
			return nil, err
		}
		ids = append(ids, falling...)
	}
	slices.Sort(ids)
	return ids, nil
}

// alertReview gathers what happens to alerts, so that it is written together.
type alertReview struct {
	now     time.Time
	opened  []Alert
	changed []AlertChange
	news    []AlertNews
}

// AlertNews is an alert that is new or worse, with what it is about.
type AlertNews struct {
	Alert   Alert
	Subject AlertSubject
}

// judge compares the alert that a product should have with the one it has.
func (r *alertReview) judge(subject AlertSubject, kind AlertKind, touch Touch) {
	due, why := subject.due(kind, touch)
	current, falling := subject.Current[kind]
	if !falling && due > AlertNone {
		r.open(Alert{Kind: kind, ProductID: subject.ProductID}, due, subject)
	}
	if !falling || current.Dip == due {
		return
	}
	switch {
	case current.State == AlertResolved && due > current.Dip:
		// Somebody had settled a lighter matter; this is another one.
		r.change(current, current.over())
		r.open(Alert{Kind: kind, ProductID: subject.ProductID}, due, subject)
	case current.State == AlertResolved && due == AlertNone:
		r.change(current, current.over())
	case current.State == AlertResolved:
		after := current
		after.Dip = due
		r.change(current, after)
	case due == AlertNone:
		r.change(current, current.resolved(System.ID, why, r.now))
	default:
		after := current
		after.Level, after.Dip, after.UpdatedAt = due, due, r.now
		if due > current.Dip {
			// What gets worse does not wait for the morning.
			after.State, after.SnoozedUntil = AlertOpen, nil
			r.news = append(r.news, AlertNews{after, subject})
		}
		r.change(current, after)
	}
}

func (r *alertReview) open(alert Alert, level AlertLevel, subject AlertSubject) {
	alert.Level, alert.Dip, alert.CreatedAt, alert.UpdatedAt = level, level, r.now, r.now
	r.opened = append(r.opened, alert)
	r.news = append(r.news, AlertNews{alert, subject})
}

func (r *alertReview) change(before, after Alert) {
	r.changed = append(r.changed, AlertChange{before, after})
}

// over is a resolved alert after the fall that opened it has ended.
func (a Alert) over() Alert {
	a.Dip = AlertNone
	return a
}

// resolved is the alert ended. Somebody who says so while the fall goes on
// keeps it from being told again.
func (a Alert) resolved(by int64, how Resolution, now time.Time) Alert {
	a.State, a.SnoozedUntil = AlertResolved, nil
	a.ResolvedAt, a.ResolvedBy, a.Resolution, a.UpdatedAt = &now, by, how, now
	if how != ResolvedByHand {
		a.Dip = AlertNone
	}
	return a
}

// alertEventsMax is how many alerts are told of one by one to the open pages.
const alertEventsMax = 20

// write keeps everything. What ends comes first: a product has one alert of a
// kind at a time.
func (r *alertReview) write(tx Tx) error {
	if len(r.opened) == 0 && len(r.changed) == 0 {
		return nil
	}
	if err := tx.UpdateAlerts(r.changed); err != nil {
		return err
	}
	if err := tx.InsertAlerts(r.opened); err != nil {
		return err
	}
	r.number()
	if err := r.emit(tx); err != nil {
		return err
	}
	if err := TellAlertChanges(tx, r.opened, r.changed); err != nil {
		return err
	}
	return tellAlerts(tx, r.news)
}

// number gives the news of new alerts their numbers.
func (r *alertReview) number() {
	type subject struct {
		productID, channelID int64
		kind                 AlertKind
	}
	numbers := map[subject]int64{}
	for _, alert := range r.opened {
		numbers[subject{alert.ProductID, alert.ChannelID, alert.Kind}] = alert.ID
	}
	for i, one := range r.news {
		if one.Alert.ID == 0 {
			r.news[i].Alert.ID = numbers[subject{one.Alert.ProductID, one.Alert.ChannelID, one.Alert.Kind}]
		}
	}
}

func (r *alertReview) emit(tx Tx) error {
	if len(r.opened)+len(r.changed) > alertEventsMax {
		return tx.Emit(Event{Topic: TopicAlerts})
	}
	for _, alert := range r.opened {
		if err := tx.Emit(Event{Topic: TopicAlerts, ID: alert.ID}); err != nil {
			return err
		}
	}
	for _, change := range r.changed {
		if err := tx.Emit(Event{Topic: TopicAlerts, ID: change.After.ID}); err != nil {
			return err
		}
	}
	return nil
}
