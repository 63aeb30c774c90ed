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

// BeginInPublic has strangers wait for an approval, and only look around then, in a shop that
// can be reached from elsewhere. It leaves a shop alone that people work with already.
func (s *Service) BeginInPublic(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockAccounts); err != nil {
			return err
		}
		used, err := tx.AnybodySignedIn()
		if err != nil {
			return err
		}
		before, err := tx.Settings()
		if err != nil || used || before.Registration != core.RegistrationOpen {
			return err
		}
		after := before
		after.Registration, after.NewAccountRole = core.RegistrationApproval, core.Viewer
		if err := tx.UpdateSettings(after); err != nil {
			return err
		}
		after.Version++
		if err := core.Audit(tx, core.System, core.AuditUpdate, core.NounSettings, 1, before, after); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicSettings})
	})
}

// HasNobody says that there is no account yet: the first will be the owner's.
func (s *Service) HasNobody(ctx context.Context) (nobody bool, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		users, err := tx.CountUsers()
		nobody = users == 0
		return err
	})
	return nobody, err
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
	// A caller over the limit does not even wait for a turn.
	if err := core.Read(ctx, s.store, func(tx Tx) error { return mayRegister(tx, peer) }); err != nil {
		return Registration{}, err
	}
	var registration Registration
	err := s.passwords.inStrangersTurn(ctx, func() (err error) {
		registration, err = s.registerInTurn(ctx, user, input.Password, peer)
		return err
	})
	return registration, err
}

// registerInTurn looks at everything again, because many may have been waiting for the same
// turn. That a name, an address or a DNI is taken is said, and counted before the turn ends:
// a caller who asks for many learns of few.
func (s *Service) registerInTurn(
	ctx context.Context, user core.User, password, peer string,
) (registration Registration, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if err := mayRegister(tx, peer); err != nil {
			return err
		}
		return checkTaken(tx, user)
	})
	if err == nil {
		hash := hashPassword(password, s.passwords.memoryKiB)
		err = core.Write(ctx, s.store, func(tx Tx) (err error) {
			registration, err = register(tx, user, hash, peer)
			return err
		})
	}
	return registration, s.countTaken(ctx, peer, err)
}

// countTaken counts a refusal that tells what accounts there are.
func (s *Service) countTaken(ctx context.Context, who string, err error) error {
	if !tells(err) {
		return err
	}
	noted := core.Write(ctx, s.store, func(tx Tx) error { return core.TakenPerCaller.Add(tx, who) })
	if noted != nil {
		return noted
	}
	return err
}

// mayRegister refuses floods and closed doors.
func mayRegister(tx Tx, peer string) error {
	for _, limit := range []core.Throttle{core.RegistersPerPeer, core.TakenPerCaller} {
		if err := limit.Check(tx, peer); err != nil {
			return err
		}
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
	return nil
}

// register decides role and state under the accounts lock, so that of many
// strangers registering at once exactly one is first.
func register(tx Tx, user core.User, passwordHash, peer string) (Registration, error) {
	if err := tx.Lock(lockAccounts); err != nil {
		return Registration{}, err
	}
	if err := core.RegistersPerPeer.Check(tx, peer); err != nil {
		return Registration{}, err
	}
	if err := core.RegistersPerPeer.Add(tx, peer); err != nil {
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
		Username: core.Line(n.Username), FirstName: core.Line(n.FirstName), MiddleName: core.Line(n.MiddleName),
		LastName:       core.Line(n.LastName),
		SecondLastName: core.Line(n.SecondLastName), Email: core.Line(n.Email), DNI: strings.ToUpper(core.Line(n.DNI)),
	}
	wrong.Require(user.Username, "username")
	wrong.Check(core.Characters(user.Username) <= usernameMax, "username", "El usuario es demasiado largo")
	wrong.Check(!strings.ContainsFunc(user.Username, invisible), "username", "El usuario no puede llevar espacios")
	wrong.Check(!strings.ContainsAny(user.Username, "/\\"), "username", "El usuario no puede llevar un enlace")
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
