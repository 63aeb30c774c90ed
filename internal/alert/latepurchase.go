package alert

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// PurchaseSubject is what decides the alert of a purchase, and what it says.
type PurchaseSubject struct {
	PurchaseID int64
	// Number is PC-2026-0001, and Supplier who it was sent to.
	Number   string
	Supplier string
	// Sent says that it is on its way, ExpectedOn by which day, and Pending how many units of it are still to come.
	Sent       bool
	ExpectedOn string
	Pending    int64
	// Current is the alert of it that is not over; nil where there is none.
	Current *Alert
}

// Due is the level at which the alert of a purchase should be on a day: late, once the day on which it should have
// come is over and something of it is missing.
func (s PurchaseSubject) Due(today string) Level {
	if s.Sent && s.Pending > 0 && s.ExpectedOn != "" && s.ExpectedOn < today {
		return Late
	}
	return None
}

// Name is what an alert calls a purchase.
func (s PurchaseSubject) Name() string { return s.Number + " · " + s.Supplier }

type latePurchaseMemory interface {
	// TouchedPurchases are those of which this transaction has changed anything that decides their alert, since it
	// was last asked.
	TouchedPurchases() []int64
	// PurchaseSubjects returns purchases in order of their ids. A caller that means to change their alerts has
	// locked them.
	PurchaseSubjects(ids []int64) ([]PurchaseSubject, error)
	// LockPurchases keeps others from changing some purchases, in one order.
	LockPurchases(ids []int64) error
	// LatePurchases are some that should have come before a day and have no alert that says so.
	LatePurchases(today string, limit int) ([]int64, error)
	// PurchaseAlertsAfter are the next purchases after one whose alert is not over, to check them.
	PurchaseAlertsAfter(id int64, limit int) ([]PurchaseSubject, error)
}

// judgePurchases compares the alerts that purchases should have with those they have.
func (r *alertReview) judgePurchases(tx Tx, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	subjects, err := tx.PurchaseSubjects(ids)
	today := Today(r.now, settings)
	for _, subject := range subjects {
		f := fall{
			fresh: Alert{Kind: Purchase, PurchaseID: subject.PurchaseID, Subject: subject.Name()},
			due:   subject.Due(today), why: ResolvedRecovered,
		}
		if subject.Current != nil {
			f.current, f.falling = *subject.Current, true
		}
		r.settle(f, News{Purchase: subject})
	}
	return err
}

// Today is the day of the business at a moment.
func Today(now time.Time, settings core.Settings) string {
	return now.In(settings.Zone()).Format(core.DateForm)
}

// lateBatch is how many purchases are looked at in one transaction.
const lateBatch = 100

// NoticeLatePurchases opens the alerts of the purchases whose day is over, and says how many there were. What becomes
// of them later is seen when they change.
func (s *Service) NoticeLatePurchases(ctx context.Context) (noticed int, err error) {
	look := func(tx Tx) ([]int64, error) {
		settings, err := tx.Settings()
		if err != nil {
			return nil, err
		}
		return tx.LatePurchases(Today(tx.Now(), settings), lateBatch)
	}
	var late []int64
	err = core.Read(ctx, s.store, func(tx Tx) error {
		late, err = look(tx)
		return err
	})
	if err != nil || len(late) == 0 {
		return 0, err
	}
	err = core.Write(ctx, s.store, func(tx Tx) error {
		if late, err = look(tx); err != nil {
			return err
		}
		if err := tx.LockPurchases(late); err != nil {
			return err
		}
		review := alertReview{now: tx.Now()}
		if err := review.judgePurchases(tx, late); err != nil {
			return err
		}
		return review.write(tx)
	})
	return len(late), err
}

// lateMessage says how a purchase stands now that is late, or was.
func (s PurchaseSubject) lateMessage() string {
	if !s.Sent || s.Pending == 0 {
		return "Ya no queda nada por recibir."
	}
	day := s.ExpectedOn
	if at, err := time.Parse(core.DateForm, day); err == nil {
		day = at.Format("02/01/2006")
	}
	left := "quedan " + ledger.Units(s.Pending)
	if s.Pending == 1 {
		left = "queda 1 unidad"
	}
	if day == "" {
		return "Sin fecha prevista: " + left + " por recibir."
	}
	return "Se esperaba el " + day + " y " + left + " por recibir."
}
