package alert

import (
	"context"
	"slices"
	"time"

	"estante/internal/core"
)

// reviewing is a memory of which every write ends with a look at the alerts of
// the products it touched. The memory itself notes those, so that no road by
// which stock changes can miss an alert; and what is judged is what the whole
// write comes to, so that a transfer is no fall.
type reviewing struct{ core.Store }

// Reviewed returns the memory with that look.
func Reviewed(store core.Store) core.Store { return reviewing{store} }

// Write implements Store.
func (r reviewing) Write(ctx context.Context, fn func(core.Tx) error) error {
	return core.Write(ctx, r.Store, func(tx Tx) error {
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
		for _, kind := range ProductAlerts {
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
	changed []Change
	news    []News
}

// News is an alert that is new or worse, with what it is about.
type News struct {
	Alert   Alert
	Subject Subject
}

// judge compares the alert that a product should have with the one it has.
func (r *alertReview) judge(subject Subject, kind Kind, touch Touch) {
	due, why := subject.Due(kind, touch)
	current, falling := subject.Current[kind]
	if !falling && due > None {
		r.open(Alert{Kind: kind, ProductID: subject.ProductID}, due, subject)
	}
	if !falling || current.Dip == due {
		return
	}
	switch {
	case current.State == Resolved && due > current.Dip:
		// What a user resolved was a lighter alert; this is another one.
		r.change(current, current.over())
		r.open(Alert{Kind: kind, ProductID: subject.ProductID}, due, subject)
	case current.State == Resolved && due == None:
		r.change(current, current.over())
	case current.State == Resolved:
		after := current
		after.Dip = due
		r.change(current, after)
	case due == None:
		r.change(current, current.resolved(core.System.ID, why, r.now))
	default:
		after := current
		after.Level, after.Dip, after.UpdatedAt = due, due, r.now
		if due > current.Dip {
			// What gets worse does not wait for the morning.
			after.State, after.SnoozedUntil = Open, nil
			r.news = append(r.news, News{after, subject})
		}
		r.change(current, after)
	}
}

func (r *alertReview) open(alert Alert, level Level, subject Subject) {
	alert.Level, alert.Dip, alert.CreatedAt, alert.UpdatedAt = level, level, r.now, r.now
	r.opened = append(r.opened, alert)
	r.news = append(r.news, News{alert, subject})
}

func (r *alertReview) change(before, after Alert) {
	r.changed = append(r.changed, Change{before, after})
}

// over is a resolved alert after the fall that opened it has ended.
func (a Alert) over() Alert {
	a.Dip = None
	return a
}

// resolved is the alert ended. A user who resolves it while the fall goes on keeps it from
// being raised again.
func (a Alert) resolved(by int64, how Resolution, now time.Time) Alert {
	a.State, a.SnoozedUntil = Resolved, nil
	a.ResolvedAt, a.ResolvedBy, a.Resolution, a.UpdatedAt = &now, by, how, now
	if how != ResolvedByHand {
		a.Dip = None
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
		kind                 Kind
		trouble              Trouble
	}
	numbers := map[subject]int64{}
	for _, alert := range r.opened {
		numbers[subject{alert.ProductID, alert.ChannelID, alert.Kind, alert.Trouble}] = alert.ID
	}
	for i, one := range r.news {
		if one.Alert.ID == 0 {
			r.news[i].Alert.ID = numbers[subject{
				one.Alert.ProductID, one.Alert.ChannelID, one.Alert.Kind, one.Alert.Trouble,
			}]
		}
	}
}

func (r *alertReview) emit(tx Tx) error {
	if len(r.opened)+len(r.changed) > alertEventsMax {
		return tx.Emit(core.Event{Topic: core.TopicAlerts})
	}
	for _, alert := range r.opened {
		if err := tx.Emit(core.Event{Topic: core.TopicAlerts, ID: alert.ID}); err != nil {
			return err
		}
	}
	for _, change := range r.changed {
		if err := tx.Emit(core.Event{Topic: core.TopicAlerts, ID: change.After.ID}); err != nil {
			return err
		}
	}
	return nil
}
