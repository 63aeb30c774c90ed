package account

import (
	"context"
	"errors"
	"time"

	"estante/internal/core"
)

// How long a session lives: a working day, extended by the page while it is
// open, and a month at the very most.
const (
	sessionLength = 12 * time.Hour
	sessionMax    = 30 * 24 * time.Hour
)

// Session is one browser's stay. Its token is known to that browser alone;
// the memory holds only a hash.
type Session struct {
	ID         int64
	UserID     int64
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
	UserAgent  string
	Address    string
}

// Errors about sessions.
var (
	ErrBadCredentials = &core.Error{Kind: core.Unauthorized, Message: "Credenciales inválidas"}
	ErrSessionExpired = &core.Error{Kind: core.Unauthorized, Message: "Sesión expirada"}
	ErrNoSession      = &core.Error{Kind: core.Unauthorized, Message: "No hay sesión activa"}
	ErrAccountPending = &core.Error{
		Kind: core.Forbidden, Message: "Tu cuenta está pendiente de aprobación por un administrador.",
	}
	ErrAccountInactive = &core.Error{
		Kind: core.Forbidden, Message: "Tu cuenta está desactivada. Habla con un administrador.",
	}
)

type sessionMemory interface {
	InsertSession(session Session, token core.TokenHash) (int64, error)
	// SessionByToken finds an unexpired session and its user, active or not.
	SessionByToken(token core.TokenHash) (Session, core.User, error)
	// ExtendSession moves the end of a session and notes that it was seen.
	ExtendSession(id int64, expiresAt, seenAt time.Time) error
	// Sessions lists a user's unexpired sessions, the last seen first.
	Sessions(userID int64) ([]Session, error)
	// EndSession ends one session of a user; ErrNotFound when it is not theirs.
	EndSession(userID, id int64) error
	// EndSessions ends a user's sessions except one (zero for none).
	EndSessions(userID, exceptID int64) error
	ForgetSessions(expiredBefore time.Time) error
}

// Login is what a person writes to sign in, and where from.
type Login struct {
	Username  string
	Password  string
	Peer      string
	UserAgent string
	// Browser is what the browser was given at an earlier sign-in; see knownbrowser.go.
	Browser string
}

// SignedIn is a new session with the only copy of its token.
type SignedIn struct {
	Token   string
	Session Session
	User    core.User
	// Browser is for the browser to keep.
	Browser string
}

// Login opens a session. Whether the name or the password is wrong cannot be
// told apart, neither by the answer nor by the time it takes.
func (s *Service) Login(ctx context.Context, login Login) (SignedIn, error) {
	wrong := core.Problems{}
	login.Username = core.Clean(login.Username)
	wrong.Require(login.Username, "username")
	wrong.Check(core.Characters(login.Username) <= usernameMax, "username", "El usuario es demasiado largo")
	wrong.Require(core.Clean(login.Password), "password")
	wrong.Check(len(login.Password) <= passwordMaxBytes, "password", "La contraseña es demasiado larga")
	if err := wrong.Err(); err != nil {
		return SignedIn{}, err
	}
	guess := s.guessOf(login)
	// A caller over the limit does not even wait for a turn.
	if err := core.Read(ctx, s.store, guess.check); err != nil {
		return SignedIn{}, err
	}
	var user core.User
	err := s.passwords.inTurn(ctx, func() (err error) {
		user, err = s.checkCredentials(ctx, login, guess)
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	return s.openSession(ctx, user, login, guess)
}

// checkCredentials runs in a password turn. It looks at the limits again
// because many attempts may have been waiting for the same turn, and counts
// the failure before the turn ends, so a burst gets no more guesses than a queue.
func (s *Service) checkCredentials(ctx context.Context, login Login, guess guess) (core.User, error) {
	var user core.User
	var hash string
	err := core.Read(ctx, s.store, func(tx Tx) error {
		user, hash = core.User{}, s.passwords.decoy
		if err := guess.check(tx); err != nil {
			return err
		}
		found, foundHash, err := tx.CredentialsByUsername(login.Username)
		if errors.Is(err, core.ErrNotFound) || foundHash == unusablePassword {
			return nil
		}
		if err == nil {
			user, hash = found, foundHash
		}
		return err
	})
	if err != nil {
		return core.User{}, err
	}
	same, err := s.passwords.verify(login.Password, hash)
	if err != nil {
		return core.User{}, err
	}
	if same && user.ID != 0 {
		return user, nil
	}
	if err := core.Write(ctx, s.store, guess.add); err != nil {
		return core.User{}, err
	}
	return core.User{}, ErrBadCredentials
}

// openSession keeps a new session for a person who proved who they are.
func (s *Service) openSession(ctx context.Context, user core.User, login Login, guess guess) (SignedIn, error) {
	token, hash := core.NewToken()
	signedIn := SignedIn{Token: token, Browser: s.knowBrowser(user)}
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		// The account may have changed while the password was being checked.
		user, err := tx.UserByID(user.ID)
		if err != nil {
			return err
		}
		switch user.State {
		case core.AccountPending:
			return ErrAccountPending
		case core.AccountInactive:
			return ErrAccountInactive
		case core.AccountActive:
		}
		now := tx.Now()
		session := Session{
			UserID: user.ID, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(sessionLength),
			UserAgent: shorten(login.UserAgent, 300), Address: login.Peer,
		}
		if session.ID, err = tx.InsertSession(session, hash); err != nil {
			return err
		}
		if err := tx.SetLastLogin(user.ID, now); err != nil {
			return err
		}
		user.LastLoginAt = &now
		signedIn.Session, signedIn.User = session, user
		if err := guess.forget(tx); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicSessions, UserID: user.ID})
	})
	if err != nil {
		return SignedIn{}, err
	}
	return signedIn, nil
}

