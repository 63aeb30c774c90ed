package valuation

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"estante/internal/reportjob"
)

// sheetRows is how many rows of a sheet are given their names together.
const sheetRows = 500

// WorkOnSheets writes the sheet that is due, if there is one, and says whether there was.
func (s *Service) WorkOnSheets(ctx context.Context) (bool, error) {
	return reportjob.Work(ctx, s.store, reportjob.Values, s.writeSheet)
}

// writeSheet fills the file of a sheet with what one moment of the memory says.
func (s *Service) writeSheet(ctx context.Context, tx Tx, turn *reportjob.Turn, file io.Writer) error {
	var about SheetAbout
	if err := json.Unmarshal(turn.Job.About, &about); err != nil {
		return err
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	folding, err := newFolding(tx, about.At)
	if err != nil {
		return err
	}
	folding.progress = func(products int64) error { return turn.Tell(ctx, products) }
	values, err := folding.valuesAt(about.Method)
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
		Format: turn.Job.Format, Business: settings.BusinessName, Zone: settings.Zone(), MadeAt: tx.Now(), At: about.At,
		Method: about.Method, Currency: values.Currency, Hash: values.Hash,
		Totals: ClosedTotals{g.totals, g.byCategory(), locations},
	}
	knownFirst(g.stocks)
	return s.sheets.WriteValues(file, page, func(row func(StockAtRow) error) error {
		done := turn.Job.Total / 2
		for some := range slices.Chunk(g.stocks, sheetRows) {
			if err := writeNamed(tx, some, row); err != nil {
				return err
			}
			done += int64(len(some))
			if err := turn.Tell(ctx, done); err != nil {
				return err
			}
		}
		return nil
	})
}

// knownFirst puts products whose value nobody knows behind the others.
func knownFirst(stocks []StockAt) {
	slices.SortStableFunc(stocks, func(a, b StockAt) int {
		unknown := func(s StockAt) int {
			if s.Value == nil {
				return 1
			}
			return 0
		}
		return unknown(a) - unknown(b)
	})
}

func writeNamed(tx Tx, some []StockAt, row func(StockAtRow) error) error {
	rows, err := named(tx, some)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := row(r); err != nil {
			return err
		}
	}
	return nil
}
