package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/verify"
)

// How often the process that works on a backup says so, after how long a silence another
// takes over, and how often one is begun at all.
const (
	backupBeatEvery  = 2 * time.Second
	backupSilenceMax = time.Minute
	backupAttempts   = 3
)

// NotifyBackupFailed is for the users who look after the backups.
const NotifyBackupFailed outbox.NotificationKind = "backup.failed"

const backupsLink = "/configuracion?seccion=copias"

const interruptedBackup = "Se ha interrumpido varias veces. Comprueba que el servidor no se pare mientras tanto."

// WorkOnBackups takes the backup or carries out the check that is due, if there
// is one, and says whether there was. Of several processes one takes each.
func (s *Service) WorkOnBackups(ctx context.Context) (bool, error) {
	place, err := s.backups.Place()
	if err != nil {
		return false, err
	}
	due := false
	err = core.Read(ctx, s.store, func(tx Tx) (err error) {
		due, err = tx.BackupWork(place, tx.Now().Add(-backupSilenceMax))
		return err
	})
	if err != nil || !due {
		return false, err
	}
	backup, err := s.claimBackup(ctx, func(tx Tx) (Backup, error) {
		return tx.ClaimBackup(place, tx.Now().Add(-backupSilenceMax))
	})
	if err == nil {
		return true, s.takeBackup(ctx, backup)
	}
	if !core.IsNotFound(err) {
		return false, err
	}
	backup, err = s.claimBackup(ctx, func(tx Tx) (Backup, error) {
		return tx.ClaimBackupCheck(place, tx.Now().Add(-backupSilenceMax))
	})
	if core.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, s.checkBackup(ctx, backup)
}

func (s *Service) claimBackup(ctx context.Context, claim func(Tx) (Backup, error)) (backup Backup, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
		if backup, err = claim(tx); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicBackups, ID: backup.ID})
	})
	return backup, err
}

// takeBackup writes the file of a backup that was claimed.
func (s *Service) takeBackup(ctx context.Context, backup Backup) error {
	w := backupWork{service: s, backup: backup}
	if backup.Attempts > backupAttempts {
		return w.end(ctx, func(b *Backup) { b.State, b.Failure = Failed, interruptedBackup })
	}
	name := fmt.Sprintf("estante-%s-%d.backup", backup.AskedAt.UTC().Format("20060102T150405Z"), backup.ID)
	var file File
	err := w.beating(ctx, func() (err error) {
		file, err = s.backups.Create(ctx, name, w.progress)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err() // Another process, or this one when it is back, begins anew.
	}
	if err != nil {
		return errors.Join(fmt.Errorf("backup %d: %w", backup.ID, err), w.end(ctx, func(b *Backup) {
			b.State, b.Failure = Failed, core.Sentence(err)
		}))
	}
	err = w.end(ctx, func(b *Backup) {
		b.State, b.FileName, b.Size, b.Done, b.Total = Done, file.Name, file.Size, file.Rows, file.Rows
	})
	return errors.Join(err, s.dropSurplus(ctx, backup.Place))
}

// checkBackup restores a backup aside and verifies what is in it.
func (s *Service) checkBackup(ctx context.Context, backup Backup) error {
	w := backupWork{service: s, backup: backup}
	var report verify.LedgerReport
	err := w.beating(ctx, func() (err error) {
		report, err = s.backups.Verify(ctx, backup.FileName)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	kept := w.end(ctx, func(b *Backup) {
		b.Check.State, b.Check.Problems = Done, report.Problems
		if len(report.Findings) > 0 {
			b.Check.Failure = report.Findings[0].Message
		}
		if err != nil {
			b.Check.State, b.Check.Failure = Failed, core.Sentence(err)
		}
	})
	if err != nil {
		return errors.Join(fmt.Errorf("check of backup %d: %w", backup.ID, err), kept)
	}
	return kept
}

// backupWork is one worker with one backup.
type backupWork struct {
	service *Service
	mu      sync.Mutex
	backup  Backup
}

func (w *backupWork) progress(done, total int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.backup.Done, w.backup.Total = done, total
}

// beating says now and then that the work goes on, and how far it is.
func (w *backupWork) beating(ctx context.Context, work func() error) error {
	working, done := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		beat := time.NewTicker(backupBeatEvery)
		defer beat.Stop()
		for {
			select {
			case <-working.Done():
				return
			case <-beat.C:
			}
			// A figure that is late harms nobody; the next one follows.
			_ = core.Write(working, w.service.store, func(tx Tx) error { return noteBackup(tx, w.now()) })
		}
	})
	defer group.Wait()
	defer done()
	return work()
}

// now is the backup as far as it is.
func (w *backupWork) now() Backup {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.backup
}

func noteBackup(tx Tx, backup Backup) error {
	if err := tx.UpdateBackup(backup); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicBackups, ID: backup.ID})
}

// end saves the outcome of the work, also when the process is about to stop, and notifies
// the users who look after backups of a failure.
func (w *backupWork) end(ctx context.Context, change func(*Backup)) error {
	before := w.now()
	return core.Write(context.WithoutCancel(ctx), w.service.store, func(tx Tx) error {
		after, now := before, tx.Now()
		change(&after)
		title := ""
		if before.State == Running {
			after.EndedAt = &now
			if after.State == Failed {
				title = "La copia de seguridad no se ha podido hacer"
			}
		} else {
			after.Check.EndedAt = &now
			if after.Check.Failure != "" {
				title = "La comprobación de una copia de seguridad ha encontrado un problema"
			}
		}
		if err := noteBackup(tx, after); err != nil || title == "" {
			return err
		}
		return outbox.NotifyRole(tx, core.Administrator, outbox.Notification{
			Kind: NotifyBackupFailed, Title: title, Message: after.Failure + after.Check.Failure, Link: backupsLink,
		})
	})
}

// dropSurplus removes the oldest of what the clock took, beyond what is kept.
func (s *Service) dropSurplus(ctx context.Context, place string) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockBackups); err != nil {
			return err
		}
		schedule, err := tx.BackupSchedule()
		if err != nil {
			return err
		}
		surplus, err := tx.SurplusBackups(place, schedule.Keep)
		if err != nil {
			return err
		}
		for _, backup := range surplus {
			if backup.Check.busy() {
				continue
			}
			if err := s.backups.Remove(backup.FileName); err != nil {
				return err
			}
			if err := dropBackup(tx, core.System, backup); err != nil {
				return err
			}
		}
		return nil
	})
}

// AdoptBackups lists the files of the folder that nobody knows of: those taken
// before the schema changed, and those of before the database was restored.
func (s *Service) AdoptBackups(ctx context.Context) error {
	place, err := s.backups.Place()
	if err != nil {
		return err
	}
	files, err := s.backups.Found()
	if err != nil || len(files) == 0 {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockBackups); err != nil {
			return err
		}
		known, err := tx.BackupNames(place)
		if err != nil {
			return err
		}
		for _, file := range files {
			if slices.Contains(known, file.Name) {
				continue
			}
			at := file.At
			id, err := tx.InsertBackup(Backup{
				State: Done, Origin: originOf(file.Name), AskedAt: at, EndedAt: &at, Place: place, FileName: file.Name,
				Size: file.Size,
			})
			if err != nil {
				return err
			}
			if err := tx.Emit(core.Event{Topic: core.TopicBackups, ID: id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// UpgradePrefix begins the names of the files that are written before the
// schema changes.
const UpgradePrefix = "estante-schema"

func originOf(name string) Origin {
	if strings.HasPrefix(name, UpgradePrefix) {
		return Upgrade
	}
	return Manual
}
