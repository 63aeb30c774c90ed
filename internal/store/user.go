package store

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"estante/internal/account"
	"estante/internal/core"
)

const userColumns = `users.id, users.username, users.first_name, users.middle_name, users.last_name,
	users.second_last_name,
	users.email, users.dni, users.role, users.state, users.joined_at, users.last_login_at, users.version`

func userFields(user *core.User) []any {
	return []any{
		&user.ID, &user.Username, &user.FirstName, &user.MiddleName, &user.LastName, &user.SecondLastName,
		&user.Email, &user.DNI, &user.Role, &user.State, toTime(&user.JoinedAt), toOptionalTime(&user.LastLoginAt),
		&user.Version,
	}
}

func scanUser(r row) (user core.User, err error) {
	err = r.Scan(userFields(&user)...)
	return user, err
}

// userSearchKey is what a search for people looks at.
func userSearchKey(user core.User) string {
	return core.SearchKey(strings.Join([]string{user.FullName(), user.Username, user.Email, user.DNI}, " "))
}

// InsertUser implements account.Tx.
func (t *tx) InsertUser(user core.User, passwordHash string) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO users (username, username_key, first_name, middle_name, last_name,
		second_last_name,
			email, email_key, dni, dni_key, role, state, password_hash, joined_at, last_login_at, version,
			search_key, username_sort_key, name_sort_key)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`,
		user.Username, core.IdentityKey(user.Username), user.FirstName, user.MiddleName, user.LastName, user.SecondLastName,
		user.Email, core.IdentityKey(user.Email), user.DNI, core.IdentityKey(user.DNI), user.Role, user.State,
		passwordHash, user.JoinedAt, user.LastLoginAt, user.Version,
		userSearchKey(user), core.SortKey(user.Username), core.SortKey(user.FullName()))
	if err != nil {
		return 0, fmt.Errorf("insert user: %w", err)
	}
	return id, nil
}

// UserByID implements core.Tx.
func (t *tx) UserByID(id int64) (core.User, error) {
	return one(t, scanUser, `SELECT `+userColumns+` FROM users WHERE id = $1`, id)
}

// CredentialsByUsername implements account.Tx.
func (t *tx) CredentialsByUsername(username string) (core.User, string, error) {
	type credentials struct {
		user core.User
		hash string
	}
	found, err := one(t, func(r row) (c credentials, err error) {
		err = r.Scan(append(userFields(&c.user), &c.hash)...)
		return c, err
	}, `SELECT `+userColumns+`, password_hash FROM users WHERE username_key = $1`, core.IdentityKey(username))
	return found.user, found.hash, err
}

// UserByEmail implements account.Tx.
func (t *tx) UserByEmail(email string) (core.User, error) {
	return one(t, scanUser, `SELECT `+userColumns+` FROM users WHERE email_key = $1`, core.IdentityKey(email))
}

// PasswordHash implements account.Tx.
func (t *tx) PasswordHash(userID int64) (string, error) {
	return one(t, scanText, `SELECT password_hash FROM users WHERE id = $1`, userID)
}

// Taken implements account.Tx.
func (t *tx) Taken(username, email, dni string, exceptID int64) (account.Taken, error) {
	return one(t, func(r row) (taken account.Taken, err error) {
		err = r.Scan(&taken.Username, &taken.Email, &taken.DNI)
		return taken, err
	}, `SELECT EXISTS (SELECT 1 FROM users WHERE username_key = $1 AND id <> $4),
			EXISTS (SELECT 1 FROM users WHERE email_key = $2 AND id <> $4),
			EXISTS (SELECT 1 FROM users WHERE dni_key = $3 AND id <> $4)`,
		core.IdentityKey(username), core.IdentityKey(email), core.IdentityKey(dni), exceptID)
}

// CountUsers implements account.Tx.
func (t *tx) CountUsers() (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM users`)
}

// AnybodySignedIn implements account.Tx.
func (t *tx) AnybodySignedIn() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM users WHERE last_login_at IS NOT NULL)`)
}

// CountActive implements account.Tx.
func (t *tx) CountActive(role core.Role) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM users WHERE role = $1 AND state = $2`, role, core.AccountActive)
}

// ActiveUsers implements core.Tx.
func (t *tx) ActiveUsers(role core.Role) ([]core.User, error) {
	return all(t, scanUser, `SELECT `+userColumns+` FROM users WHERE role = $1 AND state = $2 ORDER BY id`, role,
		core.AccountActive)
}

// UpdateUser implements account.Tx. The row must still have the version that the
// caller read: a last guard against overwriting another user's change.
func (t *tx) UpdateUser(user core.User) error {
	err := t.change(`UPDATE users SET username = $1, username_key = $2, first_name = $3, middle_name = $4, last_name = $5,
			second_last_name = $6, email = $7, email_key = $8, dni = $9, dni_key = $10, role = $11, state = $12,
			search_key = $13, username_sort_key = $14, name_sort_key = $15, version = version + 1
		WHERE id = $16 AND version = $17`,
		user.Username, core.IdentityKey(user.Username), user.FirstName, user.MiddleName, user.LastName,
		user.SecondLastName, user.Email, core.IdentityKey(user.Email), user.DNI, core.IdentityKey(user.DNI), user.Role,
		user.State,
		userSearchKey(user), core.SortKey(user.Username), core.SortKey(user.FullName()), user.ID, user.Version)
	if !errors.Is(err, core.ErrNotFound) {
		return err
	}
	if _, err := t.UserByID(user.ID); err != nil {
		return err
	}
	return core.ErrStale
}

// SetPassword implements account.Tx.
func (t *tx) SetPassword(userID int64, passwordHash string) error {
	return t.change(`UPDATE users SET password_hash = $1 WHERE id = $2`, passwordHash, userID)
}

// SetLastLogin implements account.Tx.
func (t *tx) SetLastLogin(userID int64, at time.Time) error {
	return t.change(`UPDATE users SET last_login_at = $1 WHERE id = $2`, at, userID)
}

// userOrders are the orderings as SQL. The id decides between equals, so that
// no row is on two pages. A user who never signed in counts as one who last did long ago.
var userOrders = map[account.UserOrdering]string{
	account.UsersByUsername:     "username_sort_key, id",
	account.UsersByUsernameDesc: "username_sort_key DESC, id DESC",
	account.UsersByName:         "name_sort_key, id",
	account.UsersByNameDesc:     "name_sort_key DESC, id DESC",
	account.UsersByJoined:       "joined_at, id",
	account.UsersByJoinedDesc:   "joined_at DESC, id DESC",
	account.UsersByLogin:        "last_login_at NULLS FIRST, id",
	account.UsersByLoginDesc:    "last_login_at DESC NULLS LAST, id DESC",
}

// ListUsers implements account.Tx.
func (t *tx) ListUsers(asked account.UserFilter) (core.List[core.User], error) {
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
		order = userOrders[account.UsersByUsername]
	}
	return list(t, scanUser, userColumns, "users", order, f, asked.Page)
}
