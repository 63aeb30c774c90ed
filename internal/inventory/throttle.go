package inventory

import (
	"context"
	"fmt"
	"time"
)

// A throttle counts attempts within a window. It lives in the database, so a
// restart does not forget it and several processes share it.
type throttle struct {
	// name tells throttles with the same subject apart.
	name   string
	limit  int
	window time.Duration
}

// The limits of what strangers may try. The account limit stops guessing one
// person's password from many places, the peer limit guessing many people's
// from one place; recovery and registration are bounded because each costs an
// e-mail or a row, and links that do not exist because each costs a hash.
var (
	loginsPerAccount     = throttle{name: "login-account", limit: 10, window: 15 * time.Minute}
	loginsPerPeer        = throttle{name: "login-peer", limit: 60, window: 15 * time.Minute}
	recoveriesPerAddress = throttle{name: "recovery-address", limit: 3, window: time.Hour}
	recoveriesPerPeer    = throttle{name: "recovery-peer", limit: 30, window: time.Hour}
	resetsPerPeer        = throttle{name: "reset-peer", limit: 20, window: time.Hour}
	registersPerPeer     = throttle{name: "register-peer", limit: 120, window: time.Hour}
	passwordsPerAccount  = throttle{name: "password-account", limit: 10, window: 15 * time.Minute}
)

type throttleMemory interface {
	// Attempts is how many attempts the key has in its running window and when that ends.
	Attempts(key string) (count int, ends time.Time, err error)
	// AddAttempt counts one more, in a new window of the given length when none is running.
	AddAttempt(key string, window time.Duration) error
	// ClearAttempts forgets the key.
	ClearAttempts(key string) error
	// ForgetAttempts drops windows that ended before a time.
	ForgetAttempts(before time.Time) error
}

func (t throttle) key(subject string) string { return t.name + ":" + subject }

// check refuses when the subject has used up its attempts.
func (t throttle) check(tx Tx, subject string) error {
	count, ends, err := tx.Attempts(t.key(subject))
	if err != nil {
		return fmt.Errorf("count attempts: %w", err)
	}
	if count < t.limit {
		return nil
	}
	wait := ends.Sub(tx.Now())
	minutes := (wait + time.Minute - 1) / time.Minute
	message := fmt.Sprintf("Demasiados intentos. Espera %d minutos y vuelve a probar.", minutes)
	if minutes == 1 {
		message = "Demasiados intentos. Espera un minuto y vuelve a probar."
	}
	return &Error{Kind: TooMany, Message: message, RetryAfter: wait}
}

// add counts one attempt of the subject.
func (t throttle) add(tx Tx, subject string) error {
	return tx.AddAttempt(t.key(subject), t.window)
}

// ForgetOldAttempts drops the throttle windows that have ended.
func (inv *Inventory) ForgetOldAttempts(ctx context.Context) error {
	return inv.store.Write(ctx, func(tx Tx) error { return tx.ForgetAttempts(tx.Now()) })
}
