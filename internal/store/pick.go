package store

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"estante/internal/core"
)

// reading is how the rows of a filter are found: gathered, by an index of what
// was asked for, and then sorted; or walked, in the order that was asked for,
// leaving out the others until the page is full. Few are quickly gathered and
// many quickly walked to, however many rows there are.
type reading bool

const (
	gathered reading = false
	walked   reading = true
)

// ordering is how a list is sorted, with the index that has its rows in that
// order. The id decides between equals, so that no row is on two pages.
type ordering struct {
	table, column, index string
	descending           bool
	// then decides between equals before the id does, where it is not empty.
	then string
	// key is the column of the id, where it is not called so.
	key string
}

// id is the column that tells the rows of the table apart.
func (o ordering) id() string {
	if o.key != "" {
		return o.table + "." + o.key
	}
	return o.table + ".id"
}

func (o ordering) sql() string {
	direction := ""
	if o.descending {
		direction = " DESC"
	}
	sql := o.column + direction
	if o.then != "" {
		sql += ", " + o.then + direction
	}
	return sql + ", " + o.id() + direction
}

// orderingOf is the ordering that was asked for, by its name or backwards by a minus
// before it, or else the usual one.
func orderingOf[O ~string](orders map[O]ordering, asked, usual O) ordering {
	name, descending := strings.CutPrefix(string(asked), "-")
	order, known := orders[O(name)]
	if !known {
		name, descending = strings.CutPrefix(string(usual), "-")
		order = orders[O(name)]
	}
	order.descending = descending
	return order
}

// picking is a question for the ids of one page of a long list.
type picking struct {
	order ordering
	// columns are those that filters and the order look at.
	columns string
	// own is an index that has what the filter asks for in the order asked for;
	// empty where there is none.
	own string
	// found follows the table where matches are found by their ids; empty where
	// they are not.
	found string
	// always is how many of the first conditions hold for the whole list.
	always int
	// filter writes the conditions for one way of reading.
	filter func(reading) (filter, error)

	page    core.Page
	matches core.Count
	// rows is how many there are without the filter.
	rows int64
	// on is what the page of a search depends on; other pages are not remembered.
	on dependence
	// ranged says that the filter asks for a range of the stock.
	ranged bool
}

// pick finds the ids of a page, now that the number of matches is known.
func (t *tx) pick(p picking) ([]int64, error) {
	if p.shown() == 0 {
		return nil, nil
	}
	f, err := p.filter(walked)
	if err != nil {
		return nil, err
	}
	switch {
	case len(f.conditions) == p.always:
		return t.pickAlong(p, p.order.index, f)
	case p.own != "":
		return t.pickAlong(p, p.own, f)
	}
	question := fmt.Sprint(p.order.table, f.where(), p.order.sql(), p.page)
	return remembered(t, p.on, question, f.args, func() ([]int64, error) { return t.pickMatches(p, f) })
}

// pickMatches finds a page of what a filter leaves.
func (t *tx) pickMatches(p picking, f filter) ([]int64, error) {
	walks, err := p.walks(func() (int, error) { return t.guessMatches(p, f) })
	if err != nil {
		return nil, err
	}
	for _, steps := range walks {
		ids, err := t.walkTo(p, steps, f)
		if err != nil || len(ids) == p.shown() {
			return ids, err
		}
	}
	return t.gather(p)
}

// walks are how many rows to pass before the matches are gathered instead; none
// where gathering them is less. Of a long list it is unknown how many would be
// gathered: it may be nearly every row there is. So it is walked, first as far
// as its beginning makes likely, then as far as its length makes certain. Where
// that finds none, because the newest of a shop are all of another kind, passing
// a sixteenth of all rows is still much less than gathering.
func (p picking) walks(guess func() (int, error)) ([]int, error) {
	steps := p.steps(p.known())
	switch {
	case steps <= p.known() && p.matches.Capped:
		return []int{steps, max(p.known(), int(p.rows/16))}, nil
	case steps <= p.known():
		return []int{steps}, nil
	case !p.matches.Capped:
		return nil, nil
	}
	likely, err := guess()
	if err != nil || p.steps(likely) > likely {
		return nil, err
	}
	return []int{p.steps(likely), steps}, nil
}

