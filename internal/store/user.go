package store

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"estante/internal/inventory"
)

const userColumns = `users.id, users.username, users.first_name, users.middle_name, users.last_name, users.second_last_name,
	users.email, users.dni, users.role, users.state, users.joined_at, users.last_login_at, users.version`

func userFields(user *inventory.User) []any {
	return []any{
		&user.ID, &user.Username, &user.FirstName, &user.MiddleName, &user.LastName, &user.SecondLastName,
		&user.Email, &user.DNI, &user.Role, &user.State, toTime(&user.JoinedAt), toOptionalTime(&user.LastLoginAt), &user.Version,
	}
}

func scanUser(r row) (user inventory.User, err error) {
	err = r.Scan(userFields(&user)...)
	return user, err
}

// userSearchKey is what a search for people looks at.
func userSearchKey(user inventory.User) string {
	return inventory.SearchKey(strings.Join([]string{user.FullName(), user.Username, user.Email, user.DNI}, " "))
}

// InsertUser implements inventory.Tx.
func (t *tx) InsertUser(user inventory.User, passwordHash string) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO users (username, username_key, first_name, middle_name, last_name, second_last_name,
			email, email_key, dni, dni_key, role, state, password_hash, joined_at, last_login_at, version,
			search_key, username_sort_key, name_sort_key)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`,
		user.Username, inventory.IdentityKey(user.Username), user.FirstName, user.MiddleName, user.LastName, user.SecondLastName,
		user.Email, inventory.IdentityKey(user.Email), user.DNI, inventory.IdentityKey(user.DNI), user.Role, user.State,
		passwordHash, user.JoinedAt, user.LastLoginAt, user.Version,
		userSearchKey(user), inventory.SortKey(user.Username), inventory.SortKey(user.FullName()))
	if err != nil {
		return 0, fmt.Errorf("insert user: %w", err)
	}
	return id, nil
}

// UserByID implements inventory.Tx.
func (t *tx) UserByID(id int64) (inventory.User, error) {
	return one(t, scanUser, `SELECT `+userColumns+` FROM users WHERE id = $1`, id)
}

// CredentialsByUsername implements inventory.Tx.
func (t *tx) CredentialsByUsername(username string) (inventory.User, string, error) {
	type credentials struct {
		user inventory.User
		hash string
	}
	found, err := one(t, func(r row) (c credentials, err error) {
		err = r.Scan(append(userFields(&c.user), &c.hash)...)
		return c, err
	}, `SELECT `+userColumns+`, password_hash FROM users WHERE username_key = $1`, inventory.IdentityKey(username))
	return found.user, found.hash, err
}

// UserByEmail implements inventory.Tx.
func (t *tx) UserByEmail(email string) (inventory.User, error) {
	return one(t, scanUser, `SELECT `+userColumns+` FROM users WHERE email_key = $1`, inventory.IdentityKey(email))
}

// PasswordHash implements inventory.Tx.
func (t *tx) PasswordHash(userID int64) (string, error) {
	return one(t, scanText, `SELECT password_hash FROM users WHERE id = $1`, userID)
}

// Taken implements inventory.Tx.
func (t *tx) Taken(username, email, dni string, exceptID int64) (inventory.Taken, error) {
	return one(t, func(r row) (taken inventory.Taken, err error) {
		err = r.Scan(&taken.Username, &taken.Email, &taken.DNI)
		return taken, err
	}, `SELECT EXISTS (SELECT 1 FROM users WHERE username_key = $1 AND id <> $4),
			EXISTS (SELECT 1 FROM users WHERE email_key = $2 AND id <> $4),
			EXISTS (SELECT 1 FROM users WHERE dni_key = $3 AND id <> $4)`,
		inventory.IdentityKey(username), inventory.IdentityKey(email), inventory.IdentityKey(dni), exceptID)
}

// CountUsers implements inventory.Tx.
func (t *tx) CountUsers() (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM users`)
}

// CountActive implements inventory.Tx.
func (t *tx) CountActive(role inventory.Role) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM users WHERE role = $1 AND state = $2`, role, inventory.AccountActive)
}

// ActiveUsers implements inventory.Tx.
func (t *tx) ActiveUsers(role inventory.Role) ([]inventory.User, error) {
	return all(t, scanUser, `SELECT `+userColumns+` FROM users WHERE role = $1 AND state = $2 ORDER BY id`, role, inventory.AccountActive)
}

// UpdateUser implements inventory.Tx. The version that the caller read is
// required once more, as a last guard against overwriting somebody's change.
func (t *tx) UpdateUser(user inventory.User) error {
	err := t.change(`UPDATE users SET username = $1, username_key = $2, first_name = $3, middle_name = $4, last_name = $5,
			second_last_name = $6, email = $7, email_key = $8, dni = $9, dni_key = $10, role = $11, state = $12,
			search_key = $13, username_sort_key = $14, name_sort_key = $15, version = version + 1
		WHERE id = $16 AND version = $17`,
		user.Username, inventory.IdentityKey(user.Username), user.FirstName, user.MiddleName, user.LastName,
		user.SecondLastName, user.Email, inventory.IdentityKey(user.Email), user.DNI, inventory.IdentityKey(user.DNI), user.Role, user.State,
		userSearchKey(user), inventory.SortKey(user.Username), inventory.SortKey(user.FullName()), user.ID, user.Version)
	if !errors.Is(err, inventory.ErrNotFound) {
		return err
	}
	if _, err := t.UserByID(user.ID); err != nil {
		return err
	}
	return inventory.ErrStale
}

// SetPassword implements inventory.Tx.
func (t *tx) SetPassword(userID int64, passwordHash string) error {
	return t.change(`UPDATE users SET password_hash = $1 WHERE id = $2`, passwordHash, userID)
}

// SetLastLogin implements inventory.Tx.
func (t *tx) SetLastLogin(userID int64, at time.Time) error {
	return t.change(`UPDATE users SET last_login_at = $1 WHERE id = $2`, at, userID)
}

// userOrders are the orderings as SQL. The id decides between equals, so that
// no row is on two pages. Somebody who never signed in counts as long ago.
var userOrders = map[inventory.UserOrdering]string{
	inventory.UsersByUsername:     "username_sort_key, id",
	inventory.UsersByUsernameDesc: "username_sort_key DESC, id DESC",
	inventory.UsersByName:         "name_sort_key, id",
	inventory.UsersByNameDesc:     "name_sort_key DESC, id DESC",
	inventory.UsersByJoined:       "joined_at, id",
	inventory.UsersByJoinedDesc:   "joined_at DESC, id DESC",
	inventory.UsersByLogin:        "last_login_at NULLS FIRST, id",
	inventory.UsersByLoginDesc:    "last_login_at DESC NULLS LAST, id DESC",
}

// ListUsers implements inventory.Tx.
func (t *tx) ListUsers(asked inventory.UserFilter) (inventory.List[inventory.User], error) {
	var f filter
	f.search("search_key", asked.Search)
	if asked.State != "" {
		f.add("state = ?", asked.State)
	}
	if asked.Role != 0 {
		f.add("role = ?", asked.Role)
	}
	order, known := userOrders[asked.Ordering]
	if !known {
		order = userOrders[inventory.UsersByUsername]
	}
	return list(t, scanUser, userColumns, "users", order, f, asked.Page)
}
