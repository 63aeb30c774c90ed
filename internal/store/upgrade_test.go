package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"estante/internal/archive"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A later step as it might be: it changes the tables of the ledger. The broken
// one loses what people did before it fails.
const (
	laterStep  = `ALTER TABLE movements ADD COLUMN weight {{int}}; ALTER TABLE orders ADD COLUMN weight {{int}}; CREATE TABLE pets (id {{id}}){{strict}};`
	brokenStep = `ALTER TABLE products ADD COLUMN weight {{int}}; DELETE FROM order_lines; DELETE
		FROM stock_levels; INSERT INTO nowhere VALUES (1);`
)

// released are the kept shops of every schema that a release had.
func released(t *testing.T) map[int64]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "schema-*.backup"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no shop of any release is kept: %v", err)
	}
	shops := map[int64]string{}
	for _, file := range files {
		header, err := archive.Check(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		shops[header.Schema] = file
	}
	return shops
}

// stepsUpTo are the real migrations that a release had.
func stepsUpTo(t *testing.T, newest int64) fs.FS {
	t.Helper()
	steps := more(t, nil).(fstest.MapFS)
	for name := range steps {
		number, err := strconv.ParseInt(strings.TrimPrefix(name, "migrations/")[:4], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if number > newest {
			delete(steps, name)
		}
	}
	return steps
}

// eachRelease runs a test with the shop of every release, on every engine, in
// the schema that it had.
func eachRelease(t *testing.T, test func(t *testing.T, options store.Options, old fs.FS)) {
	t.Helper()
	for schema, file := range released(t) {
		t.Run(fmt.Sprintf("schema %d", schema), func(t *testing.T) {
			storetest.EachOptions(t, func(t *testing.T, options store.Options) {
				old := stepsUpTo(t, schema)
				restoreInto(t, store.WithSteps(options, old), file)
				test(t, options, old)
			})
		})
	}
}

// visit opens a database, as it is, and closes it again: no process may have it open
// while it is upgraded.
func visit(t *testing.T, options store.Options, fn func(*store.DB) error) {
	t.Helper()
	options.LeaveSchema = true
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(fn(db), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// restoreInto fills an empty database as a program that knows these steps does.
func restoreInto(t *testing.T, options store.Options, file string) {
	t.Helper()
	visit(t, options, func(db *store.DB) error {
		_, err := archive.Restore(t.Context(), db, file)
		return err
	})
}

// booksOf are the rows that no upgrade may change: what moved, and what the
// movements add up to; and how many there are of everything people wrote.
func booksOf(t *testing.T, options store.Options) []string {
	t.Helper()
	kept := map[string][]string{
		// All that the first release had.
		"movements": {
			"id", "product_id", "location_id", "seq", "quantity", "reason", "notes", "unit_cost_cents", "stock_before",
			"stock_after", "user_id", "at", "source", "source_id", "undo_of", "hash",
		},
		"products":     {"id", "sku", "stock", "reserved", "movement_seq", "ledger_hash", "cost_cents", "deleted_at"},
		"stock_levels": {"product_id", "location_id", "stock"},
		"order_lines":  {"id", "order_id", "product_id", "quantity"},
	}
	counted := []string{
		"users", "audit", "labels", "locations", "entries", "transfers", "stocktakes", "orders", "tickets",
		"ticket_messages", "channels", "subscriptions",
	}
	var found []string
	visit(t, options, func(db *store.DB) error {
		return db.Dump(t.Context(), func(dump *store.Dump) error {
			for _, table := range dump.Tables {
				columns, isKept := kept[table.Name]
				if !isKept && !slices.Contains(counted, table.Name) {
					continue
				}
				rows := 0
				if err := dump.Rows(table, func(values []any) error {
					rows++
					if isKept {
						found = append(found, picked(table, columns, values))
					}
					return nil
				}); err != nil {
					return err
				}
				found = append(found, fmt.Sprintf("%s: %d rows", table.Name, rows))
			}
			return nil
		})
	})
	slices.Sort(found)
	return found
}

// picked writes the values of some columns of a row.
func picked(table store.Table, columns []string, values []any) string {
	text := table.Name
	for i, column := range table.Columns {
		if slices.Contains(columns, column) {
			text += fmt.Sprintf(" %s=%v", column, values[i])
		}
	}
	return text
}

// upgrading tells a process of this test binary what to open.
const (
	upgradingDir    = "TEST_UPGRADE_DIR"
	upgradingURL    = "TEST_UPGRADE_URL"
	upgradingSteps  = "TEST_UPGRADE_STEPS"
	upgradingBackup = "TEST_UPGRADE_BACKUPS"
)

// upgrade opens the database as a new program does, in a process of its own.
func upgrade() error {
	options := store.Options{
		Dir: os.Getenv(upgradingDir), URL: os.Getenv(upgradingURL),
		BeforeMigrate: archive.BeforeMigrate(os.Getenv(upgradingBackup), nil),
	}
	steps := os.DirFS(os.Getenv(upgradingSteps))
	db, err := store.Open(context.Background(), store.WithSteps(options, steps))
	if err != nil {
		return err
	}
	return db.Close()
}

// upgradedByProcesses has several new programs start at once and returns how
// they ended, and the folder of the backups that they took before.
func upgradedByProcesses(t *testing.T, options store.Options, steps fs.FS) (ended []error, backups string) {
	t.Helper()
	backups, folder := t.TempDir(), t.TempDir()
	if err := os.CopyFS(folder, steps); err != nil {
		t.Fatal(err)
	}
	const processes = 3
	ended = make([]error, processes)
	var group sync.WaitGroup
	for n := range processes {
		group.Go(func() {
			process := exec.CommandContext(t.Context(), os.Args[0])
			process.Env = append(os.Environ(), upgradingDir+"="+options.Dir, upgradingURL+"="+options.URL,
				upgradingSteps+"="+folder, upgradingBackup+"="+backups)
			if words, err := process.CombinedOutput(); err != nil {
				ended[n] = fmt.Errorf("%w: %s", err, words)
			}
		})
	}
	group.Wait()
	return ended, backups
}

// onlyBackup is the one backup that was taken.
func onlyBackup(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the backups are %v (%v)", files, err)
	}
	return files[0]
}

// same compares what was with what is.
func same(t *testing.T, what string, before, after []string) {
	t.Helper()
	if len(before) < 100 {
		t.Fatalf("only %d rows to compare", len(before))
	}
	for _, row := range before {
		if _, found := slices.BinarySearch(after, row); !found {
			t.Errorf("%s: there is no longer %s", what, row)
			return
		}
	}
	if len(before) != len(after) {
		t.Errorf("%s: %d rows of %d", what, len(after), len(before))
	}
}

// mustVerify holds the ledger to itself.
func mustVerify(t *testing.T, options store.Options) {
	t.Helper()
	visit(t, options, func(db *store.DB) error {
		report, err := inventory.New(db, inventory.Options{PasswordWorkers: 1}).Verify.Verify(t.Context(), nil)
		if len(report.Findings) > 0 {
			t.Errorf("verify: %+v", report.Findings)
		}
		return err
	})
}

// mustFind searches for each product and each order by its own number.
func mustFind(t *testing.T, options store.Options) {
	t.Helper()
	page := core.Page{Number: 1, Size: core.PageSizeMax}
	visit(t, options, func(db *store.DB) error {
		return core.Read(t.Context(), db, func(tx inventory.Tx) error {
			return errors.Join(
				mustFindEach(t, func(search string) (core.List[catalogue.Product], error) {
					return tx.ListProducts(catalogue.ProductFilter{Search: search, Page: page})
				}, func(p catalogue.Product) (string, int64) { return p.SKU, p.ID }),
				mustFindEach(t, func(search string) (core.List[order.Row], error) {
					return tx.ListOrders(order.Filter{Search: search, Page: page})
				}, func(o order.Row) (string, int64) { return o.Number, o.ID }),
			)
		})
	})
}

// mustFindEach wants a search for the name of each row to find that row alone.
func mustFindEach[T any](
	t *testing.T, list func(search string) (core.List[T], error), identity func(T) (name string, id int64),
) error {
	t.Helper()
	everything, err := list("")
	if len(everything.Rows) == 0 {
		t.Errorf("there is no %T to search for", *new(T))
	}
	for _, row := range everything.Rows {
		name, id := identity(row)
		found, err := list(name)
		if err != nil {
			return err
		}
		if found.Count.N != 1 || len(found.Rows) != 1 {
			t.Errorf("a search for %s counts %d and finds %d", name, found.Count.N, len(found.Rows))
		} else if _, other := identity(found.Rows[0]); other != id {
			t.Errorf("a search for %s finds %d, want %d", name, other, id)
		}
	}
	return err
}

// The shop of every release goes through every later step, begun by several
// processes at once, with its books as they were.
func TestTheShopOfEveryReleaseIsUpgraded(t *testing.T) {
	eachRelease(t, func(t *testing.T, options store.Options, _ fs.FS) {
		before := booksOf(t, options)
		steps := more(t, map[string]string{"9001_pets.sql": laterStep})
		ended, backups := upgradedByProcesses(t, options, steps)
		if err := errors.Join(ended...); err != nil {
			t.Fatal(err)
		}
		same(t, "after the upgrade", before, booksOf(t, options))
		mustVerify(t, store.WithSteps(options, steps))
		mustFind(t, store.WithSteps(options, steps))
		elsewhere := store.Options{Dir: t.TempDir()}
		restoreInto(t, elsewhere, onlyBackup(t, backups))
		same(t, "restored", before, booksOf(t, elsewhere))
		t.Logf("%d lines of the books are what they were, after %d processes at once; so are those of the one backup",
			len(before), len(ended))
	})
}

// A step that fails on the way is as if it had never begun, for the process that opens
// the database next, and the backup that was taken before it can be restored.
func TestABrokenUpgradeLeavesTheShopOfEveryReleaseAsItWas(t *testing.T) {
	eachRelease(t, func(t *testing.T, options store.Options, old fs.FS) {
		before := booksOf(t, options)
		ended, backups := upgradedByProcesses(t, options, more(t, map[string]string{"9001_pets.sql": brokenStep}))
		if slices.Contains(ended, nil) {
			t.Fatalf("a broken step was applied: %v", ended)
		}
		same(t, "after the broken step", before, booksOf(t, options))
		mustVerify(t, options)
		files, err := os.ReadDir(backups)
		if err != nil || len(files) == 0 {
			t.Fatalf("the backups are %v (%v)", files, err)
		}
		elsewhere := store.Options{Dir: t.TempDir()}
		restoreInto(t, store.WithSteps(elsewhere, old), filepath.Join(backups, files[0].Name()))
		same(t, "restored", before, booksOf(t, elsewhere))
		t.Logf("%d lines of the books are what they were, after %d processes failed at the broken step", len(before),
			len(ended))
	})
}
