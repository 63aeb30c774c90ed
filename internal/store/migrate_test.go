package store_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// more returns the real migrations and further ones.
func more(t *testing.T, steps map[string]string) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	names, err := fs.Glob(store.Migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(store.Migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	for name, text := range steps {
		all["migrations/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestSeveralProcessesMigrateAtOnce(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		var backups atomic.Int32
		open := func(options store.Options) {
			var group sync.WaitGroup
			for range 6 {
				group.Go(func() {
					db, err := store.Open(t.Context(), options)
					if err != nil {
						t.Error(err)
						return
					}
					if err := core.Write(t.Context(), db, addAttempt("k")); err != nil {
						t.Error(err)
					}
					if err := db.Close(); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
		}
		options.BeforeMigrate = func(context.Context, *store.DB) error {
			backups.Add(1)
			return nil
		}
		open(options)
		if backups.Load() != 0 {
			t.Error("an empty database was backed up")
		}
		open(store.WithSteps(options, more(t, map[string]string{"9001_pets.sql": "CREATE TABLE pets (id {{id}}, name " +
			"{{text}} NOT NULL){{strict}};"})))
		if backups.Load() != 1 {
			t.Errorf("%d backups before one change", backups.Load())
		}
		db := storetest.Open(t, store.WithSteps(options, more(t, map[string]string{"9001_pets.sql": "SELECT 1;"})))
		if attempts(t, db, "k") != 12 {
			t.Error("a write is missing")
		}
	})
}

func TestAStepThatFailsLeavesTheSchemaAsItWas(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		before := storetest.Open(t, options)
		write(t, before, addAttempt("k"))
		version, err := before.SchemaVersion(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		broken := `CREATE TABLE pets (id {{id}}){{strict}}; DELETE FROM attempts; INSERT INTO nowhere VALUES (1);`
		if db, err := store.Open(t.Context(), store.WithSteps(options,
			more(t, map[string]string{"9001_pets.sql": broken}))); err == nil {
			_ = db.Close()
			t.Fatal("a broken step was applied")
		}
		after := storetest.Open(t, options)
		if now, err := after.SchemaVersion(t.Context()); err != nil || now != version {
			t.Errorf("the schema is at %d, was at %d (%v)", now, version, err)
		}
		if attempts(t, after, "k") != 1 {
			t.Error("data of before is gone")
		}
		mended := storetest.Open(t, store.WithSteps(options,
			more(t, map[string]string{"9001_pets.sql": "CREATE TABLE pets (id {{id}}){{strict}};"})))
		read(t, mended, func(tx inventory.Tx) error {
			_, err := store.QueryInt(tx, "SELECT count(*) FROM pets")
			return err
		})
	})
}

func TestABackupThatFailsStopsTheMigration(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		storetest.Open(t, options)
		options.BeforeMigrate = func(context.Context, *store.DB) error { return errOnPurpose }
		steps := more(t, map[string]string{"9001_pets.sql": "CREATE TABLE pets (id {{id}}){{strict}};"})
		if _, err := store.Open(t.Context(), store.WithSteps(options, steps)); !errors.Is(err, errOnPurpose) {
			t.Errorf("opening ended with %v", err)
		}
	})
}

func TestAnOlderProgramRefusesANewerSchema(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		storetest.Open(t, store.WithSteps(options, more(t, map[string]string{"9001_pets.sql": "CREATE TABLE pets (id " +
			"{{id}}){{strict}};"})))
		if _, err := store.Open(t.Context(), options); !errors.Is(err, store.ErrNewerSchema) {
			t.Errorf("opening ended with %v", err)
		}
	})
}

func TestOnlyTheOwnerCanReadTheFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "with space & ?", "data")
	db := storetest.Open(t, store.Options{Dir: dir})
	write(t, db, addAttempt("k"))
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) < 3 {
		t.Errorf("the folder has %v", entries)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", entry.Name(), info.Mode())
		}
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v", info.Mode())
	}
}

