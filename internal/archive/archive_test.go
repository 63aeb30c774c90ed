package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"estante/internal/account"
	"estante/internal/archive"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/reportjob"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fill puts rows of every kind of value into a database.
func fill(t *testing.T, db *store.DB) {
	t.Helper()
	err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
		at := time.UnixMicro(-1).UTC()
		for i := range 60 {
			name := fmt.Sprintf("persona-%d", i)
			user := core.User{
				Username: name, FirstName: "Íñigo 🧺", LastName: "O'Núñez\n\"", Email: name + "@example.com", DNI: name,
				Role: core.Seller, State: core.AccountActive, JoinedAt: tx.Now(), Version: 1,
			}
			if i%2 == 0 {
				user.LastLoginAt = &at
			}
			id, err := tx.InsertUser(user, "hash")
			if err != nil {
				return err
			}
			if _, err := tx.InsertSession(account.Session{UserID: id}, core.TokenHash{0, byte(i), 255}); err != nil {
				return err
			}
			if _, err := tx.InsertNotification(outbox.Notification{
				UserID: id, CreatedAt: tx.Now(), Read: i%3 == 0,
			}); err != nil {
				return err
			}
		}
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		settings.BusinessName = "La Ñ"
		return tx.UpdateSettings(settings)
	})
	if err != nil {
		t.Fatal(err)
	}
	sku, name, stock := "CAÑA-1", "Caña de azúcar", int64(12)
	product := catalogue.ProductFields{SKU: &sku, Name: &name, Stock: &stock}
	if _, err := inventory.New(db, inventory.Options{}).Ledger.CreateProduct(t.Context(), core.System,
		product); err != nil {
		t.Fatal(err)
	}
}

