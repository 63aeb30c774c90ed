package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
)

const importColumns = `imports.id, imports.user_id, imports.actor_id, imports.file_name, imports.size, imports.status,
	imports.created_at,
	imports.started_at, imports.ended_at, imports.reading, imports.mapping, imports.total, imports.done, imports.created,
	imports.updated,
	imports.unchanged, imports.wrong, imports.problems, imports.failure, imports.fenced, imports.lease_by,
	imports.lease_until, imports.attempts, imports.subject,
	users.first_name, users.middle_name, users.last_name, users.second_last_name`

const importTables = `imports LEFT JOIN users ON users.id = imports.user_id`

const importQuery = `SELECT ` + importColumns + ` FROM ` + importTables

func scanImport(r row) (i imports.Import, err error) {
	var reading, mapping, problems string
	var first, middle, last, second *string
	err = r.Scan(&i.ID, &i.UserID, &i.ActorID, &i.FileName, &i.Size, &i.Status, toTime(&i.CreatedAt),
		toOptionalTime(&i.StartedAt), toOptionalTime(&i.EndedAt), &reading, &mapping, &i.Total, &i.Done, &i.Created,
		&i.Updated,
		&i.Unchanged, &i.Wrong, &problems, &i.Failure, &i.Fenced, &i.LeaseBy, toTime(&i.LeaseUntil), &i.Attempts, &i.Subject,
		&first, &middle, &last, &second)
	if err != nil {
		return i, err
	}
	i.UserName = core.System.FullName()
	if first != nil {
		i.UserName = core.User{FirstName: *first, MiddleName: *middle, LastName: *last, SecondLastName: *second}.FullName()
	}
	return i, errors.Join(json.Unmarshal([]byte(reading), &i.Reading), json.Unmarshal([]byte(mapping), &i.Mapping),
		json.Unmarshal([]byte(problems), &i.Problems))
}

// importWritten are the columns that change while an import goes on; those of
// the lease are LeaseImport's.
const importWritten = `actor_id, size, status, started_at, ended_at, reading, mapping, total, done, created, updated,
	unchanged, wrong,
	problems, failure, fenced, attempts`

func importValues(i imports.Import) ([]any, error) {
	texts := make([]string, 0, 3)
	for _, value := range []any{i.Reading, i.Mapping, i.Problems} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return []any{
		i.ActorID, i.Size, i.Status, i.StartedAt, i.EndedAt, texts[0], texts[1], i.Total, i.Done, i.Created, i.Updated,
		i.Unchanged, i.Wrong,
		texts[2], i.Failure, i.Fenced, i.Attempts,
	}, nil
}

// InsertImport implements imports.Tx.
func (t *tx) InsertImport(i imports.Import) (int64, error) {
	values, err := importValues(i)
	if err != nil {
		return 0, err
	}
	values = append(values, i.UserID, i.FileName, i.CreatedAt, i.Subject)
	id, err := one(t, scanID, `INSERT INTO imports (`+
		importWritten+`, user_id, file_name, created_at, subject, lease_by, lease_until)
		VALUES (`+placeholders(1, len(values))+`, '', 0) RETURNING id`, values...)
	if err != nil {
		return 0, fmt.Errorf("insert import: %w", err)
	}
	return id, nil
}

// UpdateImport implements imports.Tx.
func (t *tx) UpdateImport(i imports.Import) error {
	values, err := importValues(i)
	if err != nil {
		return err
	}
	if err := t.change(`UPDATE imports SET (`+importWritten+`) = (`+placeholders(1, len(values))+`) WHERE id = $`+
		fmt.Sprint(len(values)+1), append(values, i.ID)...); err != nil {
		return fmt.Errorf("update import: %w", err)
	}
	return nil
}

// ImportByID implements imports.Tx.
func (t *tx) ImportByID(id int64) (imports.Import, error) {
	return one(t, scanImport, importQuery+` WHERE imports.id = $1`, id)
}

// LockImport implements imports.Tx.
func (t *tx) LockImport(id int64) (imports.Import, error) {
	if t.readOnly {
		return imports.Import{}, core.ErrReadOnly
	}
	return one(t, scanImport, importQuery+` WHERE imports.id = $1`+t.dialect.lockImports, id)
}

// ListImports implements imports.Tx. A file that is still being uploaded is not
// listed yet.
func (t *tx) ListImports(subject imports.Subject, page core.Page) (core.List[imports.Import], error) {
	var f filter
	f.add("imports.subject = ?", subject)
	f.add("imports.status <> 'uploading'")
	return list(t, scanImport, importColumns, importTables, "imports.created_at DESC, imports.id DESC", f, page)
}

// OldDrafts implements imports.Tx.
func (t *tx) OldDrafts(userID int64, keep int) ([]int64, error) {
	return all(t, scanID, `SELECT id FROM imports WHERE user_id = $1 AND status IN ('draft', 'uploading')
		ORDER BY id DESC LIMIT 100 OFFSET $2`, userID, keep)
}

