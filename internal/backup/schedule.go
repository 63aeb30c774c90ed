package backup

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
)

// Schedule says whether backups are taken by the clock, and how many of those
// are kept. What people ask for themselves stays until they delete it.
type Schedule struct {
	Enabled bool
	// Minute is of the business's day.
	Minute int
	Keep   int
	// DueAt is when the next one is taken; nil when none is, or when the first
	// has not been thought of yet.
	DueAt *time.Time
}

// backupsKeptMax bounds how many backups are kept.
const backupsKeptMax = 365

// plan works out when the next backup is taken.
func (s *Schedule) plan(now time.Time, zone *time.Location) {
	s.DueAt = nil
	if !s.Enabled {
		return
	}
	due := core.AtMinute(now.In(zone), 0, s.Minute)
	if !due.After(now) {
		due = core.AtMinute(now.In(zone), 1, s.Minute)
	}
	due = due.UTC()
	s.DueAt = &due
}

// scheduleNote is what the audit keeps of a schedule.
type scheduleNote struct {
	Enabled bool
	Time    string
	Keep    int
}

func (s Schedule) auditable() scheduleNote {
	return scheduleNote{Enabled: s.Enabled, Time: fmt.Sprintf("%02d:%02d", s.Minute/60, s.Minute%60), Keep: s.Keep}
}

// BackupSchedule returns when backups are taken.
func (s *Service) BackupSchedule(ctx context.Context) (schedule Schedule, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if schedule, err = tx.BackupSchedule(); err != nil || schedule.DueAt != nil {
			return err
		}
		settings, err := tx.Settings()
		schedule.plan(tx.Now(), settings.Zone())
		return err
	})
	return schedule, err
}

// UpdateBackupSchedule changes when backups are taken and how many are kept.
func (s *Service) UpdateBackupSchedule(ctx context.Context, actor core.Actor, schedule Schedule) (Schedule, error) {
	wrong := core.Problems{}
	wrong.Check(core.ValidMinute(schedule.Minute), "time", "Debe ser una hora, como 03:00")
	wrong.Check(schedule.Keep >= 1 && schedule.Keep <= backupsKeptMax, "keep", "Debe ser un número entre 1 y 365")
	if err := wrong.Err(); err != nil {
		return Schedule{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Schedule, error) {
		if err := tx.Lock(lockBackups); err != nil {
			return Schedule{}, err
		}
		before, err := tx.BackupSchedule()
		if err != nil {
			return Schedule{}, err
		}
		settings, err := tx.Settings()
		if err != nil {
			return Schedule{}, err
		}
		schedule.plan(tx.Now(), settings.Zone())
		if err := tx.UpdateBackupSchedule(schedule); err != nil || before.auditable() == schedule.auditable() {
			return schedule, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounBackupSchedule, 1, before.auditable(),
			schedule.auditable()); err != nil {
			return Schedule{}, err
		}
		return schedule, tx.Emit(core.Event{Topic: core.TopicBackups})
	})
}

// Replan moves the next backup to its hour in another time zone.
func Replan(tx Tx, zone *time.Location) error {
	if err := tx.Lock(lockBackups); err != nil {
		return err
	}
	schedule, err := tx.BackupSchedule()
	if err != nil {
		return err
	}
	schedule.plan(tx.Now(), zone)
	return tx.UpdateBackupSchedule(schedule)
}

// AskScheduledBackup wants the backup whose hour has come. Of several processes
// one asks, and a hour that passed while none ran is made up for once.
func (s *Service) AskScheduledBackup(ctx context.Context) error {
	var schedule Schedule
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		schedule, err = tx.BackupSchedule()
		return err
	})
	if err != nil || !schedule.Enabled || schedule.DueAt != nil && schedule.DueAt.After(s.store.Now()) {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockBackups); err != nil {
			return err
		}
		// Another process may have asked while this one waited.
		schedule, err := tx.BackupSchedule()
		if err != nil || !schedule.Enabled || schedule.DueAt != nil && schedule.DueAt.After(tx.Now()) {
			return err
		}
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		isFirst := schedule.DueAt == nil
		schedule.plan(tx.Now(), settings.Zone())
		if err := tx.UpdateBackupSchedule(schedule); err != nil || isFirst {
			return err
		}
		return askBackup(tx, core.System, BackupSchedule)
	})
}
