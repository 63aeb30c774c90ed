package account

import (
	"context"
	"errors"

	"estante/internal/core"
)

// ProfileChange is what people write about themselves.
type ProfileChange struct {
	FirstName      string
	MiddleName     string
	LastName       string
	SecondLastName string
	Email          string
	// IfVersion refuses the change when the profile is no longer at this version.
	IfVersion *int64
}

// UpdateProfile changes one's own profile.
func (s *Service) UpdateProfile(ctx context.Context, actor core.Actor, change ProfileChange) (core.User, error) {
	user, err := core.Once(ctx, s.store, func(tx Tx) (core.User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return core.User{}, err
		}
		if err := core.TakenPerCaller.Check(tx, guesser(actor)); err != nil {
			return core.User{}, err
		}
		before, err := tx.UserByID(actor.ID)
		if err != nil {
			return core.User{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return core.User{}, core.ErrStale
		}
		after := before
		after.FirstName, after.MiddleName = core.Line(change.FirstName), core.Line(change.MiddleName)
		after.LastName, after.SecondLastName = core.Line(change.LastName), core.Line(change.SecondLastName)
		after.Email = core.Line(change.Email)
		wrong := core.Problems{}
		checkProfile(after, wrong)
		if err := wrong.Err(); err != nil {
			return core.User{}, err
		}
		return updateUser(tx, actor, before, after)
	})
	return user, s.countTaken(ctx, guesser(actor), err)
}

// guesser is how a signed-in user is called who learns by their profile which addresses are taken.
func guesser(actor core.Actor) string { return "user " + core.IdentityKey(actor.Username) }

// PasswordChange is what people write to change their password.
type PasswordChange struct {
	Current string
	New     string
	Confirm string
}

// ChangePassword gives the person a new password and ends their other
// sessions. Guessing the current one is bounded like signing in is.
func (s *Service) ChangePassword(ctx context.Context, actor core.Actor, change PasswordChange) error {
	if err := change.check(); err != nil {
		return err
	}
	var newHash string
	err := s.passwords.inTurn(ctx, func() error {
		if err := s.verifyCurrent(ctx, actor, change.Current); err != nil {
			return err
		}
		newHash = hashPassword(change.New, s.passwords.memoryKiB)
		return nil
	})
	if err != nil {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		return setPassword(tx, actor, actor.ID, newHash, actor.SessionID)
	})
}

// check says what is wrong with a change before any password is looked up.
func (c PasswordChange) check() error {
	wrong := core.Problems{}
	wrong.Require(c.Current, "currentPassword")
	wrong.Require(c.New, "newPassword")
	wrong.Check(c.Confirm != "", "confirmPassword", core.Required("newPassword"))
	checkNewPassword(wrong, "newPassword", c.New, "La nueva contraseña debe tener al menos 8 caracteres")
	wrong.Check(c.New == c.Confirm, "confirmPassword", "Las contraseñas nuevas no coinciden")
	wrong.Check(c.New != c.Current, "newPassword", "La nueva contraseña debe ser diferente a la actual")
	return wrong.Err()
}

// verifyCurrent checks the password the person says is theirs now.
func (s *Service) verifyCurrent(ctx context.Context, actor core.Actor, password string) error {
	var hash string
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		if err := core.PasswordsPerAccount.Check(tx, actor.Username); err != nil {
			return err
		}
		hash, err = tx.PasswordHash(actor.ID)
		return err
	})
	if err != nil {
		return err
	}
	same, err := s.passwords.verify(password, hash)
	if err != nil || same {
		return err
	}
	if err := core.Write(ctx, s.store, func(tx Tx) error {
		return core.PasswordsPerAccount.Add(tx, actor.Username)
	}); err != nil {
		return err
	}
	return core.FieldError("currentPassword", "Contraseña actual incorrecta.")
}

// setPassword keeps a new password and ends every session of the user but one. Their link
// ends as well, and the letters with one that wait to be sent.
func setPassword(tx Tx, actor core.Actor, userID int64, hash string, keepSession int64) error {
	if err := tx.SetPassword(userID, hash); err != nil {
		return err
	}
	if err := tx.DropRecovery(userID); err != nil {
		return err
	}
	if err := tx.DropMessages(userID, MessageRecovery, MessageInvitation); err != nil {
		return err
	}
	if err := endSessions(tx, userID, keepSession); err != nil {
		return err
	}
	return core.Audit(tx, actor, core.AuditPassword, core.NounUser, userID, nil, nil)
}

// ResetPasswordOf gives a user a new password, for the command line.
func (s *Service) ResetPasswordOf(ctx context.Context, username, password string) error {
	wrong := core.Problems{}
	checkNewPassword(wrong, "password", password, "La contraseña debe tener al menos 8 caracteres")
	if err := wrong.Err(); err != nil {
		return err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		user, _, err := tx.CredentialsByUsername(username)
		if err != nil {
			return err
		}
		// A user who needs this has mostly been guessing up to the limit.
		if err := forgetGuesses(tx, user); err != nil {
			return err
		}
		return setPassword(tx, core.System, user.ID, hash, 0)
	})
}

// HasPassword says whether an account exists, is active and has this password.
// It is for the demonstration's own account; people sign in with Login.
func (s *Service) HasPassword(ctx context.Context, username, password string) (bool, error) {
	var user core.User
	var hash string
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		user, hash, err = tx.CredentialsByUsername(username)
		return err
	})
	if errors.Is(err, core.ErrNotFound) || (err == nil && (!user.Active() || hash == unusablePassword)) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return s.passwords.verify(password, hash)
}
