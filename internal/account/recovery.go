package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

// How long a link lasts: a forgotten password is reset at once, an invitation
// may wait for the next working day.
const (
	recoveryLength   = time.Hour
	invitationLength = 72 * time.Hour
)

// ErrRecoveryLink is the answer to a link that was used, expired or made up.
var ErrRecoveryLink = core.FieldError("token", "El enlace ya se ha usado o ha caducado. Pide uno nuevo.")

type recoveryMemory interface {
	// InsertRecovery keeps a link and makes the user's earlier ones useless.
	InsertRecovery(userID int64, token core.TokenHash, expiresAt time.Time) error
	// RecoveryUser says whose an unexpired link is.
	RecoveryUser(token core.TokenHash) (userID int64, err error)
	// UseRecovery uses up an unexpired link, once, and says whose it is.
	UseRecovery(token core.TokenHash) (userID int64, err error)
	ForgetRecoveries(expiredBefore time.Time) error
	// DropRecovery makes the link of a user useless, if there is one.
	DropRecovery(userID int64) error
}

// RequestRecovery sends a link to choose a new password, if the address belongs to an account. The
// caller cannot tell whether it does: the message is queued and the answer is the same.
func (s *Service) RequestRecovery(ctx context.Context, email, peer string) error {
	email = core.Clean(email)
	wrong := core.Problems{}
	wrong.Require(email, "email")
	wrong.Check(core.ValidEmail(email), "email", "El email no es válido")
	if err := wrong.Err(); err != nil {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := core.RecoveriesPerPeer.Check(tx, peer); err != nil {
			return err
		}
		if err := core.RecoveriesPerPeer.Add(tx, peer); err != nil {
			return err
		}
		// More than a few messages an hour to one address would be a nuisance caused by a
		// third party; the answer stays the same.
		if err := core.RecoveriesPerAddress.Check(tx, core.IdentityKey(email)); err != nil {
			return ignoreTooMany(err)
		}
		if err := core.RecoveriesPerAddress.Add(tx, core.IdentityKey(email)); err != nil {
			return err
		}
		user, err := tx.UserByEmail(email)
		if errors.Is(err, core.ErrNotFound) || (err == nil && !user.Active()) {
			return nil
		}
		if err != nil {
			return err
		}
		return outbox.QueueMessage(tx, MessageRecovery, user.ID)
	})
}

func ignoreTooMany(err error) error {
	var refused *core.Error
	if errors.As(err, &refused) && refused.Kind == core.TooMany {
		return nil
	}
	return err
}

// SendPasswordLink sends a user a link to choose a password, because the invitation was
// lost or the user cannot sign in. The current password stays valid until the link is used.
func (s *Service) SendPasswordLink(ctx context.Context, actor core.Actor, id int64) (core.User, error) {
	return core.Once(ctx, s.store, func(tx Tx) (core.User, error) {
		user, err := tx.UserByID(id)
		if err != nil {
			return core.User{}, err
		}
		if !user.Active() {
			return core.User{}, errLinkToInactive
		}
		if err := core.RecoveriesPerAddress.Check(tx, core.IdentityKey(user.Email)); err != nil {
			return core.User{}, err
		}
		if err := core.RecoveriesPerAddress.Add(tx, core.IdentityKey(user.Email)); err != nil {
			return core.User{}, err
		}
		if err := core.Audit(tx, actor, core.AuditLink, core.NounUser, id, nil, nil); err != nil {
			return core.User{}, err
		}
		return user, outbox.QueueMessage(tx, MessageInvitation, id)
	})
}

var errLinkToInactive = &core.Error{
	Kind: core.Conflict, Message: "La cuenta no está activa: actívala antes de enviarle un enlace",
}

// PasswordReset is what a person who followed a link writes.
type PasswordReset struct {
	Token   string
	New     string
	Confirm string
	Peer    string
}

// ResetPassword chooses a new password by a link, and ends every session.
func (s *Service) ResetPassword(ctx context.Context, reset PasswordReset) error {
	wrong := core.Problems{}
	wrong.Check(reset.Token != "", "token", ErrRecoveryLink.Fields["token"][0])
	wrong.Require(reset.New, "newPassword")
	wrong.Check(reset.Confirm != "", "confirmPassword", core.Required("newPassword"))
	checkNewPassword(wrong, "newPassword", reset.New, "La nueva contraseña debe tener al menos 8 caracteres")
	wrong.Check(reset.New == reset.Confirm, "confirmPassword", "Las contraseñas nuevas no coinciden")
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := core.Read(ctx, s.store, func(tx Tx) error { return core.ResetsPerPeer.Check(tx, reset.Peer) }); err != nil {
		return err
	}
	return s.passwords.inStrangersTurn(ctx, func() error { return s.resetInTurn(ctx, reset) })
}

