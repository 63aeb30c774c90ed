package account

import (
	"context"
	"strings"

	"estante/internal/core"
	"estante/internal/outbox"
)

// ErrRegistrationClosed is the answer to a stranger where only administrators open accounts.
var ErrRegistrationClosed = &core.Error{
	Kind: core.Forbidden, Message: "El registro está cerrado. Pide una cuenta a un administrador.",
}

// NewUser is what a person or an administrator writes to open an account.
type NewUser struct {
	Username        string
	Password        string
	ConfirmPassword string
	DNI             string
	FirstName       string
	MiddleName      string
	LastName        string
	SecondLastName  string
	Email           string
}

// Registration is the outcome of opening an account.
type Registration struct {
	User core.User
	// Pending says that an administrator has to approve it first.
	Pending bool
}

// Register opens an account for a stranger, as far as the settings allow. The
// first account of all becomes the administrator.
func (s *Service) Register(ctx context.Context, input NewUser, peer string) (Registration, error) {
	wrong := core.Problems{}
	user := input.user(wrong)
	input.checkPassword(wrong)
	if err := wrong.Err(); err != nil {
		return Registration{}, err
	}
	if err := core.Read(ctx, s.store, func(tx Tx) error { return mayRegister(tx, user, peer) }); err != nil {
		return Registration{}, err
	}
	hash, err := s.passwords.hash(ctx, input.Password)
	if err != nil {
		return Registration{}, err
	}
	var registration Registration
	err = core.Write(ctx, s.store, func(tx Tx) (err error) {
		if err := core.RegistersPerPeer.Add(tx, peer); err != nil {
			return err
		}
		registration, err = register(tx, user, hash)
		return err
	})
	return registration, err
}

// mayRegister refuses what can be refused before a password is hashed, which
// is what costs: floods, closed doors and names that are taken.
func mayRegister(tx Tx, user core.User, peer string) error {
	if err := core.RegistersPerPeer.Check(tx, peer); err != nil {
		return err
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	users, err := tx.CountUsers()
	if err != nil {
		return err
	}
	if users > 0 && settings.Registration == core.RegistrationClosed {
		return ErrRegistrationClosed
	}
	return checkTaken(tx, user)
}

// register decides role and state under the accounts lock, so that of many
// strangers registering at once exactly one is first.
func register(tx Tx, user core.User, passwordHash string) (Registration, error) {
	if err := tx.Lock(lockAccounts); err != nil {
		return Registration{}, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return Registration{}, err
	}
	users, err := tx.CountUsers()
	if err != nil {
		return Registration{}, err
	}
	user.Role, user.State = settings.NewAccountRole, core.AccountActive
	switch {
	case users == 0:
		user.Role = core.Administrator
	case settings.Registration == core.RegistrationClosed:
		return Registration{}, ErrRegistrationClosed
	case settings.Registration == core.RegistrationApproval:
		user.State = core.AccountPending
	}
	if user, err = insertUser(tx, core.Actor{User: user}, user, passwordHash); err != nil {
		return Registration{}, err
	}
	if user.State == core.AccountPending {
		err = outbox.NotifyRole(tx, core.Administrator, outbox.Notification{
			Kind: outbox.NotifyAccountPending, Title: "Cuenta por aprobar",
			Message: user.FullName() + " (" + user.Username + ") ha pedido una cuenta.", Link: "/configuracion?seccion=usuarios",
		})
	}
	return Registration{User: user, Pending: user.State == core.AccountPending}, err
}

// user checks what was typed and returns it as a user without role or state.
func (n NewUser) user(wrong core.Problems) core.User {
	user := core.User{
		Username: core.Clean(n.Username), FirstName: core.Clean(n.FirstName), MiddleName: core.Clean(n.MiddleName),
		LastName:       core.Clean(n.LastName),
		SecondLastName: core.Clean(n.SecondLastName), Email: core.Clean(n.Email), DNI: strings.ToUpper(core.Clean(n.DNI)),
	}
	wrong.Require(user.Username, "username")
	wrong.Check(core.Characters(user.Username) <= usernameMax, "username", "El usuario es demasiado largo")
	wrong.Check(!strings.ContainsFunc(user.Username, invisible), "username", "El usuario no puede llevar espacios")
	wrong.Require(user.DNI, "dni")
	wrong.Check(core.Characters(user.DNI) <= dniMax, "dni", "El DNI es demasiado largo")
	checkProfile(user, wrong)
	return user
}

// checkPassword notes what is wrong with the password and its repetition.
func (n NewUser) checkPassword(wrong core.Problems) {
	wrong.Require(n.Password, "password")
	checkNewPassword(wrong, "password", n.Password, "La contraseña debe tener al menos 8 caracteres")
	wrong.Require(n.ConfirmPassword, "confirmPassword")
	wrong.Check(n.ConfirmPassword == n.Password, "confirmPassword", "Las contraseñas no coinciden")
}
