package store

import "estante/internal/inventory"

// personColumns are the parts of a name, of the table of users under an alias.
func personColumns(alias string) string {
	return alias + ".first_name, " + alias + ".middle_name, " + alias + ".last_name, " + alias + ".second_last_name"
}

// person reads the parts of a name from a row that may have nobody's.
type person struct{ first, middle, last, second *string }

func (p *person) fields() []any { return []any{&p.first, &p.middle, &p.last, &p.second} }

// name is the person's. Somebody who is nobody is the system.
func (p person) name() string {
	if p.first == nil {
		return inventory.System.FullName()
	}
	return inventory.User{FirstName: *p.first, MiddleName: *p.middle, LastName: *p.last, SecondLastName: *p.second}.FullName()
}
