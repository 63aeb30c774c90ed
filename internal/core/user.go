package core

import (
	"strings"
	"time"
)

// User is a person with an account.
type User struct {
	ID             int64
	Username       string
	FirstName      string
	MiddleName     string
	LastName       string
	SecondLastName string
	Email          string
	DNI            string
	Role           Role
	State          AccountState
	JoinedAt       time.Time
	// LastLoginAt is nil for a user who never signed in.
	LastLoginAt *time.Time
	// Version counts the changes of this row; see ErrStale.
	Version int64
}

// AccountState says whether an account can be used.
type AccountState string

// The states of an account. A pending one waits for an administrator.
const (
	AccountActive   AccountState = "active"
	AccountPending  AccountState = "pending"
	AccountInactive AccountState = "inactive"
)

// FullName is the name as it is shown beside what the person did.
func (u User) FullName() string {
	return strings.Join(strings.Fields(strings.Join([]string{u.FirstName, u.MiddleName, u.LastName, u.SecondLastName},
		" ")), " ")
}

// Active says whether the person may sign in.
func (u User) Active() bool { return u.State == AccountActive }

// Actor is the author of an action: a signed-in person and the session they act in.
type Actor struct {
	User
	SessionID int64
}

// System is the actor of what nobody signed in did: commands and jobs.
var System = Actor{User: User{FirstName: "Sistema", Username: "sistema", Role: Administrator, State: AccountActive}}

// peopleMemory is what every room may ask about people.
type peopleMemory interface {
	UserByID(id int64) (User, error)
	ActiveUsers(role Role) ([]User, error)
}
