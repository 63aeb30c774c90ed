package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/valuation"
)

// foldedColumns are what a fold needs of a movement; the rest would be read in vain.
const foldedColumns = `m.id, m.product_id, m.location_id, m.seq, m.quantity, m.reason, m.stock_before, m.stock_after, m.at,
	m.source, m.source_id, m.undo_of, m.hash, m.cost_cents, m.currency, m.value_before, m.value_after`

func scanFolded(r row) (m ledger.Movement, err error) {
	err = r.Scan(&m.ID, &m.ProductID, &m.LocationID, &m.Seq, &m.Quantity, &m.Reason, &m.Before, &m.After, toTime(&m.At),
		&m.Source, &m.SourceID, &m.UndoOf, &m.Hash, &m.Cost, &m.Currency, &m.ValueBefore, &m.ValueAfter)
	return m, err
}

// MovedProducts implements valuation.Tx.
func (t *tx) MovedProducts(afterID int64, limit int) ([]valuation.ProductHead, error) {
	return all(t, func(r row) (h valuation.ProductHead, err error) {
		err = r.Scan(&h.ID, &h.Seq)
		return h, err
	}, `SELECT id, movement_seq FROM products WHERE id > $1 AND movement_seq > 0 ORDER BY id LIMIT $2`, afterID, limit)
}

const foldColumns = `f.product_id, f.seq, f.hash, f.units, f.value_cents, f.currency, f.layers, f.gone, f.lying, f.until`

// foldText is a fold as its row has it.
type foldText struct {
	fold                *valuation.Fold
	layers, gone, lying string
}

func (f *foldText) places() []any {
	f.fold = &valuation.Fold{}
	return []any{
		&f.fold.ProductID, &f.fold.Seq, &f.fold.Hash, &f.fold.Units, &f.fold.Average, &f.fold.Currency, &f.layers, &f.gone,
		&f.lying, toTime(&f.fold.At),
	}
}

func (f *foldText) read() (*valuation.Fold, error) {
	var err error
	if f.fold.Layers, err = readLayers(f.layers); err != nil {
		return nil, err
	}
	if f.fold.Gone, err = readLayers(f.gone); err != nil {
		return nil, err
	}
	f.fold.Lying, err = readLying(f.lying)
	return f.fold, err
}

func scanFold(r row) (*valuation.Fold, error) {
	var text foldText
	if err := r.Scan(text.places()...); err != nil {
		return nil, err
	}
	return text.read()
}

// FoldsBy implements valuation.Tx.
func (t *tx) FoldsBy(firstID, lastID int64, since time.Time) ([]*valuation.Fold, error) {
	return all(t, scanFold, `SELECT `+foldColumns+` FROM products JOIN value_folds AS f ON f.product_id = products.id
			AND f.until = (SELECT max(until) FROM value_folds WHERE product_id = products.id AND until <= $1)
		WHERE products.id >= $2 AND products.id <= $3 AND f.rules = $4 ORDER BY products.id`,
		since, firstID, lastID, valuation.FoldRules)
}

// WalkSinceFolds implements valuation.Tx. The bounds are worked out first, product by
// product, so that both engines read along the index of each chain.
func (t *tx) WalkSinceFolds(
	firstID, lastID int64, since, until time.Time, fn func(ledger.Movement) error,
) error {
	return walk(t, scanFolded, fn, `WITH bounds AS MATERIALIZED (
			SELECT id, coalesce((SELECT seq FROM value_folds WHERE product_id = products.id AND until <= $1
					ORDER BY until DESC LIMIT 1), 0) AS since,
				coalesce((SELECT seq FROM value_folds WHERE product_id = products.id AND until > $2
					ORDER BY until LIMIT 1), movement_seq) + 1 AS beyond
			FROM products WHERE id >= $3 AND id <= $4 AND movement_seq > 0)
		SELECT `+foldedColumns+` FROM bounds JOIN movements AS m ON m.product_id = bounds.id AND m.seq >= bounds.since
			AND m.seq <= bounds.beyond ORDER BY bounds.id, m.seq`, since, until, firstID, lastID)
}

// WalkChain implements valuation.Tx.
func (t *tx) WalkChain(productID, afterSeq int64, fn func(ledger.Movement) error) error {
	return walk(t, scanFolded, fn, `SELECT `+foldedColumns+` FROM movements AS m WHERE m.product_id = $1 AND m.seq > $2
		ORDER BY m.seq`, productID, afterSeq)
}

