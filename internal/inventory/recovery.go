package inventory

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How long a link lasts: a forgotten password is reset at once, an invitation
// may wait for the next working day.
const (
	recoveryLength   = time.Hour
	invitationLength = 72 * time.Hour
)

// ErrRecoveryLink is the answer to a link that was used, expired or made up.
var ErrRecoveryLink = FieldError("token", "El enlace ya se ha usado o ha caducado. Pide uno nuevo.")

type recoveryMemory interface {
	// InsertRecovery keeps a link and makes the user's earlier ones useless.
	InsertRecovery(userID int64, token TokenHash, expiresAt time.Time) error
	// UseRecovery uses up an unexpired link, once, and says whose it is.
	UseRecovery(token TokenHash) (userID int64, err error)
	ForgetRecoveries(expiredBefore time.Time) error
}

// RequestRecovery sends a link to choose a new password, if the address is
// somebody's. The caller cannot tell whether it is: the message is queued and
// the answer is the same.
func (inv *Inventory) RequestRecovery(ctx context.Context, email, peer string) error {
	email = Clean(email)
	wrong := problems{}
	wrong.require(email, "email")
	wrong.check(validEmail(email), "email", "El email no es válido")
	if err := wrong.err(); err != nil {
		return err
	}
	return inv.store.Write(ctx, func(tx Tx) error {
		if err := recoveriesPerPeer.check(tx, peer); err != nil {
			return err
		}
		if err := recoveriesPerPeer.add(tx, peer); err != nil {
			return err
		}
		// More than a few messages an hour to one address would be a nuisance
		// made by somebody else; the answer stays the same.
		if err := recoveriesPerAddress.check(tx, IdentityKey(email)); err != nil {
			return ignoreTooMany(err)
		}
		if err := recoveriesPerAddress.add(tx, IdentityKey(email)); err != nil {
			return err
		}
		user, err := tx.UserByEmail(email)
		if errors.Is(err, ErrNotFound) || (err == nil && !user.Active()) {
			return nil
		}
		if err != nil {
			return err
		}
		return queueMessage(tx, MessageRecovery, user.ID)
	})
}

func ignoreTooMany(err error) error {
	var refused *Error
	if errors.As(err, &refused) && refused.Kind == TooMany {
		return nil
	}
	return err
}

// SendPasswordLink sends somebody a link to choose a password, for whoever lost
// an invitation or cannot get in. The password of now stays until it is used.
func (inv *Inventory) SendPasswordLink(ctx context.Context, actor Actor, id int64) (User, error) {
	return once(ctx, inv.store, func(tx Tx) (User, error) {
		user, err := tx.UserByID(id)
		if err != nil {
			return User{}, err
		}
		if !user.Active() {
			return User{}, errLinkToInactive
		}
		if err := recoveriesPerAddress.check(tx, IdentityKey(user.Email)); err != nil {
			return User{}, err
		}
		if err := recoveriesPerAddress.add(tx, IdentityKey(user.Email)); err != nil {
			return User{}, err
		}
		if err := audit(tx, actor, AuditLink, nounUser, id, nil, nil); err != nil {
			return User{}, err
		}
		return user, queueMessage(tx, MessageInvitation, id)
	})
}

var errLinkToInactive = &Error{Kind: Conflict, Message: "La cuenta no está activa: actívala antes de enviarle un enlace"}

// PasswordReset is what a person who followed a link writes.
type PasswordReset struct {
	Token   string
	New     string
	Confirm string
	Peer    string
}

