// Package api is the door of Estante: HTTP, JSON, the OpenAPI document and
// live events. It knows shapes and statuses; what they mean is the domain's.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"estante/internal/inventory"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
)

// Options are what the door needs besides the domain behind it.
type Options struct {
	Version string
	// Demo is shown on the sign-in page when demo data was loaded.
	Demo *Demo
	// TrustedProxies may say on whose behalf they ask; nobody else's word counts.
	TrustedProxies []netip.Prefix
	// Web answers everything outside /api.
	Web     http.Handler
	Log     *slog.Logger
	Metrics *Metrics
}

// Demo is the account that visitors of a demonstration may use.
type Demo struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// API is the door: an http.Handler and the document that describes it.
type API struct {
	http.Handler
	inv     *inventory.Inventory
	options Options
	huma    huma.API
	// closing ends the live streams, which would otherwise outlast a polite stop.
	closing chan struct{}
}

// New opens the door of an inventory.
func New(inv *inventory.Inventory, options Options) *API {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Metrics == nil {
		options.Metrics = NewMetrics()
	}
	if options.Web == nil {
		options.Web = http.NotFoundHandler()
	}
	router := chi.NewRouter()
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, &problem{status: http.StatusNotFound, Detail: "No existe esta dirección"})
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed(router, r.URL.Path))
		writeProblem(w, &problem{status: http.StatusMethodNotAllowed, Detail: "Esta dirección no admite ese método"})
	})
	a := &API{inv: inv, options: options, closing: make(chan struct{})}
	a.huma = humachi.New(router, config(options.Version))
	a.huma.UseMiddleware(a.guard, a.keyed)
	a.operations()
	a.serveDocs(router)
	a.Handler = a.middleware(router)
	return a
}

// allowed lists the methods that a path does admit.
func allowed(router chi.Router, path string) string {
	var methods []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if router.Match(chi.NewRouteContext(), method, path) {
			methods = append(methods, method)
		}
	}
	return strings.Join(methods, ", ")
}

// Close ends the live streams; other requests end by themselves.
func (a *API) Close() { close(a.closing) }

// operations is the whole API on one screen: the route, its name, who may call
// it and what answers.
func (a *API) operations() {
	add(a, "POST /auth/login/", "login", anyone, "Iniciar sesión", a.login)
	add(a, "POST /auth/logout/", "logout", anyone, "Cerrar sesión", a.logout)
	add(a, "POST /auth/refresh/", "refresh", anyone, "Prolongar la sesión", a.refresh)
	add(a, "POST /auth/validate/", "validate", anyone, "Comprobar la sesión", a.validate)
	add(a, "POST /auth/register/", "register", anyone, "Crear una cuenta", a.register, created)
	add(a, "POST /auth/password-recovery/", "recoverPassword", anyone, "Pedir un enlace de recuperación", a.recoverPassword)
	add(a, "POST /auth/password-reset/", "resetPassword", anyone, "Elegir contraseña con un enlace", a.resetPassword)

	add(a, "GET /profile/", "getProfile", may(inventory.UseAccount), "Tu perfil", a.getProfile)
	add(a, "PUT /profile/", "updateProfile", may(inventory.UseAccount), "Cambiar tu perfil", a.updateProfile)
	add(a, "POST /profile/change-password/", "changePassword", may(inventory.UseAccount), "Cambiar tu contraseña", a.changePassword, secret)
	add(a, "GET /profile/sessions/", "listSessions", may(inventory.UseAccount), "Tus sesiones abiertas", a.listSessions)
	add(a, "DELETE /profile/sessions/", "endOtherSessions", may(inventory.UseAccount), "Cerrar tus otras sesiones", a.endOtherSessions)
	add(a, "DELETE /profile/sessions/{id}/", "endSession", may(inventory.UseAccount), "Cerrar una sesión tuya", a.endSession)

	add(a, "GET /notifications/", "listNotifications", may(inventory.UseAccount), "Tus notificaciones", a.listNotifications)
	add(a, "POST /notifications/read-all/", "readNotifications", may(inventory.UseAccount), "Marcar todas como leídas", a.readNotifications)
	add(a, "POST /notifications/{id}/read/", "readNotification", may(inventory.UseAccount), "Marcar una como leída", a.readNotification)
	add(a, "GET /events/", "streamEvents", may(inventory.UseAccount), "Cambios en directo", a.streamEvents, eventStream)

	add(a, "GET /settings/", "getSettings", may(inventory.ReadSettings), "Ajustes del negocio", a.getSettings)
	add(a, "PATCH /settings/", "updateSettings", may(inventory.ManageSettings), "Cambiar los ajustes del negocio", a.updateSettings)
	add(a, "GET /users/", "listUsers", may(inventory.ManageUsers), "Cuentas", a.listUsers)
	add(a, "POST /users/", "createUser", may(inventory.ManageUsers), "Invitar a una persona", a.createUser, created)
	add(a, "GET /users/{id}/", "getUser", may(inventory.ManageUsers), "Una cuenta", a.getUser)
	add(a, "PATCH /users/{id}/", "updateUser", may(inventory.ManageUsers), "Cambiar una cuenta", a.updateUser)
	add(a, "GET /audit/", "listAudit", may(inventory.ReadAudit), "Quién cambió qué", a.listAudit)

	add(a, "GET /business/", "getBusiness", anyone, "Lo que cualquiera puede saber del negocio", a.getBusiness)
	add(a, "GET /health/", "getHealth", anyone, "Estado del servicio", a.getHealth)
}

// OpenAPI is the document of everything the door answers, as JSON.
func (a *API) OpenAPI() ([]byte, error) { return documentJSON(a.huma.OpenAPI()) }

// access says who may call an operation.
type access struct {
	public bool
	action inventory.Action
}

// anyone may call it without a session.
var anyone = access{public: true}

// may lets those through whose role has the action.
func may(action inventory.Action) access { return access{action: action} }

// option changes how an operation is registered.
type option func(*huma.Operation)

// created answers 201.
func created(op *huma.Operation) { op.DefaultStatus = http.StatusCreated }

// secret marks an operation whose body must leave no trace, not even the hash
// that a remembered Idempotency-Key would keep.
func secret(op *huma.Operation) { op.Metadata["secret"] = true }

// add registers an operation with the document, the guard and the router.
func add[I, O any](a *API, route, id string, who access, summary string, handler func(context.Context, *I) (*O, error), options ...option) {
	method, path, _ := strings.Cut(route, " ")
	op := huma.Operation{
		OperationID: id, Method: method, Path: "/api" + path, Summary: summary,
		Tags:     []string{strings.Split(path, "/")[1]},
		Metadata: map[string]any{"access": who},
	}
	for _, option := range options {
		option(&op)
	}
	describe(&op, who)
	huma.Register(a.huma, op, func(ctx context.Context, input *I) (*O, error) {
		output, err := handler(ctx, input)
		if err != nil {
			return nil, a.problemOf(ctx, err)
		}
		return output, nil
	})
}