// guessMatches says from the beginning of a long list how many match in all.
func (t *tx) guessMatches(p picking, f filter) (int, error) {
	const looked = 1000
	matching, err := one(t, scanInt, "SELECT count(*) FROM "+p.beginning(t, looked, f), f.args...)
	return max(p.known(), int(int64(matching)*p.rows/looked)), err
}

// pickAlong reads a page in the order of an index.
func (t *tx) pickAlong(p picking, index string, f filter) ([]int64, error) {
	rows := t.sorted(p.order, p.order.table+t.dialect.usingIndex(index), f.where()+` ORDER BY `+p.order.sql())
	query := `SELECT ` + p.order.id() + ` FROM ` + rows
	query += f.page(p.page)
	return all(t, scanID, query, f.args...)
}

// gather finds every match and sorts them.
func (t *tx) gather(p picking) ([]int64, error) {
	f, err := p.filter(gathered)
	if err != nil {
		return nil, err
	}
	table := p.order.table + p.found
	found := table + f.where()
	if p.ranged {
		found = t.byStock(table, f.where())
	}
	rows := t.dialect.gathered(p.columns, p.order.table, found)
	query := `SELECT ` + p.order.id() + ` FROM ` + rows + ` ORDER BY ` + t.dialect.sortedLater + p.order.sql()
	query += f.page(p.page)
	return all(t, scanID, query, f.args...)
}

// known is about how many rows match. A capped count is only a lower bound; we
// take the bound plus half the margin.
func (p picking) known() int {
	if p.matches.Capped {
		return p.matches.N + countMargin/2
	}
	return max(p.matches.N, 1)
}

// steps is how many rows to pass for a page full of matches: twice as many as it
// would take if so many matches lay evenly among all rows. More would not pay: the
// matches may all lie at the far end, and a row passed costs more than one gathered.
func (p picking) steps(matches int) int {
	const factor, atLeast = 2, 100
	return atLeast + factor*(p.page.Offset()+p.page.Size)*int(p.rows)/matches
}

// shown is how many of the matches the page shows.
func (p picking) shown() int {
	if p.matches.Capped {
		return p.page.Size
	}
	return min(max(p.matches.N-p.page.Offset(), 0), p.page.Size)
}

// walkTo passes so many rows in the order asked for and keeps those that match.
// Where all matches lie further on it finds too few.
func (t *tx) walkTo(p picking, steps int, f filter) ([]int64, error) {
	query := `SELECT ` + p.order.id() + ` FROM ` + p.beginning(t, roundUp(steps), f) + t.dialect.keepOrder(p.order)
	query += f.page(p.page)
	return all(t, scanID, query, f.args...)
}

// roundUp makes one of a few numbers of many, so that there are few questions.
func roundUp(steps int) int { return 1 << bits.Len(uint(max(steps, 1)-1)) }

// beginning is those of the first rows of a list that match. How many are looked at
// is part of the question, as it is of a page; see filter.page. Nothing is read of
// them but what the filter looks at, which the index of the order may have.
func (p picking) beginning(t *tx, rows int, f filter) string {
	all, some := filter{conditions: f.conditions[:p.always]}, filter{conditions: f.conditions[p.always:]}
	columns := mentioned(p.columns, some.where()+p.order.sql())
	rowsInOrder := t.sorted(p.order, p.order.table+t.dialect.usingIndex(p.order.index),
		all.where()+` ORDER BY `+p.order.sql())
	return strings.Join([]string{
		`(SELECT`, columns, `FROM`, rowsInOrder, `LIMIT`, strconv.Itoa(rows) + `) AS`,
		p.order.table + some.where(),
	}, " ")
}

// mentioned are those of some columns that a question has.
func mentioned(columns, question string) string {
	found := slices.DeleteFunc(strings.Split(columns, ","), func(column string) bool {
		return !strings.Contains(question, strings.TrimSpace(column))
	})
	return strings.Join(found, ",")
}
