package backup

import (
	"context"
	"errors"
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/verify"
)

// Backup is a file with everything the memory held at one moment. It is written
// by a job, and lies in a folder beside the program that wrote it.
type Backup struct {
	ID     int64
	State  State
	Origin Origin
	// AskedBy is the user who asked for it; zero for the clock and the program itself.
	AskedBy     int64
	AskedByName string
	AskedAt     time.Time
	StartedAt   *time.Time
	EndedAt     *time.Time
	Attempts    int
	// Done of Total rows have been written.
	Done, Total int64
	// Place is the folder that has the file, by the name it gave itself.
	Place    string
	FileName string
	Size     int64
	// Failure says in Spanish why there is no file.
	Failure string
	Check   Check
}

// Check is what came of restoring a backup aside and verifying its ledger.
type Check struct {
	// State is empty where nobody asked for it.
	State   State
	EndedAt *time.Time
	// Problems counts what is wrong; Failure is the first of it, or why the
	// check could not be carried through.
	Problems int64
	Failure  string
}

// State says how far a backup, or the check of one, is.
type State string

// The states of a backup and of its check.
const (
	Asked   State = "asked"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Origin says why a backup was taken.
type Origin string

// The reasons for a backup: a user asked for it, its hour had come, or a newer program was
// about to change the schema.
const (
	Manual         Origin = "manual"
	BackupSchedule Origin = "schedule"
	Upgrade        Origin = "upgrade"
)

// File is what a keeper knows of a file.
type File struct {
	Name string
	Size int64
	Rows int64
	At   time.Time
}

// Keeper writes and reads the files of backups. What goes wrong for a
// reason that people can do something about is an *Error.
type Keeper interface {
	// Place names the folder. Processes that share it share its name.
	Place() (string, error)
	Create(ctx context.Context, name string, progress func(done, total int64)) (File, error)
	// Verify restores a file aside and checks the ledger it holds.
	Verify(ctx context.Context, name string) (verify.LedgerReport, error)
	Open(name string) (io.ReadCloser, error)
	Remove(name string) error
	// Found lists the files of the folder.
	Found() ([]File, error)
}

// noKeeper stands in where nobody gave a keeper.
type noKeeper struct{}

var errNoKeeper = errors.New("there is no folder for backups")

func (noKeeper) Place() (string, error) { return "", errNoKeeper }

func (noKeeper) Create(context.Context, string, func(done, total int64)) (File, error) {
	return File{}, errNoKeeper
}

func (noKeeper) Verify(context.Context, string) (verify.LedgerReport, error) {
	return verify.LedgerReport{}, errNoKeeper
}

func (noKeeper) Open(string) (io.ReadCloser, error) { return nil, errNoKeeper }

func (noKeeper) Remove(string) error { return errNoKeeper }

func (noKeeper) Found() ([]File, error) { return nil, errNoKeeper }

type backupMemory interface {
	InsertBackup(backup Backup) (int64, error)
	BackupByID(id int64) (Backup, error)
	// ListBackups returns the newest first.
	ListBackups(page core.Page) (core.List[Backup], error)
	// PendingBackup says whether one is asked for or being written.
	PendingBackup() (bool, error)
	// BackupWork says whether there is something to claim: a backup, or the
	// check of one that lies in a place.
	BackupWork(place string, silentSince time.Time) (bool, error)
	// ClaimBackup takes the oldest that is asked for, or whose writer has been
	// silent since a time, and marks it as running in a place.
	ClaimBackup(place string, silentSince time.Time) (Backup, error)
	// ClaimBackupCheck is the same of the checks of what lies in a place.
	ClaimBackupCheck(place string, silentSince time.Time) (Backup, error)
	// UpdateBackup writes everything but the user who asked and when.
	UpdateBackup(backup Backup) error
	DeleteBackup(id int64) error
	// SurplusBackups are those of a place that were taken by the clock, all but the newest.
	SurplusBackups(place string, keep int) ([]Backup, error)
	// BackupNames are the files of a place that are known.
	BackupNames(place string) ([]string, error)
	BackupSchedule() (Schedule, error)
	UpdateBackupSchedule(schedule Schedule) error
}

// Errors about backups.
var (
	ErrBackupElsewhere = &core.Error{
		Kind: core.Conflict, Message: "El archivo de esta copia está en la carpeta de otro servidor: entra en él para usarla",
	}
	ErrBackupWaits = &core.Error{Kind: core.Conflict, Message: "La copia todavía no está hecha"}
	ErrBackupBusy  = &core.Error{Kind: core.Conflict, Message: "Se está trabajando con esta copia: espera a que termine"}
	ErrBackupGone  = &core.Error{
		Kind: core.NotFound, Message: "El archivo de esta copia ya no está en la carpeta de copias",
	}
)

// lockBackups makes the callers that ask for a backup wait for one another.
const lockBackups = "backups"

// ListBackups shows the backups, the newest first, and the name of the folder
// that is within reach here.
func (s *Service) ListBackups(ctx context.Context, page core.Page) (list core.List[Backup], place string, err error) {
	if place, err = s.backups.Place(); err != nil {
		return list, "", err
	}
	err = core.Read(ctx, s.store, func(tx Tx) error {
		list, err = tx.ListBackups(page)
		return err
	})
	return list, place, err
}

// AskBackup wants a backup taken by a job. One that is asked for or being
// written already serves everybody.
func (s *Service) AskBackup(ctx context.Context, actor core.Actor) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		return core.Nothing{}, askBackup(tx, actor, Manual)
	})
	return err
}

