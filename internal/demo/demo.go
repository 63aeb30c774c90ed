// Package demo fills an empty database with a believable Spanish shop, through
// the same functions that people's work goes through.
package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
)

// The account that visitors use. It is an administrator, because a
// demonstration should show everything.
const (
	Username = "demo"
	Password = "demo-estante"
)

// ErrNotEmpty refuses to mix made-up data with a shop's own.
var ErrNotEmpty = &core.Error{
	Kind: core.Conflict, Message: "La base de datos ya tiene datos; los de demostración solo se cargan en una vacía",
}

// person is one of the shop's people.
type person struct {
	account.NewUser
	role core.Role
}

// people are one for each role, the visitor's account first: the first account
// of a database is its administrator.
var people = []person{
	{newcomer(Username, "Lucía", "Ferrer", "Montes", "12345678Z"), core.Administrator},
	{newcomer("marcos.gil", "Marcos", "Gil", "Sanchis", "23456789D"), core.Manager},
	{newcomer("ana.beltran", "Ana", "Beltrán", "Ruiz", "34567890V"), core.Seller},
	{newcomer("asesoria", "Joan", "Peiró", "Llorens", "45678901G"), core.Viewer},
}

func newcomer(username, first, last, second, dni string) account.NewUser {
	return account.NewUser{
		Username: username, Password: Password, ConfirmPassword: Password, DNI: dni,
		FirstName: first, LastName: last, SecondLastName: second, Email: username + "@ejemplo.es",
	}
}

// Seed makes every demonstration the same.
const Seed = 20260115

// Load fills an empty database: its people, what the shop sells and so many
// days of work with it, up to now.
func Load(ctx context.Context, inv *inventory.Inventory, clock *Clock, days int) error {
	now := clock.Now()
	defer clock.home()
	story, err := begin(ctx, inv, clock, days, Seed)
	if err != nil {
		return err
	}
	if err := story.tell(ctx, now); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	clock.home()
	if err := plan(ctx, inv, story.staff[0], now.In(story.zone)); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := foresee(ctx, inv); err != nil {
		return err
	}
	if _, err := inv.Alerts.NoticeLatePurchases(ctx); err != nil {
		return fmt.Errorf("demo: late purchases: %w", err)
	}
	if err := story.lookAfterAlerts(ctx, now); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	// Taken by the server's own job, while the first visitor signs in.
	if err := inv.Backups.AskBackup(ctx, story.staff[0]); err != nil {
		return fmt.Errorf("demo: backup: %w", err)
	}
	return nil
}

// begin opens the shop, before its first day: its people and its name.
func begin(ctx context.Context, inv *inventory.Inventory, clock *Clock, days int, seed uint64) (*year, error) {
	users, err := inv.Accounts.ListUsers(ctx, account.UserFilter{
		Page: core.Page{Number: 1, Size: 1}, Ordering: account.UsersByUsername,
	})
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	if users.Count.N > 0 {
		return nil, ErrNotEmpty
	}
	now := clock.Now()
	clock.travel(now.AddDate(0, 0, -days-1))
	staff, err := hire(ctx, inv)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	if err := ask(ctx, inv, clock, staff, now); err != nil {
		return nil, err
	}
	name, email, place := "Ferretería La Balda", "soporte@ejemplo.es", "Valencia, España"
	taxID, address := "B46218756", "Carrer de Sueca, 24\n46006 Valencia"
	// What costs are in is worth so much of what prices are in, as the shop wrote down some days ago.
	rate, err := core.RateOf(0.92)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	rateOn := now.AddDate(0, 0, -9).Format(core.DateForm)
	settings, err := inv.UpdateSettings(ctx, core.System, core.SettingsChange{
		BusinessName: &name, SupportEmail: &email, Location: &place, TaxID: &taxID, Address: &address,
		MarginRate: &rate, MarginRateOn: &rateOn,
	})
	if err != nil {
		return nil, fmt.Errorf("demo: settings: %w", err)
	}
	return &year{
		inv: inv, clock: clock, staff: staff, wares: wares(), due: map[int][]*ware{}, steps: map[int][]step{},
		zone: settings.Zone(), days: days, vendors: vendors(),
		trade:  rand.New(rand.NewPCG(seed, seed+1)), //nolint:gosec // It should be predictable.
		random: rand.New(rand.NewPCG(seed, seed)),   //nolint:gosec // It should be predictable.
	}, nil
}

// foresee works out what the story means for the coming days.
func foresee(ctx context.Context, inv *inventory.Inventory) error {
	for {
		ran, err := inv.Forecasts.WorkOnForecastRuns(ctx)
		if err != nil {
			return fmt.Errorf("demo: forecasts: %w", err)
		}
		if !ran {
			return nil
		}
	}
}

// hire opens the accounts and returns the employees who work with stock.
func hire(ctx context.Context, inv *inventory.Inventory) ([]core.Actor, error) {
	var staff []core.Actor
	for _, p := range people {
		user, err := inv.Accounts.CreateUser(ctx, core.System, p.NewUser, p.role)
		if errors.Is(err, account.ErrUsernameTaken) {
			return nil, ErrNotEmpty // Another process that started with us was faster.
		}
		if err != nil {
			return nil, fmt.Errorf("create %s: %w", p.Username, err)
		}
		if p.role.May(core.AdjustStock) {
			staff = append(staff, core.Actor{User: user})
		}
	}
	return staff, nil
}

// Loaded says whether the demo account is there and still has its password, so
// that the sign-in page never shows one that does not work.
func Loaded(ctx context.Context, inv *inventory.Inventory) (bool, error) {
	return inv.Accounts.HasPassword(ctx, Username, Password)
}
