package imports

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// How imports are worked on.
const (
	// importLease is how long a worker may be silent before another takes
	// over: much longer than a write can take, and short enough to wait for.
	importLease = 20 * time.Second
	// importAttempts is how often an import is begun again that has not
	// written anything; one that has is carried on for ever.
	importAttempts = 5
	importPause    = 10 * time.Second
	// A write of an import has as many rows as its turn has time for, between these.
	turnRowsMin  = 8
	turnRowsMax  = 512
	turnRowsUsed = 64
	// Pages are told of progress, and of changed products, now and then.
	importToldEvery   = 300 * time.Millisecond
	productsToldEvery = time.Second
)

// turn is how a write of an import goes: about how long it takes, and after how many
// rows it ends when others wait to write, see Tx.Crowded.
type turn struct {
	lasting time.Duration
	piece   int
}

// Among others turns are short, and so are their commits. Fewer and longer ones spend less
// on beginning and ending: they are longer while nobody else writes, and longest where
// nobody need wait for them at all. A few writers that wait for nothing else notice every
// row of a piece; many wait for each other, too, and leave an import little time.
var (
	turnsAmong = map[core.Contention]turn{
		core.Nobody: {25 * time.Millisecond, 64},
		core.Few:    {8 * time.Millisecond, 16},
		core.Many:   {16 * time.Millisecond, 32},
	}
	turnBeside = turn{250 * time.Millisecond, turnRowsMax}
)

// WorkOnImports takes the import that is due, if there is one, and works on it
// until it ends or ctx does. It says whether there was one. Several processes
// may call it: an import has one worker at a time.
func (s *Service) WorkOnImports(ctx context.Context) (bool, error) {
	work := &importWork{service: s, token: rand.Text(), rows: turnRowsUsed}
	taken, err := work.take(ctx)
	if err != nil || !taken {
		return false, err
	}
	s.importsAtWork.Add(1)
	defer s.importsAtWork.Add(-1)
	err = work.run(ctx)
	if isOtherImporter(err) {
		return true, nil
	}
	// The lease is given back, so that the next worker need not wait for it to end.
	letGo := core.Write(context.WithoutCancel(ctx), s.store, func(tx Tx) error {
		return work.letGo(tx, err == nil || ctx.Err() != nil)
	})
	if isOtherImporter(letGo) {
		letGo = nil
	}
	if err != nil {
		err = fmt.Errorf("import %d, %s, attempt %d: %w", work.imported.ID, work.imported.Status, work.imported.Attempts, err)
	}
	return true, errors.Join(err, letGo)
}

// IsImporting says whether an import is being worked on in this process.
func (s *Service) IsImporting() bool { return s.importsAtWork.Load() > 0 }

// importWork is one worker with one import.
type importWork struct {
	service  *Service
	imported Import
	actor    core.Actor
	token    string
	// rows is how many rows the next write takes, and took how long the last one
	// did, without its wait and its commit.
	rows     int
	took     time.Duration
	told     time.Time
	toldMore time.Time
}

func isOtherImporter(err error) bool { return errors.Is(err, errOtherImporter) }

// take leases the import that is due.
func (w *importWork) take(ctx context.Context) (taken bool, err error) {
	var imported Import
	var actor core.Actor
	err = core.Write(ctx, w.service.store, func(tx Tx) error {
		taken = false
		if err := tx.Lock(catalogue.LockImports); err != nil {
			return err
		}
		waiting, err := tx.ImportsAtWork()
		if err != nil {
			return err
		}
		next, found := nextImport(waiting, tx.Now())
		if !found {
			return nil
		}
		if err := tx.LeaseImport(next.ID, next.LeaseBy, w.token, tx.Now().Add(importLease)); err != nil {
			return err
		}
		imported = next
		imported.LeaseBy = w.token
		imported.Attempts++
		if next.Status == Queued {
			imported.Status = Checking
		}
		if actor, err = importActor(tx, next.ActorID); err != nil {
			return err
		}
		taken = true
		if err := tx.UpdateImport(imported); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicImports, ID: next.ID})
	})
	if err == nil && taken {
		w.imported, w.actor = imported, actor
	}
	return taken, err
}

// nextImport picks the import to work on: one that was begun and that nobody
// works on any more, or else the oldest that waits. While one has its fence up
// no other is begun, so that there is only one fence to look at.
func nextImport(waiting []Import, now time.Time) (Import, bool) {
	var next *Import
	for i, imported := range waiting {
		resting := imported.LeaseUntil.After(now)
		switch {
		case resting && (imported.LeaseBy != "" || imported.Fenced):
			return Import{}, false
		case resting:
		case next == nil, imported.Fenced, imported.Status == Applying && !next.Fenced:
			next = &waiting[i]
		}
	}
	if next == nil {
		return Import{}, false
	}
	return *next, true
}

// importActor is the user an import is run for. It was decided when they asked for it,
// whatever became of their account since.
func importActor(tx Tx, userID int64) (core.Actor, error) {
	if userID == 0 {
		return core.System, nil
	}
	user, err := tx.UserByID(userID)
	if core.IsNotFound(err) {
		return core.Actor{User: core.User{ID: userID, FirstName: "Sistema", Role: core.Administrator}}, nil
	}
	return core.Actor{User: user}, err
}