func askBackup(tx Tx, actor core.Actor, origin Origin) error {
	if err := tx.Lock(lockBackups); err != nil {
		return err
	}
	if pending, err := tx.PendingBackup(); err != nil || pending {
		return err
	}
	backup := Backup{State: Asked, Origin: origin, AskedBy: actor.ID, AskedAt: tx.Now()}
	id, err := tx.InsertBackup(backup)
	if err != nil {
		return err
	}
	if err := core.Audit(tx, actor, core.AuditCreate, core.NounBackup, id, nil, backup.auditable()); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicBackups, ID: id})
}

// backupNote is what the audit keeps of a backup.
type backupNote struct {
	Origin   Origin
	FileName string `json:",omitempty"`
}

func (b Backup) auditable() backupNote { return backupNote{Origin: b.Origin, FileName: b.FileName} }

// reachable refuses what has no file, or has it elsewhere.
func (s *Service) reachable(backup Backup) error {
	place, err := s.backups.Place()
	switch {
	case err != nil:
		return err
	case backup.State != Done:
		return ErrBackupWaits
	case backup.Place != place:
		return ErrBackupElsewhere
	}
	return nil
}

// AskBackupCheck wants a backup restored aside and checked by a job.
func (s *Service) AskBackupCheck(ctx context.Context, actor core.Actor, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.Lock(lockBackups); err != nil {
			return core.Nothing{}, err
		}
		backup, err := tx.BackupByID(id)
		if err == nil {
			err = s.reachable(backup)
		}
		if err != nil || backup.Check.busy() {
			return core.Nothing{}, err
		}
		backup.Check = Check{State: Asked}
		if err := tx.UpdateBackup(backup); err != nil {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditCheck, core.NounBackup, id, nil, backup.auditable()); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicBackups, ID: id})
	})
	return err
}

func (c Check) busy() bool { return c.State == Asked || c.State == Running }

// OpenBackup hands over the file of a backup, and leaves a trace of the user who has it.
func (s *Service) OpenBackup(
	ctx context.Context, actor core.Actor, id int64,
) (backup Backup, file io.ReadCloser, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		backup, err = tx.BackupByID(id)
		return err
	})
	if err == nil {
		err = s.reachable(backup)
	}
	if err != nil {
		return backup, nil, err
	}
	if file, err = s.backups.Open(backup.FileName); err != nil {
		return backup, nil, err
	}
	err = core.Write(ctx, s.store, func(tx Tx) error {
		return core.Audit(tx, actor, core.AuditDownload, core.NounBackup, id, nil, backup.auditable())
	})
	if err != nil {
		return backup, nil, errors.Join(err, file.Close())
	}
	return backup, file, nil
}

// DeleteBackup removes a backup and its file, or the trace of one that failed.
// The file goes first: a row without one says so, a file without a row says nothing.
func (s *Service) DeleteBackup(ctx context.Context, actor core.Actor, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.Lock(lockBackups); err != nil {
			return core.Nothing{}, err
		}
		backup, err := tx.BackupByID(id)
		if err != nil {
			return core.Nothing{}, err
		}
		if backup.State == Asked || backup.State == Running || backup.Check.busy() {
			return core.Nothing{}, ErrBackupBusy
		}
		if backup.State == Done {
			if err := s.reachable(backup); err != nil {
				return core.Nothing{}, err
			}
			if err := s.backups.Remove(backup.FileName); err != nil {
				return core.Nothing{}, err
			}
		}
		return core.Nothing{}, dropBackup(tx, actor, backup)
	})
	return err
}

func dropBackup(tx Tx, actor core.Actor, backup Backup) error {
	if err := tx.DeleteBackup(backup.ID); err != nil {
		return err
	}
	if err := core.Audit(tx, actor, core.AuditDelete, core.NounBackup, backup.ID, backup.auditable(), nil); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicBackups, ID: backup.ID})
}
