package shoptest

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/outbox"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/webhook"
)

// Send has everything that is due sent.
func (s *Office) Send(t *testing.T, courier webhook.Courier) (taken int) {
	t.Helper()
	due, err := s.Webhooks.DueSubscriptions(t.Context())
	for _, id := range Must(t, due, err) {
		for {
			some, err := s.Webhooks.SendDispatches(t.Context(), courier, id)
			if taken += Must(t, some, err); some == 0 {
				break
			}
		}
	}
	return taken
}

func (s *Office) Dispatches(t *testing.T, subscriptionID int64) []webhook.Dispatch {
	t.Helper()
	list, err := s.Webhooks.Dispatches(t.Context(), webhook.DispatchFilter{
		SubscriptionID: subscriptionID, Page: core.Page{Number: 1, Size: 100},
	})
	return Must(t, list, err).Rows
}

// Drills is a product with some stock.
func (s *Office) Drills(t *testing.T, stock int64) catalogue.Product {
	t.Helper()
	product, err := s.Ledger.CreateProduct(t.Context(), Clerk, Drill(stock))
	return Must(t, product, err)
}

// Telling is an office with one message on its way.
func (s *Office) Telling(t *testing.T) webhook.Subscription {
	t.Helper()
	product := s.Drills(t, 10)
	subscription := s.Subscribe(t, webhook.EventStockChanged)
	_, err := s.Ledger.AdjustStock(t.Context(), Clerk, product.ID, Adjust("add", 1))
	Must(t, true, err)
	return subscription
}

// Ware adds a product with a stock.
func (s *Office) Ware(t *testing.T, name string, stock int64) catalogue.Product {
	t.Helper()
	product, err := s.Ledger.CreateProduct(t.Context(), Clerk, catalogue.ProductFields{
		SKU: &name, Name: &name,
		Stock: &stock,
	})
	if err != nil {
		t.Fatal(err)
	}
	return product
}

// Sell takes units of a product out as sold.
func (s *Office) Sell(t *testing.T, product catalogue.Product, units int64) ledger.Movement {
	t.Helper()
	adjusted, err := s.Ledger.AdjustStock(t.Context(), Clerk, product.ID, ledger.Adjustment{
		Type: ledger.AdjustRemove, Quantity: units, Reason: ledger.ReasonSale,
	})
	if err != nil {
		t.Fatal(err)
	}
	return *adjusted.Movement
}

// SellDaily sells units of a product on each of the coming days.
func (s *Office) SellDaily(t *testing.T, product catalogue.Product, units int64, days int) {
	t.Helper()
	for range days {
		s.Sell(t, product, units)
		s.Pass(24 * time.Hour)
	}
}

// Foresee works everything out that is due.
func (s *Office) Foresee(t *testing.T) {
	t.Helper()
	for {
		ran, err := s.Forecasts.WorkOnForecastRuns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		more, err := s.Forecasts.WorkOnDueForecasts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ran && !more {
			return
		}
	}
}

// ForecastRows is what a list shows, by the names of the products.
func (s *Office) ForecastRows(
	t *testing.T, filter forecasting.Filter,
) (names []string, byName map[string]forecasting.Row) {
	t.Helper()
	filter.Page = core.Page{Number: 1, Size: 100}
	found, err := s.Forecasts.ListForecasts(t.Context(), filter)
	if err != nil {
		t.Fatal(err)
	}
	byName = map[string]forecasting.Row{}
	for _, row := range found.Rows {
		names = append(names, row.Product.Name)
		byName[row.Product.Name] = row
	}
	if found.Count.N != len(names) {
		t.Errorf("%d forecasts are counted and %d shown", found.Count.N, len(names))
	}
	return names, byName
}

// Office is an inventory over a real memory, with a clock that tests turn.
type Office struct {
	*inventory.Inventory
	Db    *store.DB
	mu    sync.Mutex
	Clock time.Time
}

// EachOffice runs a test in an empty one on every engine.
func EachOffice(t *testing.T, test func(t *testing.T, s *Office)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) { test(t, newOffice(t, options)) })
}

func newOffice(t *testing.T, options store.Options) *Office {
	t.Helper()
	s := &Office{Clock: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)}
	options.Now = s.Now
	s.Db = storetest.Open(t, options)
	s.Inventory = inventory.New(storetest.Twice(s.Db), inventory.Options{
		PublicURL: &url.URL{Scheme: "https", Host: "estante.example.com"}, PasswordWorkers: 2, PasswordKiB: 8,
	})
	return s
}