// content is every row of every table, as text and in order.
func content(t *testing.T, db *store.DB) []string {
	t.Helper()
	var found []string
	err := db.Dump(t.Context(), func(dump *store.Dump) error {
		for _, table := range dump.Tables {
			if err := dump.Rows(table, func(values []any) error {
				found = append(found, fmt.Sprintf("%s %v %#v", table.Name, table.Columns, values))
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

func TestABackupComesBackOnEitherEngine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, source *store.DB) {
		fill(t, source)
		path := filepath.Join(t.TempDir(), "shop.backup")
		made, err := archive.Create(t.Context(), source, path)
		if err != nil {
			t.Fatal(err)
		}
		if all := int64(len(content(t, source))); made.Rows != all || all < 60*3 {
			t.Errorf("the backup has %d rows of %d", made.Rows, all)
		}
		storetest.Each(t, func(t *testing.T, target *store.DB) {
			restored, err := archive.Restore(t.Context(), target, path)
			if err != nil {
				t.Fatal(err)
			}
			if restored != made {
				t.Errorf("restored %+v of %+v", restored, made)
			}
			want := slices.DeleteFunc(content(t, source), func(row string) bool {
				return strings.HasPrefix(row, "sessions ") // See TestARestoredBackupLetsNobodyIn.
			})
			if got := content(t, target); !slices.Equal(got, want) {
				t.Errorf("%d rows came back otherwise than %d", len(got), len(want))
			}
			found, err := inventory.New(target, inventory.Options{}).Catalogue.SearchProducts(t.Context(), "azucar", 10)
			if err != nil || len(found) != 1 {
				t.Errorf("a search in the restored database found %v (%v)", found, err)
			}
			// New rows go on behind the restored ones.
			if err := core.Write(t.Context(), target, func(tx inventory.Tx) error {
				_, err := tx.InsertNotification(outbox.Notification{UserID: 1, CreatedAt: tx.Now()})
				return err
			}); err != nil {
				t.Error(err)
			}
			if _, err := archive.Restore(t.Context(), target, path); !errors.Is(err, store.ErrNotEmpty) {
				t.Errorf("restoring over data ended with %v", err)
			}
		})
	})
}

// A backup brings back neither sessions nor links, nor letters that would make one: what was
// ended since it was taken stays ended.
func TestARestoredBackupLetsNobodyIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, source *store.DB) {
		fill(t, source)
		var token core.TokenHash
		if err := core.Write(t.Context(), source, func(tx inventory.Tx) error {
			session := account.Session{UserID: 1, CreatedAt: tx.Now(), LastSeenAt: tx.Now(), ExpiresAt: tx.Now().Add(time.Hour)}
			_, err := tx.InsertSession(session, token)
			return errors.Join(err, tx.InsertRecovery(1, token, tx.Now().Add(time.Hour)),
				outbox.QueueMessage(tx, account.MessageRecovery, 1))
		}); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "shop.backup")
		if _, err := archive.Create(t.Context(), source, path); err != nil {
			t.Fatal(err)
		}
		storetest.Each(t, func(t *testing.T, target *store.DB) {
			if _, err := archive.Restore(t.Context(), target, path); err != nil {
				t.Fatal(err)
			}
			if err := core.Write(t.Context(), target, func(tx inventory.Tx) error {
				_, _, bySession := tx.SessionByToken(token)
				_, byLink := tx.UseRecovery(token)
				waiting, err := tx.ClaimMessages(10, tx.Now())
				if !errors.Is(bySession, core.ErrNotFound) || !errors.Is(byLink, core.ErrNotFound) || len(waiting) > 0 {
					t.Errorf("in come %v, %v and %v", bySession, byLink, waiting)
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	})
}

// Remembered answers and reports go along with a move and not with a backup, and those in
// a file of before do not come back.
func TestABackupHoldsNothingFleeting(t *testing.T) {
	storetest.Each(t, func(t *testing.T, source *store.DB) {
		fill(t, source)
		if err := core.Write(t.Context(), source, func(tx inventory.Tx) error {
			key := core.RequestKey{UserID: 1, Key: "k", Fingerprint: "f"}
			if _, _, _, err := tx.ClaimRequest(key); err != nil {
				return err
			}
			report, err := tx.InsertReport(reportjob.Job{
				UserID: 1, Kind: reportjob.Values, Format: reportjob.PDF, State: reportjob.Done, CreatedAt: tx.Now(),
			})
			return errors.Join(err, tx.AnswerRequest(key, []byte("{}")),
				tx.InsertReportPiece(report, 0, []byte("%PDF")))
		}); err != nil {
			t.Fatal(err)
		}
		fleeting := []string{"requests", "reports", "report_pieces"}
		path := filepath.Join(t.TempDir(), "shop.backup")
		made, err := archive.Create(t.Context(), source, path)
		if err != nil {
			t.Fatal(err)
		}
		if all := int64(len(content(t, source))); made.Rows != all-int64(len(fleeting)) {
			t.Errorf("the backup has %d rows of %d", made.Rows, all)
		}
		storetest.Each(t, func(t *testing.T, target *store.DB) {
			if err := before(t, source, target); err != nil {
				t.Fatal(err)
			}
			found := rows(t, target)
			for _, table := range fleeting {
				if found[table] != 0 {
					t.Errorf("%s has %d rows from a file of before", table, found[table])
				}
			}
		})
		storetest.Each(t, func(t *testing.T, target *store.DB) {
			if _, err := archive.Move(t.Context(), source, target); err != nil {
				t.Fatal(err)
			}
			found := rows(t, target)
			for _, table := range fleeting {
				if found[table] != 1 {
					t.Errorf("%s has %d rows after a move", table, found[table])
				}
			}
		})
	})
}

// before restores a database as a backup that holds everything would.
func before(t *testing.T, source, target *store.DB) error {
	return source.Dump(t.Context(), func(dump *store.Dump) error {
		return target.Load(t.Context(), dump.Version, func(load *store.Load) error {
			for _, table := range dump.Tables {
				into, err := load.Into(table.Name, table.Columns)
				if err != nil {
					return err
				}
				if err := errors.Join(dump.Rows(table, into.Add), into.Flush()); err != nil {
					return err
				}
			}
			return load.EndVisits()
		})
	})
}

// rows counts the rows of each table.
func rows(t *testing.T, db *store.DB) map[string]int {
	t.Helper()
	counts := map[string]int{}
	err := db.Dump(t.Context(), func(dump *store.Dump) error {
		for _, table := range dump.Tables {
			if err := dump.Rows(table, func([]any) error { counts[table.Name]++; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func TestABackupUnderLoadIsOfOneMoment(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		fill(t, db)
		before := rows(t, db)
		ctx, stop := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				for n := 0; n < 150 && ctx.Err() == nil; n++ {
					// Each write adds one row to each of two tables.
					_ = core.Write(ctx, db, func(tx inventory.Tx) error {
						if err := tx.AddAttempt(fmt.Sprintf("%d-%d", i, n), time.Hour); err != nil {
							return err
						}
						return tx.InsertAudit(core.AuditRow{At: tx.Now(), Noun: "load"})
					})
				}
			})
		}
		for i := range 2 {
			path := filepath.Join(t.TempDir(), "load.backup")
			if _, err := archive.Create(t.Context(), db, path); err != nil {
				t.Fatal(err)
			}
			target := storetest.Open(t, store.Options{Dir: t.TempDir(), LeaveSchema: true})
			if _, err := archive.Restore(t.Context(), target, path); err != nil {
				t.Fatal(err)
			}
			after := rows(t, target)
			if after["attempts"] != after["audit"]-before["audit"] || after["users"] != 60 {
				t.Errorf("backup %d has %v", i, after)
			}
		}
		stop()
		group.Wait()
	})
}

func TestADamagedBackupIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	source := storetest.Open(t, storetest.SQLite(t))
	fill(t, source)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.backup")
	if _, err := archive.Create(t.Context(), source, whole); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	flip := func(at int) []byte {
		bad := bytes.Clone(good)
		bad[at] ^= 1
		return bad
	}
	files := map[string][]byte{
		"empty": {}, "cut": good[:len(good)-1], "half": good[:len(good)/2], "longer": append(bytes.Clone(good), 0),
		"first byte": flip(0), "header": flip(30), "middle": flip(len(good) / 2), "hash": flip(len(good) - 1),
		"other": []byte("PK\x03\x04 something else entirely, but long enough"),
	}
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.LeaveSchema = true
		target := storetest.Open(t, options)
		for name, data := range files {
			path := filepath.Join(dir, "bad.backup")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := archive.Restore(t.Context(), target, path); !errors.Is(err, archive.ErrDamaged) {
				t.Errorf("%s ended with %v", name, err)
			}
			if _, err := archive.Check(path); !errors.Is(err, archive.ErrDamaged) {
				t.Errorf("%s was checked with %v", name, err)
			}
		}
		if version, err := target.SchemaVersion(t.Context()); err != nil || version != 0 {
			t.Errorf("the schema is at %d (%v)", version, err)
		}
		if _, err := archive.Restore(t.Context(), target, whole); err != nil {
			t.Errorf("the whole file ended with %v", err)
		}
	})
}

func TestABackupIsForItsOwnerAndLeavesNothingElse(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	fill(t, db)
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.backup")
	for range 2 {
		if _, err := archive.Create(t.Context(), db, path); err != nil {
			t.Fatal(err)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := archive.Create(cancelled, db, filepath.Join(dir, "never.backup")); err == nil {
		t.Error("a backup for nobody was made")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("the folder has %v", entries)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has mode %v", info.Mode())
	}
}

func TestTheBackupBeforeAMigrationIsWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		fill(t, db)
		var made string
		dir := filepath.Join(t.TempDir(), "backups")
		err := archive.BeforeMigrate(dir, func(path string, _ archive.Summary) { made = path })(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		header, err := archive.Check(made)
		if err != nil || header.Schema == 0 || header.Engine != db.Engine() {
			t.Errorf("the header is %+v (%v)", header, err)
		}
	})
}
