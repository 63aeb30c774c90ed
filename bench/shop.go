package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"time"

	"estante/internal/api"
	"estante/internal/inventory"
	"estante/internal/store"

	"github.com/jackc/pgx/v5"
)

// shop is a running Estante with a number of products.
type shop struct {
	engine   string
	products int
	address  string
	token    string
	client   *http.Client
	closers  []func()
}

func (s *shop) close() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// openShop fills an empty database and opens its door.
func openShop(ctx context.Context, server string, products int) (*shop, error) {
	s := &shop{engine: "SQLite", products: products, client: &http.Client{Timeout: time.Minute}}
	db, err := s.openDatabase(ctx, server)
	if err != nil {
		s.close()
		return nil, err
	}
	inv := inventory.New(db, inventory.Options{PublicURL: &url.URL{Scheme: "http", Host: "127.0.0.1"}})
	if err := fill(ctx, inv, products); err != nil {
		s.close()
		return nil, err
	}
	signedIn, err := inv.Login(ctx, inventory.Login{Username: "bench", Password: benchPassword, Peer: "127.0.0.1"})
	if err != nil {
		s.close()
		return nil, err
	}
	door := httptest.NewServer(api.New(inv, api.Options{Version: "bench"}))
	s.closers = append(s.closers, door.Close)
	s.address, s.token = door.URL, signedIn.Token
	return s, nil
}

// openDatabase makes a throw-away database: a file, or one on a server.
func (s *shop) openDatabase(ctx context.Context, server string) (*store.DB, error) {
	dir, err := os.MkdirTemp("", "estante-bench-")
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() { _ = os.RemoveAll(dir) })
	options := store.Options{Dir: dir}
	if server != "" {
		s.engine = "PostgreSQL"
		if options.URL, err = s.makeDatabase(ctx, server); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, options)
	if err == nil {
		s.closers = append(s.closers, func() { _ = db.Close() })
	}
	return db, err
}

func (s *shop) makeDatabase(ctx context.Context, server string) (string, error) {
	address, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("estante_bench_%d", s.products)
	admin := func(statement string) error {
		conn, err := pgx.Connect(context.WithoutCancel(ctx), server)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
		_, err = conn.Exec(context.WithoutCancel(ctx), statement)
		return err
	}
	if err := admin("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	s.closers = append(s.closers, func() { _ = admin("DROP DATABASE " + name + " WITH (FORCE)") })
	address.Path = "/" + name
	return address.String(), nil
}

const benchPassword = "bench-password"

var (
	categories = []string{"Pintura", "Electricidad", "Fijación", "Fontanería", "Iluminación", "Jardín", "Herramienta", "Almacenaje"}
	things     = []string{"Tornillo", "Taladro", "Bombilla", "Grifo", "Manguera", "Brida", "Rodillo", "Cable", "Guante", "Interruptor"}
	makes      = []string{"Spax", "Bosch", "Philips", "Roca", "Gardena", "Mapa"}
)

// fill makes products through the same functions as people do, a few of them
// at once so that the writer can commit them together.
func fill(ctx context.Context, inv *inventory.Inventory, products int) error {
	newcomer := inventory.NewUser{
		Username: "bench", Password: benchPassword, ConfirmPassword: benchPassword, DNI: "1", FirstName: "Banco", LastName: "Pruebas", Email: "bench@ejemplo.es",
	}
	if _, err := inv.CreateUser(ctx, inventory.System, newcomer, inventory.Administrator); err != nil {
		return err
	}
	began := time.Now()
	const hands = 64
	work, failed := make(chan int), make(chan error, hands)
	for range hands {
		go func() {
			var err error
			for n := range work {
				if err == nil {
					_, err = inv.CreateProduct(ctx, inventory.System, product(n))
				}
			}
			failed <- err
		}()
	}
	for n := range products {
		work <- n
	}
	close(work)
	for range hands {
		if err := <-failed; err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "%d products made in %s\n", products, time.Since(began).Round(time.Millisecond))
	return nil
}

// product is the n-th, the same in every run. One in fifty is out, one in ten low.
func product(n int) inventory.ProductFields {
	name := fmt.Sprintf("%s %s %d mm", things[n%len(things)], makes[n%len(makes)], n%97)
	if n%1000 == 500 || n == 50 {
		name += " zafiro"
	}
	sku, stock, least := fmt.Sprintf("SKU-%06d", n), int64(40+n%200), int64(20)
	switch {
	case n%50 == 0:
		stock = 0
	case n%10 == 0:
		stock = 7
	}
	minimum, price := &least, inventory.Cents(100+n%9000)
	pricePointer := &price
	description := strings.Repeat("De uso profesional. ", 3)
	return inventory.ProductFields{
		SKU: &sku, Name: &name, Description: &description, Stock: &stock, MinStock: &minimum, Price: &pricePointer,
		Category: &inventory.LabelRef{Name: categories[n%len(categories)]}, Brand: &inventory.LabelRef{Name: makes[n%len(makes)]},
	}
}
