package account

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"estante/internal/core"
	"estante/internal/outbox"
)

// The limits of what a person can write about themselves.
const (
	usernameMax = 60
	dniMax      = 20
)

// Errors about accounts.
var (
	ErrUsernameTaken     = &core.Error{Kind: core.Conflict, Message: "El usuario ya existe"}
	ErrLastAdministrator = &core.Error{Kind: core.Conflict, Message: "Tiene que quedar al menos un administrador activo"}
)

// lockAccounts is held while rules over all accounts are decided: who is the
// first user, and whether an administrator remains.
const lockAccounts = "accounts"

type userMemory interface {
	// InsertUser keeps a new user and returns its id.
	InsertUser(user core.User, passwordHash string) (int64, error)
	// CredentialsByUsername finds the user who signs in with a name, by its IdentityKey.
	CredentialsByUsername(username string) (user core.User, passwordHash string, err error)
	UserByEmail(email string) (core.User, error)
	PasswordHash(userID int64) (string, error)
	// Taken says which of the three already belong to a user other than exceptID.
	Taken(username, email, dni string, exceptID int64) (Taken, error)
	CountUsers() (int, error)
	// AnybodySignedIn says whether anybody ever did.
	AnybodySignedIn() (bool, error)
	CountActive(role core.Role) (int, error)
	// UpdateUser writes every changeable field and increments the version.
	UpdateUser(user core.User) error
	SetPassword(userID int64, passwordHash string) error
	SetLastLogin(userID int64, at time.Time) error
	ListUsers(filter UserFilter) (core.List[core.User], error)
}

// Taken says which identifying values another account already has.
type Taken struct{ Username, Email, DNI bool }

// UserFilter says which users a list shows.
type UserFilter struct {
	Search   string
	State    core.AccountState // empty for all
	Role     core.Role         // zero for all
	Ordering UserOrdering
	Page     core.Page
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

// insertUser keeps a checked user; actor is the user who opened the account, by default the
// new user.
func insertUser(tx Tx, actor core.Actor, user core.User, passwordHash string) (core.User, error) {
	if err := checkTaken(tx, user); err != nil {
		return core.User{}, err
	}
	user.JoinedAt, user.Version = tx.Now(), 1
	id, err := tx.InsertUser(user, passwordHash)
	if err != nil {
		return core.User{}, err
	}
	user.ID = id
	if actor.ID == 0 && actor.Username == user.Username {
		actor.ID = id
	}
	if err := core.Audit(tx, actor, core.AuditCreate, core.NounUser, id, nil, user); err != nil {
		return core.User{}, err
	}
	return user, tx.Emit(core.Event{Topic: core.TopicUsers, ID: id})
}

// What is said of an address or a DNI that another account has.
const (
	emailTaken = "Ya existe una cuenta con este email"
	dniTaken   = "Ya existe una cuenta con este DNI"
)

// tells says whether a refusal tells what accounts there are.
func tells(err error) bool {
	var refused *core.Error
	return errors.Is(err, ErrUsernameTaken) || errors.As(err, &refused) &&
		(slices.Contains(refused.Fields["email"], emailTaken) || slices.Contains(refused.Fields["dni"], dniTaken))
}

// checkTaken refuses a name, address or DNI that another account has.
func checkTaken(tx Tx, user core.User) error {
	taken, err := tx.Taken(user.Username, user.Email, user.DNI, user.ID)
	if err != nil {
		return err
	}
	if taken.Username {
		return ErrUsernameTaken
	}
	wrong := core.Problems{}
	wrong.Check(!taken.Email, "email", emailTaken)
	wrong.Check(!taken.DNI, "dni", dniTaken)
	return wrong.Err()
}

// checkProfile notes what is wrong with the part of a user that people edit.
func checkProfile(u core.User, wrong core.Problems) {
	for field, name := range map[string]string{
		"firstName": u.FirstName, "middleName": u.MiddleName, "lastName": u.LastName, "secondLastName": u.SecondLastName,
		"dni": u.DNI,
	} {
		wrong.Check(!core.HasLink(name), field, "No puede llevar un enlace")
	}
	wrong.Require(u.FirstName, "firstName")
	wrong.Check(core.Characters(u.FirstName) <= core.NameMax, "firstName", "El nombre es demasiado largo")
	wrong.Require(u.LastName, "lastName")
	wrong.Check(core.Characters(u.LastName) <= core.NameMax, "lastName", "El apellido es demasiado largo")
	wrong.Check(core.Characters(u.MiddleName) <= core.NameMax, "middleName", "El segundo nombre es demasiado largo")
	wrong.Check(core.Characters(u.SecondLastName) <= core.NameMax, "secondLastName",
		"El segundo apellido es demasiado largo")
	wrong.Require(u.Email, "email")
	wrong.Check(core.ValidEmail(u.Email), "email", "El email no es válido")
}

// invisible letters would make two usernames that look the same.
func invisible(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// ListUsers shows the accounts to the users who manage them.
func (s *Service) ListUsers(ctx context.Context, filter UserFilter) (users core.List[core.User], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		users, err = tx.ListUsers(filter)
		return err
	})
	return users, err
}

// User returns one account.
func (s *Service) User(ctx context.Context, id int64) (user core.User, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		user, err = tx.UserByID(id)
		return err
	})
	return user, err
}

