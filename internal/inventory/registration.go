package inventory

import (
	"context"
	"strings"
)

// ErrRegistrationClosed is the answer to a stranger where only administrators open accounts.
var ErrRegistrationClosed = &Error{Kind: Forbidden, Message: "El registro está cerrado. Pide una cuenta a un administrador."}

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
	User User
	// Pending says that an administrator has to approve it first.
	Pending bool
}

// Register opens an account for a stranger, as far as the settings allow. The
// first account of all becomes the administrator.
func (inv *Inventory) Register(ctx context.Context, input NewUser, peer string) (Registration, error) {
	wrong := problems{}
	user := input.user(wrong)
	input.checkPassword(wrong)
	if err := wrong.err(); err != nil {
		return Registration{}, err
	}
	if err := inv.store.Read(ctx, func(tx Tx) error { return mayRegister(tx, user, peer) }); err != nil {
		return Registration{}, err
	}
	hash, err := inv.passwords.hash(ctx, input.Password)
	if err != nil {
		return Registration{}, err
	}
	var registration Registration
	err = inv.store.Write(ctx, func(tx Tx) (err error) {
		if err := registersPerPeer.add(tx, peer); err != nil {
			return err
		}
		registration, err = register(tx, user, hash)
		return err
	})
	return registration, err
}

// mayRegister refuses what can be refused before a password is hashed, which
// is what costs: floods, closed doors and names that are taken.
func mayRegister(tx Tx, user User, peer string) error {
	if err := registersPerPeer.check(tx, peer); err != nil {
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
	if users > 0 && settings.Registration == RegistrationClosed {
		return ErrRegistrationClosed
	}
	return checkTaken(tx, user)
}

// register decides role and state under the accounts lock, so that of many
// strangers registering at once exactly one is first.
func register(tx Tx, user User, passwordHash string) (Registration, error) {
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
	user.Role, user.State = settings.NewAccountRole, AccountActive
	switch {
	case users == 0:
		user.Role = Administrator
	case settings.Registration == RegistrationClosed:
		return Registration{}, ErrRegistrationClosed
	case settings.Registration == RegistrationApproval:
		user.State = AccountPending
	}
	if user, err = insertUser(tx, Actor{User: user}, user, passwordHash); err != nil {
		return Registration{}, err
	}
	if user.State == AccountPending {
		err = notifyRole(tx, Administrator, Notification{
			Kind: NotifyAccountPending, Title: "Cuenta por aprobar",
			Message: user.FullName() + " (" + user.Username + ") ha pedido una cuenta.", Link: "/configuracion?seccion=usuarios",
		})
	}
	return Registration{User: user, Pending: user.State == AccountPending}, err
}

// user checks what was typed and returns it as a user without role or state.
func (n NewUser) user(wrong problems) User {
	user := User{
		Username: Clean(n.Username), FirstName: Clean(n.FirstName), MiddleName: Clean(n.MiddleName), LastName: Clean(n.LastName),
		SecondLastName: Clean(n.SecondLastName), Email: Clean(n.Email), DNI: strings.ToUpper(Clean(n.DNI)),
	}
	wrong.require(user.Username, "username")
	wrong.check(characters(user.Username) <= usernameMax, "username", "El usuario es demasiado largo")
	wrong.check(!strings.ContainsFunc(user.Username, invisible), "username", "El usuario no puede llevar espacios")
	wrong.require(user.DNI, "dni")
	wrong.check(characters(user.DNI) <= dniMax, "dni", "El DNI es demasiado largo")
	checkProfile(user, wrong)
	return user
}

// checkPassword notes what is wrong with the password and its repetition.
func (n NewUser) checkPassword(wrong problems) {
	wrong.require(n.Password, "password")
	checkNewPassword(wrong, "password", n.Password, "La contraseña debe tener al menos 8 caracteres")
	wrong.require(n.ConfirmPassword, "confirmPassword")
	wrong.check(n.ConfirmPassword == n.Password, "confirmPassword", "Las contraseñas no coinciden")
}
