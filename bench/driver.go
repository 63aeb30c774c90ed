package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"time"

	"estante/internal/store"

	_ "modernc.org/sqlite" // The driver named "sqlite".
)

// What a shop asks its database to answer a list, in the words of
// internal/store: who is signed in, how many there are, which are on the page,
// what is written of them, and what they have sold.
const (
	productColumns = `products.id, products.sku, products.name, products.description, products.barcode, products.image_url, products.status,
		products.stock, products.reserved, products.shortage, products.min_stock, products.max_stock, products.alert_days, products.alert_blocked,
		products.price_cents, products.cost_cents, products.category_id, products.category_name, products.brand_id, products.brand_name, products.tags,
		products.created_at, products.updated_at, products.deleted_at, products.last_movement_at, products.version,
		products.movement_seq, products.ledger_hash, products.lead_days, products.pack_size, products.service_level`
	whoSQL  = `SELECT sessions.*, users.* FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.user_id = 1 LIMIT 1`
	manySQL = `SELECT sum(products), sum(stock), sum(low), sum(out_of_stock) FROM totals`
	pageSQL = `SELECT ` + productColumns + ` FROM products WHERE products.id IN
		(SELECT id FROM products INDEXED BY products_by_created WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 20)
		ORDER BY products.created_at DESC, products.id DESC`
	soldSQL = `SELECT product_id, -sum(quantity) FROM movements INDEXED BY movements_sold WHERE product_id IN
		(SELECT id FROM products INDEXED BY products_by_created WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 20)
		AND at >= $1 AND reason IN ('sale', 'return') GROUP BY product_id`
	oneSQL     = `SELECT ` + productColumns + ` FROM products WHERE products.id = $1`
	oneSoldSQL = `SELECT product_id, -sum(quantity) FROM movements INDEXED BY movements_sold WHERE product_id = $1
		AND at >= $2 AND reason IN ('sale', 'return') GROUP BY product_id`
)

// driver is a database that is asked without anything around it.
type driver struct {
	db         *sql.DB
	statements map[string]*sql.Stmt
	products   int
}

// readersOfStore is how many connections the store reads with on two processors.
const readersOfStore = 2

func openDriver(ctx context.Context, s *shop) (*driver, error) {
	path := filepath.Join(s.place.Dir, store.FileName)
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)&_pragma=busy_timeout(5000)&_pragma=cache_size(-16000)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readersOfStore)
	db.SetMaxIdleConns(readersOfStore)
	d := &driver{db: db, statements: map[string]*sql.Stmt{}, products: s.products}
	for _, question := range []string{whoSQL, manySQL, pageSQL, soldSQL, oneSQL, oneSoldSQL} {
		statement, err := db.PrepareContext(ctx, question) //nolint:sqlclosecheck // It is kept until the driver is closed.
		if err != nil {
			d.close()
			return nil, err
		}
		d.statements[question] = statement
	}
	return d, nil
}

func (d *driver) close() {
	for _, statement := range d.statements {
		_ = statement.Close()
	}
	_ = d.db.Close()
}

// rows asks one question and takes every value of the answer.
func (d *driver) rows(ctx context.Context, question string, args ...any) error {
	rows, err := d.statements[question].QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values := make([]any, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (d *driver) list(ctx context.Context, _ int) error {
	since := monthAgo()
	for _, question := range []string{whoSQL, manySQL, pageSQL} {
		if err := d.rows(ctx, question); err != nil {
			return err
		}
	}
	return d.rows(ctx, soldSQL, since)
}

func (d *driver) one(ctx context.Context, n int) error {
	if err := d.rows(ctx, whoSQL); err != nil {
		return err
	}
	id := 1 + n%d.products
	if err := d.rows(ctx, oneSQL, id); err != nil {
		return err
	}
	return d.rows(ctx, oneSoldSQL, id, monthAgo())
}

func monthAgo() int64 { return time.Now().AddDate(0, 0, -30).UnixMicro() }

// besideDriver compares with the same questions asked of the database alone,
// without a server, a session or JSON around them. It has no goal: it says what
// of an answer is the database's.
func (r *run) besideDriver(ctx context.Context, s *shop) error {
	d, err := openDriver(ctx, s)
	if err != nil {
		return err
	}
	defer d.close()
	for _, l := range []struct {
		question string
		ask      func(context.Context, int) error
	}{{"list, newest first", d.list}, {"one product", d.one}} {
		ours, theirs, err := duel(ctx, r.options, s.side(find(l.question)), side{ask: l.ask, processorTime: processorTime})
		if err != nil {
			return fmt.Errorf("%s: %w", l.question, err)
		}
		r.add(faster(l.question, r.large, "raw driver", ours, theirs, goal{}))
	}
	return nil
}