func (s *Office) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Clock
}

func (s *Office) Pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Clock = s.Clock.Add(d)
}

const Password = "clave-de-prueba"

// Open opens an account; without a password its owner is invited.
func (s *Office) Open(t *testing.T, username, password string) core.User {
	t.Helper()
	user, err := s.Accounts.CreateUser(t.Context(), core.System, account.NewUser{
		Username: username, Password: password, ConfirmPassword: password, DNI: username,
		FirstName: "Nombre", LastName: "Apellido", Email: username + "@example.com",
	}, core.Seller)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func (s *Office) Login(t *testing.T, username, password string) error {
	t.Helper()
	_, err := s.Accounts.Login(t.Context(), account.Login{Username: username, Password: password, Peer: "192.0.2.1"})
	return err
}

// Reader is a user with a choice of how to hear of alerts.
func (s *Office) Reader(t *testing.T, name string, notice alert.Notice) core.User {
	t.Helper()
	user := s.Open(t, name, Password)
	s.Choose(t, user, notice)
	return user
}

func (s *Office) Choose(t *testing.T, user core.User, notice alert.Notice) alert.Notice {
	t.Helper()
	kept, err := s.Alerts.UpdateNotice(t.Context(), core.Actor{User: user}, notice)
	return Must(t, kept, err)
}

// RunsOut is a product of which nothing is left any more: an alert.
func (s *Office) RunsOut(t *testing.T, sku string) catalogue.Product {
	t.Helper()
	product, err := s.Ledger.CreateProduct(t.Context(), Clerk, catalogue.ProductFields{
		SKU: Ptr(sku), Name: Ptr("Taladro " + sku), Stock: Ptr(int64(20)), MinStock: Ptr(Ptr(int64(3))),
	})
	Must(t, product, err)
	_, err = s.Ledger.AdjustStock(t.Context(), Clerk, product.ID, Adjust("remove", 20))
	Must(t, true, err)
	return product
}

// At turns the clock to an hour of Madrid, today or some days later.
func (s *Office) At(t *testing.T, days int, clock string) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Madrid")
	Must(t, zone, err)
	hour, err := time.Parse("15:04", clock)
	Must(t, hour, err)
	now := s.Now().In(zone)
	wanted := time.Date(now.Year(), now.Month(), now.Day()+days, hour.Hour(), hour.Minute(), 0, 0, zone)
	s.Pass(wanted.Sub(now))
}

// Die runs a delivery that ends as a process does that is killed.
func (s *Office) Die(mailer outbox.Mailer) {
	var process sync.WaitGroup
	process.Go(func() { _, _ = s.Outbox.DeliverMessages(context.Background(), dying{mailer}) })
	process.Wait()
}

// Subscribe adds a subscription to some events.
func (s *Office) Subscribe(t *testing.T, events ...webhook.SubscriptionEvent) webhook.Subscription {
	t.Helper()
	subscription, err := s.Webhooks.CreateSubscription(t.Context(), Clerk, webhook.SubscriptionFields{
		Name: "Almacén " + string(events[0]), URL: "https://almacen.example.com/avisos", Events: events,
	})
	return Must(t, subscription, err)
}

// Who opens an account of a role and returns its owner.
func (s *Office) Who(t *testing.T, name string, role core.Role) core.Actor {
	t.Helper()
	user, err := s.Accounts.CreateUser(t.Context(), core.System, account.NewUser{
		Username: name, Password: Password, ConfirmPassword: Password, DNI: name, FirstName: "Doña " + name,
		LastName: "Apellido", Email: name + "@example.com",
	}, role)
	return core.Actor{User: Must(t, user, err)}
}

// Unheard is what an actor has not read yet, the newest first.
func (s *Office) Unheard(t *testing.T, actor core.Actor) []string {
	t.Helper()
	inbox, err := s.Outbox.Notifications(t.Context(), actor, core.Page{Number: 1, Size: 20})
	Must(t, true, err)
	unread := []string{}
	for _, one := range inbox.Rows {
		if !one.Read {
			unread = append(unread, one.Title+" / "+one.Message)
		}
	}
	return unread
}
