package inventory

import (
	"context"
	"errors"
	"time"
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
	ErrBadCredentials  = &Error{Kind: Unauthorized, Message: "Credenciales inválidas"}
	ErrSessionExpired  = &Error{Kind: Unauthorized, Message: "Sesión expirada"}
	ErrNoSession       = &Error{Kind: Unauthorized, Message: "No hay sesión activa"}
	ErrAccountPending  = &Error{Kind: Forbidden, Message: "Tu cuenta está pendiente de aprobación por un administrador."}
	ErrAccountInactive = &Error{Kind: Forbidden, Message: "Tu cuenta está desactivada. Habla con un administrador."}
)

type sessionMemory interface {
	InsertSession(session Session, token TokenHash) (int64, error)
	// SessionByToken finds an unexpired session and its user, active or not.
	SessionByToken(token TokenHash) (Session, User, error)
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
}

// SignedIn is a new session with the only copy of its token.
type SignedIn struct {
	Token   string
	Session Session
	User    User
}

// Login opens a session. Whether the name or the password is wrong cannot be
// told apart, neither by the answer nor by the time it takes.
func (inv *Inventory) Login(ctx context.Context, login Login) (SignedIn, error) {
	wrong := problems{}
	login.Username = Clean(login.Username)
	wrong.require(login.Username, "username")
	wrong.check(characters(login.Username) <= usernameMax, "username", "El usuario es demasiado largo")
	wrong.require(Clean(login.Password), "password")
	wrong.check(len(login.Password) <= passwordMaxBytes, "password", "La contraseña es demasiado larga")
	if err := wrong.err(); err != nil {
		return SignedIn{}, err
	}
	// Whoever is over the limit does not even wait for a turn.
	if err := inv.store.Read(ctx, login.throttled); err != nil {
		return SignedIn{}, err
	}
	var user User
	err := inv.passwords.inTurn(ctx, func() (err error) {
		user, err = inv.checkCredentials(ctx, login)
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	return inv.openSession(ctx, user, login)
}

func (l Login) throttled(tx Tx) error {
	if err := loginsPerAccount.check(tx, IdentityKey(l.Username)); err != nil {
		return err
	}
	return loginsPerPeer.check(tx, l.Peer)
}

// checkCredentials runs in a password turn. It looks at the limits again
// because many attempts may have been waiting for the same turn, and counts
// the failure before the turn ends, so a burst gets no more guesses than a queue.
func (inv *Inventory) checkCredentials(ctx context.Context, login Login) (User, error) {
	var user User
	var hash string
	err := inv.store.Read(ctx, func(tx Tx) error {
		user, hash = User{}, inv.passwords.decoy
		if err := login.throttled(tx); err != nil {
			return err
		}
		found, foundHash, err := tx.CredentialsByUsername(login.Username)
		if errors.Is(err, ErrNotFound) || foundHash == unusablePassword {
			return nil
		}
		if err == nil {
			user, hash = found, foundHash
		}
		return err
	})
	if err != nil {
		return User{}, err
	}
	same, err := inv.passwords.verify(login.Password, hash)
	if err != nil {
		return User{}, err
	}
	if same && user.ID != 0 {
		return user, nil
	}
	err = inv.store.Write(ctx, func(tx Tx) error {
		if err := loginsPerAccount.add(tx, IdentityKey(login.Username)); err != nil {
			return err
		}
		return loginsPerPeer.add(tx, login.Peer)
	})
	if err != nil {
		return User{}, err
	}
	return User{}, ErrBadCredentials
}

// openSession keeps a new session for a person who proved who they are.
func (inv *Inventory) openSession(ctx context.Context, user User, login Login) (SignedIn, error) {
	token, hash := newToken()
	signedIn := SignedIn{Token: token}
	err := inv.store.Write(ctx, func(tx Tx) (err error) {
		// The account may have changed while the password was being checked.
		user, err := tx.UserByID(user.ID)
		if err != nil {
			return err
		}
		switch user.State {
		case AccountPending:
			return ErrAccountPending
		case AccountInactive:
			return ErrAccountInactive
		case AccountActive:
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
		if err := tx.ClearAttempts(loginsPerAccount.key(IdentityKey(login.Username))); err != nil {
			return err
		}
		return tx.Emit(Event{Topic: TopicSessions, UserID: user.ID})
	})
	if err != nil {
		return SignedIn{}, err
	}
	return signedIn, nil
}

// shorten cuts a text to at most n characters.
func shorten(s string, n int) string {
	if runes := []rune(Clean(s)); len(runes) > n {
		return string(runes[:n])
	}
	return Clean(s)
}

// Authenticate says who a token belongs to.
func (inv *Inventory) Authenticate(ctx context.Context, token string) (Actor, Session, error) {
	return inv.AuthenticateIn(ctx, inv.store.Edition(ctx), token)
}

// AuthenticateIn says it in a state of the memory that is not older than the
// question. It is on the path of every request.
func (inv *Inventory) AuthenticateIn(ctx context.Context, now Edition, token string) (actor Actor, session Session, err error) {
	if token == "" {
		return Actor{}, Session{}, ErrNoSession
	}
	hash := hashToken(token)
	now = inv.store.EditionOfPeople(now)
	if known, found := inv.sessions.find(hash, now); found && inv.store.Now().Before(known.session.ExpiresAt) {
		return known.actor, known.session, nil
	}
	known, err := inv.readSession(ctx, hash)
	if err == nil {
		inv.sessions.keep(hash, now, known)
	}
	return known.actor, known.session, err
}

func (inv *Inventory) readSession(ctx context.Context, token TokenHash) (read knownSession, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		read.actor, read.session, err = authenticate(tx, token)
		return err
	})
	return read, err
}

func authenticate(tx Tx, token TokenHash) (Actor, Session, error) {
	session, user, err := tx.SessionByToken(token)
	if errors.Is(err, ErrNotFound) || (err == nil && !user.Active()) {
		return Actor{}, Session{}, ErrSessionExpired
	}
	if err != nil {
		return Actor{}, Session{}, err
	}
	return Actor{User: user, SessionID: session.ID}, session, nil
}

// RefreshSession extends a session by another working day and returns its new end.
func (inv *Inventory) RefreshSession(ctx context.Context, token string) (time.Time, error) {
	if token == "" {
		return time.Time{}, ErrNoSession
	}
	var ends time.Time
	err := inv.store.Write(ctx, func(tx Tx) error {
		_, session, err := authenticate(tx, hashToken(token))
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
func (inv *Inventory) Logout(ctx context.Context, token string) error {
	if token == "" {
		return nil
	}
	return inv.store.Write(ctx, func(tx Tx) error {
		session, _, err := tx.SessionByToken(hashToken(token))
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.EndSession(session.UserID, session.ID); err != nil {
			return err
		}
		return tx.Emit(Event{Topic: TopicSessions, UserID: session.UserID})
	})
}

// Sessions lists where the person is signed in.
func (inv *Inventory) Sessions(ctx context.Context, actor Actor) (sessions []Session, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		sessions, err = tx.Sessions(actor.ID)
		return err
	})
	return sessions, err
}

// EndSession signs the person out somewhere else.
func (inv *Inventory) EndSession(ctx context.Context, actor Actor, id int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		if err := tx.EndSession(actor.ID, id); err != nil {
			return nothing{}, err
		}
		return nothing{}, tx.Emit(Event{Topic: TopicSessions, UserID: actor.ID})
	})
	return err
}

// EndOtherSessions signs the person out everywhere but here.
func (inv *Inventory) EndOtherSessions(ctx context.Context, actor Actor) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		return nothing{}, endSessions(tx, actor.ID, actor.SessionID)
	})
	return err
}

func endSessions(tx Tx, userID, exceptID int64) error {
	if err := tx.EndSessions(userID, exceptID); err != nil {
		return err
	}
	return tx.Emit(Event{Topic: TopicSessions, UserID: userID})
}

// ForgetOldSessions drops sessions that have expired.
func (inv *Inventory) ForgetOldSessions(ctx context.Context) error {
	return inv.store.Write(ctx, func(tx Tx) error { return tx.ForgetSessions(tx.Now()) })
}

// knownSession is a session that was found, and whose it is.
type knownSession struct {
	actor   Actor
	session Session
}