// LateMovement implements valuation.Tx.
func (t *tx) LateMovement(afterID int64, until time.Time) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM movements WHERE id > $1 AND at <= $2)`, afterID, until)
}

// LastMovementID implements valuation.Tx.
func (t *tx) LastMovementID() (int64, error) {
	return one(t, scanID, `SELECT coalesce(max(id), 0) FROM movements`)
}

// FoldProgress implements valuation.Tx.
func (t *tx) FoldProgress() (valuation.FoldProgress, error) {
	return one(t, func(r row) (p valuation.FoldProgress, err error) {
		err = r.Scan(toOptionalTime(&p.Until), &p.AfterID)
		return p, err
	}, `SELECT until, after_id FROM value_fold_progress WHERE id = 1`)
}

// UpdateFoldProgress implements valuation.Tx.
func (t *tx) UpdateFoldProgress(p valuation.FoldProgress) error {
	return t.change(`UPDATE value_fold_progress SET until = $1, after_id = $2 WHERE id = 1`, p.Until, p.AfterID)
}

// InsertFolds implements valuation.Tx. One that is there already is written anew.
func (t *tx) InsertFolds(folds []valuation.MonthFold) error {
	for _, f := range folds {
		_, err := t.exec(`INSERT INTO value_folds (product_id, month, until, rules, seq, hash, units, value_cents, currency,
				layers, gone, lying)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
			ON CONFLICT (product_id, until) DO UPDATE SET month = excluded.month, rules = excluded.rules, seq = excluded.seq,
				hash = excluded.hash, units = excluded.units, value_cents = excluded.value_cents,
				currency = excluded.currency, layers = excluded.layers, gone = excluded.gone, lying = excluded.lying`,
			f.ProductID, f.Month, f.Until, valuation.FoldRules, f.Seq, f.Hash, f.Units, f.Average, f.Currency,
			writeLayers(f.Layers), writeLayers(f.Gone), writeLying(f.Lying))
		if err != nil {
			return fmt.Errorf("insert fold: %w", err)
		}
	}
	return nil
}

// MonthFolds implements valuation.Tx.
func (t *tx) MonthFolds(firstID, lastID int64) ([]valuation.MonthFold, error) {
	return all(t, func(r row) (m valuation.MonthFold, err error) {
		var text foldText
		if err = r.Scan(append(text.places(), &m.Month)...); err != nil {
			return m, err
		}
		fold, err := text.read()
		if err == nil {
			m.Fold, m.Until = *fold, fold.At
		}
		return m, err
	}, `SELECT `+foldColumns+`, f.month FROM value_folds AS f WHERE f.product_id >= $1 AND f.product_id <= $2
		AND f.rules = $3 ORDER BY f.product_id, f.until`, firstID, lastID, valuation.FoldRules)
}

var errFoldText = errors.New("a fold that cannot be read")

// numbers writes some numbers, with a question mark for what is not known.
func numbers(text *strings.Builder, values ...*int64) {
	if text.Len() > 0 {
		text.WriteByte('|')
	}
	for i, value := range values {
		if i > 0 {
			text.WriteByte(':')
		}
		if value == nil {
			text.WriteByte('?')
		} else {
			text.WriteString(strconv.FormatInt(*value, 10))
		}
	}
}

// readNumbers reads what numbers wrote, so many at a time.
func readNumbers(text string, each int, fn func([]*int64)) error {
	for len(text) > 0 {
		var piece string
		piece, text, _ = strings.Cut(text, "|")
		values := make([]*int64, 0, each)
		for more := true; more; {
			var word string
			word, piece, more = strings.Cut(piece, ":")
			if word == "?" {
				values = append(values, nil)
				continue
			}
			value, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return errFoldText
			}
			values = append(values, &value)
		}
		if len(values) != each {
			return errFoldText
		}
		fn(values)
	}
	return nil
}

// layerNumbers are the numbers of a layer, and lyingNumbers those of a place.
const (
	layerNumbers = 5
	lyingNumbers = 2
)

func writeLayers(layers []valuation.Layer) string {
	var text strings.Builder
	for _, l := range layers {
		numbers(&text, &l.MovementID, &l.EntryID, &l.Brought, &l.Units, (*int64)(l.Value))
	}
	return text.String()
}

func readLayers(text string) (layers []valuation.Layer, err error) {
	known := func(n *int64) int64 {
		if n == nil {
			err = errFoldText
			return 0
		}
		return *n
	}
	wrong := readNumbers(text, layerNumbers, func(n []*int64) {
		layers = append(layers, valuation.Layer{
			MovementID: known(n[0]), EntryID: known(n[1]), Brought: known(n[2]), Units: known(n[3]), Value: (*core.Cents)(n[4]),
		})
	})
	return layers, errors.Join(wrong, err)
}

func writeLying(lying []ledger.Lying) string {
	var text strings.Builder
	for _, l := range lying {
		numbers(&text, &l.LocationID, &l.Stock)
	}
	return text.String()
}

func readLying(text string) (lying []ledger.Lying, err error) {
	wrong := readNumbers(text, lyingNumbers, func(n []*int64) {
		if n[0] == nil || n[1] == nil {
			err = errFoldText
			return
		}
		lying = append(lying, ledger.Lying{LocationID: *n[0], Stock: *n[1]})
	})
	return lying, errors.Join(wrong, err)
}
