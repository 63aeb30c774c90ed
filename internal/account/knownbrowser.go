package account

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
)

// BrowserKnown is how long a browser is known after the last sign-in there.
const BrowserKnown = 180 * 24 * time.Hour

// purposeBrowser is what the mark of a known browser is sealed for.
const purposeBrowser = "known browser"

// knowBrowser makes the mark by which a browser is known where a person has signed in. It
// opens nothing: it says that guesses made elsewhere are not this browser's. It is sealed, so
// that nothing has to be kept of it and no guesser can make one.
func (s *Service) knowBrowser(user core.User) string {
	ends := s.store.Now().Add(BrowserKnown).Unix()
	return string(s.secretKey.Seal(purposeBrowser, strconv.FormatInt(ends, 10)+" "+core.IdentityKey(user.Username)))
}

// knowsBrowser says whether a mark is ours, of this account and not too old.
func (s *Service) knowsBrowser(mark, account string) bool {
	text, err := s.secretKey.Unseal(purposeBrowser, core.Sealed(mark))
	if mark == "" || err != nil {
		return false
	}
	ends, whose, _ := strings.Cut(text, " ")
	seconds, err := strconv.ParseInt(ends, 10, 64)
	return err == nil && whose == account && s.store.Now().Before(time.Unix(seconds, 0))
}

// guess is what a wrong password counts for: for one browser where the person is known, and
// otherwise for the account and the place it comes from.
type guess []struct {
	limit   core.Throttle
	subject string
	// forgiven says that the right password makes it forgotten.
	forgiven bool
}

func (s *Service) guessOf(login Login) guess {
	account := core.IdentityKey(login.Username)
	if s.knowsBrowser(login.Browser, account) {
		mark := core.HashToken(login.Browser)
		return guess{{core.LoginsPerBrowser, account + " " + hex.EncodeToString(mark[:]), true}}
	}
	return guess{
		{core.LoginsPerPair, account + " " + login.Peer, true},
		{core.LoginsPerAccount, account, false},
		{core.LoginsPerPeer, login.Peer, false},
	}
}

func (g guess) check(tx Tx) error {
	for _, one := range g {
		if err := one.limit.Check(tx, one.subject); err != nil {
			return err
		}
	}
	return nil
}

func (g guess) add(tx Tx) error {
	for _, one := range g {
		if err := one.limit.Add(tx, one.subject); err != nil {
			return err
		}
	}
	return nil
}

func (g guess) forget(tx Tx) error {
	for _, one := range g {
		if !one.forgiven {
			continue
		}
		if err := tx.ClearAttempts(one.limit.Key(one.subject)); err != nil {
			return err
		}
	}
	return nil
}

// forgetGuesses forgets all wrong passwords for an account, wherever they came from.
func forgetGuesses(tx Tx, user core.User) error {
	account := core.IdentityKey(user.Username)
	if err := tx.ClearAttempts(core.LoginsPerAccount.Key(account)); err != nil {
		return err
	}
	return tx.ClearAttemptsOf(core.LoginsPerPair.Key(account + " "))
}