// write runs one turn of the work: fn, and the sign that this worker is alive. When another
// worker took over, nothing is written and the work ends.
func (w *importWork) write(ctx context.Context, fn func(tx Tx, imported *Import) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var after Import
	var news importNews
	var took time.Duration
	err := core.Write(core.InBackground(ctx), w.service.store, func(tx Tx) error {
		began := time.Now()
		defer func() { took = time.Since(began) }()
		after = w.imported
		// What fn adds to them must not reach those of w.imported.
		after.Problems = slices.Clip(after.Problems)
		if err := tx.LeaseImport(after.ID, w.token, w.token, tx.Now().Add(importLease)); err != nil {
			if core.IsNotFound(err) {
				return errOtherImporter
			}
			return err
		}
		if err := fn(tx, &after); err != nil {
			return err
		}
		news = w.news(after)
		if err := news.tell(tx, after.ID); err != nil {
			return err
		}
		return tx.UpdateImport(after)
	})
	w.took = took
	if err != nil {
		return err
	}
	w.imported = after
	if news.imports {
		w.told = time.Now()
	}
	if news.products {
		w.toldMore = time.Now()
	}
	return nil
}

// inTurn does pieces of the work in one write, the first and as many more as there
// is room for, and says how many.
func inTurn[T any](
	ctx context.Context, w *importWork, pieces [][]T, do func(tx Tx, imported *Import, piece []T) error,
) (done int, err error) {
	rows := 0
	err = w.write(ctx, func(tx Tx, imported *Import) error {
		done, rows = 0, 0
		for done < len(pieces) && (done == 0 || rows < w.rows && (!tx.OneAtATime() || !tx.Crowded())) {
			if err := do(tx, imported, pieces[done]); err != nil {
				return err
			}
			rows += len(pieces[done])
			done++
		}
		return nil
	})
	w.pace(rows)
	return done, err
}

// piece is how many rows are done before the worker checks whether other writers wait.
func (w *importWork) piece() int { return min(w.turn().piece, w.rows) }

// turn is how the next one should go.
func (w *importWork) turn() turn {
	if !w.service.store.SharesCommits() {
		return turnBeside
	}
	return turnsAmong[w.service.store.Contention()]
}

// pace chooses how many rows the next turn takes: as many as fit into it, of the
// sizes that one statement writes at once.
func (w *importWork) pace(rows int) {
	fitting := int64(rows) * int64(w.turn().lasting) / max(int64(w.took), 1)
	// It grows slowly and shrinks at once: one slow turn keeps others waiting.
	most := min(fitting, 2*int64(w.rows), turnRowsMax)
	for w.rows = turnRowsMin; 2*int64(w.rows) <= most; {
		w.rows *= 2
	}
}

// importNews is what pages should know of a turn.
type importNews struct{ imports, products bool }

// news says what is told of a turn, not of every one: a page that asks for
// everything again thirty times a second helps nobody.
func (w *importWork) news(after Import) importNews {
	moved := after.Status != w.imported.Status
	writing := after.Status == Applying || after.Status == Undoing
	return importNews{
		imports: moved || time.Since(w.told) >= importToldEvery,
		products: (writing && time.Since(w.toldMore) >= productsToldEvery) || moved && !writing &&
			after.Fenced != w.imported.Fenced,
	}
}

func (n importNews) tell(tx Tx, id int64) error {
	if n.imports {
		if err := tx.Emit(core.Event{Topic: core.TopicImports, ID: id}); err != nil {
			return err
		}
	}
	if !n.products {
		return nil
	}
	if err := tx.Emit(core.Event{Topic: core.TopicProducts}); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicStock})
}

// run does what is left to do.
func (w *importWork) run(ctx context.Context) error {
	if w.imported.Attempts > importAttempts && w.imported.Status == Checking {
		return w.fail(ctx, "No se ha podido leer el archivo. Vuelve a intentarlo más tarde.", nil)
	}
	if w.imported.Status == Checking {
		if err := w.check(ctx); err != nil || w.imported.Status == Failed {
			return err
		}
	}
	switch w.imported.Status {
	case Applying:
		return w.apply(ctx)
	case Undoing:
		return w.undo(ctx)
	default:
		return nil
	}
}

// letGo gives the import back: at once when it ended or the process stops,
// with a pause when something went wrong.
func (w *importWork) letGo(tx Tx, atOnce bool) error {
	pause := time.Duration(0)
	if !atOnce {
		pause = min(time.Duration(w.imported.Attempts), importAttempts) * importPause
	}
	err := tx.LeaseImport(w.imported.ID, w.token, "", tx.Now().Add(pause))
	if core.IsNotFound(err) {
		return errOtherImporter
	}
	return err
}

// fail ends an import that has changed nothing.
func (w *importWork) fail(ctx context.Context, sentence string, preview *Preview) error {
	err := w.write(ctx, func(tx Tx, imported *Import) error {
		before, now := imported.note(), tx.Now()
		imported.Status, imported.Fenced, imported.EndedAt, imported.Failure = Failed, false, &now, sentence
		if preview != nil {
			imported.Total, imported.Wrong, imported.Problems = preview.Total, preview.Wrong, preview.Problems
		}
		if err := tx.DeleteImportPieces(imported.ID); err != nil {
			return err
		}
		return core.Audit(tx, w.actor, core.AuditUpdate, core.NounImport, imported.ID, before, imported.note())
	})
	if err != nil {
		return err
	}
	return w.service.dropImportRows(ctx, w.imported.ID)
}

// failure is the sentence for people when an error is about the file, and ""
// when it is about us.
func failure(err error) string {
	var known *core.Error
	if !errors.As(err, &known) || known.Kind != core.Invalid {
		return ""
	}
	for _, sentences := range known.Fields {
		return sentences[0]
	}
	return known.Message
}
