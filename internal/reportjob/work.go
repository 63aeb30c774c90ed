package reportjob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"estante/internal/core"
)

const (
	// pieceSize is how much of a file is stored in one row, which other writers wait for.
	pieceSize = 128 << 10
	// How often a job says how far it is, after how long a silence another process takes
	// over, and how often one is begun at all.
	toldEvery   = 500 * time.Millisecond
	silenceMax  = time.Minute
	attemptsMax = 3
)

// Turn is one worker with one job.
type Turn struct {
	Job   Job
	store core.Store
	told  time.Time
}

// Work writes the file of a kind that is due, if there is one, and says whether there was.
// Of several processes one takes it. The function write fills the file with what one moment
// of the memory says; when it is run again, it begins with an empty file.
func Work[T Tx](
	ctx context.Context, store core.Store, kind Kind, write func(context.Context, T, *Turn, io.Writer) error,
) (bool, error) {
	turn := Turn{store: store}
	found, err := turn.claim(ctx, kind)
	if err != nil || !found {
		return false, err
	}
	if turn.Job.Attempts > attemptsMax {
		// No process that began it lived to record that it failed.
		return true, turn.end(ctx, Failed)
	}
	fill := func(file *os.File) error {
		return core.Snapshot(ctx, store, func(tx T) error {
			if _, err := file.Seek(0, io.SeekStart); err != nil {
				return err
			}
			if err := file.Truncate(0); err != nil {
				return err
			}
			return write(ctx, tx, &turn, file)
		})
	}
	if err := turn.make(ctx, fill); err != nil {
		return true, fmt.Errorf("report %d of %s: %w", turn.Job.ID, kind, errors.Join(err, turn.fail(ctx)))
	}
	return true, nil
}

// claim takes a job, where there is one. Only looking takes no turn from those who write.
func (t *Turn) claim(ctx context.Context, kind Kind) (found bool, err error) {
	err = core.Read(ctx, t.store, func(tx Tx) error {
		found, err = tx.AnyPendingReport(kind)
		return err
	})
	if err != nil || !found {
		return false, err
	}
	err = core.Write(ctx, t.store, func(tx Tx) (err error) {
		t.Job, err = tx.ClaimReport(kind, tx.Now().Add(-silenceMax))
		return err
	})
	if core.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// make writes the file aside and then keeps it, so that nobody ever fetches half of one.
func (t *Turn) make(ctx context.Context, fill func(*os.File) error) error {
	file, err := os.CreateTemp("", "estante-*."+string(t.Job.Format))
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	if err := fill(file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return t.keep(ctx, file)
}

// keep puts the file where every process finds it.
func (t *Turn) keep(ctx context.Context, file io.Reader) error {
	err := core.Write(ctx, t.store, func(tx Tx) error { return tx.DeleteReportPieces(t.Job.ID) })
	piece := make([]byte, pieceSize)
	for seq := 0; err == nil; seq++ {
		n, readErr := io.ReadFull(file, piece)
		if n > 0 {
			t.Job.Size += int64(n)
			err = core.Write(core.InBackground(ctx), t.store, func(tx Tx) error {
				return tx.InsertReportPiece(t.Job.ID, seq, piece[:n])
			})
		}
		if errors.Is(readErr, io.EOF) || errors.Is(readErr, io.ErrUnexpectedEOF) {
			break
		}
		err = errors.Join(err, readErr)
	}
	if err != nil {
		return err
	}
	t.Job.Done = t.Job.Total
	return t.end(ctx, Done)
}

// fail gives a job up that could not be done several times; until then another turn begins
// it anew.
func (t *Turn) fail(ctx context.Context) error {
	if t.Job.Attempts < attemptsMax {
		return ctx.Err()
	}
	return t.end(context.WithoutCancel(ctx), Failed)
}

func (t *Turn) end(ctx context.Context, state State) error {
	return core.Write(ctx, t.store, func(tx Tx) error {
		job, now := t.Job, tx.Now()
		job.State, job.EndedAt = state, &now
		return note(tx, job)
	})
}

// Tell says how far the file is, now and then.
func (t *Turn) Tell(ctx context.Context, done int64) error {
	t.Job.Done = min(done, t.Job.Total)
	if now := time.Now(); now.Sub(t.told) >= toldEvery {
		t.told = now
		return core.Write(ctx, t.store, func(tx Tx) error { return note(tx, t.Job) })
	}
	return nil
}

func note(tx Tx, job Job) error {
	if err := tx.UpdateReport(job); err != nil {
		return err
	}
	return tell(tx, job)
}
