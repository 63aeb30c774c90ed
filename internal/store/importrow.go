package store

import (
	"encoding/json"
	"fmt"

	"estante/internal/imports"
)

const importRowColumns = `seq, number, sku_key, barcode, state, product_id, created, changes, moves`

func scanImportRow(r row) (i imports.Row, err error) {
	var changes, moves string
	err = r.Scan(&i.Seq, &i.Number, &i.SKUKey, &i.Barcode, &i.State, &i.ProductID, &i.Created, &changes, &moves)
	if err != nil {
		return i, err
	}
	if err := decodeList(changes, &i.Changes); err != nil {
		return i, err
	}
	return i, decodeList(moves, &i.Moves)
}

// encodeList writes a list; the empty one, which most rows have, is "".
func encodeList[T any](list []T) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	text, err := json.Marshal(list)
	return string(text), err
}

func decodeList[T any](text string, list *[]T) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), list)
}

// InsertImportRows implements imports.Tx.
func (t *tx) InsertImportRows(importID int64, rows []imports.Row) error {
	values := make([][]any, 0, len(rows))
	for _, row := range rows {
		values = append(values, []any{
			importID, row.Seq, row.Number, row.SKUKey, row.Barcode, row.State, row.ProductID,
			row.Created, "", "",
		})
	}
	if err := t.insertMany("import_rows (import_id, "+importRowColumns+")", values); err != nil {
		return fmt.Errorf("insert import rows: %w", err)
	}
	return nil
}

// ImportRows implements imports.Tx.
func (t *tx) ImportRows(importID int64, state imports.RowState, after, limit int) ([]imports.Row, error) {
	return all(t, scanImportRow, `SELECT `+
		importRowColumns+` FROM import_rows WHERE import_id = $1 AND state = $2 AND seq > $3
		ORDER BY seq LIMIT $4`, importID, state, after, limit)
}

// importRowCasts are the types of what UpdateImportRows writes.
var importRowCasts = []string{"BIGINT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "BOOLEAN", "TEXT", "TEXT"}

// UpdateImportRows implements imports.Tx.
func (t *tx) UpdateImportRows(importID int64, rows []imports.Row) error {
	values := make([][]any, 0, len(rows))
	for _, row := range rows {
		changes, err := encodeList(row.Changes)
		if err != nil {
			return err
		}
		moves, err := encodeList(row.Moves)
		if err != nil {
			return err
		}
		values = append(values, []any{importID, row.Seq, row.Barcode, row.State, row.ProductID, row.Created, changes, moves})
	}
	return t.inBatches(len(values), len(importRowCasts), func(from, to int) error {
		_, err := t.exec(`UPDATE import_rows SET barcode = v.column3, state = v.column4, product_id = v.column5,
			created = v.column6,
				changes = v.column7, moves = v.column8
			FROM (VALUES `+tuples(to-from, len(importRowCasts), importRowCasts)+`) AS v
			WHERE import_rows.import_id = v.column1 AND import_rows.seq = v.column2`, flatten(values[from:to])...)
		if err != nil {
			return fmt.Errorf("update import rows: %w", err)
		}
		return nil
	})
}

// DeleteImportRows implements imports.Tx.
func (t *tx) DeleteImportRows(importID int64, limit int) (int, error) {
	dropped, err := t.exec(`DELETE FROM import_rows WHERE import_id = $1 AND seq IN
		(SELECT seq FROM import_rows WHERE import_id = $1 ORDER BY seq LIMIT $2)`, importID, limit)
	return int(dropped), err
}
