package store_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func usernames(users core.List[core.User]) (names []string) {
	for _, user := range users.Rows {
		names = append(names, user.Username)
	}
	return names
}

func TestPeopleSortAsSpanishDoes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for i, name := range []string{"Óscar", "Ñoño", "nuria", "Zoe", "Nzuzi", "ángel", "Ana", "oscar", "Noé", "Ångela"} {
			insertUser(t, db, person(key(i), name))
		}
		var names []string
		read(t, db, func(tx inventory.Tx) error {
			users, err := tx.ListUsers(account.UserFilter{Ordering: account.UsersByName})
			for _, user := range users.Rows {
				names = append(names, user.FirstName)
			}
			return err
		})
		want := []string{"Ana", "ángel", "Ångela", "Noé", "nuria", "Nzuzi", "Ñoño", "Óscar", "oscar", "Zoe"}
		if !slices.Equal(names, want) {
			t.Errorf("sorted %v\n  want %v", names, want)
		}
	})
}

func TestASearchFindsWordsWithoutCaseOrAccents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		insertUser(t, db, person("ibanez", "Íñigo"))
		insertUser(t, db, person("nino", "Nino"))
		insertUser(t, db, person("maria", "María 100%"))
		cases := []struct {
			search string
			want   []string
		}{
			{"IÑIGO", []string{"ibanez"}},
			{"inigo", []string{"ibanez"}},
			{"niño", nil},
			{"nino", []string{"nino"}},
			{"MARIA perez", []string{"maria"}},
			{"pérez maría", []string{"maria"}},
			{"maria lopez", nil},
			{"%", []string{"maria"}},
			{"_", nil},
			{`\`, nil},
			{"", []string{"ibanez", "maria", "nino"}},
			{strings.Repeat("x", 100_000), nil},
			{strings.Repeat("maria ", 10_000), []string{"maria"}},
			{"'; DROP TABLE users; --", nil},
		}
		for _, test := range cases {
			read(t, db, func(tx inventory.Tx) error {
				users, err := tx.ListUsers(account.UserFilter{Search: test.search})
				if names := usernames(users); !slices.Equal(names, test.want) || users.Count.N != len(test.want) {
					t.Errorf("%.30q found %v (%d), want %v", test.search, names, users.Count.N, test.want)
				}
				return err
			})
		}
	})
}

func TestTimesComeBackToTheMicrosecondAndInOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		madrid, err := time.LoadLocation("Europe/Madrid")
		if err != nil {
			t.Fatal(err)
		}
		times := []time.Time{
			time.Date(1969, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
			time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
			// The same wall clock twice, on the night when summer time ends.
			time.Date(2025, 10, 26, 0, 30, 0, 0, time.UTC).In(madrid),
			time.Date(2025, 10, 26, 1, 30, 0, 1_000, time.UTC).In(madrid),
			time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
		}
		for i := len(times) - 1; i >= 0; i-- {
			user := person(key(i), "Ana")
			user.JoinedAt, user.LastLoginAt = times[i], &times[i]
			insertUser(t, db, user)
		}
		insertUser(t, db, person("never", "Eva"))
		read(t, db, func(tx inventory.Tx) error {
			users, err := tx.ListUsers(account.UserFilter{Ordering: account.UsersByLogin})
			if err != nil {
				return err
			}
			if users.Rows[0].Username != "never" || users.Rows[0].LastLoginAt != nil {
				t.Errorf("the first is %+v, want the one who never signed in", users.Rows[0])
			}
			for i, user := range users.Rows[1:] {
				if !user.LastLoginAt.Equal(times[i]) || user.LastLoginAt.Location() != time.UTC || !user.JoinedAt.Equal(times[i]) {
					t.Errorf("%v came back as %v and %v", times[i], user.LastLoginAt, user.JoinedAt)
				}
			}
			return nil
		})
	})
}

func TestTheTimeOfATransactionReadsBackAsItWas(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.Now = func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.FixedZone("", 3600)) }
		db := storetest.Open(t, options)
		user := insertUser(t, db, person("ana", "Ana"))
		var at time.Time
		write(t, db, func(tx inventory.Tx) error {
			at = tx.Now()
			return tx.SetLastLogin(user.ID, at)
		})
		read(t, db, func(tx inventory.Tx) error {
			user, err := tx.UserByID(user.ID)
			if err == nil && *user.LastLoginAt != at {
				t.Errorf("%v came back as %v", at, *user.LastLoginAt)
			}
			return err
		})
	})
}

func TestWholeNumbersHaveTheirFullRange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, n := range []int64{math.MinInt64, -1, math.MaxInt64} {
			write(t, db, func(tx inventory.Tx) error {
				return tx.InsertAudit(core.AuditRow{At: tx.Now(), Noun: "number", NounID: n})
			})
			read(t, db, func(tx inventory.Tx) error {
				rows, err := tx.ListAudit(core.AuditFilter{Noun: "number", NounID: n})
				if err == nil && (len(rows.Rows) != 1 || rows.Rows[0].NounID != n) {
					t.Errorf("%d came back as %+v", n, rows.Rows)
				}
				return err
			})
		}
		err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			if _, err := store.Exec(tx, "UPDATE audit SET noun_id = noun_id + 1 WHERE noun_id > 0"); err != nil {
				return err
			}
			return nil
		})
		wantKind(t, err, core.Invalid)
	})
}

func wantKind(t *testing.T, err error, kind core.Kind) {
	t.Helper()
	var known *core.Error
	if !errors.As(err, &known) || known.Kind != kind {
		t.Errorf("the error is %v, want one of kind %d", err, kind)
	}
}

func TestTextThatCannotBeKeptIsRefusedAndOtherTextIsKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, bad := range []string{"nul\x00nul", "\xff", "cut \xc3", "\xed\xa0\x80"} {
			user := person("bad", bad)
			err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				_, err := tx.InsertUser(user, "hash")
				return err
			})
			wantKind(t, err, core.Invalid)
			err = core.Read(t.Context(), db, func(tx inventory.Tx) error {
				_, err := tx.ListUsers(account.UserFilter{Search: bad, State: core.AccountState(bad)})
				return err
			})
			wantKind(t, err, core.Invalid)
		}
		for i, good := range []string{"", " ", "🧺 cesta", "a\tb\nc", "'\";--", "\u202eabc", strings.Repeat("ñ", 5000)} {
			user := insertUser(t, db, person(key(i), good))
			read(t, db, func(tx inventory.Tx) error {
				found, err := tx.UserByID(user.ID)
				if found.FirstName != good {
					t.Errorf("%.20q came back as %.20q", good, found.FirstName)
				}
				return err
			})
		}
	})
}

func TestNothingAndEmptyAreDifferent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		key := core.RequestKey{UserID: 1, Key: "k", Fingerprint: "f"}
		for _, answer := range [][]byte{nil, {}, {0, 255}} {
			write(t, db, func(tx inventory.Tx) error {
				if _, _, _, err := tx.ClaimRequest(key); err != nil {
					return err
				}
				return tx.AnswerRequest(key, answer)
			})
			write(t, db, func(tx inventory.Tx) error {
				claimed, _, remembered, err := tx.ClaimRequest(key)
				if err != nil {
					return err
				}
				missing, err := store.QueryInt(tx, "SELECT count(*) FROM requests WHERE answer IS NULL")
				if claimed || !slices.Equal(remembered, answer) || (missing == 1) != (answer == nil) {
					t.Errorf("%v came back as %v", answer, remembered)
				}
				return err
			})
		}
	})
}

func TestPagesBeyondAnyReasonAreEmptyAndCountedRight(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for i := range 3 {
			insertUser(t, db, person(key(i), "Ana"))
		}
		for _, test := range []struct {
			page core.Page
			rows int
		}{
			{core.Page{Number: 1, Size: 2}, 2},
			{core.Page{Number: 2, Size: 2}, 1},
			{core.Page{Number: 3, Size: 2}, 0},
			{core.Page{Number: math.MaxInt, Size: math.MaxInt}, 0},
			{core.Page{Number: -5, Size: -5}, 3},
			{core.Page{}, 3},
		} {
			read(t, db, func(tx inventory.Tx) error {
				users, err := tx.ListUsers(account.UserFilter{Page: test.page})
				if len(users.Rows) != test.rows || users.Count.N != 3 {
					t.Errorf("page %+v has %d rows of %d, want %d of 3", test.page, len(users.Rows), users.Count.N, test.rows)
				}
				return err
			})
		}
	})
}

func TestTheMatchesOfAFilterAreCountedAsFarAsTheCap(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const rows = core.CountCap + 5
		write(t, db, func(tx inventory.Tx) error {
			if err := tx.InsertAudit(core.AuditRow{At: tx.Now(), ActorID: 7, Noun: "one"}); err != nil {
				return err
			}
			return tx.InsertAudits(slices.Repeat([]core.AuditRow{{At: tx.Now(), ActorID: 7, Noun: "many"}}, rows))
		})
		read(t, db, func(tx inventory.Tx) error {
			whole, err := tx.ListAudit(core.AuditFilter{})
			if err != nil || whole.Count != (core.Count{N: rows + 1}) || len(whole.Rows) != core.PageSizeDefault {
				t.Errorf("all are counted as %+v, with %d rows (%v)", whole.Count, len(whole.Rows), err)
			}
			filtered, err := tx.ListAudit(core.AuditFilter{Noun: "many", ActorID: 7})
			if filtered.Count != (core.Count{N: core.CountCap, Capped: true}) {
				t.Errorf("matches are counted as %+v", filtered.Count)
			}
			return err
		})
	})
}

func TestReadingCannotWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		writes := map[string]func(inventory.Tx) error{
			"a change": addAttempt("k"),
			"a change that answers": func(tx inventory.Tx) error {
				_, err := tx.InsertUser(person("ana", "Ana"), "h")
				return err
			},
			"an event":          func(tx inventory.Tx) error { return tx.Emit(core.Event{Topic: core.TopicUsers}) },
			"a lock":            func(tx inventory.Tx) error { return tx.Lock("name") },
			"an ignored change": func(tx inventory.Tx) error { _ = addAttempt("k")(tx); return nil },
		}
		for name, fn := range writes {
			if err := core.Read(t.Context(), db, fn); !errors.Is(err, core.ErrReadOnly) {
				t.Errorf("%s in Read: %v", name, err)
			}
			if err := core.Snapshot(t.Context(), db, fn); !errors.Is(err, core.ErrReadOnly) {
				t.Errorf("%s in Snapshot: %v", name, err)
			}
		}
		if attempts(t, db, "k") != 0 {
			t.Error("a read wrote")
		}
	})
}

func TestASnapshotDoesNotChangeAndAReadDoes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		count := func(tx inventory.Tx) int {
			n, err := tx.CountUsers()
			if err != nil {
				t.Error(err)
			}
			return n
		}
		err := core.Snapshot(t.Context(), db, func(tx inventory.Tx) error {
			insertUser(t, db, person("ana", "Ana"))
			if n := count(tx); n != 0 {
				t.Errorf("a snapshot sees %d users made after it", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		read(t, db, func(tx inventory.Tx) error {
			before := count(tx)
			insertUser(t, db, person("eva", "Eva"))
			if n := count(tx); n != before+1 {
				t.Errorf("a read sees %d users, want the latest %d", n, before+1)
			}
			return nil
		})
	})
}

func TestAUniqueValueIsAConflict(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		insertUser(t, db, person("ana", "Ana"))
		err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			_, err := tx.InsertUser(person("ANA", "Otra"), "hash")
			return err
		})
		wantKind(t, err, core.Conflict)
		err = core.Write(t.Context(), db, func(tx inventory.Tx) error {
			_, err := tx.InsertSession(account.Session{UserID: 99}, token(1))
			return err
		})
		wantKind(t, err, core.Conflict)
	})
}

func TestValuesGoWhereTheirNumberIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const difference = "SELECT CAST($2 AS BIGINT) - CAST($1 AS BIGINT) - CAST($1 AS BIGINT)"
		read(t, db, func(tx inventory.Tx) error {
			if n, err := store.QueryInt(tx, difference, 3, 10); err != nil || n != 4 {
				t.Errorf("10 - 3 - 3 is %d, %v", n, err)
			}
			return nil
		})
		err := core.Read(t.Context(), db, func(tx inventory.Tx) error {
			_, err := store.QueryInt(tx, difference, 3)
			return err
		})
		if err == nil {
			t.Error("a question was asked without one of its values")
		}
	})
}
