package core

import (
	"context"
	"fmt"
	"time"
)

// A throttle counts attempts within a window. It lives in the database, so a
// restart does not forget it and several processes share it.
type Throttle struct {
	// Name tells throttles with the same subject apart.
	Name   string
	Limit  int
	Window time.Duration
}

// The limits of what strangers may try. The narrow limit stops guessing one person's
// password from one place, the account limit from many places, the peer limit guessing many
// people's from one place. A browser in which the person has signed in before counts for
// itself alone, so that others' guesses do not keep them out. Recovery and registration are
// bounded because each costs an e-mail or a row, what they tell about accounts because it is
// nobody's business, and links that do not exist because each costs a look.
var (
	LoginsPerPair        = Throttle{Name: "login-pair", Limit: 10, Window: 15 * time.Minute}
	LoginsPerAccount     = Throttle{Name: "login-account", Limit: 60, Window: 15 * time.Minute}
	LoginsPerPeer        = Throttle{Name: "login-peer", Limit: 60, Window: 15 * time.Minute}
	LoginsPerBrowser     = Throttle{Name: "login-browser", Limit: 10, Window: 15 * time.Minute}
	RecoveriesPerAddress = Throttle{Name: "recovery-address", Limit: 3, Window: time.Hour}
	RecoveriesPerPeer    = Throttle{Name: "recovery-peer", Limit: 30, Window: time.Hour}
	ResetsPerPeer        = Throttle{Name: "reset-peer", Limit: 20, Window: time.Hour}
	TakenPerCaller       = Throttle{Name: "taken", Limit: 20, Window: time.Hour}
	RegistersPerPeer     = Throttle{Name: "register-peer", Limit: 120, Window: time.Hour}
	PasswordsPerAccount  = Throttle{Name: "password-account", Limit: 10, Window: 15 * time.Minute}
)

type throttleMemory interface {
	// Attempts is how many attempts the key has in its running window and when that ends.
	Attempts(key string) (count int, ends time.Time, err error)
	// AddAttempt counts one more, in a new window of the given length when none is running.
	AddAttempt(key string, window time.Duration) error
	// ClearAttempts forgets the key.
	ClearAttempts(key string) error
	// ClearAttemptsOf forgets every key that begins so.
	ClearAttemptsOf(beginning string) error
	// ForgetAttempts drops windows that ended before a time.
	ForgetAttempts(before time.Time) error
}

func (t Throttle) Key(subject string) string { return t.Name + ":" + subject }

// Check refuses when the subject has used up its attempts.
func (t Throttle) Check(tx Tx, subject string) error {
	count, ends, err := tx.Attempts(t.Key(subject))
	if err != nil {
		return fmt.Errorf("count attempts: %w", err)
	}
	if count < t.Limit {
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

// Add counts one attempt of the subject.
func (t Throttle) Add(tx Tx, subject string) error {
	return tx.AddAttempt(t.Key(subject), t.Window)
}

// ForgetOldAttempts drops the throttle windows that have ended.
func (s *Service) ForgetOldAttempts(ctx context.Context) error {
	return Write(ctx, s.store, func(tx Tx) error { return tx.ForgetAttempts(tx.Now()) })
}