// CreateUser opens an account for another person. Without a password the person gets an
// e-mail with a link to choose one. The first account of all is an administrator's,
// whatever role was asked for: no other role could create one.
func (s *Service) CreateUser(ctx context.Context, actor core.Actor, input NewUser, role core.Role) (core.User, error) {
	invited := input.Password == ""
	wrong := core.Problems{}
	user := input.user(wrong)
	if !invited {
		input.checkPassword(wrong)
	}
	wrong.Check(role.Valid(), "roleId", "El rol no existe")
	if err := wrong.Err(); err != nil {
		return core.User{}, err
	}
	user.Role, user.State = role, core.AccountActive
	hash := unusablePassword
	if !invited {
		var err error
		if hash, err = s.passwords.hash(ctx, input.Password); err != nil {
			return core.User{}, err
		}
	}
	return core.Once(ctx, s.store, func(tx Tx) (core.User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return core.User{}, err
		}
		opened := user
		users, err := tx.CountUsers()
		if err != nil {
			return core.User{}, err
		}
		if users == 0 {
			opened.Role = core.Administrator
		}
		created, err := insertUser(tx, actor, opened, hash)
		if err != nil || !invited {
			return created, err
		}
		return created, outbox.QueueMessage(tx, MessageInvitation, created.ID)
	})
}

// unusablePassword is kept for an account whose owner has not chosen a
// password yet: no password verifies against it.
const unusablePassword = "!"

// UserChange is what an administrator changes of an account; nil leaves it.
type UserChange struct {
	Role           *core.Role
	State          *core.AccountState
	FirstName      *string
	MiddleName     *string
	LastName       *string
	SecondLastName *string
	Email          *string
	DNI            *string
	// IfVersion refuses the change when the account is no longer at this version.
	IfVersion *int64
}

// UpdateUser changes a user's account. A new role, or a state other than active, ends the
// user's sessions: what they could do has changed.
func (s *Service) UpdateUser(ctx context.Context, actor core.Actor, id int64, change UserChange) (core.User, error) {
	return core.Once(ctx, s.store, func(tx Tx) (core.User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return core.User{}, err
		}
		before, err := tx.UserByID(id)
		if err != nil {
			return core.User{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return core.User{}, core.ErrStale
		}
		after, err := change.apply(before)
		if err != nil {
			return core.User{}, err
		}
		return updateUser(tx, actor, before, after)
	})
}

// apply returns the user as changed, checked by the rules of one user.
func (c UserChange) apply(user core.User) (core.User, error) {
	core.Assign(&user.Role, c.Role)
	core.Assign(&user.State, c.State)
	core.AssignLine(&user.FirstName, c.FirstName)
	core.AssignLine(&user.MiddleName, c.MiddleName)
	core.AssignLine(&user.LastName, c.LastName)
	core.AssignLine(&user.SecondLastName, c.SecondLastName)
	core.AssignLine(&user.Email, c.Email)
	core.AssignLine(&user.DNI, c.DNI)
	user.DNI = strings.ToUpper(user.DNI)
	wrong := core.Problems{}
	checkProfile(user, wrong)
	wrong.Check(user.Role.Valid(), "roleId", "El rol no existe")
	wrong.Require(user.DNI, "dni")
	wrong.Check(core.Characters(user.DNI) <= dniMax, "dni", "El DNI es demasiado largo")
	return user, wrong.Err()
}

// updateUser keeps a changed user by the rules over all users.
func updateUser(tx Tx, actor core.Actor, before, after core.User) (core.User, error) {
	if before == after {
		return after, nil
	}
	if err := checkTaken(tx, after); err != nil {
		return core.User{}, err
	}
	if err := tx.UpdateUser(after); err != nil {
		return core.User{}, err
	}
	after.Version = before.Version + 1
	if before.Role == core.Administrator && before.Active() {
		if left, err := tx.CountActive(core.Administrator); err != nil {
			return core.User{}, err
		} else if left == 0 {
			return core.User{}, ErrLastAdministrator
		}
	}
	// A link was sent to an address and for an account in a state. A letter that still waits
	// goes to the new address, with a link of its own.
	if after.Email != before.Email || after.State != before.State {
		if err := tx.DropRecovery(after.ID); err != nil {
			return core.User{}, err
		}
	}
	if after.Role != before.Role || !after.Active() {
		if err := endSessions(tx, after.ID, 0); err != nil {
			return core.User{}, err
		}
	}
	if err := core.Audit(tx, actor, core.AuditUpdate, core.NounUser, after.ID, before, after); err != nil {
		return core.User{}, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicUsers, ID: after.ID}); err != nil {
		return core.User{}, err
	}
	return after, tx.Emit(core.Event{Topic: core.TopicProfile, ID: after.ID, UserID: after.ID})
}

// SetRole gives a user another role by their username, for the command line.
func (s *Service) SetRole(ctx context.Context, username string, role core.Role) (core.User, error) {
	var user core.User
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		user, _, err = tx.CredentialsByUsername(username)
		return err
	})
	if err != nil {
		return core.User{}, err
	}
	return s.UpdateUser(ctx, core.System, user.ID, UserChange{Role: &role})
}
