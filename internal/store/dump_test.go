package store_test

import (
	"path/filepath"
	"testing"

	"estante/internal/archive"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Two tables that refer to each other, and a count that a trigger keeps.
const (
	herdSchema = `CREATE TABLE goats (id {{id}}, herd_id {{int}} REFERENCES herds (id) DEFERRABLE){{strict}};
		CREATE TABLE herds (id {{id}}, leader_id {{int}}, goats {{int}} NOT NULL, big {{bool "big"}} NOT NULL,
			FOREIGN KEY (leader_id) REFERENCES goats (id) DEFERRABLE){{strict}};`
	sqliteHerds = herdSchema + `
		CREATE TRIGGER count_goats AFTER INSERT ON goats BEGIN UPDATE herds SET goats = goats + 1
		WHERE id = NEW.herd_id; END;`
	postgresHerds = `CREATE TABLE herds (id {{id}}, leader_id {{int}}, goats {{int}} NOT NULL,
		big {{bool "big"}} NOT NULL);
		CREATE TABLE goats (id {{id}}, herd_id {{int}} REFERENCES herds (id) DEFERRABLE);
		ALTER TABLE herds ADD FOREIGN KEY (leader_id) REFERENCES goats (id) DEFERRABLE;
		CREATE FUNCTION count_goats() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN UPDATE herds SET goats = goats + 1 WHERE id = NEW.herd_id; RETURN NEW; END $$;
		CREATE TRIGGER count_goats AFTER INSERT ON goats FOR EACH ROW EXECUTE FUNCTION count_goats();`
	herds = `{{if postgres}}` + postgresHerds + `{{else}}` + sqliteHerds + `{{end}}`
)

func TestALoadIsAFaithfulCopyOfAnOlderSchema(t *testing.T) {
	old := more(t, map[string]string{"9001_herds.sql": herds})
	now := more(t, map[string]string{
		"9001_herds.sql": herds, "9002_goats.sql": "ALTER TABLE goats ADD COLUMN name {{text}};",
	})
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		source := storetest.Open(t, store.WithSteps(options, old))
		write(t, source, func(tx inventory.Tx) error {
			for _, statement := range []string{
				"INSERT INTO herds (id, goats, big) VALUES (4, 0, TRUE)",
				"INSERT INTO goats (id, herd_id) VALUES (7, 4), (9, 4), (11, NULL)",
				"UPDATE herds SET leader_id = 9",
			} {
				if _, err := store.Exec(tx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		path := filepath.Join(t.TempDir(), "old.backup")
		if _, err := archive.Create(t.Context(), source, path); err != nil {
			t.Fatal(err)
		}
		storetest.EachOptions(t, func(t *testing.T, options store.Options) {
			options.LeaveSchema = true
			target := storetest.Open(t, store.WithSteps(options, now))
			if _, err := archive.Restore(t.Context(), target, path); err != nil {
				t.Fatal(err)
			}
			write(t, target, func(tx inventory.Tx) error {
				if _, err := store.Exec(tx, "INSERT INTO goats (herd_id, name) VALUES (4, 'Cabra')"); err != nil {
					return err
				}
				wanted := map[string]int64{
					"SELECT goats FROM herds WHERE id = 4 AND leader_id = 9 AND big": 3,
					"SELECT id FROM goats WHERE name = 'Cabra'":                      12,
					"SELECT count(*) FROM goats WHERE herd_id IS NULL":               1,
				}
				if options.URL != "" {
					wanted["SELECT count(*) FROM pg_stat_user_tables WHERE relname IN ('goats', 'herds') "+
						"AND last_vacuum IS NOT NULL"] = 2
				}
				for query, want := range wanted {
					if got, err := store.QueryInt(tx, query); err != nil || got != want {
						t.Errorf("%s is %d (%v), want %d", query, got, err, want)
					}
				}
				return nil
			})
		})
	})
}
