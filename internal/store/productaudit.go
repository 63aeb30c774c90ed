package store

import (
	"strconv"

	"estante/internal/core"
)

// notMoved is the condition of the index that finds what was done to a thing.
// Movements are not in it: only products have any, and they are found by the
// product where movements are kept.
const notMoved = "action <> 'stock'"

// movedRow ties a movement to its row of the audit.
const movedRow = `audit.at = movements.at AND audit.noun_id = movements.product_id AND audit.action = 'stock'
	AND audit.after = '{"Stock":' || movements.stock_after || ',"Movement":' || movements.id || '}'`

// listProductAudit lists what was done to one product, with what moved it.
func (t *tx) listProductAudit(asked core.AuditFilter) (found core.List[core.AuditRow], err error) {
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
	found.Count, err = t.countMatches(otherList, onNothingKept,
		"SELECT 1 FROM audit"+edits.where()+" UNION ALL SELECT 1 FROM movements"+moves.where(), moves.args)
	if err != nil {
		return found, err
	}
	page, err := t.pageOfProductAudit(edits, moves, clamp(asked.Page))
	if err != nil {
		return found, err
	}
	found.Rows, err = t.auditRows(page)
	return found, err
}

// audited is a row of the audit: by its own number, or by that of its movement.
type audited struct{ moved, id int64 }

// pageOfProductAudit finds what is on a page. Each kind is read as far as the page
// could have it. Movements follow each other as they did, also where a clock says
// otherwise: none is listed as newer than one that came after it.
func (t *tx) pageOfProductAudit(edits, moves filter, page core.Page) ([]audited, error) {
	f := filter{args: moves.args}
	far := " LIMIT " + strconv.Itoa(page.Size)
	if page.Number > 1 {
		far = " LIMIT " + f.arg(page.Offset()+page.Size)
	}
	return all(t, func(r row) (a audited, err error) {
		var at, turn int64
		err = r.Scan(&at, &a.moved, &turn, &a.id)
		return a, err
	}, `SELECT at, 0 AS moved, id AS turn, id FROM (SELECT at, id FROM audit`+edits.where()+` ORDER BY at DESC, id DESC`+
		far+`) AS edits
		UNION ALL SELECT min(at) OVER (ORDER BY seq DESC), 1, seq, id
		FROM (SELECT at, seq, id FROM movements`+moves.where()+` ORDER BY seq DESC`+far+`) AS moves
		ORDER BY 1 DESC, 2 DESC, 3 DESC`+f.page(page), f.args...)
}

// auditRows are the rows of a page, in its order.
func (t *tx) auditRows(page []audited) ([]core.AuditRow, error) {
	var ids [2][]int64
	for _, a := range page {
		ids[a.moved] = append(ids[a.moved], a.id)
	}
	var edits, moves filter
	edits.in("audit.id", ids[0])
	moves.in("movements.id", ids[1])
	moves.add(movedRow)
	found := map[audited]core.AuditRow{}
	for moved, from := range []struct {
		number, tables string
		filter
	}{
		{"audit.id", "audit", edits},
		// Joined in this way SQLite looks at the movements first, of which there are few.
		{"movements.id", "movements CROSS JOIN audit", moves},
	} {
		_, err := all(t, func(r row) (is audited, err error) {
			var a core.AuditRow
			err = r.Scan(append(auditFields(&a), &is.id)...)
			is.moved = int64(moved)
			found[is] = a
			return is, err
		}, "SELECT "+auditColumns+", "+from.number+" FROM "+from.tables+from.where(), from.args...)
		if err != nil {
			return nil, err
		}
	}
	rows := make([]core.AuditRow, 0, len(page))
	for _, a := range page {
		if row, known := found[a]; known {
			rows = append(rows, row)
		}
	}
	return rows, nil
}