// DeleteImport implements imports.Tx.
func (t *tx) DeleteImport(id int64) error {
	for _, table := range []string{"import_pieces", "import_rows"} {
		if _, err := t.exec(`DELETE FROM `+table+` WHERE import_id = $1`, id); err != nil {
			return err
		}
	}
	_, err := t.exec(`DELETE FROM imports WHERE id = $1 AND status IN ('draft', 'uploading')`, id)
	return err
}

// StaleImports implements imports.Tx.
func (t *tx) StaleImports(draftsBefore, endedBefore time.Time) ([]imports.Import, error) {
	return all(t, scanImport, importQuery+` WHERE (imports.status IN ('draft', 'uploading') AND imports.created_at < $1)
		OR (imports.status IN ('done', 'undone', 'failed') AND imports.ended_at < $2
			AND EXISTS (SELECT 1 FROM import_rows WHERE import_rows.import_id = imports.id))
		ORDER BY imports.id LIMIT 100`, draftsBefore, endedBefore)
}

// ImportsAtWork implements imports.Tx.
func (t *tx) ImportsAtWork() ([]imports.Import, error) {
	return all(t, scanImport, importQuery+` WHERE imports.status IN ('queued', 'checking', 'applying', 'undoing') ORDER BY imports.id`)
}

// LeaseImport implements imports.Tx.
func (t *tx) LeaseImport(id int64, from, to string, until time.Time) error {
	return t.change(`UPDATE imports SET lease_by = $1, lease_until = $2 WHERE id = $3 AND lease_by = $4`, to, until, id,
		from)
}

// HeldByImport implements catalogue.Tx.
func (t *tx) HeldByImport(skuKeys []string, barcode string) (bool, error) {
	// The common answer is that there is none, and it is asked before every
	// change of a product.
	id, err := one(t, scanID, `SELECT id FROM imports WHERE fenced LIMIT 1`)
	if errors.Is(err, core.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	imported, err := t.ImportByID(id)
	if err != nil {
		return false, err
	}
	var f filter
	f.add("import_id = ?", id)
	f.add("state = ?", imported.Pending())
	f.oneOf("sku_key", skuKeys)
	held, err := one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM import_rows`+f.where()+`)`, f.args...)
	if err != nil || held || barcode == "" {
		return held, err
	}
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM import_rows WHERE import_id = $1 AND state = $2 AND barcode = $3
		AND barcode <> '')`,
		id, imported.Pending(), barcode)
}

// Importing implements catalogue.Tx.
func (t *tx) Importing() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM imports WHERE fenced)`)
}

// InsertImportPiece implements imports.Tx.
func (t *tx) InsertImportPiece(importID int64, seq int, piece []byte) error {
	_, err := t.exec(`INSERT INTO import_pieces (import_id, seq, bytes) VALUES ($1, $2, $3)`, importID, seq, piece)
	return err
}

// ImportPiece implements imports.Tx.
func (t *tx) ImportPiece(importID int64, seq int) ([]byte, error) {
	return one(t, scanBytes, `SELECT bytes FROM import_pieces WHERE import_id = $1 AND seq = $2`, importID, seq)
}

func scanBytes(r row) (bytes []byte, err error) {
	err = r.Scan(&bytes)
	return bytes, err
}

// DeleteImportPieces implements imports.Tx.
func (t *tx) DeleteImportPieces(importID int64) error {
	_, err := t.exec(`DELETE FROM import_pieces WHERE import_id = $1`, importID)
	return err
}

// RememberHeaders implements imports.Tx.
func (t *tx) RememberHeaders(userID int64, headers map[string]imports.Field) error {
	for key, field := range headers {
		_, err := t.exec(`INSERT INTO import_headers (user_id, header_key, field, used_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, header_key) DO UPDATE SET field = excluded.field, used_at = excluded.used_at`, userID, key,
			field, t.now)
		if err != nil {
			return fmt.Errorf("remember headers: %w", err)
		}
	}
	return nil
}

// RecalledHeaders implements imports.Tx.
func (t *tx) RecalledHeaders(userID int64, keys []string) (map[string]imports.Field, error) {
	var f filter
	f.oneOf("header_key", keys[:min(len(keys), idsMax)])
	type memory struct {
		key   string
		field imports.Field
	}
	memories, err := all(t, func(r row) (m memory, err error) {
		err = r.Scan(&m.key, &m.field)
		return m, err
	}, `SELECT header_key, field FROM import_headers`+f.where()+` ORDER BY CASE WHEN user_id = `+f.arg(userID)+
		` THEN 1 ELSE 0 END, used_at`, f.args...)
	// The last one of a key wins: one's own rather than others', the newest of them.
	recalled := map[string]imports.Field{}
	for _, m := range memories {
		recalled[m.key] = m.field
	}
	return recalled, err
}