// SKUs that were kept with characters nobody sees lose them, but where two products, old or
// new, would become one.
func TestInvisibleCharactersLeaveTheSKUsThatAreKept(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.LeaveSchema = true
		db := storetest.Open(t, options)
		if err := store.MigrateTo(t.Context(), db, 2); err != nil {
			t.Fatal(err)
		}
		write(t, db, func(tx inventory.Tx) error {
			for id, key := range []string{
				"taza\u200b-1", "plato-1", "pla\u00adto-1", "vaso\u200d", "va\ufe0fso", "cuenco", "\ufeffjarra\u2800",
			} {
				if _, err := store.Exec(tx, `INSERT INTO products (id, sku, sku_key, name, description, barcode, image_url,
					status, stock, reserved, alert_days, alert_blocked, tags, created_at, updated_at, version, movement_seq,
					ledger_hash, level, search_key, name_sort_key, sku_sort_key, category_sort_key)
					VALUES ($1, $2, $2, '', '', '', '', 1, 0, 0, 30, $3, '[]', 0, 0, 1, 0, '', 2, '', '', '', '')`,
					id+1, key, false); err != nil {
					return err
				}
			}
			_, err := store.Exec(tx, `UPDATE totals SET products = 7, out_of_stock = 7 WHERE slot = 0`)
			return err
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		read(t, db, func(tx inventory.Tx) error {
			for key, id := range map[string]int64{"taza-1": 1, "plato-1": 2, "cuenco": 6, "jarra": 7, "vaso": 0} {
				found, err := tx.ProductsBySKUs([]string{key})
				if err != nil {
					return err
				}
				if (len(found) == 1) != (id != 0) || len(found) == 1 && found[0].ID != id {
					t.Errorf("%s finds %+v", key, found)
				}
			}
			return nil
		})
	})
}

// What the third step begins to keep, it counts for a catalogue that is there.
func TestFiguresOfACatalogueThatIsOlderThanThem(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.LeaveSchema = true
		db := storetest.Open(t, options)
		if err := store.MigrateTo(t.Context(), db, 2); err != nil {
			t.Fatal(err)
		}
		const product = `INSERT INTO products (id, sku, sku_key, name, description, barcode, image_url, status, stock,
			reserved, alert_days, alert_blocked,
			price_cents, cost_cents, tags, created_at, updated_at, deleted_at, version, movement_seq, ledger_hash, level,
			search_key, name_sort_key,
			sku_sort_key, category_sort_key)
			VALUES ($1, $2, $2, '', '', '', '', 1, $3, 0, 30, $4, $5, $6, '[]', 0, 0, $7, 1, 0, '', 2, '', '', '', '')`
		write(t, db, func(tx inventory.Tx) error {
			for id, row := range map[int][]any{
				1: {"A", 7, false, 1000, nil, nil}, 2: {"B", 0, false, nil, nil, nil}, 3: {"C", 4, false, nil, 250, nil},
				4: {"D", 9, false, 5, 5, 1},
				// Beyond 64 bits when multiplied.
				5: {"E", 1_000_000_000_000, false, 10_000_000_000, nil, nil},
			} {
				if _, err := store.Exec(tx, product, append([]any{id}, row...)...); err != nil {
					return err
				}
				if _, err := store.Exec(tx, `INSERT INTO stock_levels (product_id, location_id, stock) VALUES ($1, 1, $2)`, id,
					row[1]); err != nil {
					return err
				}
			}
			_, err := store.Exec(tx, `UPDATE totals SET products = 4, stock = 1000000000011, out_of_stock = 1 WHERE slot = 0`)
			return err
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		read(t, db, func(tx inventory.Tx) error {
			kept, err := tx.Totals()
			if err != nil {
				return err
			}
			counted, err := tx.CountedTotals()
			if kept != counted || kept.CostValue != 1000 || kept.SaleValue != core.ValueMax+7000 || kept.WithoutCost != 2 ||
				kept.WithoutPrice != 1 {
				t.Errorf("kept %+v, counted %+v", kept, counted)
			}
			if err != nil {
				return err
			}
			locations, err := tx.LocationCounts()
			if err != nil {
				return err
			}
			categories, err := tx.CategoryCounts()
			for _, c := range append(locations, categories...) {
				if c.Kept != c.Counted {
					t.Errorf("%+v", c)
				}
			}
			return err
		})
	})
}
