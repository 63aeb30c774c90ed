package verify

import (
	"context"
	"time"

	"estante/internal/core"
)

// LedgerCheck is one run of Verify: when it was, and what it found.
type LedgerCheck struct {
	ID    int64
	State LedgerCheckState
	// AskedBy is the user who asked for it; zero for the command line.
	AskedBy int64
	// AskedByName is that person's, where it was looked up.
	AskedByName string
	AskedAt     time.Time
	StartedAt   *time.Time
	EndedAt     *time.Time
	// Products and Movements were looked at, of MovementsTotal.
	Products       int64
	Movements      int64
	MovementsTotal int64
	// Problems is how many differences there are; Findings the first of them.
	Problems int64
	Findings []Finding
}

// LedgerCheckState says how far a check is.
type LedgerCheckState string

// The states of a check. A failed one could not be carried through, which says
// nothing about the ledger.
const (
	CheckAsked   LedgerCheckState = "asked"
	CheckRunning LedgerCheckState = "running"
	CheckDone    LedgerCheckState = "done"
	CheckFailed  LedgerCheckState = "failed"
)

// How often the process that runs a check reports its progress, and after how long a
// silence another takes over.
const (
	checkProgressEvery = 2 * time.Second
	checkSilenceMax    = 2 * time.Minute
)

type ledgerMemory interface {
	InsertLedgerCheck(check LedgerCheck) (int64, error)
	// LastLedgerCheck returns the newest check.
	LastLedgerCheck() (LedgerCheck, error)
	// ClaimLedgerCheck takes the oldest check that is asked for, or whose
	// runner has been silent since a time, and marks it as running.
	ClaimLedgerCheck(silentSince time.Time) (LedgerCheck, error)
	// UpdateLedgerCheck writes everything but the user who asked and when.
	UpdateLedgerCheck(check LedgerCheck) error
	verifyMemory
}

// LastLedgerCheck returns the newest check of the ledger, or ErrNotFound.
func (s *Service) LastLedgerCheck(ctx context.Context) (check LedgerCheck, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if check, err = tx.LastLedgerCheck(); err != nil {
			return err
		}
		return check.nameAsker(tx)
	})
	return check, err
}

// nameAsker looks up the name of the user who asked for the check; the command line has none.
func (c *LedgerCheck) nameAsker(tx Tx) error {
	user, err := tx.UserByID(c.AskedBy)
	if core.IsNotFound(err) {
		return nil
	}
	c.AskedByName = user.FullName()
	return err
}

// lockLedgerChecks makes the callers that ask for a check wait for one another.
const lockLedgerChecks = "ledger checks"

// AskLedgerCheck wants the ledger checked by a job. One that is asked for or
// running already serves everybody.
func (s *Service) AskLedgerCheck(ctx context.Context, actor core.Actor) (LedgerCheck, error) {
	return core.Once(ctx, s.store, func(tx Tx) (LedgerCheck, error) {
		if err := tx.Lock(lockLedgerChecks); err != nil {
			return LedgerCheck{}, err
		}
		last, err := tx.LastLedgerCheck()
		if err == nil && (last.State == CheckAsked || last.State == CheckRunning) {
			return last, last.nameAsker(tx)
		}
		if err != nil && !core.IsNotFound(err) {
			return LedgerCheck{}, err
		}
		check := LedgerCheck{State: CheckAsked, AskedBy: actor.ID, AskedByName: actor.FullName(), AskedAt: tx.Now()}
		if check.ID, err = tx.InsertLedgerCheck(check); err != nil {
			return LedgerCheck{}, err
		}
		return check, tx.Emit(core.Event{Topic: core.TopicLedgerCheck, ID: check.ID})
	})
}

// RunLedgerChecks carries out the checks that were asked for and says how many.
// Of several processes one takes each.
func (s *Service) RunLedgerChecks(ctx context.Context) (int, error) {
	for ran := 0; ; ran++ {
		var check LedgerCheck
		err := core.Write(ctx, s.store, func(tx Tx) (err error) {
			check, err = tx.ClaimLedgerCheck(tx.Now().Add(-checkSilenceMax))
			if err != nil {
				return err
			}
			return tx.Emit(core.Event{Topic: core.TopicLedgerCheck, ID: check.ID})
		})
		if core.IsNotFound(err) {
			return ran, nil
		}
		if err != nil {
			return ran, err
		}
		if _, err := s.runCheck(ctx, check, nil); err != nil {
			return ran, err
		}
	}
}

// CheckLedger checks the ledger now and keeps what it found. Progress, if not
// nil, is told how far it is.
func (s *Service) CheckLedger(ctx context.Context, progress func(done, total int64)) (LedgerCheck, error) {
	var check LedgerCheck
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		now := tx.Now()
		check = LedgerCheck{State: CheckRunning, AskedAt: now, StartedAt: &now}
		check.ID, err = tx.InsertLedgerCheck(check)
		return err
	})
	if err != nil {
		return LedgerCheck{}, err
	}
	return s.runCheck(ctx, check, progress)
}

// runCheck verifies the ledger for a check that is marked as running.
func (s *Service) runCheck(
	ctx context.Context, check LedgerCheck, progress func(done, total int64),
) (LedgerCheck, error) {
	told := time.Now()
	report, err := s.Verify(ctx, func(done, total int64) {
		if progress != nil {
			progress(done, total)
		}
		if time.Since(told) >= checkProgressEvery {
			told = time.Now()
			check.Movements, check.MovementsTotal = done, total
			// A figure that is late harms nobody; the next one follows.
			_ = s.keepCheck(ctx, &check)
		}
	})
	check.State = CheckDone
	if err != nil {
		check.State = CheckFailed
	}
	check.Products, check.Movements, check.MovementsTotal = report.Products, report.Movements, report.Movements
	check.Problems, check.Findings = report.Problems, report.Findings
	// The outcome is saved even when the caller has left.
	if keepErr := s.keepCheck(context.WithoutCancel(ctx), &check); err == nil {
		err = keepErr
	}
	return check, err
}

// keepCheck writes how far a check is.
func (s *Service) keepCheck(ctx context.Context, check *LedgerCheck) error {
	kept := *check
	err := core.Write(ctx, s.store, func(tx Tx) error {
		if kept.State == CheckDone || kept.State == CheckFailed {
			now := tx.Now()
			kept.EndedAt = &now
		}
		if err := tx.UpdateLedgerCheck(kept); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicLedgerCheck, ID: kept.ID})
	})
	if err == nil {
		*check = kept
	}
	return err
}
