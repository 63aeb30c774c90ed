package archive_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/archive"
	"estante/internal/backup"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// cellar is a shop with a folder for its backups and a clock that tests turn.
type cellar struct {
	*inventory.Inventory
	options store.Options
	dir     string
	now     *time.Time
}

func eachCellar(t *testing.T, test func(t *testing.T, c cellar)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		c := cellar{options: options, dir: filepath.Join(t.TempDir(), "backups"), now: &now}
		c.Inventory = c.process(t, c.dir)
		test(t, c)
	})
}

// process opens the shop once more, with a folder of its own or a shared one.
func (c cellar) process(t *testing.T, dir string) *inventory.Inventory {
	t.Helper()
	db := storetest.Open(t, c.options)
	return inventory.New(db, inventory.Options{Backups: archive.NewKeeper(db, dir)})
}

// work does everything that is due and says what the list shows then.
func (c cellar) work(t *testing.T) []backup.Backup {
	t.Helper()
	if err := c.Backups.AskScheduledBackup(t.Context()); err != nil {
		t.Fatal(err)
	}
	for {
		worked, err := c.Backups.WorkOnBackups(t.Context())
		if err != nil {
			t.Log(err) // What failed is in the list.
		}
		if !worked {
			break
		}
	}
	return c.list(t)
}

func (c cellar) list(t *testing.T) []backup.Backup {
	t.Helper()
	list, _, err := c.Backups.ListBackups(t.Context(), core.Page{Number: 1, Size: 100})
	if err != nil {
		t.Fatal(err)
	}
	return list.Rows
}

func (c cellar) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (c cellar) take(t *testing.T) backup.Backup {
	t.Helper()
	c.must(t, c.Backups.AskBackup(t.Context(), core.System))
	c.must(t, c.Backups.AskBackup(t.Context(), core.System)) // The first one serves both.
	made := c.work(t)[0]
	if made.State != backup.Done || made.Size == 0 || made.Done == 0 || made.Done != made.Total {
		t.Fatalf("taken: %+v", made)
	}
	return made
}

func (c cellar) check(t *testing.T, id int64) backup.Check {
	t.Helper()
	c.must(t, c.Backups.AskBackupCheck(t.Context(), core.System, id))
	for _, b := range c.work(t) {
		if b.ID == id {
			return b.Check
		}
	}
	t.Fatalf("backup %d is gone", id)
	return backup.Check{}
}

func TestABackupIsTakenCheckedReadAndDeleted(t *testing.T) {
	eachCellar(t, func(t *testing.T, c cellar) {
		sku, stock := "A-1", int64(5)
		product, err := c.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
			SKU: &sku, Name: &sku,
			Stock: &stock,
		})
		c.must(t, err)
		whole := c.take(t)
		if check := c.check(t, whole.ID); check.State != backup.Done || check.Problems != 0 || check.Failure != "" ||
			check.EndedAt == nil {
			t.Errorf("a sound backup: %+v", check)
		}
		_, file, err := c.Backups.OpenBackup(t.Context(), core.System, whole.ID)
		c.must(t, err)
		content, err := io.ReadAll(file)
		c.must(t, err)
		c.must(t, file.Close())
		if int64(len(content)) != whole.Size || !bytes.HasPrefix(content, []byte("ESTANTE BACKUP\n")) {
			t.Errorf("the file has %d bytes of %d", len(content), whole.Size)
		}

		storetest.Tamper(t, c.options, `UPDATE products SET stock = 6`)
		false1 := c.take(t)
		if check := c.check(t, false1.ID); check.State != backup.Done || check.Problems == 0 ||
			!strings.Contains(check.Failure, "A-1") {
			t.Errorf("a backup of a ledger that does not add up: %+v (product %d)", check, product.ID)
		}

		c.must(t, os.WriteFile(filepath.Join(c.dir, whole.FileName), content[:len(content)/2], 0o600))
		if check := c.check(t, whole.ID); check.State != backup.Failed ||
			!strings.Contains(check.Failure, "dañado o incompleto") {
			t.Errorf("half a file: %+v", check)
		}
		c.must(t, c.Backups.DeleteBackup(t.Context(), core.System, whole.ID))
		if left := c.list(t); len(left) != 1 || left[0].ID != false1.ID {
			t.Errorf("left: %+v", left)
		}
		if _, err := os.Stat(filepath.Join(c.dir, whole.FileName)); !os.IsNotExist(err) {
			t.Errorf("the file is still there (%v)", err)
		}
		entries, err := os.ReadDir(c.dir)
		c.must(t, err)
		if len(entries) != 2 { // The name of the folder and one file.
			t.Errorf("the folder has %v", entries)
		}
	})
}

