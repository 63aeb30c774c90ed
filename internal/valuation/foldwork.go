package valuation

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// MonthFold is a fold as it is kept: the last before a month ended.
type MonthFold struct {
	Fold
	// Month is its name, as 2026-11, and Until the instant of its end, the last microsecond.
	Month string
	Until time.Time
}

// FoldProgress says how far the folds are: all products up to one have theirs of every
// month that ended by a time.
type FoldProgress struct {
	Until   *time.Time
	AfterID int64
}

func (p FoldProgress) same(o FoldProgress) bool {
	return p.AfterID == o.AfterID && p.Until.Equal(*o.Until)
}

const (
	// foldsTogether is how many products are folded before others have their turn.
	foldsTogether = 200
	// foldsSettled is how long after the end of a month it is folded: what was being
	// written at midnight is there by then.
	foldsSettled = time.Hour
)

type foldMemory interface {
	FoldProgress() (FoldProgress, error)
	UpdateFoldProgress(progress FoldProgress) error
	// InsertFolds writes folds; one of the same product and end is replaced.
	InsertFolds(folds []MonthFold) error
	// MonthFolds returns those of the products from one to another, by product and end.
	MonthFolds(firstID, lastID int64) ([]MonthFold, error)
}

// lockFolds has one process at a time make folds.
const lockFolds = "value folds"

// WorkOnFolds folds the months that have ended, some products at a time, and says whether
// there may be more to do. Folds only shorten the way: without them all is read.
func (s *Service) WorkOnFolds(ctx context.Context) (more bool, err error) {
	var months *monthFolding
	err = core.Read(ctx, s.store, func(tx Tx) (err error) {
		months, err = foldSome(tx)
		return err
	})
	if err != nil || months == nil {
		return false, err
	}
	// What was read is only written here: others wait for it.
	err = core.Write(core.InBackground(ctx), s.store, func(tx Tx) error {
		if err := tx.Lock(lockFolds); err != nil {
			return err
		}
		progress, due, err := foldsDue(tx)
		if err != nil || !due || !progress.same(months.progress) {
			return err // Another process was here.
		}
		if err := tx.InsertFolds(months.made); err != nil {
			return err
		}
		return tx.UpdateFoldProgress(months.reached)
	})
	return err == nil, err
}

// foldsDue is what is to be done next: by which end, after which product.
func foldsDue(tx Tx) (progress FoldProgress, due bool, err error) {
	settings, err := tx.Settings()
	if err != nil {
		return progress, false, err
	}
	until := monthEnd(tx.Now().Add(-foldsSettled), settings.Zone())
	if progress, err = tx.FoldProgress(); err != nil {
		return progress, false, err
	}
	if progress.Until != nil && progress.Until.Equal(until) {
		return progress, progress.AfterID >= 0, nil
	}
	// Another month, or another zone: all products from the first one on.
	return FoldProgress{Until: &until}, true, nil
}

// monthEnd is the last microsecond of the last month that had ended by a time.
func monthEnd(now time.Time, zone *time.Location) time.Time {
	local := now.In(zone)
	return time.Date(local.Year(), local.Month(), 1, 0, 0, 0, 0, zone).Add(-time.Microsecond).UTC()
}

// foldsDone stands for the number of the product after the last one.
const foldsDone = -1

// foldSome makes the folds of the next products, or none where nothing is due.
func foldSome(tx Tx) (*monthFolding, error) {
	progress, due, err := foldsDue(tx)
	if err != nil || !due {
		return nil, err
	}
	heads, err := tx.MovedProducts(progress.AfterID, foldsTogether)
	if err != nil {
		return nil, err
	}
	months := &monthFolding{progress: progress, reached: progress, folds: map[int64]*Fold{}}
	if len(heads) == 0 {
		months.reached.AfterID = foldsDone
		return months, nil
	}
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	if months.restated, err = Restatements(tx); err != nil {
		return nil, err
	}
	first, last := heads[0].ID, heads[len(heads)-1].ID
	months.zone, months.reached.AfterID = settings.Zone(), last
	kept, err := tx.FoldsBy(first, last, *progress.Until)
	if err != nil {
		return nil, err
	}
	for _, fold := range kept {
		months.folds[fold.ProductID] = fold
	}
	if err := tx.WalkSinceFolds(first, last, *progress.Until, *progress.Until, months.follow); err != nil {
		return nil, err
	}
	months.finish()
	return months, nil
}

// monthFolding makes the folds of all months of some products in one go.
type monthFolding struct {
	// progress is where it began, and reached where it ends.
	progress, reached FoldProgress

	zone     *time.Location
	restated Restated
	folds    map[int64]*Fold
	made     []MonthFold
	// current is the product that is followed, and fresh says that movements came since its
	// last fold.
	current      int64
	fresh, ended bool
}

func (f *monthFolding) follow(m ledger.Movement) error {
	if m.ProductID != f.current {
		f.finish()
		f.current, f.fresh, f.ended = m.ProductID, false, false
		if f.folds[m.ProductID] == nil {
			f.folds[m.ProductID] = &Fold{ProductID: m.ProductID}
		}
	}
	fold := f.folds[m.ProductID]
	switch {
	case f.ended, m.Seq == fold.Seq && m.Hash == fold.Hash:
		return nil
	case m.Seq != fold.Seq+1, m.At.After(*f.progress.Until):
		// A chain that is broken is not folded any further: verify says what is wrong with it.
		f.ended = true
		return nil
	case f.fresh && m.At.After(f.endOf(fold.At)):
		f.keep(*fold)
	}
	fold.Follow(m, f.restated)
	f.fresh = true
	return nil
}

// finish keeps what is left of the product that was followed.
func (f *monthFolding) finish() {
	if f.fresh {
		f.keep(*f.folds[f.current])
		f.fresh = false
	}
}

// endOf is the last microsecond of the month of a time.
func (f *monthFolding) endOf(at time.Time) time.Time {
	local := at.In(f.zone)
	return time.Date(local.Year(), local.Month()+1, 1, 0, 0, 0, 0, f.zone).Add(-time.Microsecond).UTC()
}

func (f *monthFolding) keep(fold Fold) {
	until := f.endOf(fold.At)
	f.made = append(f.made, MonthFold{Fold: fold.copied(), Month: until.In(f.zone).Format("2006-01"), Until: until})
}

// copied is the fold as nothing that follows changes it.
func (f *Fold) copied() Fold {
	fold := *f
	fold.Lying, fold.Layers, fold.Gone = nil, nil, nil
	fold.Lying = append(fold.Lying, f.Lying...)
	fold.Layers = append(fold.Layers, f.Layers...)
	fold.Gone = append(fold.Gone, f.Gone...)
	return fold
}
