package alert

import (
	"context"
	"time"

	"estante/internal/core"
)

// The limits of what people write about an alert, and of how long it can rest.
const (
	alertNoteMax  = 2000
	alertNotesMax = 500
	snoozeMax     = 365 * 24 * time.Hour
)

// Errors about alerts.
var (
	ErrAlertResolved  = &core.Error{Kind: core.Conflict, Message: "Esta alerta ya está resuelta"}
	ErrAlertAwake     = &core.Error{Kind: core.Conflict, Message: "Esta alerta no está pospuesta"}
	ErrAlertNotesFull = &core.Error{Kind: core.Conflict, Message: "Esta alerta ya tiene demasiadas notas"}
)

// ResolveAlert ends an alert by hand. There is no way back; if its subject
// falls again, that is another alert.
func (s *Service) ResolveAlert(ctx context.Context, actor core.Actor, id int64) (Row, error) {
	return s.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		return alert.resolved(actor.ID, ResolvedByHand, now), nil
	})
}

// SnoozeAlert lets an alert rest until a time, or until it gets worse.
func (s *Service) SnoozeAlert(ctx context.Context, actor core.Actor, id int64, until time.Time) (Row, error) {
	return s.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		wrong := core.Problems{}
		wrong.Check(until.After(now), "until", "Elige un momento que no haya pasado")
		wrong.Check(!until.After(now.Add(snoozeMax)), "until", "Una alerta se puede posponer un año como mucho")
		if err := wrong.Err(); err != nil {
			return Alert{}, err
		}
		until = until.UTC().Truncate(time.Microsecond)
		alert.State, alert.SnoozedUntil, alert.UpdatedAt = Snoozed, &until, now
		return alert, nil
	})
}

// WakeAlert ends the rest of an alert before its time.
func (s *Service) WakeAlert(ctx context.Context, actor core.Actor, id int64) (Row, error) {
	return s.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		if alert.State != Snoozed {
			return Alert{}, ErrAlertAwake
		}
		return alert.awake(now), nil
	})
}

func (a Alert) awake(now time.Time) Alert {
	a.State, a.SnoozedUntil, a.UpdatedAt = Open, nil, now
	return a
}

// changeAlert changes an alert that is not resolved yet.
func (s *Service) changeAlert(
	ctx context.Context, actor core.Actor, id int64, change func(Alert, time.Time) (Alert, error),
) (Row, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Row, error) {
		before, err := lockAlert(tx, id)
		if err != nil {
			return Row{}, err
		}
		if before.State == Resolved {
			return Row{}, ErrAlertResolved
		}
		after, err := change(before, tx.Now())
		if err != nil {
			return Row{}, err
		}
		changes := []Change{{before, after}}
		if err := tx.UpdateAlerts(changes); err != nil {
			return Row{}, err
		}
		if err := TellAlertChanges(tx, nil, changes); err != nil {
			return Row{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounAlert, id, before.auditable(),
			after.auditable()); err != nil {
			return Row{}, err
		}
		return alertChanged(tx, id)
	})
}

// lockAlert locks an alert behind its product or purchase: a writer that changes those
// locks them first too.
func lockAlert(tx Tx, id int64) (Alert, error) {
	row, err := tx.AlertByID(id)
	if err != nil {
		return Alert{}, err
	}
	if row.ProductID != 0 {
		if _, err := tx.LockProducts([]int64{row.ProductID}); err != nil {
			return Alert{}, err
		}
	}
	if row.PurchaseID != 0 {
		if err := tx.LockPurchases([]int64{row.PurchaseID}); err != nil {
			return Alert{}, err
		}
	}
	return tx.LockAlert(id)
}

func alertChanged(tx Tx, id int64) (Row, error) {
	if err := tx.Emit(core.Event{Topic: core.TopicAlerts, ID: id}); err != nil {
		return Row{}, err
	}
	return tx.AlertByID(id)
}

// alertNote is what the audit keeps of an alert.
type alertNote struct {
	Level, State string
	SnoozedUntil *time.Time `json:",omitempty"`
}