func TestTheClockTakesOneBackupADayAndKeepsSome(t *testing.T) {
	eachCellar(t, func(t *testing.T, c cellar) {
		schedule := backup.Schedule{Enabled: true, Minute: 3 * 60, Keep: 2}
		planned, err := c.Backups.UpdateBackupSchedule(t.Context(), core.System, schedule)
		c.must(t, err)
		// Three in the morning of Madrid.
		if want := time.Date(2026, 11, 16, 2, 0, 0, 0, time.UTC); planned.DueAt == nil || !planned.DueAt.Equal(want) {
			t.Errorf("planned for %v", planned.DueAt)
		}
		other := c.process(t, c.dir)
		c.must(t, c.Backups.AskBackup(t.Context(), core.System))
		if made := c.work(t); len(made) != 1 || made[0].Origin != backup.Manual {
			t.Fatalf("before its hour: %+v", made)
		}
		// Three days off, the last of them with nobody there: what was missed is made up for once.
		for _, pause := range []time.Duration{18 * time.Hour, 24 * time.Hour, 60 * time.Hour} {
			*c.now = c.now.Add(pause)
			c.must(t, other.Backups.AskScheduledBackup(t.Context()))
			c.work(t)
		}
		made := c.list(t)
		var origins []string
		for _, b := range made {
			origins = append(origins, string(b.Origin)+" "+string(b.State))
		}
		if got := strings.Join(origins, ", "); got != "schedule done, schedule done, manual done" {
			t.Errorf("left: %s", got)
		}
		planned, err = c.Backups.BackupSchedule(t.Context())
		if err != nil || !planned.DueAt.After(*c.now) || planned.DueAt.After(c.now.Add(24*time.Hour)) {
			t.Errorf("the next one is at %v (%v)", planned.DueAt, err)
		}
		schedule.Enabled = false
		_, err = c.Backups.UpdateBackupSchedule(t.Context(), core.System, schedule)
		c.must(t, err)
		*c.now = c.now.Add(48 * time.Hour)
		if after := c.work(t); len(after) != len(made) {
			t.Errorf("a schedule that is off took one: %+v", after)
		}
	})
}

func TestAFileOfAnotherFolderIsNotPromised(t *testing.T) {
	eachCellar(t, func(t *testing.T, c cellar) {
		made := c.take(t)
		elsewhere := c.process(t, t.TempDir())
		for name, err := range map[string]error{
			"read": func() error {
				_, _, err := elsewhere.Backups.OpenBackup(t.Context(), core.System, made.ID)
				return err
			}(),
			"check":  elsewhere.Backups.AskBackupCheck(t.Context(), core.System, made.ID),
			"delete": elsewhere.Backups.DeleteBackup(t.Context(), core.System, made.ID),
		} {
			if !strings.Contains(errText(err), "otro servidor") {
				t.Errorf("%s: %v", name, err)
			}
		}
		c.must(t, os.Remove(filepath.Join(c.dir, made.FileName)))
		if _, _, err := c.Backups.OpenBackup(t.Context(), core.System, made.ID); !strings.Contains(errText(err),
			"ya no está") {
			t.Errorf("a file that is gone: %v", err)
		}
		c.must(t, c.Backups.DeleteBackup(t.Context(), core.System, made.ID))
	})
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWhatFailsIsSaidAndTold(t *testing.T) {
	eachCellar(t, func(t *testing.T, c cellar) {
		boss, err := c.Accounts.CreateUser(t.Context(), core.System, account.NewUser{
			Username: "jefa", Password: "clave-de-prueba", ConfirmPassword: "clave-de-prueba", DNI: "1", FirstName: "Eva",
			LastName: "Gil", Email: "eva@example.com",
		}, core.Administrator)
		c.must(t, err)
		c.work(t) // The folder is made and named.
		c.must(t, os.RemoveAll(c.dir))
		c.must(t, os.WriteFile(c.dir, nil, 0o600))
		c.must(t, c.Backups.AskBackup(t.Context(), core.System))
		if made := c.work(t); made[0].State != backup.Failed || !strings.Contains(made[0].Failure, "revisa sus permisos") {
			t.Errorf("a folder that is none: %+v", made[0])
		}
		inbox, err := c.Outbox.Notifications(t.Context(), core.Actor{User: boss}, core.Page{Number: 1, Size: 10})
		if err != nil || len(inbox.Rows) != 1 || inbox.Rows[0].Kind != backup.NotifyBackupFailed {
			t.Errorf("told: %+v (%v)", inbox.Rows, err)
		}
	})
}

func TestFilesOfBeforeAreListed(t *testing.T) {
	eachCellar(t, func(t *testing.T, c cellar) {
		made := c.take(t)
		c.must(t, os.WriteFile(filepath.Join(c.dir, "estante-schema9-20260101T000000.000000Z.backup"), []byte("x"), 0o600))
		c.must(t, os.WriteFile(filepath.Join(c.dir, "notes.txt"), []byte("x"), 0o600))
		for range 2 {
			c.must(t, c.Backups.AdoptBackups(t.Context()))
		}
		list := c.list(t)
		if len(list) != 2 || list[0].ID == made.ID && list[1].ID == made.ID {
			t.Fatalf("listed: %+v", list)
		}
		for _, b := range list {
			if b.ID != made.ID && (b.Origin != backup.Upgrade || b.State != backup.Done || b.Size != 1) {
				t.Errorf("found: %+v", b)
			}
		}
	})
}