// shorten cuts a text to at most n characters.
func shorten(s string, n int) string {
	if runes := []rune(core.Clean(s)); len(runes) > n {
		return string(runes[:n])
	}
	return core.Clean(s)
}

// Authenticate returns the user that a token belongs to.
func (s *Service) Authenticate(ctx context.Context, token string) (core.Actor, Session, error) {
	return s.AuthenticateIn(ctx, s.store.Generation(ctx), token)
}

// AuthenticateIn says it in a state of the memory that is not older than the
// question. It is on the path of every request.
func (s *Service) AuthenticateIn(
	ctx context.Context, now core.Generation, token string,
) (actor core.Actor, session Session, err error) {
	if token == "" {
		return core.Actor{}, Session{}, ErrNoSession
	}
	hash := core.HashToken(token)
	now = s.store.GenerationOfPeople(now)
	if known, found := s.sessions.Find(hash, now); found && s.store.Now().Before(known.session.ExpiresAt) {
		return known.actor, known.session, nil
	}
	known, err := s.readSession(ctx, hash)
	if err == nil {
		s.sessions.Keep(hash, now, known)
	}
	return known.actor, known.session, err
}

func (s *Service) readSession(ctx context.Context, token core.TokenHash) (read knownSession, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		read.actor, read.session, err = authenticate(tx, token)
		return err
	})
	return read, err
}

func authenticate(tx Tx, token core.TokenHash) (core.Actor, Session, error) {
	session, user, err := tx.SessionByToken(token)
	if errors.Is(err, core.ErrNotFound) || (err == nil && !user.Active()) {
		return core.Actor{}, Session{}, ErrSessionExpired
	}
	if err != nil {
		return core.Actor{}, Session{}, err
	}
	return core.Actor{User: user, SessionID: session.ID}, session, nil
}

// RefreshSession extends a session by another working day and returns its new end.
func (s *Service) RefreshSession(ctx context.Context, token string) (time.Time, error) {
	if token == "" {
		return time.Time{}, ErrNoSession
	}
	var ends time.Time
	err := core.Write(ctx, s.store, func(tx Tx) error {
		_, session, err := authenticate(tx, core.HashToken(token))
		if err != nil {
			return err
		}
		ends = tx.Now().Add(sessionLength)
		if last := session.CreatedAt.Add(sessionMax); ends.After(last) {
			ends = last
		}
		return tx.ExtendSession(session.ID, ends, tx.Now())
	})
	return ends, err
}

// Logout ends the session of a token. A token that is no session any more is
// as signed out as one can be, so that is no error.
func (s *Service) Logout(ctx context.Context, token string) error {
	if token == "" {
		return nil
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		session, _, err := tx.SessionByToken(core.HashToken(token))
		if errors.Is(err, core.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.EndSession(session.UserID, session.ID); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicSessions, UserID: session.UserID})
	})
}

// Sessions lists where the person is signed in.
func (s *Service) Sessions(ctx context.Context, actor core.Actor) (sessions []Session, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		sessions, err = tx.Sessions(actor.ID)
		return err
	})
	return sessions, err
}

// EndSession signs the person out somewhere else.
func (s *Service) EndSession(ctx context.Context, actor core.Actor, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.EndSession(actor.ID, id); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicSessions, UserID: actor.ID})
	})
	return err
}

// EndOtherSessions signs the person out everywhere but here.
func (s *Service) EndOtherSessions(ctx context.Context, actor core.Actor) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		return core.Nothing{}, endSessions(tx, actor.ID, actor.SessionID)
	})
	return err
}

func endSessions(tx Tx, userID, exceptID int64) error {
	if err := tx.EndSessions(userID, exceptID); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicSessions, UserID: userID})
}

// ForgetOldSessions drops sessions that have expired.
func (s *Service) ForgetOldSessions(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error { return tx.ForgetSessions(tx.Now()) })
}

// knownSession is a session that was found, and whose it is.
type knownSession struct {
	actor   core.Actor
	session Session
}
