// Package demo fills an empty database with a believable Spanish shop, through
// the same functions that people's work goes through.
package demo

import (
	"context"
	"errors"
	"fmt"

	"estante/internal/inventory"
)

// The account that visitors use. It is an administrator, because a
// demonstration should show everything.
const (
	Username = "demo"
	Password = "demo-estante"
)

// ErrNotEmpty refuses to mix made-up data with somebody's own.
var ErrNotEmpty = errors.New("demo: the database already has data")

// person is one of the shop's people.
type person struct {
	inventory.NewUser
	role inventory.Role
}

// people are one for each role, the visitor's account first: the first account
// of a database is its administrator.
var people = []person{
	{newcomer(Username, "Lucía", "Ferrer", "Montes", "12345678Z"), inventory.Administrator},
	{newcomer("marcos.gil", "Marcos", "Gil", "Sanchis", "23456789D"), inventory.Manager},
	{newcomer("ana.beltran", "Ana", "Beltrán", "Ruiz", "34567890V"), inventory.Seller},
	{newcomer("asesoria", "Joan", "Peiró", "Llorens", "45678901G"), inventory.Viewer},
}

func newcomer(username, first, last, second, dni string) inventory.NewUser {
	return inventory.NewUser{
		Username: username, Password: Password, ConfirmPassword: Password, DNI: dni,
		FirstName: first, LastName: last, SecondLastName: second, Email: username + "@ejemplo.es",
	}
}

// Load fills an empty database.
func Load(ctx context.Context, inv *inventory.Inventory) error {
	users, err := inv.ListUsers(ctx, inventory.UserFilter{Page: inventory.Page{Number: 1, Size: 1}, Ordering: inventory.UsersByUsername})
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if users.Count.N > 0 {
		return ErrNotEmpty
	}
	for _, p := range people {
		if _, err := inv.CreateUser(ctx, inventory.System, p.NewUser, p.role); err != nil {
			return fmt.Errorf("demo: create %s: %w", p.Username, err)
		}
	}
	name, email, place := "Ferretería La Balda", "soporte@ejemplo.es", "Valencia, España"
	if _, err := inv.UpdateSettings(ctx, inventory.System, inventory.SettingsChange{BusinessName: &name, SupportEmail: &email, Location: &place}); err != nil {
		return fmt.Errorf("demo: settings: %w", err)
	}
	return nil
}

// Loaded says whether the demo account is there and still has its password, so
// that the sign-in page never shows one that does not work.
func Loaded(ctx context.Context, inv *inventory.Inventory) (bool, error) {
	return inv.HasPassword(ctx, Username, Password)
}
