package alert

import (
	"context"
	"slices"
	"time"

	"estante/internal/core"
)

// reviewing is a memory of which every write ends with a look at the alerts of
// the products and purchases it touched. The memory itself notes those, so that no road by
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

// reviewAlerts opens, moves and ends the alerts of the products and purchases
// that the transaction has touched so far.
func reviewAlerts(tx Tx) error {
	review := alertReview{now: tx.Now()}
	if err := review.judgeProducts(tx, tx.TouchedProducts()); err != nil {
		return err
	}
	if err := review.judgePurchases(tx, tx.TouchedPurchases()); err != nil {
		return err
	}
	return review.write(tx)
}

func (r *alertReview) judgeProducts(tx Tx, touched map[int64]Touch) error {
	if len(touched) == 0 {
		return nil
	}
	ids, err := worthReview(tx, touched)
	if err != nil || len(ids) == 0 {
		return err
	}
	subjects, err := tx.AlertSubjects(ids)
	for _, subject := range subjects {
		for _, kind := range ProductAlerts {
			r.judge(subject, kind, touched[subject.ProductID])
		}
	}
	return err
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
	Alert    Alert
	Subject  Subject
	Purchase PurchaseSubject
}

// fall is what a subject is in, and the alert that it should have.
type fall struct {
	// fresh is the alert to open where there is none.
	fresh Alert
	// current is that of the fall it is in, where it is falling.
	current Alert
	falling bool
	// due is the level at which the alert should be, and why how it ends where that is none.
	due Level
	why Resolution
}

// judge compares the alert that a product should have with the one it has.
func (r *alertReview) judge(subject Subject, kind Kind, touch Touch) {
	due, why := subject.Due(kind, touch)
	current, falling := subject.Current[kind]
	r.settle(fall{
		fresh: Alert{Kind: kind, ProductID: subject.ProductID}, current: current, falling: falling, due: due, why: why,
	}, News{Subject: subject})
}

// settle brings the alert of a subject to where it should be.
func (r *alertReview) settle(f fall, about News) {
	current, falling, due := f.current, f.falling, f.due
	if !falling && due > None {
		r.open(f.fresh, due, about)
	}
	if !falling || current.Dip == due {
		return
	}
	switch {
	case current.State == Resolved && due > current.Dip:
		// What a user resolved was a lighter alert; this is another one.
		r.change(current, current.over())
		r.open(f.fresh, due, about)
	case current.State == Resolved && due == None:
		r.change(current, current.over())
	case current.State == Resolved:
		after := current
		after.Dip = due
		r.change(current, after)
	case due == None:
		r.change(current, current.resolved(core.System.ID, f.why, r.now))
	default:
		after := current
		after.Level, after.Dip, after.UpdatedAt = due, due, r.now
		if due > current.Dip {
			// What gets worse does not wait for the morning.
			after.State, after.SnoozedUntil = Open, nil
			about.Alert = after
			r.news = append(r.news, about)
		}
		r.change(current, after)
	}
}

func (r *alertReview) open(alert Alert, level Level, about News) {
	alert.Level, alert.Dip, alert.CreatedAt, alert.UpdatedAt = level, level, r.now, r.now
	r.opened = append(r.opened, alert)
	about.Alert = alert
	r.news = append(r.news, about)
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
		productID, channelID, purchaseID int64
		kind                             Kind
		trouble                          Trouble
	}
	numbers := map[subject]int64{}
	for _, alert := range r.opened {
		numbers[subject{alert.ProductID, alert.ChannelID, alert.PurchaseID, alert.Kind, alert.Trouble}] = alert.ID
	}
	for i, one := range r.news {
		if one.Alert.ID == 0 {
			r.news[i].Alert.ID = numbers[subject{
				one.Alert.ProductID, one.Alert.ChannelID, one.Alert.PurchaseID, one.Alert.Kind, one.Alert.Trouble,
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
