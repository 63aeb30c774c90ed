// Package reportjob makes files that take longer than anybody waits for an answer: they are
// asked for, written by one worker of one process, kept for a day and handed over in pieces.
// What a file says is the business of the room that writes it.
package reportjob

import (
	"context"
	"encoding/json"
	"time"

	"estante/internal/core"
)

// Kind is what the files of a room are about. Of each, a person has a few.
type Kind string

// The kinds of files.
const (
	Forecasts Kind = "forecasts"
	Values    Kind = "values"
)

func (k Kind) topic() core.Topic {
	if k == Values {
		return core.TopicValueSheets
	}
	return core.TopicForecastReports
}

// Format is how a file is written.
type Format string

// The formats.
const (
	PDF  Format = "pdf"
	XLSX Format = "xlsx"
)

// Check refuses a format that there is not.
func (f Format) Check() error {
	if f != PDF && f != XLSX {
		return core.FieldError("format", "El formato debe ser pdf o xlsx")
	}
	return nil
}

// State says how far a job is.
type State string

// The states of a job.
const (
	Asked   State = "asked"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Job is a file that was asked for.
type Job struct {
	ID     int64
	UserID int64
	Kind   Kind
	Format Format
	// About is what the file is to be about, as its room says it.
	About     json.RawMessage
	State     State
	CreatedAt time.Time
	EndedAt   *time.Time
	// Done of Total rows have been written.
	Total, Done int64
	Size        int64
	FileName    string
	Attempts    int
}

const (
	// kept is how long a file can be fetched, and waitMax how many of a kind one person may be
	// waiting for.
	kept    = 24 * time.Hour
	waitMax = 5
	// heldMax is how many that have ended are kept of one person, the newest: a file can be
	// made again at any time.
	heldMax = 10
	// PDFMax is how many rows a printed report may have: beyond it nobody turns the pages.
	PDFMax = 10_000
)

// Memory is what jobs ask the memory.
type Memory interface {
	InsertReport(job Job) (int64, error)
	ReportByID(id int64) (Job, error)
	// PendingReports counts those of a kind and a person that have not ended.
	PendingReports(kind Kind, userID int64) (int, error)
	// AnyPendingReport says whether there is something of a kind to claim.
	AnyPendingReport(kind Kind) (bool, error)
	// ClaimReport takes the oldest job of a kind that is asked for, or whose writer has been
	// silent since a time, and marks it as running.
	ClaimReport(kind Kind, silentSince time.Time) (Job, error)
	UpdateReport(job Job) error
	InsertReportPiece(id int64, seq int, piece []byte) error
	// ReportPiece returns one piece; there being no more is ErrNotFound.
	ReportPiece(id int64, seq int) ([]byte, error)
	DeleteReportPieces(id int64) error
	// DropReports drops those of a kind and a person that have ended, but for the newest.
	DropReports(kind Kind, userID int64, keep int) error
	// ForgetReports drops those asked for before a time.
	ForgetReports(createdBefore time.Time) error
}

// Tx is what jobs ask the memory in a conversation of any room.
type Tx interface {
	core.Tx
	Memory
}

// Errors about jobs.
var (
	ErrMany = &core.Error{
		Kind: core.Conflict, Message: "Ya hay varios reportes tuyos en marcha: espera a que terminen",
	}
	ErrWaits = &core.Error{Kind: core.Conflict, Message: "El reporte todavía no está listo"}
)

// Ask wants a file. It is for its user alone.
func Ask(tx Tx, job Job, about any) (Job, error) {
	waiting, err := tx.PendingReports(job.Kind, job.UserID)
	if err != nil {
		return Job{}, err
	}
	if waiting >= waitMax {
		return Job{}, ErrMany
	}
	if err := tx.DropReports(job.Kind, job.UserID, heldMax-1); err != nil {
		return Job{}, err
	}
	if job.About, err = json.Marshal(about); err != nil {
		return Job{}, err
	}
	job.State, job.CreatedAt = Asked, tx.Now()
	if job.ID, err = tx.InsertReport(job); err != nil {
		return Job{}, err
	}
	return job, tell(tx, job)
}

// Find returns one of a person's own jobs.
func Find(ctx context.Context, store core.Store, actor core.Actor, kind Kind, id int64) (job Job, err error) {
	err = core.Read(ctx, store, func(tx Tx) error {
		job, err = tx.ReportByID(id)
		if err == nil && (job.UserID != actor.ID || job.Kind != kind) {
			err = core.ErrNotFound
		}
		return err
	})
	return job, err
}

// Walk hands over the file of a job, piece by piece.
func Walk(ctx context.Context, store core.Store, job Job, fn func([]byte) error) error {
	if job.State != Done {
		return ErrWaits
	}
	for seq := 0; ; seq++ {
		var piece []byte
		err := core.Read(ctx, store, func(tx Tx) (err error) {
			piece, err = tx.ReportPiece(job.ID, seq)
			return err
		})
		if core.IsNotFound(err) {
			return nil
		}
		if err == nil {
			err = fn(piece)
		}
		if err != nil {
			return err
		}
	}
}

// Forget drops files that nobody will fetch any more.
func Forget(ctx context.Context, store core.Store) error {
	return core.Write(ctx, store, func(tx Tx) error { return tx.ForgetReports(tx.Now().Add(-kept)) })
}

func tell(tx core.Tx, job Job) error {
	return tx.Emit(core.Event{Topic: job.Kind.topic(), ID: job.ID, UserID: job.UserID})
}
