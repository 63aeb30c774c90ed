package inventory

import (
	"context"
	"regexp"
	"strings"
	"time"
	"unicode"
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
	// LastLoginAt is nil for somebody who never signed in.
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
	return strings.Join(strings.Fields(strings.Join([]string{u.FirstName, u.MiddleName, u.LastName, u.SecondLastName}, " ")), " ")
}

// Active says whether the person may sign in.
func (u User) Active() bool { return u.State == AccountActive }

// Actor is who does something: a signed-in person and the session they do it in.
type Actor struct {
	User
	SessionID int64
}

// System is the actor of what nobody signed in did: commands and jobs.
var System = Actor{User: User{FirstName: "Sistema", Username: "sistema", Role: Administrator, State: AccountActive}}

// The limits of what a person can write about themselves.
const (
	usernameMax = 60
	dniMax      = 20
)

// nameMax bounds the names of people, businesses and places.
const nameMax = 100

// emailMax bounds an e-mail address.
const emailMax = 254

// Errors about accounts.
var (
	ErrUsernameTaken     = &Error{Kind: Conflict, Message: "El usuario ya existe"}
	ErrLastAdministrator = &Error{Kind: Conflict, Message: "Tiene que quedar al menos un administrador activo"}
)

// lockAccounts is held while rules over all accounts are decided: who is the
// first user, and whether an administrator remains.
const lockAccounts = "accounts"

// peopleMemory is what every room may ask about people.
type peopleMemory interface {
	UserByID(id int64) (User, error)
	ActiveUsers(role Role) ([]User, error)
}

type userMemory interface {
	// InsertUser keeps a new user and returns its id.
	InsertUser(user User, passwordHash string) (int64, error)
	// CredentialsByUsername finds who signs in with a name, by its IdentityKey.
	CredentialsByUsername(username string) (user User, passwordHash string, err error)
	UserByEmail(email string) (User, error)
	PasswordHash(userID int64) (string, error)
	// Taken says which of the three are already somebody's other than exceptID.
	Taken(username, email, dni string, exceptID int64) (Taken, error)
	CountUsers() (int, error)
	CountActive(role Role) (int, error)
	// UpdateUser writes every changeable field and increments the version.
	UpdateUser(user User) error
	SetPassword(userID int64, passwordHash string) error
	SetLastLogin(userID int64, at time.Time) error
	ListUsers(filter UserFilter) (List[User], error)
}

// Taken says which identifying values another account already has.
type Taken struct{ Username, Email, DNI bool }

// UserFilter says which users a list shows.
type UserFilter struct {
	Search   string
	State    AccountState // empty for all
	Role     Role         // zero for all
	Ordering UserOrdering
	Page     Page
}

// UserOrdering is how a list of users is sorted; a leading minus is descending.
type UserOrdering string

// The orderings of the list of users.
const (
	UsersByUsername     UserOrdering = "username"
	UsersByUsernameDesc UserOrdering = "-username"
	UsersByName         UserOrdering = "name"
	UsersByNameDesc     UserOrdering = "-name"
	UsersByJoined       UserOrdering = "dateJoined"
	UsersByJoinedDesc   UserOrdering = "-dateJoined"
	UsersByLogin        UserOrdering = "lastLogin"
	UsersByLoginDesc    UserOrdering = "-lastLogin"
)

// insertUser keeps a checked user; actor is who opened the account, by default the user.
func insertUser(tx Tx, actor Actor, user User, passwordHash string) (User, error) {
	if err := checkTaken(tx, user); err != nil {
		return User{}, err
	}
	user.JoinedAt, user.Version = tx.Now(), 1
	id, err := tx.InsertUser(user, passwordHash)
	if err != nil {
		return User{}, err
	}
	user.ID = id
	if actor.ID == 0 && actor.Username == user.Username {
		actor.ID = id
	}
	if err := audit(tx, actor, AuditCreate, nounUser, id, nil, user); err != nil {
		return User{}, err
	}
	return user, tx.Emit(Event{Topic: TopicUsers, ID: id})
}

// checkTaken refuses a name, address or DNI that another account has.
func checkTaken(tx Tx, user User) error {
	taken, err := tx.Taken(user.Username, user.Email, user.DNI, user.ID)
	if err != nil {
		return err
	}
	if taken.Username {
		return ErrUsernameTaken
	}
	wrong := problems{}
	wrong.check(!taken.Email, "email", "Ya existe una cuenta con este email")
	wrong.check(!taken.DNI, "dni", "Ya existe una cuenta con este DNI")
	return wrong.err()
}

// checkProfile notes what is wrong with the part of a user that people edit.
func checkProfile(u User, wrong problems) {
	wrong.require(u.FirstName, "firstName")
	wrong.check(characters(u.FirstName) <= nameMax, "firstName", "El nombre es demasiado largo")
	wrong.require(u.LastName, "lastName")
	wrong.check(characters(u.LastName) <= nameMax, "lastName", "El apellido es demasiado largo")
	wrong.check(characters(u.MiddleName) <= nameMax, "middleName", "El segundo nombre es demasiado largo")
	wrong.check(characters(u.SecondLastName) <= nameMax, "secondLastName", "El segundo apellido es demasiado largo")
	wrong.require(u.Email, "email")
	wrong.check(validEmail(u.Email), "email", "El email no es válido")
}

// emailForm is deliberately loose: only a message that arrives proves an address.
var emailForm = regexp.MustCompile(`^[^\s@<>(),;:"\[\]\\]+@[^\s@<>(),;:"\[\]\\]+\.[^\s@<>(),;:"\[\]\\.]+$`)

