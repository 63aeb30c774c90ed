package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"estante/internal/core"
)

// UndoImport takes a whole import back: products it made are deleted, fields
// it changed get their old values, stock goes back by opposite movements, orders
// it made are cancelled or come back. It is refused, with names, when something
// that happened since stands in the way.
func (s *Service) UndoImport(ctx context.Context, actor core.Actor, id int64) (Import, error) {
	imported, err := s.Import(ctx, id)
	if err != nil {
		return Import{}, err
	}
	if imported.Status != Done {
		return Import{}, ErrImportUndone
	}
	// A first check, so that the caller gets the answer at once. The worker checks again
	// behind the fence.
	if err := s.mayUndo(ctx, imported, func(int) error { return ctx.Err() }); err != nil {
		return Import{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		if imported.Status != Done {
			return Import{}, ErrImportUndone
		}
		before := imported.note()
		imported.Status, imported.Done, imported.Attempts, imported.Failure = Undoing, 0, 0, ""
		imported.ActorID = actor.ID
		imported.Problems, imported.Wrong = []RowProblem{}, 0
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounImport, id, before, imported.note()); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(core.Event{Topic: core.TopicImports, ID: id})
	})
}

// obstaclesMax is how many products a refusal names.
const obstaclesMax = 10

// mayUndo looks at every row that was applied.
func (s *Service) mayUndo(ctx context.Context, imported Import, seen func(int) error) error {
	var obstacles []string
	id, rules := imported.ID, imported.Subject.rules()
	count, rows := 0, 0
	err := core.Snapshot(ctx, s.store, func(tx Tx) error {
		obstacles, count, rows = nil, 0, 0
		for after := 0; ; {
			some, err := tx.ImportRows(id, RowApplied, after, planRows)
			if err != nil {
				return err
			}
			if len(some) == 0 {
				return nil
			}
			after = some[len(some)-1].Seq
			rows += len(some)
			found, err := rules.obstacles(tx, some)
			if err != nil {
				return err
			}
			count += len(found)
			obstacles = append(obstacles, found[:min(len(found), obstaclesMax-len(obstacles))]...)
			if err := seen(len(some)); err != nil {
				return err
			}
		}
	})
	switch {
	case err != nil:
		return err
	case rows == 0:
		return &core.Error{
			Kind: core.Conflict, Message: "Esta importación es demasiado antigua o no cambió nada: no hay nada que deshacer",
		}
	case count > 0:
		return cannotUndo(obstacles, count)
	}
	return nil
}

func cannotUndo(obstacles []string, count int) error {
	more := ""
	if count > len(obstacles) {
		more = fmt.Sprintf(" y %d más", count-len(obstacles))
	}
	return &core.Error{Kind: core.Conflict, Message: "No se puede deshacer: " + strings.Join(obstacles, "; ") + more}
}

// undo takes the rows back, a few at a time.
func (w *importWork) undo(ctx context.Context) error {
	if !w.imported.Fenced {
		if err := w.fence(ctx); err != nil {
			return err
		}
	}
	beat := func(int) error { return w.write(ctx, func(Tx, *Import) error { return nil }) }
	if err := w.service.mayUndo(ctx, w.imported, beat); err != nil && w.imported.Done == 0 {
		return w.keep(ctx, err)
	}
	// Rows that are done lie before the others: they are not looked through again each time.
	for after := 0; ; {
		var rows []Row
		err := core.Read(ctx, w.service.store, func(tx Tx) (err error) {
			rows, err = tx.ImportRows(w.imported.ID, RowApplied, after, w.rows)
			return err
		})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return w.undone(ctx)
		}
		pieces := slices.Collect(slices.Chunk(rows, w.piece()))
		done, err := inTurn(ctx, w, pieces, func(tx Tx, imported *Import, rows []Row) error {
			return undoRows(tx, w.actor, imported, rows)
		})
		if err != nil {
			return err
		}
		last := pieces[done-1]
		after = last[len(last)-1].Seq
	}
}

// keep leaves an import that turned out not to be undoable as it was.
func (w *importWork) keep(ctx context.Context, cause error) error {
	var known *core.Error
	if !errors.As(cause, &known) || known.Kind != core.Conflict {
		return cause
	}
	return w.write(ctx, func(_ Tx, imported *Import) error {
		imported.Status, imported.Fenced, imported.Failure, imported.Done = Done, false, known.Message, imported.Total
		return nil
	})
}

// undoRows takes some rows back in one transaction.
func undoRows(tx Tx, actor core.Actor, imported *Import, rows []Row) error {
	if err := imported.Subject.rules().undo(tx, actor, imported, rows); err != nil {
		return err
	}
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].State = RowUndone
	}
	imported.Done += len(rows)
	return tx.UpdateImportRows(imported.ID, rows)
}

// undone ends an import that was taken back.
func (w *importWork) undone(ctx context.Context) error {
	return w.write(ctx, func(tx Tx, imported *Import) error {
		now := tx.Now()
		imported.Status, imported.Fenced, imported.EndedAt, imported.Attempts = Undone, false, &now, 0
		if err := forgetNotices(tx, *imported); err != nil {
			return err
		}
		return core.Audit(tx, w.actor, core.AuditUpdate, core.NounImport, imported.ID, nil, imported.note())
	})
}

// forgetNotices takes back what nobody has read yet about alerts that the import opened
// and that are over now.
func forgetNotices(tx Tx, imported Import) error {
	if imported.StartedAt == nil {
		return nil
	}
	readers, err := tx.DropAlertNotices(*imported.StartedAt)
	if err != nil {
		return err
	}
	for _, id := range readers {
		if err := tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: id}); err != nil {
			return err
		}
	}
	return nil
}
