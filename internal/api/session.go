package api

import (
	"context"
	"net/http"
	"time"

	"estante/internal/account"
	"estante/internal/core"
)

func (a *API) sessionRoutes() {
	anyone, use := a.anyone(), a.may(core.UseAccount)
	add(anyone, "POST /auth/login/", "login", "Iniciar sesión", a.login)
	add(anyone, "POST /auth/logout/", "logout", "Cerrar sesión", a.logout)
	add(anyone, "POST /auth/refresh/", "refresh", "Prolongar la sesión", a.refresh)
	add(anyone, "POST /auth/validate/", "validate", "Comprobar la sesión", a.validate)
	add(use, "GET /profile/sessions/", "listSessions", "Tus sesiones abiertas", a.listSessions)
	add(use, "DELETE /profile/sessions/", "endOtherSessions", "Cerrar tus otras sesiones", a.endOtherSessions)
	add(use, "DELETE /profile/sessions/{id}/", "endSession", "Cerrar una sesión tuya", a.endSession)
}

type sessionBody struct {
	SessionToken string    `json:"sessionToken" doc:"Se envía en la cabecera Authorization: Session {token}"`
	ExpiresAt    time.Time `json:"expiresAt"`
}

type loginInput struct {
	Body struct {
		Username string `json:"username"`
		Password string `json:"password"`
	}
}

type loginOutput struct {
	Browser string `header:"Set-Cookie" doc:"Por lo que se reconoce al navegador; no abre nada"`
	Body    struct {
		User    ProfileBody `json:"user"`
		Session sessionBody `json:"session"`
	}
}

func (a *API) login(ctx context.Context, input *loginInput) (*loginOutput, error) {
	from := visitOf(ctx)
	signedIn, err := a.inv.Accounts.Login(ctx, account.Login{
		Username: input.Body.Username, Password: input.Body.Password, Peer: a.peer(from), UserAgent: from.request.UserAgent(),
		Browser: browserOf(from.request),
	})
	if err != nil {
		return nil, err
	}
	output := &loginOutput{Browser: a.browserCookie(signedIn)}
	output.Body.User = profileOf(signedIn.User)
	output.Body.Session = sessionBody{SessionToken: signedIn.Token, ExpiresAt: signedIn.Session.ExpiresAt}
	return output, nil
}

// browserCookieName is the cookie by which a browser is known where a person has signed in
// before. It is no session: that lies where only the page reads it.
const browserCookieName = "estante_browser"

func browserOf(request *http.Request) string {
	cookie, err := request.Cookie(browserCookieName)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// browserCookie goes where people sign in and nowhere else.
func (a *API) browserCookie(signedIn account.SignedIn) string {
	at := a.inv.Accounts.Address("api/auth/")
	cookie := &http.Cookie{ //nolint:gosec // G124: it is secure wherever the address is.
		Name: browserCookieName, Value: signedIn.Browser, Path: at.Path, MaxAge: int(account.BrowserKnown.Seconds()),
		HttpOnly: true, Secure: at.Scheme == "https", SameSite: http.SameSiteStrictMode,
	}
	return cookie.String()
}

// tokenInput takes the token as the spec's calls send it, in the body, or as
// every other call does, in the header.
type tokenInput struct {
	Authorization string `header:"Authorization" hidden:"true"`
	Body          *struct {
		SessionToken string `json:"sessionToken,omitempty"`
	} `required:"false"`
}

func (in *tokenInput) token() string {
	if in.Body != nil && in.Body.SessionToken != "" {
		return in.Body.SessionToken
	}
	return bearer(in.Authorization)
}

func (a *API) logout(ctx context.Context, input *tokenInput) (*empty, error) {
	return nil, a.inv.Accounts.Logout(ctx, input.token())
}

type refreshOutput struct {
	Body struct {
		ExpiresAt time.Time `json:"expiresAt"`
	}
}

func (a *API) refresh(ctx context.Context, input *tokenInput) (*refreshOutput, error) {
	ends, err := a.inv.Accounts.RefreshSession(ctx, input.token())
	output := &refreshOutput{}
	output.Body.ExpiresAt = ends
	return output, err
}

type validateOutput struct {
	Body struct {
		Valid     bool        `json:"valid"`
		ExpiresAt time.Time   `json:"expiresAt"`
		User      ProfileBody `json:"user"`
	}
}

func (a *API) validate(ctx context.Context, input *tokenInput) (*validateOutput, error) {
	actor, session, err := a.inv.Accounts.Authenticate(ctx, input.token())
	if err != nil {
		return nil, err
	}
	output := &validateOutput{}
	output.Body.Valid, output.Body.ExpiresAt, output.Body.User = true, session.ExpiresAt, profileOf(actor.User)
	return output, nil
}

type openSessionBody struct {
	ID         int64     `json:"id"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
	UserAgent  string    `json:"userAgent"`
	Address    string    `json:"address"`
	Current    bool      `json:"current" doc:"La sesión que hace esta petición"`
}

type sessionsOutput struct {
	Body struct {
		Results []openSessionBody `json:"results"`
		Count   int               `json:"count"`
	}
}

func (a *API) listSessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	actor := actorOf(ctx)
	sessions, err := a.inv.Accounts.Sessions(ctx, actor)
	if err != nil {
		return nil, err
	}
	output := &sessionsOutput{}
	output.Body.Results = make([]openSessionBody, 0, len(sessions))
	for _, session := range sessions {
		output.Body.Results = append(output.Body.Results, openSessionBody{
			ID: session.ID, CreatedAt: session.CreatedAt, LastSeenAt: session.LastSeenAt, ExpiresAt: session.ExpiresAt,
			UserAgent: session.UserAgent, Address: session.Address, Current: session.ID == actor.SessionID,
		})
	}
	output.Body.Count = len(sessions)
	return output, nil
}

func (a *API) endSession(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Accounts.EndSession(ctx, actorOf(ctx), input.ID)
}

func (a *API) endOtherSessions(ctx context.Context, _ *struct{}) (*empty, error) {
	return nil, a.inv.Accounts.EndOtherSessions(ctx, actorOf(ctx))
}