// ResetPassword chooses a new password by a link, and ends every session.
func (inv *Inventory) ResetPassword(ctx context.Context, reset PasswordReset) error {
	wrong := problems{}
	wrong.check(reset.Token != "", "token", ErrRecoveryLink.Fields["token"][0])
	wrong.require(reset.New, "newPassword")
	wrong.check(reset.Confirm != "", "confirmPassword", Required("newPassword"))
	checkNewPassword(wrong, "newPassword", reset.New, "La nueva contraseña debe tener al menos 8 caracteres")
	wrong.check(reset.New == reset.Confirm, "confirmPassword", "Las contraseñas nuevas no coinciden")
	if err := wrong.err(); err != nil {
		return err
	}
	if err := inv.store.Read(ctx, func(tx Tx) error { return resetsPerPeer.check(tx, reset.Peer) }); err != nil {
		return err
	}
	hash, err := inv.passwords.hash(ctx, reset.New)
	if err != nil {
		return err
	}
	err = inv.store.Write(ctx, func(tx Tx) error { return useRecovery(tx, hashToken(reset.Token), hash) })
	if !errors.Is(err, ErrRecoveryLink) {
		return err
	}
	if err := inv.store.Write(ctx, func(tx Tx) error { return resetsPerPeer.add(tx, reset.Peer) }); err != nil {
		return err
	}
	return ErrRecoveryLink
}

// useRecovery uses a link up and gives its owner the new password.
func useRecovery(tx Tx, token TokenHash, passwordHash string) error {
	userID, err := tx.UseRecovery(token)
	if errors.Is(err, ErrNotFound) {
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
	// Whoever holds the mailbox is let in at once, however often somebody guessed.
	if err := tx.ClearAttempts(loginsPerAccount.key(IdentityKey(user.Username))); err != nil {
		return err
	}
	return setPassword(tx, Actor{User: user}, user.ID, passwordHash, 0)
}

// ForgetOldRecoveries drops links that have expired.
func (inv *Inventory) ForgetOldRecoveries(ctx context.Context) error {
	return inv.store.Write(ctx, func(tx Tx) error { return tx.ForgetRecoveries(tx.Now()) })
}

// recoveryLink makes a fresh link for a user. The token travels in the
// fragment, which browsers send to no server and write to no log.
func (inv *Inventory) recoveryLink(ctx context.Context, userID int64, length time.Duration) (string, error) {
	token, hash := newToken()
	err := inv.store.Write(ctx, func(tx Tx) error {
		return tx.InsertRecovery(userID, hash, tx.Now().Add(length))
	})
	link := inv.publicURL.JoinPath("password-change")
	link.Fragment = "token=" + token
	return link.String(), err
}

// The messages about an account: a new password was asked for, or an account was opened.
const (
	MessageRecovery   MessageKind = "recovery"
	MessageInvitation MessageKind = "invitation"
)

// composeRecovery writes the e-mail with the link to a new password.
func (inv *Inventory) composeRecovery(ctx context.Context, _ Message, user User, settings Settings) (mail Mail, err error) {
	link, err := inv.recoveryLink(ctx, user.ID, recoveryLength)
	if err != nil {
		return Mail{}, err
	}
	mail.Subject = "Recupera tu contraseña de " + settings.BusinessName
	mail.Text = fmt.Sprintf("Hola, %s:\n\nHas pedido una contraseña nueva para tu usuario %s. Elígela en esta dirección:\n\n%s\n\n"+
		"El enlace sirve una sola vez y caduca en una hora. Si no lo has pedido tú, no hagas nada: "+
		"tu contraseña sigue siendo la misma.\n", user.FirstName, user.Username, link)
	return mail, nil
}

// composeInvitation writes the e-mail to a person whose account was opened for them.
func (inv *Inventory) composeInvitation(ctx context.Context, _ Message, user User, settings Settings) (mail Mail, err error) {
	link, err := inv.recoveryLink(ctx, user.ID, invitationLength)
	if err != nil {
		return Mail{}, err
	}
	mail.Subject = "Tu cuenta en " + settings.BusinessName
	mail.Text = fmt.Sprintf("Hola, %s:\n\nTienes una cuenta con el usuario %s. Elige tu contraseña en esta dirección:\n\n%s\n\n"+
		"El enlace sirve una sola vez y caduca en tres días.\n", user.FirstName, user.Username, link)
	return mail, nil
}
