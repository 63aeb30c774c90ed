package store

import (
	"strconv"
	"strings"

	"estante/internal/core"
)

// filter gathers the conditions of a list and their values.
type filter struct {
	conditions []string
	args       []any
}

// add requires a condition, in which each ? stands for one value.
func (f *filter) add(condition string, values ...any) {
	for _, value := range values {
		condition = strings.Replace(condition, "?", f.arg(value), 1)
	}
	f.conditions = append(f.conditions, condition)
}

// arg keeps a value and returns the placeholder that stands for it.
func (f *filter) arg(value any) string {
	f.args = append(f.args, value)
	return placeholder(len(f.args))
}

// firstPlaceholders are made once: every question has some of them.
var firstPlaceholders = func() (texts [100]string) {
	for n := range texts {
		texts[n] = "$" + strconv.Itoa(n)
	}
	return texts
}()

func placeholder(n int) string {
	if n < len(firstPlaceholders) {
		return firstPlaceholders[n]
	}
	return "$" + strconv.Itoa(n)
}

// placeholders lists $from … $to.
func placeholders(from, to int) string {
	names := make([]string, 0, to-from+1)
	for n := from; n <= to; n++ {
		names = append(names, placeholder(n))
	}
	return strings.Join(names, ", ")
}

// where is the condition as SQL, empty when there is none.
func (f *filter) where() string {
	if len(f.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.conditions, " AND ")
}

// page returns LIMIT and OFFSET, whatever was asked for. The numbers of the first
// page are part of the question: not knowing them, PostgreSQL takes a page for a
// tenth of the table, and plans each question to a long one anew.
func (f *filter) page(page core.Page) string {
	page = clamp(page)
	limit := " LIMIT " + strconv.Itoa(page.Size)
	if page.Number == 1 {
		return limit
	}
	return limit + " OFFSET " + f.arg(page.Offset())
}

func clamp(page core.Page) core.Page {
	if page.Size < 1 {
		page.Size = core.PageSizeDefault
	}
	return core.Page{
		Number: min(max(page.Number, 1), core.PageMax),
		Size:   min(page.Size, core.PageSizeMax),
	}
}

// list reads one page of a table and counts the matches with a second query:
// counting beside the rows would say zero past the last page. A whole table is
// counted exactly, the matches of a filter only up to the number that a list shows.
func list[T any](
	t *tx, scan func(row) (T, error), columns, table, order string, f filter, page core.Page,
) (core.List[T], error) {
	var found core.List[T]
	var err error
	if where := f.where(); where != "" {
		found.Count, err = t.countMatches(otherList, onNothingKept, "SELECT 1 FROM "+table+where, f.args)
	} else {
		found.Count.N, err = one(t, scanInt, "SELECT count(*) FROM "+table)
	}
	if err != nil {
		return found, err
	}
	found.Rows, err = pageOf(t, scan, columns, table, order, f, page)
	return found, err
}

// pageOf reads the rows of one page.
func pageOf[T any](
	t *tx, scan func(row) (T, error), columns, table, order string, f filter, page core.Page,
) ([]T, error) {
	query := "SELECT " + columns + " FROM " + table + f.where() + " ORDER BY " + order
	query += f.page(page)
	return all(t, scan, query, f.args...)
}

// in requires a column to be one of a few values; none means that nothing matches.
func (f *filter) in(column string, values []int64) {
	if len(values) == 0 {
		f.add("1 = 0")
		return
	}
	names := make([]string, 0, len(values))
	for _, value := range values {
		names = append(names, f.arg(value))
	}
	f.conditions = append(f.conditions, column+" IN ("+strings.Join(names, ", ")+")")
}
