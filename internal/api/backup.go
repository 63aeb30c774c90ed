package api

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/backup"
	"estante/internal/core"
)

func (a *API) backupRoutes() {
	manage := a.may(core.ManageBackups)
	add(manage, "GET /backups/", "listBackups", "Copias de seguridad", a.listBackups)
	add(manage, "POST /backups/", "askBackup", "Hacer una copia de seguridad", a.askBackup, accepted)
	add(manage, "GET /backups/schedule/", "getBackupSchedule", "Cuándo se hacen copias", a.getBackupSchedule)
	add(manage, "PUT /backups/schedule/", "updateBackupSchedule", "Cambiar cuándo se hacen copias", a.updateBackupSchedule)
	add(manage, "GET /backups/{id}/file/", "downloadBackup", "El archivo de una copia", a.downloadBackup, backupFile)
	add(manage, "POST /backups/{id}/verify/", "askBackupCheck", "Comprobar una copia", a.askBackupCheck, accepted)
	add(manage, "DELETE /backups/{id}/", "deleteBackup", "Eliminar una copia", a.deleteBackup)
}

type backupBody struct {
	ID        int64           `json:"id"`
	State     backup.State    `json:"state" enum:"asked,running,done,failed"`
	Origin    backup.Origin   `json:"origin" enum:"manual,schedule,upgrade" doc:"Por qué se hizo: alguien la pidió, llegó su hora o iba a cambiar la versión"`
	CreatedBy string          `json:"createdBy"`
	CreatedAt time.Time       `json:"createdAt"`
	EndedAt   *time.Time      `json:"endedAt" nullable:"true"`
	Done      int64           `json:"done" doc:"Filas ya escritas"`
	Total     int64           `json:"total" doc:"Filas que escribir; 0 mientras no se sabe"`
	FileName  string          `json:"fileName"`
	Size      int64           `json:"size" doc:"Bytes del archivo"`
	IsHere    bool            `json:"isHere" doc:"El archivo está al alcance de este servidor"`
	Failure   string          `json:"failure" doc:"Por qué no se ha podido hacer"`
	Check     backupCheckBody `json:"check"`
}

type backupCheckBody struct {
	State    string     `json:"state" enum:"never,asked,running,done,failed"`
	EndedAt  *time.Time `json:"endedAt" nullable:"true"`
	Problems int64      `json:"problems" doc:"Diferencias encontradas"`
	Failure  string     `json:"failure" doc:"La primera diferencia, o por qué no se ha podido comprobar"`
}

func backupOf(b backup.Backup, place string) backupBody {
	check := backupCheckBody{
		State: string(b.Check.State), EndedAt: b.Check.EndedAt, Problems: b.Check.Problems, Failure: b.Check.Failure,
	}
	if check.State == "" {
		check.State = "never"
	}
	return backupBody{
		ID: b.ID, State: b.State, Origin: b.Origin, CreatedBy: b.AskedByName, CreatedAt: b.AskedAt, EndedAt: b.EndedAt,
		Done: b.Done, Total: b.Total, FileName: b.FileName, Size: b.Size, IsHere: b.Place == place, Failure: b.Failure,
		Check: check,
	}
}

func (a *API) listBackups(ctx context.Context, input *PageInput) (*listOutput[backupBody], error) {
	list, place, err := a.inv.Backups.ListBackups(ctx, input.page())
	return answerList(list, func(b backup.Backup) backupBody { return backupOf(b, place) }, err)
}

func (a *API) askBackup(ctx context.Context, _ *struct{}) (*empty, error) {
	return nil, a.inv.Backups.AskBackup(ctx, actorOf(ctx))
}

func (a *API) askBackupCheck(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Backups.AskBackupCheck(ctx, actorOf(ctx), input.ID)
}

func (a *API) deleteBackup(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Backups.DeleteBackup(ctx, actorOf(ctx), input.ID)
}

// backupType is what the file is for a browser: nothing it could show.
const backupType = "application/octet-stream"

// backupFile documents that the operation answers with the file of a backup.
func backupFile(op *huma.Operation) { answersMadeFile(op, backupType) }

func (a *API) downloadBackup(ctx context.Context, input *slowIDInput) (*huma.StreamResponse, error) {
	backup, file, err := a.inv.Backups.OpenBackup(ctx, actorOf(ctx), input.ID)
	if err != nil {
		return nil, err
	}
	if err := input.allow(downloadTimeMax); err != nil {
		_ = file.Close() // It was only read.
		return nil, err
	}
	sent := attachment{backupType, backup.FileName, backup.Size}
	return a.send(ctx, sent, func(w io.Writer) error {
		defer func() { _ = file.Close() }() // It was only read.
		_, err := io.Copy(w, file)
		return err
	}), nil
}

// ScheduleFields is what people choose of the schedule of backups.
type ScheduleFields struct {
	Enabled bool   `json:"enabled"`
	Time    string `json:"time" doc:"A qué hora del negocio, como 03:00"`
	Keep    int    `json:"keep" doc:"Cuántas copias programadas se conservan"`
}

type scheduleBody struct {
	ScheduleFields
	NextAt *time.Time `json:"nextAt" nullable:"true" doc:"Cuándo se hace la próxima"`
}

func scheduleOf(s backup.Schedule) scheduleBody {
	return scheduleBody{
		ScheduleFields: ScheduleFields{Enabled: s.Enabled, Time: clockText(s.Minute), Keep: s.Keep}, NextAt: s.DueAt,
	}
}

func (a *API) getBackupSchedule(ctx context.Context, _ *struct{}) (*bodyOutput[scheduleBody], error) {
	schedule, err := a.inv.Backups.BackupSchedule(ctx)
	return answerBody(scheduleOf(schedule), err)
}

type updateBackupScheduleInput struct{ Body ScheduleFields }

func (a *API) updateBackupSchedule(
	ctx context.Context, input *updateBackupScheduleInput,
) (*bodyOutput[scheduleBody], error) {
	in := input.Body
	schedule, err := a.inv.Backups.UpdateBackupSchedule(ctx, actorOf(ctx), backup.Schedule{
		Enabled: in.Enabled, Minute: clockMinute(in.Time), Keep: in.Keep,
	})
	return answerBody(scheduleOf(schedule), err)
}
