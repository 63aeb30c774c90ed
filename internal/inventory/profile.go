package inventory

import (
	"context"
	"errors"
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
func (inv *Inventory) UpdateProfile(ctx context.Context, actor Actor, change ProfileChange) (User, error) {
	return once(ctx, inv.store, func(tx Tx) (User, error) {
		if err := tx.Lock(lockAccounts); err != nil {
			return User{}, err
		}
		before, err := tx.UserByID(actor.ID)
		if err != nil {
			return User{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return User{}, ErrStale
		}
		after := before
		after.FirstName, after.MiddleName = Clean(change.FirstName), Clean(change.MiddleName)
		after.LastName, after.SecondLastName = Clean(change.LastName), Clean(change.SecondLastName)
		after.Email = Clean(change.Email)
		wrong := problems{}
		checkProfile(after, wrong)
		if err := wrong.err(); err != nil {
			return User{}, err
		}
		return updateUser(tx, actor, before, after)
	})
}

// PasswordChange is what people write to change their password.
type PasswordChange struct {
	Current string
	New     string
	Confirm string
}

// ChangePassword gives the person a new password and ends their other
// sessions. Guessing the current one is bounded like signing in is.
func (inv *Inventory) ChangePassword(ctx context.Context, actor Actor, change PasswordChange) error {
	if err := change.check(); err != nil {
		return err
	}
	var newHash string
	err := inv.passwords.inTurn(ctx, func() error {
		if err := inv.verifyCurrent(ctx, actor, change.Current); err != nil {
			return err
		}
		newHash = hashPassword(change.New, inv.passwords.memoryKiB)
		return nil
	})
	if err != nil {
		return err
	}
	return inv.store.Write(ctx, func(tx Tx) error {
		return setPassword(tx, actor, actor.ID, newHash, actor.SessionID)
	})
}

// check says what is wrong with a change before any password is looked up.
func (c PasswordChange) check() error {
	wrong := problems{}
	wrong.require(c.Current, "currentPassword")
	wrong.require(c.New, "newPassword")
	wrong.check(c.Confirm != "", "confirmPassword", Required("newPassword"))
	checkNewPassword(wrong, "newPassword", c.New, "La nueva contraseña debe tener al menos 8 caracteres")
	wrong.check(c.New == c.Confirm, "confirmPassword", "Las contraseñas nuevas no coinciden")
	wrong.check(c.New != c.Current, "newPassword", "La nueva contraseña debe ser diferente a la actual")
	return wrong.err()
}

// verifyCurrent checks the password the person says is theirs now.
func (inv *Inventory) verifyCurrent(ctx context.Context, actor Actor, password string) error {
	var hash string
	err := inv.store.Read(ctx, func(tx Tx) (err error) {
		if err := passwordsPerAccount.check(tx, actor.Username); err != nil {
			return err
		}
		hash, err = tx.PasswordHash(actor.ID)
		return err
	})
	if err != nil {
		return err
	}
	same, err := inv.passwords.verify(password, hash)
	if err != nil || same {
		return err
	}
	if err := inv.store.Write(ctx, func(tx Tx) error { return passwordsPerAccount.add(tx, actor.Username) }); err != nil {
		return err
	}
	return FieldError("currentPassword", "Contraseña actual incorrecta.")
}

// setPassword keeps a new password and ends every session of the user but one.
func setPassword(tx Tx, actor Actor, userID int64, hash string, keepSession int64) error {
	if err := tx.SetPassword(userID, hash); err != nil {
		return err
	}
	if err := endSessions(tx, userID, keepSession); err != nil {
		return err
	}
	return audit(tx, actor, AuditPassword, nounUser, userID, nil, nil)
}

// ResetPasswordOf gives somebody a new password, for the command line.
func (inv *Inventory) ResetPasswordOf(ctx context.Context, username, password string) error {
	wrong := problems{}
	checkNewPassword(wrong, "password", password, "La contraseña debe tener al menos 8 caracteres")
	if err := wrong.err(); err != nil {
		return err
	}
	hash, err := inv.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return inv.store.Write(ctx, func(tx Tx) error {
		user, _, err := tx.CredentialsByUsername(username)
		if err != nil {
			return err
		}
		// Whoever asks for this has mostly been guessing until the limit.
		if err := tx.ClearAttempts(loginsPerAccount.key(IdentityKey(user.Username))); err != nil {
			return err
		}
		return setPassword(tx, System, user.ID, hash, 0)
	})
}

// HasPassword says whether an account exists, is active and has this password.
// It is for the demonstration's own account; people sign in with Login.
func (inv *Inventory) HasPassword(ctx context.Context, username, password string) (bool, error) {
	var user User
	var hash string
	err := inv.store.Read(ctx, func(tx Tx) (err error) {
		user, hash, err = tx.CredentialsByUsername(username)
		return err
	})
	if errors.Is(err, ErrNotFound) || (err == nil && (!user.Active() || hash == unusablePassword)) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return inv.passwords.verify(password, hash)
}