func validEmail(email string) bool { return len(email) <= emailMax && emailForm.MatchString(email) }

// invisible letters would make two usernames that look the same.
func invisible(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// ListUsers shows the accounts to whoever manages them.
func (inv *Inventory) ListUsers(ctx context.Context, filter UserFilter) (users List[User], err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		users, err = tx.ListUsers(filter)
		return err
	})
	return users, err
}

// User returns one account.
func (inv *Inventory) User(ctx context.Context, id int64) (user User, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		user, err = tx.UserByID(id)
		return err
	})
	return user, err
}

// CreateUser opens an account for somebody else. Without a password the person
// gets an e-mail with a link to choose one. The first account of all is an
// administrator's, whatever role was asked for: nobody else could make one.
func (inv *Inventory) CreateUser(ctx context.Context, actor Actor, input NewUser, role Role) (User, error) {
	invited := input.Password == ""
	wrong := problems{}
	user := input.user(wrong)
	if !invited {
		input.checkPassword(wrong)
	}
	wrong.check(role.Valid(), "roleId", "El rol no existe")
	if err := wrong.err(); err != nil {
		return User{}, err
	}
	user.Role, user.State = role, AccountActive
	hash := unusablePassword
	if !invited {
		var err error
		if hash, err = inv.passwords.hash(ctx, input.Password); err != nil {
			return User{}, err
		}
	}
	return once(ctx, inv.store, func(tx Tx) (User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return User{}, err
		}
		opened := user
		users, err := tx.CountUsers()
		if err != nil {
			return User{}, err
		}
		if users == 0 {
			opened.Role = Administrator
		}
		created, err := insertUser(tx, actor, opened, hash)
		if err != nil || !invited {
			return created, err
		}
		return created, queueMessage(tx, MessageInvitation, created.ID)
	})
}

// unusablePassword is kept for an account whose owner has not chosen a
// password yet: no password verifies against it.
const unusablePassword = "!"

// UserChange is what an administrator changes of an account; nil leaves it.
type UserChange struct {
	Role           *Role
	State          *AccountState
	FirstName      *string
	MiddleName     *string
	LastName       *string
	SecondLastName *string
	Email          *string
	DNI            *string
	// IfVersion refuses the change when the account is no longer at this version.
	IfVersion *int64
}

// UpdateUser changes somebody's account. A new role, or a state other than
// active, ends the person's sessions: what they could do has changed.
func (inv *Inventory) UpdateUser(ctx context.Context, actor Actor, id int64, change UserChange) (User, error) {
	return once(ctx, inv.store, func(tx Tx) (User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return User{}, err
		}
		before, err := tx.UserByID(id)
		if err != nil {
			return User{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return User{}, ErrStale
		}
		after, err := change.apply(before)
		if err != nil {
			return User{}, err
		}
		return updateUser(tx, actor, before, after)
	})
}

// apply returns the user as changed, checked by the rules of one user.
func (c UserChange) apply(user User) (User, error) {
	set(&user.Role, c.Role)
	set(&user.State, c.State)
	setText(&user.FirstName, c.FirstName)
	setText(&user.MiddleName, c.MiddleName)
	setText(&user.LastName, c.LastName)
	setText(&user.SecondLastName, c.SecondLastName)
	setText(&user.Email, c.Email)
	setText(&user.DNI, c.DNI)
	user.DNI = strings.ToUpper(user.DNI)
	wrong := problems{}
	checkProfile(user, wrong)
	wrong.check(user.Role.Valid(), "roleId", "El rol no existe")
	wrong.require(user.DNI, "dni")
	wrong.check(characters(user.DNI) <= dniMax, "dni", "El DNI es demasiado largo")
	return user, wrong.err()
}

// updateUser keeps a changed user by the rules over all users.
func updateUser(tx Tx, actor Actor, before, after User) (User, error) {
	if before == after {
		return after, nil
	}
	if err := checkTaken(tx, after); err != nil {
		return User{}, err
	}
	if err := tx.UpdateUser(after); err != nil {
		return User{}, err
	}
	after.Version = before.Version + 1
	if before.Role == Administrator && before.Active() {
		if left, err := tx.CountActive(Administrator); err != nil {
			return User{}, err
		} else if left == 0 {
			return User{}, ErrLastAdministrator
		}
	}
	if after.Role != before.Role || !after.Active() {
		if err := endSessions(tx, after.ID, 0); err != nil {
			return User{}, err
		}
	}
	if err := audit(tx, actor, AuditUpdate, nounUser, after.ID, before, after); err != nil {
		return User{}, err
	}
	if err := tx.Emit(Event{Topic: TopicUsers, ID: after.ID}); err != nil {
		return User{}, err
	}
	return after, tx.Emit(Event{Topic: TopicProfile, ID: after.ID, UserID: after.ID})
}

// set gives a field a new value when there is one.
func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

func setText(field *string, value *string) {
	if value != nil {
		*field = Clean(*value)
	}
}

// SetRole gives somebody another role by their username, for the command line.
func (inv *Inventory) SetRole(ctx context.Context, username string, role Role) (User, error) {
	var user User
	err := inv.store.Read(ctx, func(tx Tx) (err error) {
		user, _, err = tx.CredentialsByUsername(username)
		return err
	})
	if err != nil {
		return User{}, err
	}
	return inv.UpdateUser(ctx, System, user.ID, UserChange{Role: &role})
}
