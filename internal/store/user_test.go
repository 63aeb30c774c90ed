package store_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAUserComesBackWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at := time.UnixMicro(1_800_000_000_123_456).UTC()
		user := core.User{
			Username: "Ana.Ñ", FirstName: "Ana", MiddleName: "María", LastName: "Núñez", SecondLastName: "Gil",
			Email: "Ana@Example.com",
			DNI:   "12345678Z", Role: core.Manager, State: core.AccountPending, JoinedAt: at, LastLoginAt: &at, Version: 1,
		}
		user = insertUser(t, db, user)
		read(t, db, func(tx inventory.Tx) error {
			byID, err := tx.UserByID(user.ID)
			if err != nil || !reflect.DeepEqual(byID, user) {
				t.Errorf("by id came %+v (%v)", byID, err)
			}
			byName, hash, err := tx.CredentialsByUsername(" ana.ñ ")
			if err != nil || byName.ID != user.ID || hash != "hash of Ana.Ñ" {
				t.Errorf("by name came %+v with %q (%v)", byName, hash, err)
			}
			byEmail, err := tx.UserByEmail("ANA@example.COM")
			if err != nil || byEmail.ID != user.ID {
				t.Errorf("by address came %+v (%v)", byEmail, err)
			}
			return nil
		})
	})
}

func TestNobodyIsNotFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(tx inventory.Tx) error {
			_, byID := tx.UserByID(1)
			_, _, byName := tx.CredentialsByUsername("ana")
			_, byEmail := tx.UserByEmail("ana@example.com")
			_, hash := tx.PasswordHash(1)
			for i, err := range []error{
				byID, byName, byEmail, hash, tx.UpdateUser(person("ana", "Ana")), tx.SetPassword(1, "h"),
				tx.SetLastLogin(1, tx.Now()),
			} {
				if !errors.Is(err, core.ErrNotFound) {
					t.Errorf("question %d was answered with %v", i, err)
				}
			}
			return nil
		})
	})
}

func TestTakenLooksAtOthersWithoutCase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ana := insertUser(t, db, person("ana", "Ana"))
		for _, test := range []struct {
			username, email, dni string
			except               int64
			want                 account.Taken
		}{
			{"ANA", "x", "x", 0, account.Taken{Username: true}},
			{"x", "Ana@EXAMPLE.com", "x", 0, account.Taken{Email: true}},
			{"x", "x", "ANA", 0, account.Taken{DNI: true}},
			{"ana", "ana@example.com", "ana", 0, account.Taken{Username: true, Email: true, DNI: true}},
			{"ana", "ana@example.com", "ana", ana.ID, account.Taken{}},
			{"aná", "", "", 0, account.Taken{}},
		} {
			read(t, db, func(tx inventory.Tx) error {
				taken, err := tx.Taken(test.username, test.email, test.dni, test.except)
				if taken != test.want {
					t.Errorf("%+v is taken %+v", test, taken)
				}
				return err
			})
		}
	})
}

func TestAChangedUserIsFoundByWhatItIsNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		user := insertUser(t, db, person("ana", "Ana"))
		write(t, db, func(tx inventory.Tx) error { return tx.SetLastLogin(user.ID, tx.Now()) })
		changed := user
		changed.FirstName, changed.Email, changed.State, changed.Role = "Zoe", "zoe@example.com", core.AccountInactive,
			core.Viewer
		write(t, db, func(tx inventory.Tx) error { return tx.UpdateUser(changed) })
		write(t, db, func(tx inventory.Tx) error { return tx.SetPassword(user.ID, "new hash") })
		read(t, db, func(tx inventory.Tx) error {
			found, err := tx.UserByEmail("zoe@example.com")
			if err != nil || found.Version != 2 || found.State != core.AccountInactive || found.Role != core.Viewer ||
				found.LastLoginAt == nil {
				t.Errorf("it is now %+v (%v)", found, err)
			}
			hash, err := tx.PasswordHash(user.ID)
			if err != nil || hash != "new hash" {
				t.Errorf("the password is %q (%v)", hash, err)
			}
			for search, want := range map[string]int{"ana@": 0, "zoe": 1} {
				list, err := tx.ListUsers(account.UserFilter{Search: search})
				if err != nil || list.Count.N != want {
					t.Errorf("a search for %s found %d (%v)", search, list.Count.N, err)
				}
			}
			return nil
		})
		// The version that was changed is no longer the one there is.
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			return tx.UpdateUser(changed)
		}); !errors.Is(err, core.ErrStale) {
			t.Errorf("a stale change ended with %v", err)
		}
	})
}

func TestUsersAreFilteredCountedAndOrdered(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		people := []core.User{person("carla", "Bea"), person("ana", "Dora"), person("bruno", "Ana")}
		people[0].Role, people[2].State = core.Administrator, core.AccountPending
		for i := range people {
			people[i].JoinedAt = people[i].JoinedAt.Add(time.Duration(i) * time.Microsecond)
			people[i] = insertUser(t, db, people[i])
		}
		write(t, db, func(tx inventory.Tx) error { return tx.SetLastLogin(people[1].ID, tx.Now()) })
		for _, test := range []struct {
			filter account.UserFilter
			want   []string
		}{
			{account.UserFilter{Ordering: account.UsersByUsername}, []string{"ana", "bruno", "carla"}},
			{account.UserFilter{Ordering: account.UsersByUsernameDesc}, []string{"carla", "bruno", "ana"}},
			{account.UserFilter{Ordering: account.UsersByName}, []string{"bruno", "carla", "ana"}},
			{account.UserFilter{Ordering: account.UsersByNameDesc}, []string{"ana", "carla", "bruno"}},
			{account.UserFilter{Ordering: account.UsersByJoined}, []string{"carla", "ana", "bruno"}},
			{account.UserFilter{Ordering: account.UsersByJoinedDesc}, []string{"bruno", "ana", "carla"}},
			{account.UserFilter{Ordering: account.UsersByLogin}, []string{"carla", "bruno", "ana"}},
			{account.UserFilter{Ordering: account.UsersByLoginDesc}, []string{"ana", "bruno", "carla"}},
			{account.UserFilter{State: core.AccountPending}, []string{"bruno"}},
			{account.UserFilter{Role: core.Seller}, []string{"ana", "bruno"}},
			{account.UserFilter{Role: core.Seller, State: core.AccountActive, Search: "ana"}, []string{"ana"}},
		} {
			read(t, db, func(tx inventory.Tx) error {
				users, err := tx.ListUsers(test.filter)
				if names := usernames(users); !slices.Equal(names, test.want) || users.Count != (core.Count{N: len(test.want)}) {
					t.Errorf("%+v shows %v of %+v", test.filter, names, users.Count)
				}
				return err
			})
		}
		read(t, db, func(tx inventory.Tx) error {
			all, err := tx.CountUsers()
			sellers, err2 := tx.CountActive(core.Seller)
			active, err3 := tx.ActiveUsers(core.Seller)
			if all != 3 || sellers != 1 || len(active) != 1 || active[0].Username != "ana" {
				t.Errorf("%d users, %d active sellers: %+v", all, sellers, active)
			}
			return errors.Join(err, err2, err3)
		})
	})
}
