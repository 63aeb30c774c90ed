package inventory

import (
	"context"
	"time"
)

// The limits of what people write about an alert, and of how long it can rest.
const (
	alertNoteMax  = 2000
	alertNotesMax = 500
	snoozeMax     = 365 * 24 * time.Hour
)

// Errors about alerts.
var (
	ErrAlertResolved  = &Error{Kind: Conflict, Message: "Esta alerta ya está resuelta"}
	ErrAlertAwake     = &Error{Kind: Conflict, Message: "Esta alerta no está pospuesta"}
	ErrAlertNotesFull = &Error{Kind: Conflict, Message: "Esta alerta ya tiene demasiadas notas"}
)

// ResolveAlert ends an alert by hand. There is no way back; if its subject
// falls again, that is another alert.
func (inv *Inventory) ResolveAlert(ctx context.Context, actor Actor, id int64) (AlertRow, error) {
	return inv.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		return alert.resolved(actor.ID, ResolvedByHand, now), nil
	})
}

// SnoozeAlert lets an alert rest until a time, or until it gets worse.
func (inv *Inventory) SnoozeAlert(ctx context.Context, actor Actor, id int64, until time.Time) (AlertRow, error) {
	return inv.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		wrong := problems{}
		wrong.check(until.After(now), "until", "Elige un momento que no haya pasado")
		wrong.check(!until.After(now.Add(snoozeMax)), "until", "Una alerta se puede posponer un año como mucho")
		if err := wrong.err(); err != nil {
			return Alert{}, err
		}
		until = until.UTC().Truncate(time.Microsecond)
		alert.State, alert.SnoozedUntil, alert.UpdatedAt = AlertSnoozed, &until, now
		return alert, nil
	})
}

// WakeAlert ends the rest of an alert before its time.
func (inv *Inventory) WakeAlert(ctx context.Context, actor Actor, id int64) (AlertRow, error) {
	return inv.changeAlert(ctx, actor, id, func(alert Alert, now time.Time) (Alert, error) {
		if alert.State != AlertSnoozed {
			return Alert{}, ErrAlertAwake
		}
		return alert.awake(now), nil
	})
}

func (a Alert) awake(now time.Time) Alert {
	a.State, a.SnoozedUntil, a.UpdatedAt = AlertOpen, nil, now
	return a
}

// changeAlert changes an alert that is not resolved yet.
func (inv *Inventory) changeAlert(ctx context.Context, actor Actor, id int64, change func(Alert, time.Time) (Alert, error)) (AlertRow, error) {
	return once(ctx, inv.store, func(tx Tx) (AlertRow, error) {
		before, err := lockAlert(tx, id)
		if err != nil {
			return AlertRow{}, err
		}
		if before.State == AlertResolved {
			return AlertRow{}, ErrAlertResolved
		}
		after, err := change(before, tx.Now())
		if err != nil {
			return AlertRow{}, err
		}
		changes := []AlertChange{{before, after}}
		if err := tx.UpdateAlerts(changes); err != nil {
			return AlertRow{}, err
		}
		if err := TellAlertChanges(tx, nil, changes); err != nil {
			return AlertRow{}, err
		}
		if err := audit(tx, actor, AuditUpdate, nounAlert, id, before.auditable(), after.auditable()); err != nil {
			return AlertRow{}, err
		}
		return alertChanged(tx, id)
	})
}

// lockAlert locks an alert behind its product: whoever changes stock takes the
// product first too.
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
	return tx.LockAlert(id)
}

func alertChanged(tx Tx, id int64) (AlertRow, error) {
	if err := tx.Emit(Event{Topic: TopicAlerts, ID: id}); err != nil {
		return AlertRow{}, err
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
func (inv *Inventory) AddAlertNote(ctx context.Context, actor Actor, id int64, text string) (AlertNote, error) {
	note := AlertNote{AlertID: id, UserID: actor.ID, UserName: actor.FullName(), Note: Clean(text)}
	wrong := problems{}
	wrong.check(note.Note != "", "note", "Escribe una nota")
	wrong.check(characters(note.Note) <= alertNoteMax, "note", "La nota es demasiado larga")
	if err := wrong.err(); err != nil {
		return AlertNote{}, err
	}
	return once(ctx, inv.store, func(tx Tx) (AlertNote, error) {
		if _, err := tx.LockAlert(id); err != nil {
			return AlertNote{}, err
		}
		if n, err := tx.CountAlertNotes(id); err != nil {
			return AlertNote{}, err
		} else if n >= alertNotesMax {
			return AlertNote{}, ErrAlertNotesFull
		}
		kept := note
		kept.At = tx.Now()
		var err error
		if kept.ID, err = tx.InsertAlertNote(kept); err != nil {
			return AlertNote{}, err
		}
		return kept, tx.Emit(Event{Topic: TopicAlerts, ID: id})
	})
}

// wakeBatch is how many alerts wake in one transaction.
const wakeBatch = 100

// WakeAlerts opens the alerts whose rest is over and tells of them again. It
// returns how many there were.
func (inv *Inventory) WakeAlerts(ctx context.Context) (int, error) {
	woken := 0
	for {
		var some []Alert
		err := inv.store.Write(ctx, func(tx Tx) (err error) {
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

// wakeAlerts wakes those that still rest now that they are locked: somebody or
// another process may have been faster.
func wakeAlerts(tx Tx, alerts []Alert) error {
	ids := make([]int64, 0, len(alerts))
	for _, alert := range alerts {
		if alert.ProductID != 0 {
			ids = append(ids, alert.ProductID)
		}
	}
	if _, err := tx.LockProducts(ids); err != nil {
		return err
	}
	subjects, err := tx.AlertSubjects(ids)
	if err != nil {
		return err
	}
	byID := map[int64]AlertSubject{}
	for _, subject := range subjects {
		byID[subject.ProductID] = subject
	}
	review := alertReview{now: tx.Now()}
	for _, alert := range alerts {
		before, err := tx.LockAlert(alert.ID)
		if err != nil {
			return err
		}
		if before.State != AlertSnoozed || before.SnoozedUntil.After(review.now) {
			continue
		}
		after := before.awake(review.now)
		review.change(before, after)
		review.news = append(review.news, AlertNews{after, byID[alert.ProductID]})
	}
	return review.write(tx)
}
