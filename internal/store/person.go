package store

import (
	"estante/internal/core"
)

// filterPeople requires a column to be a user whose name has every word of a text.
// Users are few, so they are found first: a single one can then use an index in the
// order of the list, and where there is none the query costs nothing.
func (t *tx) filterPeople(f *filter, column, text string) error {
	ids, err := t.peopleNamed(text)
	if err != nil {
		return err
	}
	if len(ids) == 1 {
		f.add(column+" = ?", ids[0])
		return nil
	}
	f.in(column, ids)
	return nil
}

// peopleNamed finds the users whose name has every word of a text.
func (t *tx) peopleNamed(text string) ([]int64, error) {
	var f filter
	f.search("search_key", text)
	return all(t, scanID, `SELECT id FROM users`+f.where()+` ORDER BY id LIMIT `+f.arg(idsMax), f.args...)
}

// personColumns are the parts of a name, of the table of users under an alias.
func personColumns(alias string) string {
	return alias + ".first_name, " + alias + ".middle_name, " + alias + ".last_name, " + alias + ".second_last_name"
}

// person reads the parts of a name from a row, where they may be null.
type person struct{ first, middle, last, second *string }

func (p *person) fields() []any { return []any{&p.first, &p.middle, &p.last, &p.second} }

// name is the person's; a row without a person was written by the system.
func (p person) name() string {
	if p.first == nil {
		return core.System.FullName()
	}
	return core.User{FirstName: *p.first, MiddleName: *p.middle, LastName: *p.last, SecondLastName: *p.second}.FullName()
}