// resetInTurn looks at the limit again, because many may have been waiting for the same turn,
// and hashes nothing for a link that does not exist.
func (s *Service) resetInTurn(ctx context.Context, reset PasswordReset) error {
	token := core.HashToken(reset.Token)
	err := core.Read(ctx, s.store, func(tx Tx) error {
		if err := core.ResetsPerPeer.Check(tx, reset.Peer); err != nil {
			return err
		}
		_, err := tx.RecoveryUser(token)
		return err
	})
	if err == nil {
		hash := hashPassword(reset.New, s.passwords.memoryKiB)
		err = core.Write(ctx, s.store, func(tx Tx) error { return useRecovery(tx, token, hash) })
	}
	if !errors.Is(err, core.ErrNotFound) && !errors.Is(err, ErrRecoveryLink) {
		return err
	}
	if err := core.Write(ctx, s.store, func(tx Tx) error { return core.ResetsPerPeer.Add(tx, reset.Peer) }); err != nil {
		return err
	}
	return ErrRecoveryLink
}

// useRecovery uses a link up and gives its owner the new password.
func useRecovery(tx Tx, token core.TokenHash, passwordHash string) error {
	userID, err := tx.UseRecovery(token)
	if errors.Is(err, core.ErrNotFound) {
		return ErrRecoveryLink
	}
	if err != nil {
		return err
	}
	user, err := tx.UserByID(userID)
	if err != nil {
		return err
	}
	if !user.Active() {
		return ErrRecoveryLink
	}
	// The owner of the mailbox is let in at once, however many wrong guesses were made.
	if err := forgetGuesses(tx, user); err != nil {
		return err
	}
	return setPassword(tx, core.Actor{User: user}, user.ID, passwordHash, 0)
}

// ForgetOldRecoveries drops links that have expired.
func (s *Service) ForgetOldRecoveries(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetRecoveries(tx.Now()) })
}

// errMovedMeanwhile has a letter be written again, to who the user is by then.
var errMovedMeanwhile = errors.New("the account was changed while the letter was written")

// recoveryLink makes a fresh link for a user as their letter knows them: one to an address
// that is theirs no more must not work. The token travels in the fragment, which browsers
// send to no server and write to no log.
func (s *Service) recoveryLink(
	ctx context.Context, user core.User, length time.Duration,
) (mail outbox.Mail, err error) {
	token, hash := core.NewToken()
	err = core.Write(ctx, s.store, func(tx Tx) error {
		now, err := tx.UserByID(user.ID)
		if err != nil {
			return err
		}
		if !now.Active() || now.Email != user.Email {
			return errMovedMeanwhile
		}
		mail.Ends = tx.Now().Add(length)
		return tx.InsertRecovery(user.ID, hash, mail.Ends)
	})
	link := s.publicURL.JoinPath("password-change")
	link.Fragment = "token=" + token
	mail.Link = link.String()
	return mail, err
}

// The messages about an account: a new password was asked for, or an account was opened.
const (
	MessageRecovery   outbox.MessageKind = "recovery"
	MessageInvitation outbox.MessageKind = "invitation"
)

// composeRecovery writes the e-mail with the link to a new password.
func (s *Service) composeRecovery(
	ctx context.Context, _ outbox.Message, user core.User, settings core.Settings,
) (mail outbox.Mail, err error) {
	mail, err = s.recoveryLink(ctx, user, recoveryLength)
	if err != nil {
		return outbox.Mail{}, err
	}
	mail.Subject = "Recupera tu contraseña de " + settings.BusinessName
	mail.Text = fmt.Sprintf("Hola, %s:\n\nHas pedido una contraseña nueva para %s. Elígela en esta "+
		"dirección:\n\n%s\n\n"+
		"El enlace sirve una sola vez y caduca en una hora. Si no lo has pedido tú, no hagas nada: "+
		"tu contraseña sigue siendo la misma.\n", user.FirstName, ownAccount(user, "tu usuario "), mail.Link)
	return mail, nil
}

// composeInvitation writes the e-mail to a person whose account was opened for them.
func (s *Service) composeInvitation(
	ctx context.Context, _ outbox.Message, user core.User, settings core.Settings,
) (mail outbox.Mail, err error) {
	mail, err = s.recoveryLink(ctx, user, invitationLength)
	if err != nil {
		return outbox.Mail{}, err
	}
	mail.Subject = "Tu cuenta en " + settings.BusinessName
	mail.Text = fmt.Sprintf("Hola, %s:\n\nTienes %s. Elige tu contraseña en esta dirección:\n\n"+
		"%s\n\n"+
		"El enlace sirve una sola vez y caduca en tres días.\n", user.FirstName,
		ownAccount(user, "una cuenta con el usuario "), mail.Link)
	return mail, nil
}

// ownAccount names an account by its username, unless that would be a link: anybody may
// choose one, and the address need not be theirs.
func ownAccount(user core.User, named string) string {
	if core.HasLink(user.Username) {
		return "una cuenta"
	}
	return named + user.Username
}
