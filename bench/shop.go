package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"estante/internal/account"
	"estante/internal/api"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/report"
	"estante/internal/store"
)

// duplicateDatabase is PostgreSQL's code for a database that is there already.
const duplicateDatabase = "42P04"

// shop is a running Estante with a number of products.
type shop struct {
	engine   string
	products int
	// stocktake is the number of one that is open.
	stocktake int64
	// entries is how many lines of deliveries it is filled with.
	entries int
	db      *store.DB
	inv     *inventory.Inventory
	door
	// place is where its data is; served is the program that has it, if not this one.
	place  store.Options
	served *process
	// closers close what is open, and leftovers remove what is left of it.
	closers, leftovers []func()
	// ahead is how far its clock is ahead of the machine's, in nanoseconds.
	ahead atomic.Int64
}

func (s *shop) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// rest closes what is open and leaves the data where it is.
func (s *shop) rest() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
	s.closers = nil
}

func (s *shop) close() {
	s.rest()
	for _, remove := range s.leftovers {
		remove()
	}
}

// openShop fills an empty database and opens its door.
func openShop(ctx context.Context, o options, products int) (*shop, error) {
	s, err := emptyShop(ctx, o, products)
	if err != nil {
		return nil, err
	}
	if err = s.fill(ctx); err == nil {
		err = s.open(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// emptyShop has a database without users, unless an earlier run kept it.
func emptyShop(ctx context.Context, o options, products int) (*shop, error) {
	s := &shop{
		engine: "SQLite", products: products, entries: max(products*o.entries/10, 10), door: door{client: newClient()},
	}
	db, err := s.openDatabase(ctx, o)
	if err != nil {
		s.close()
		return nil, err
	}
	s.db, s.inv = db, newInventory(db)
	return s, s.follow(ctx)
}

// follow receives every change, as a server with an open page does: what is
// remembered of long lists holds only for a process that receives the changes.
func (s *shop) follow(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	ready, ended := make(chan struct{}), make(chan error, 1)
	var once sync.Once
	go func() { ended <- s.db.Events(ctx, func([]core.Event) { once.Do(func() { close(ready) }) }) }()
	s.closers = append(s.closers, func() { stop(); <-ended })
	select {
	case <-ready:
		return nil
	case err := <-ended:
		ended <- err
		return err
	}
}

func newInventory(memory core.Store) *inventory.Inventory {
	return inventory.New(memory, inventory.Options{
		PublicURL: &url.URL{Scheme: "http", Host: "127.0.0.1"}, Sheets: report.Sheets{},
	})
}

// open opens the door and signs in.
func (s *shop) open(ctx context.Context) error {
	if err := s.signIn(ctx); err != nil {
		return err
	}
	door := httptest.NewServer(api.New(s.inv, api.Options{Version: "bench"}))
	s.closers = append(s.closers, door.Close)
	s.address = door.URL
	return nil
}

// signIn begins a session, which lasts half a day.
func (s *shop) signIn(ctx context.Context) error {
	signedIn, err := s.inv.Accounts.Login(ctx, account.Login{
		Username: benchUser, Password: benchPassword, Peer: "127.0.0.1",
	})
	if err == nil {
		s.authorization = "Session " + signedIn.Token
	}
	return err
}

// openDatabase makes a throw-away database: a file, or one on a server.
func (s *shop) openDatabase(ctx context.Context, o options) (*store.DB, error) {
	s.place.Now, s.place.SyncLater = s.now, o.syncLater
	var err error
	switch {
	case o.database != "":
		s.engine = "PostgreSQL"
		s.place.URL, err = s.makeDatabase(ctx, o.database, o.keep != "")
	case o.keep != "":
		s.place.Dir = filepath.Join(o.keep, strconv.Itoa(s.products))
	}
	if err == nil && s.place.Dir == "" {
		s.place.Dir, err = os.MkdirTemp("", "estante-bench-")
		s.leftovers = append(s.leftovers, func() { _ = os.RemoveAll(s.place.Dir) })
	}
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, s.place)
	if err == nil {
		s.closers = append(s.closers, func() { _ = db.Close() })
	}
	return db, err
}

// makeDatabase makes a database on a server, or finds the one that was kept.
func (s *shop) makeDatabase(ctx context.Context, server string, keep bool) (string, error) {
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
	address.Path = "/" + name
	err = admin("CREATE DATABASE " + name)
	var known *pgconn.PgError
	switch {
	case keep && errors.As(err, &known) && known.Code == duplicateDatabase:
		return address.String(), nil
	case err == nil && !keep:
		s.leftovers = append(s.leftovers, func() { _ = admin("DROP DATABASE " + name + " WITH (FORCE)") })
	}
	return address.String(), err
}
