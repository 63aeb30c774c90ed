package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/core"
)

// actorOf returns the person who is asking. The guard put them there, so an
// operation that is not public always has one.
func actorOf(ctx context.Context) core.Actor { return visitOf(ctx).actor }

var errNotAllowed = &core.Error{Kind: core.Forbidden, Message: "Tu rol no permite hacer esto"}

// guard lets a request through when its session's role may call the
// operation. It is the only place that decides this, from the one table of
// the domain, before the body is even read.
func (a *API) guard(ctx huma.Context, next func(huma.Context)) {
	from := visitOf(ctx.Context())
	from.route, from.costly = ctx.Operation().Path, a.costly[ctx.Operation().OperationID]
	from.withheld = from.costly
	who, declared := ctx.Operation().Metadata["access"].(access)
	if declared && who.public {
		next(ctx)
		return
	}
	actor, _, err := a.inv.Accounts.AuthenticateIn(
		ctx.Context(), from.came.generation, bearer(ctx.Header("Authorization")))
	if err == nil && (!declared || !actor.Role.May(who.action)) {
		err = errNotAllowed
	}
	if err != nil {
		a.refuse(ctx, err)
		return
	}
	if from.room && ctx.Operation().Metadata["lasting"] != nil {
		from.keeps = who.action
	}
	from.actor, from.withheld = actor, from.costly && !actor.Role.May(core.ReadCosts)
	next(ctx)
}

// bearer reads the token of "Session {token}".
func bearer(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Session") {
		return ""
	}
	return strings.TrimSpace(token)
}

// refuse answers an error from a middleware of operations.
func (a *API) refuse(ctx huma.Context, err error) {
	_, w := humachi.Unwrap(ctx)
	writeProblem(w, a.problemOf(ctx.Context(), err))
}

// keyed reads the Idempotency-Key of a write. The fingerprint covers what was
// asked, so that one key cannot stand for two requests.
func (a *API) keyed(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	key := ctx.Header("Idempotency-Key")
	actor := actorOf(ctx.Context())
	if key == "" || actor.ID == 0 || op.Method == http.MethodGet || op.Metadata["secret"] != nil {
		next(ctx)
		return
	}
	if len(key) > core.RequestKeyMax || !printable(key) {
		a.refuse(ctx, &core.Error{Kind: core.Invalid, Message: "La clave de idempotencia no es válida"})
		return
	}
	request, w := humachi.Unwrap(ctx)
	if op.Metadata["file"] != nil {
		// A file is read as it comes; its hash joins the fingerprint then.
		next(huma.WithContext(ctx, core.WithRequestKey(ctx.Context(), core.RequestKey{
			UserID: actor.ID, Key: key, Fingerprint: fingerprint(request, nil),
		})))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, op.MaxBodyBytes))
	if err != nil {
		writeProblem(w, unreadBody(err))
		return
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	next(arrived{huma.WithContext(ctx, core.WithRequestKey(ctx.Context(), core.RequestKey{
		UserID: actor.ID, Key: key, Fingerprint: fingerprint(request, body),
	}))})
}

// arrived is a request whose body has been read. huma would still set a
// deadline for it, and when that passes net/http takes the client for gone: it
// cancels the context of the connection, and every later request on it fails.
type arrived struct{ humaContext }

// humaContext has a name of its own because the interface has a method Context.
type humaContext = huma.Context

// SetReadDeadline has nothing to wait for.
func (arrived) SetReadDeadline(time.Time) error { return nil }

// Unwrap lets humachi find its own context.
func (c arrived) Unwrap() huma.Context { return c.humaContext }

// unreadBody says why a body could not be read to its end.
func unreadBody(err error) *problem {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &problem{status: http.StatusRequestEntityTooLarge, Detail: "La petición es demasiado grande"}
	}
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() || errors.Is(err, io.ErrUnexpectedEOF) {
		return &problem{status: http.StatusRequestTimeout, Detail: "La petición tardó demasiado en llegar"}
	}
	return &problem{status: http.StatusBadRequest, Detail: "El cuerpo de la petición no está bien formado"}
}

// fingerprint hashes everything that makes two requests the same.
func fingerprint(r *http.Request, body []byte) string {
	hash := sha256.New()
	for _, part := range []string{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("If-Match"), ""} {
		hash.Write([]byte(part))
		hash.Write([]byte{0})
	}
	hash.Write(body)
	return hex.EncodeToString(hash.Sum(nil))
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