func (a Alert) auditable() alertNote {
	return alertNote{Level: a.Level.Code(), State: a.State.Code(), SnoozedUntil: a.SnoozedUntil}
}

// AddAlertNote adds a note to the thread of an alert, resolved or not.
func (s *Service) AddAlertNote(ctx context.Context, actor core.Actor, id int64, text string) (Note, error) {
	note := Note{AlertID: id, UserID: actor.ID, UserName: actor.FullName(), Note: core.Clean(text)}
	wrong := core.Problems{}
	wrong.Check(note.Note != "", "note", "Escribe una nota")
	wrong.Check(core.Characters(note.Note) <= alertNoteMax, "note", "La nota es demasiado larga")
	if err := wrong.Err(); err != nil {
		return Note{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Note, error) {
		if _, err := tx.LockAlert(id); err != nil {
			return Note{}, err
		}
		if n, err := tx.CountAlertNotes(id); err != nil {
			return Note{}, err
		} else if n >= alertNotesMax {
			return Note{}, ErrAlertNotesFull
		}
		kept := note
		kept.At = tx.Now()
		var err error
		if kept.ID, err = tx.InsertAlertNote(kept); err != nil {
			return Note{}, err
		}
		return kept, tx.Emit(core.Event{Topic: core.TopicAlerts, ID: id})
	})
}

// wakeBatch is how many alerts wake in one transaction.
const wakeBatch = 100

// WakeAlerts opens the alerts whose rest is over and tells of them again. It
// returns how many there were.
func (s *Service) WakeAlerts(ctx context.Context) (int, error) {
	woken := 0
	for {
		var some []Alert
		err := core.Write(ctx, s.store, func(tx Tx) (err error) {
			if some, err = tx.SnoozedAlerts(tx.Now(), wakeBatch); err != nil {
				return err
			}
			return wakeAlerts(tx, some)
		})
		woken += len(some)
		if err != nil || len(some) < wakeBatch {
			return woken, err
		}
	}
}

// wakeAlerts wakes those that still rest now that they are locked: a user or another
// process may have been faster.
func wakeAlerts(tx Tx, alerts []Alert) error {
	about, err := lockSubjects(tx, alerts)
	if err != nil {
		return err
	}
	review := alertReview{now: tx.Now()}
	for _, alert := range alerts {
		before, err := tx.LockAlert(alert.ID)
		if err != nil {
			return err
		}
		if before.State != Snoozed || before.SnoozedUntil.After(review.now) {
			continue
		}
		after := before.awake(review.now)
		review.change(before, after)
		news := about(after)
		news.Alert = after
		review.news = append(review.news, news)
	}
	return review.write(tx)
}

// lockSubjects locks what some alerts are about, purchases before products as those who receive them do, and tells
// what each is about.
func lockSubjects(tx Tx, alerts []Alert) (about func(Alert) News, err error) {
	var productIDs, purchaseIDs []int64
	for _, alert := range alerts {
		switch {
		case alert.ProductID != 0:
			productIDs = append(productIDs, alert.ProductID)
		case alert.PurchaseID != 0:
			purchaseIDs = append(purchaseIDs, alert.PurchaseID)
		}
	}
	if err := tx.LockPurchases(purchaseIDs); err != nil {
		return nil, err
	}
	if _, err := tx.LockProducts(productIDs); err != nil {
		return nil, err
	}
	subjects, err := tx.AlertSubjects(productIDs)
	if err != nil {
		return nil, err
	}
	purchases, err := tx.PurchaseSubjects(purchaseIDs)
	if err != nil {
		return nil, err
	}
	products, bought := map[int64]Subject{}, map[int64]PurchaseSubject{}
	for _, subject := range subjects {
		products[subject.ProductID] = subject
	}
	for _, subject := range purchases {
		bought[subject.PurchaseID] = subject
	}
	return func(alert Alert) News {
		return News{Subject: products[alert.ProductID], Purchase: bought[alert.PurchaseID]}
	}, nil
}
