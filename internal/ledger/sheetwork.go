package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"estante/internal/core"
)

const (
	// sheetPiece is how much of a file is stored in one row, which other writers wait for.
	sheetPiece = 128 << 10
	// How often a sheet says how far it is, after how long a silence another process takes
	// over, and how often one is begun at all.
	sheetToldEvery  = 500 * time.Millisecond
	sheetSilenceMax = time.Minute
	sheetAttempts   = 3
	// sheetRows is how many rows are given their names together.
	sheetRows = 500
)

// WorkOnSheets writes the sheet that is due, if there is one, and says whether there was. Of
// several processes one takes it.
func (s *Service) WorkOnSheets(ctx context.Context) (bool, error) {
	var pending bool
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		pending, err = tx.AnyPendingSheet()
		return err
	})
	if err != nil || !pending {
		return false, err
	}
	w := sheetWork{service: s}
	err = core.Write(ctx, s.store, func(tx Tx) (err error) {
		w.sheet, err = tx.ClaimSheet(tx.Now().Add(-sheetSilenceMax))
		return err
	})
	if core.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if w.sheet.Attempts > sheetAttempts {
		// No process that began it lived to record that it failed.
		return true, w.end(ctx, SheetFailed)
	}
	if err := w.work(ctx); err != nil {
		return true, fmt.Errorf("sheet %d: %w", w.sheet.ID, errors.Join(err, w.fail(ctx)))
	}
	return true, nil
}

// sheetWork is one worker with one sheet.
type sheetWork struct {
	service *Service
	sheet   Sheet
	told    time.Time
}

// work writes the file aside and then keeps it, so that nobody ever fetches half of one.
func (w *sheetWork) work(ctx context.Context) error {
	file, err := os.CreateTemp("", "estante-*."+string(w.sheet.Format))
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	err = core.Snapshot(ctx, w.service.store, func(tx Tx) error {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := file.Truncate(0); err != nil {
			return err
		}
		return w.write(ctx, tx, file)
	})
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return w.keep(ctx, file)
}

// write fills the file with what one moment of the memory says.
func (w *sheetWork) write(ctx context.Context, tx Tx, file io.Writer) error {
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	folding, err := newFolding(tx, w.sheet.At)
	if err != nil {
		return err
	}
	folding.progress = func(products int64) error { return w.tell(ctx, products) }
	values, err := folding.valuesAt(w.sheet.Method)
	if err != nil {
		return err
	}
	g, err := gather(tx, values, ValueFilter{})
	if err != nil {
		return err
	}
	locations, err := g.byLocation(tx)
	if err != nil {
		return err
	}
	page := SheetPage{
		Format: w.sheet.Format, Business: settings.BusinessName, Zone: settings.Zone(), MadeAt: tx.Now(), At: w.sheet.At,
		Method: w.sheet.Method, Currency: values.Currency, Hash: values.Hash,
		Totals: ClosedTotals{g.totals, g.byCategory(), locations},
	}
	slices.SortStableFunc(g.stocks, func(a, b StockAt) int {
		unknown := func(s StockAt) int {
			if s.Value == nil {
				return 1
			}
			return 0
		}
		return unknown(a) - unknown(b)
	})
	return w.service.sheets.WriteValues(file, page, func(row func(StockAtRow) error) error {
		return w.rows(ctx, tx, g.stocks, row)
	})
}

func (w *sheetWork) rows(ctx context.Context, tx Tx, stocks []StockAt, fn func(StockAtRow) error) error {
	done := w.sheet.Total / 2
	for some := range slices.Chunk(stocks, sheetRows) {
		rows, err := named(tx, some)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := fn(row); err != nil {
				return err
			}
		}
		done += int64(len(rows))
		if err := w.tell(ctx, done); err != nil {
			return err
		}
	}
	return nil
}

// keep puts the file where every process finds it.
func (w *sheetWork) keep(ctx context.Context, file io.Reader) error {
	err := core.Write(ctx, w.service.store, func(tx Tx) error { return tx.DeleteSheetPieces(w.sheet.ID) })
	piece := make([]byte, sheetPiece)
	for seq := 0; err == nil; seq++ {
		n, readErr := io.ReadFull(file, piece)
		if n > 0 {
			w.sheet.Size += int64(n)
			err = core.Write(core.InBackground(ctx), w.service.store, func(tx Tx) error {
				return tx.InsertSheetPiece(w.sheet.ID, seq, piece[:n])
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
	w.sheet.Done = w.sheet.Total
	return w.end(ctx, SheetDone)
}

// fail gives a sheet up that could not be written several times; until then another turn
// begins it anew.
func (w *sheetWork) fail(ctx context.Context) error {
	if w.sheet.Attempts < sheetAttempts {
		return ctx.Err()
	}
	return w.end(context.WithoutCancel(ctx), SheetFailed)
}

func (w *sheetWork) end(ctx context.Context, state SheetState) error {
	return core.Write(ctx, w.service.store, func(tx Tx) error {
		sheet, now := w.sheet, tx.Now()
		sheet.State, sheet.EndedAt = state, &now
		return noteSheet(tx, sheet)
	})
}

// tell says how far the sheet is, now and then.
func (w *sheetWork) tell(ctx context.Context, done int64) error {
	w.sheet.Done = min(done, w.sheet.Total)
	if now := time.Now(); now.Sub(w.told) >= sheetToldEvery {
		w.told = now
		return core.Write(ctx, w.service.store, func(tx Tx) error { return noteSheet(tx, w.sheet) })
	}
	return nil
}

func noteSheet(tx Tx, sheet Sheet) error {
	if err := tx.UpdateSheet(sheet); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicValueSheets, ID: sheet.ID, UserID: sheet.UserID})
}
