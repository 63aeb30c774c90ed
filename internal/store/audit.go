package store

import (
	"fmt"

	"estante/internal/inventory"
)

const auditColumns = `id, at, actor_id, actor_name, action, noun, noun_id, before, after`

func scanAudit(r row) (a inventory.AuditRow, err error) {
	err = r.Scan(&a.ID, toTime(&a.At), &a.ActorID, &a.ActorName, &a.Action, &a.Noun, &a.NounID, &a.Before, &a.After)
	return a, err
}

// InsertAudit implements inventory.Tx.
func (t *tx) InsertAudit(a inventory.AuditRow) error {
	_, err := t.exec(`INSERT INTO audit (at, actor_id, actor_name, action, noun, noun_id, before, after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, a.At, a.ActorID, a.ActorName, a.Action, a.Noun, a.NounID, a.Before, a.After)
	if err != nil {
		return fmt.Errorf("insert audit row: %w", err)
	}
	return nil
}

// ListAudit implements inventory.Tx.
func (t *tx) ListAudit(asked inventory.AuditFilter) (inventory.List[inventory.AuditRow], error) {
	var f filter
	if asked.Noun != "" {
		f.add("noun = ?", asked.Noun)
	}
	if asked.NounID != 0 {
		f.add("noun_id = ?", asked.NounID)
	}
	if asked.ActorID != 0 {
		f.add("actor_id = ?", asked.ActorID)
	}
	if !asked.From.IsZero() {
		f.add("at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("at < ?", asked.To)
	}
	return list(t, scanAudit, auditColumns, "audit", "at DESC, id DESC", f, asked.Page)
}
