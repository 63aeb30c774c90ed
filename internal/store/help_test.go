package store_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
)

// write runs fn in a write that must succeed.
func write(t *testing.T, db *store.DB, fn func(inventory.Tx) error) {
	t.Helper()
	if err := core.Write(t.Context(), db, fn); err != nil {
		t.Fatalf("write: %v", err)
	}
}

// read runs fn in a read that must succeed.
func read(t *testing.T, db *store.DB, fn func(inventory.Tx) error) {
	t.Helper()
	if err := core.Read(t.Context(), db, fn); err != nil {
		t.Fatalf("read: %v", err)
	}
}

// person is a user whose identifying values follow from the username.
func person(username, firstName string) core.User {
	return core.User{
		Username: username, FirstName: firstName, LastName: "Pérez", Email: username + "@example.com", DNI: username,
		Role: core.Seller, State: core.AccountActive, JoinedAt: time.UnixMicro(1_700_000_000_000_001).UTC(), Version: 1,
	}
}

// insertUser keeps a user and returns it as it was given its id.
func insertUser(t *testing.T, db *store.DB, user core.User) core.User {
	t.Helper()
	write(t, db, func(tx inventory.Tx) (err error) {
		user.ID, err = tx.InsertUser(user, "hash of "+user.Username)
		return err
	})
	return user
}

// attempts is how often a key was counted.
func attempts(t *testing.T, db *store.DB, key string) (count int) {
	t.Helper()
	read(t, db, func(tx inventory.Tx) (err error) {
		count, _, err = tx.Attempts(key)
		return err
	})
	return count
}

// addAttempt is the smallest write there is.
func addAttempt(key string) func(inventory.Tx) error {
	return func(tx inventory.Tx) error { return tx.AddAttempt(key, time.Hour) }
}

func key(i int) string { return fmt.Sprintf("key-%d", i) }

// token is a made-up hash of a token.
func token(n byte) (hash core.TokenHash) {
	hash[0], hash[31] = n, n
	return hash
}
