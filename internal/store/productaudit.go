package store

import (
	"cmp"
	"slices"
	"strconv"

	"estante/internal/inventory"
)

// notMoved is the condition of the index that finds what was done to a thing.
// Movements are not in it: only products have any, and they are found by the
// product where movements are kept.
const notMoved = "action <> 'stock'"

// movedRow ties a movement to its row of the audit.
const movedRow = `audit.noun = 'product' AND audit.at = movements.at AND audit.noun_id = movements.product_id
	AND audit.action = 'stock' AND audit.after = '{"Stock":' || movements.stock_after || ',"Movement":' || movements.id || '}'`

// listProductAudit lists what was done to one product, with what moved it.
func (t *tx) listProductAudit(asked inventory.AuditFilter) (found inventory.List[inventory.AuditRow], err error) {
	edits, err := t.auditFilter(asked)
	if err != nil {
		return found, err
	}
	edits.add(notMoved)
	// Both are of one question, and the values of the second follow those of the first.
	moves := filter{args: edits.args}
	moves.add("product_id = ?", asked.NounID)
	if err := t.filterActs(&moves, "user_id", asked); err != nil {
		return found, err
	}
	found.Count, err = t.countMatches(onNothingKept, "SELECT 1 FROM audit"+edits.where()+" UNION ALL SELECT 1 FROM movements"+moves.where(), moves.args)
	if err != nil {
		return found, err
	}
	ids, movementIDs, err := t.pageOfProductAudit(edits, moves, clamp(asked.Page))
	if err != nil {
		return found, err
	}
	found.Rows, err = t.auditRows(ids, movementIDs)
	return found, err
}

// pageOfProductAudit finds what is on a page: rows of the audit, and movements. Each
// kind is read as far as the page could have it. What is written in one transaction
// with a movement comes before it.
func (t *tx) pageOfProductAudit(edits, moves filter, page inventory.Page) (ids, movementIDs []int64, err error) {
	f := filter{args: moves.args}
	far := " LIMIT " + strconv.Itoa(page.Size)
	if page.Number > 1 {
		far = " LIMIT " + f.arg(page.Offset()+page.Size)
	}
	query := `SELECT at, moved, id FROM (SELECT at, 0 AS moved, id FROM audit` + edits.where() + ` ORDER BY at DESC, id DESC` + far + `) AS edits
		UNION ALL SELECT at, moved, id FROM (SELECT at, 1 AS moved, id FROM movements` + moves.where() + ` ORDER BY seq DESC` + far + `) AS moves
		ORDER BY 1 DESC, 2 DESC, 3 DESC` + f.page(page)
	_, err = all(t, func(r row) (id int64, err error) {
		var at, moved int64
		err = r.Scan(&at, &moved, &id)
		if moved == 1 {
			movementIDs = append(movementIDs, id)
		} else {
			ids = append(ids, id)
		}
		return id, err
	}, query, f.args...)
	return ids, movementIDs, err
}

// auditRows are rows by their numbers and those of movements, the newest first.
func (t *tx) auditRows(ids, movementIDs []int64) ([]inventory.AuditRow, error) {
	found := []inventory.AuditRow{}
	var edits, moves filter
	edits.in("audit.id", ids)
	moves.in("movements.id", movementIDs)
	moves.add(movedRow)
	// Joined in this way SQLite looks at the movements first, of which there are few.
	for table, f := range map[string]filter{"audit": edits, "movements CROSS JOIN audit": moves} {
		rows, err := all(t, scanAudit, "SELECT "+auditColumns+" FROM "+table+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
	}
	slices.SortFunc(found, func(a, b inventory.AuditRow) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return found, nil
}
