package api

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"estante/internal/inventory"
)

// contentSecurityPolicy lets the page load its own files and nothing else: no
// inline script or style, no other host but for product pictures, which may
// have an https address of their own.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data: blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// answerTimeMax bounds how long an answer may take to leave, so that a client
// that does not read holds nothing for long. Streams set their own.
const answerTimeMax = 60 * time.Second

// middleware wraps every request, the page's as well as the API's.
func (a *API) middleware(router http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &observed{ResponseWriter: w, status: http.StatusOK}
		maps.Copy(seen.Header(), always)
		r = r.WithContext(a.introduce(r, seen))
		began := time.Now()
		_ = http.NewResponseController(w).SetWriteDeadline(began.Add(answerTimeMax))
		defer a.observe(began, seen, r)
		defer a.recoverPanic(seen, r)
		if !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/api" {
			seen.from.route = "web"
			a.options.Web.ServeHTTP(seen, r)
			return
		}
		seen.Header()["Cache-Control"] = noStore
		if !readable(r.URL) {
			writeProblem(seen, &problem{status: http.StatusBadRequest, Detail: "La dirección contiene caracteres no permitidos"})
			return
		}
		addSlash(r.URL)
		if a.answerAgain(seen, r) {
			return
		}
		router.ServeHTTP(seen, r)
		a.keepAnswer(seen, r)
	})
}

// always are the headers that every answer has. Answers share the values.
var always = http.Header{
	"Content-Security-Policy":      {contentSecurityPolicy},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"geolocation=(), microphone=(), payment=()"},
}

// noStore keeps answers of the API out of every memory but ours.
var noStore = []string{"no-store"}

// addSlash makes the trailing slash optional: routes are written with it.
// A last segment with a dot is a file.
func addSlash(u *url.URL) {
	last := u.Path[strings.LastIndexByte(u.Path, '/')+1:]
	if last == "" || strings.ContainsRune(last, '.') {
		return
	}
	u.Path += "/"
	if u.RawPath != "" {
		u.RawPath += "/"
	}
}

// readable refuses text in an address that no database could keep.
func readable(u *url.URL) bool {
	query, err := url.QueryUnescape(u.RawQuery)
	return err == nil && utf8.ValidString(query) && !strings.ContainsRune(query, 0) &&
		utf8.ValidString(u.Path) && !strings.ContainsRune(u.Path, 0)
}

type visitContext struct{}

// visit is what is known of a request besides what it asks.
type visit struct {
	id        string
	peer      string
	userAgent string
	// route is the operation's path, once it is known which one answers.
	route string
	// came is how everything was when the request came; see answermemory.go.
	came answerState
	// room says that its answer can be remembered.
	room bool
	// keeps is the permission needed to be given this answer again; empty if it
	// may not be remembered.
	keeps inventory.Action
}

func visitOf(ctx context.Context) *visit {
	if v, ok := ctx.Value(visitContext{}).(*visit); ok {
		return v
	}
	return &visit{}
}

// introduce gives the request an id, which its answer and log lines carry, and
// notes where it comes from.
func (a *API) introduce(r *http.Request, seen *observed) context.Context {
	v := &visit{id: newVisitID(), peer: a.peer(r), userAgent: r.UserAgent()}
	seen.from = v
	seen.Header().Set("X-Request-Id", v.id)
	return context.WithValue(r.Context(), visitContext{}, v)
}

// newVisitID is only told apart from others, so that it need not be hard to guess.
func newVisitID() string {
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], rand.Uint64()) //nolint:gosec // It is no secret.
	return hex.EncodeToString(id[:])
}

// peer is the address that limits are counted by. Forwarding headers are read
// only when they come from a proxy we were told to trust, from the right, up
// to the first address that is not ours: everything before it is hearsay.
func (a *API) peer(r *http.Request) string {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return "unknown"
	}
	address := remote.Addr().Unmap()
	if !a.trusted(address) {
		return network(address)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.trusted(address); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
	}
	return network(address)
}

func (a *API) trusted(address netip.Addr) bool {
	for _, prefix := range a.options.TrustedProxies {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// network is the unit that one customer of a provider gets: an IPv4 address,
// or the /64 within which an IPv6 customer can pick any address they like.
func network(address netip.Addr) string {
	if address.Is4() {
		return address.String()
	}
	prefix, err := address.WithZone("").Prefix(64)
	if err != nil {
		return address.String()
	}
	return prefix.String()
}

// recoverPanic turns a bug into one failed request with a line in the log.
func (a *API) recoverPanic(w *observed, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if cause == http.ErrAbortHandler { //nolint:errorlint // The sentinel itself is what net/http panics with.
		panic(cause)
	}
	a.options.Log.ErrorContext(r.Context(), "panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()), "request", visitOf(r.Context()).id)
	if !w.wrote {
		writeProblem(w, &problem{status: http.StatusInternalServerError, Detail: internalError})
		return
	}
	w.status = http.StatusInternalServerError
}

// observe counts and logs a request when it has been answered. The log names
// the route and never what was sent: paths may hold secrets and queries names.
func (a *API) observe(began time.Time, w *observed, r *http.Request) {
	took := time.Since(began)
	from := w.from
	a.options.Metrics.request(r.Method, from.route, w.status, took)
	level := slog.LevelDebug
	// Somebody who leaves before the answer is no fault of the server's.
	if w.status >= http.StatusInternalServerError && r.Context().Err() == nil {
		level = slog.LevelError
	}
	if !a.options.Log.Enabled(r.Context(), level) {
		return
	}
	a.options.Log.Log(r.Context(), level, "request", "method", r.Method, "route", from.route, "status", w.status,
		"ms", float64(took.Microseconds())/1000, "peer", from.peer, "request", from.id)
}

// observed remembers the status that was answered.
type observed struct {
	http.ResponseWriter
	status int
	wrote  bool
	from   *visit
	// copied is what was written of an answer that may be given again.
	copied []byte
}

func (w *observed) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *observed) Write(b []byte) (int, error) {
	w.wrote = true
	if w.from.keeps != "" && w.status == http.StatusOK {
		w.copied = append(w.copied, b...)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *observed) Unwrap() http.ResponseWriter { return w.ResponseWriter }
