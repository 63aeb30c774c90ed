package api

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"estante/internal/core"
)

// answerTimeMax bounds how long an answer may take to leave, so that a client
// that does not read holds nothing for long. Streams set their own.
const answerTimeMax = 60 * time.Second

// middleware wraps every request, the page's as well as the API's.
func (a *API) middleware(router http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		seen := a.introduce(w, r)
		r = r.WithContext(seen.from)
		_ = http.NewResponseController(w).SetWriteDeadline(began.Add(answerTimeMax))
		defer a.observe(began, seen, r)
		defer a.recoverPanic(seen, r)
		if !seen.from.forData {
			protect(w, asDocument)
			seen.from.route = "web"
			a.options.Web.ServeHTTP(seen, r)
			return
		}
		protect(w, asData)
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

// visit is what is known of a request besides what it asks. It is the request's
// context as well: a link of its own for everything that is known is dear where
// most answers take microseconds.
type visit struct {
	context.Context

	request *http.Request
	id      string
	// forData says that the API answers, and not the page.
	forData bool
	// route is the operation's path, once it is known which one answers.
	route string
	// came is how everything was when the request came; see answermemory.go.
	came answerState
	// room says that its answer can be remembered.
	room bool
	// keeps is the permission needed to be given this answer again; empty if it
	// may not be remembered.
	keeps core.Action
	// costly says that its answer can tell costs, and withheld that the caller may not read them.
	costly, withheld bool
	// actor is the user who makes the request, once the guard knows.
	actor core.Actor
}

// Value implements context.Context.
func (v *visit) Value(key any) any {
	if key == (visitContext{}) {
		return v
	}
	return v.Context.Value(key)
}

func visitOf(ctx context.Context) *visit {
	if v, ok := ctx.Value(visitContext{}).(*visit); ok {
		return v
	}
	return &visit{Context: ctx, request: &http.Request{}}
}

// introduce gives the request an id, which its answer and log lines carry, and
// notes how everything is as it comes.
func (a *API) introduce(w http.ResponseWriter, r *http.Request) *observed {
	v := &visit{
		Context: r.Context(), request: r, id: newVisitID(),
		forData: r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/"),
	}
	if v.forData {
		v.came = a.stateOf(r.Context())
		v.Context = core.WithGeneration(r.Context(), v.came.generation)
	}
	if len(a.options.TrustedProxies) == 0 && forwarded(r.Header) {
		a.forwarded.Do(func() {
			a.options.Log.WarnContext(r.Context(), "a request came through a proxy that no --trusted-proxies names: "+
				"limits count everybody behind it as one", "from", r.RemoteAddr)
		})
	}
	w.Header()["X-Request-Id"] = []string{v.id}
	return &observed{ResponseWriter: w, status: http.StatusOK, from: v}
}

// forwarded says whether a proxy wrote down whom it asks for, or somebody pretends so.
func forwarded(header http.Header) bool {
	return header["X-Forwarded-For"] != nil || header["Forwarded"] != nil || header["X-Real-Ip"] != nil
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
func (a *API) peer(v *visit) string {
	r := v.request
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
	a.options.Log.ErrorContext(r.Context(), "panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()),
		"request", w.from.id)
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
	switch {
	case w.status < http.StatusInternalServerError, r.Context().Err() != nil:
		// A client that leaves before the answer is no fault of the server's.
	case w.status == http.StatusServiceUnavailable:
		level = slog.LevelWarn // It said to try again, and nothing is broken.
	default:
		level = slog.LevelError
	}
	if !a.options.Log.Enabled(r.Context(), level) {
		return
	}
	a.options.Log.Log(r.Context(), level, "request", "method", r.Method, "route", from.route, "status", w.status,
		"ms", float64(took.Microseconds())/1000, "peer", a.peer(from), "request", from.id)
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
