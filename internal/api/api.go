// Package api is the door of Estante: HTTP, JSON, the OpenAPI document and
// live events. It knows shapes and statuses; what they mean is the domain's.
package api

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"estante/internal/inventory"
	"estante/internal/outbox"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
)

// Options are what the door needs besides the domain behind it.
type Options struct {
	Version string
	// Demo is shown on the sign-in page when demo data was loaded.
	Demo *Demo
	// TrustedProxies may name the client that they ask for; no other header is believed.
	TrustedProxies []netip.Prefix
	// Web answers everything outside /api.
	Web http.Handler
	// MailServer says that the operator has named the mail server, so that it is not entered here.
	MailServer bool
	// Mailer sends an e-mail to try the mail server.
	Mailer  outbox.Mailer
	Log     *slog.Logger
	Metrics *Metrics
	// Heartbeat is how often a live stream says that it is there; zero suits proxies.
	Heartbeat time.Duration
	// StreamsEach is how many live streams a user may have open here; zero is enough for people.
	StreamsEach int
}

// Demo is the account that visitors of a demonstration may use.
type Demo struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// API is the door: an http.Handler and the document that describes it.
type API struct {
	http.Handler
	inv      *inventory.Inventory
	options  Options
	huma     huma.API
	pictures *pictureTurns
	streams  openStreams
	// forwarded warns, once, of a proxy that is not trusted.
	forwarded sync.Once
	// closing ends the live streams, which would otherwise outlast a polite stop.
	closing chan struct{}
	close   sync.Once
	// answers are those that hold until the memory changes, and things those of them
	// that are about one thing.
	answers, things answerMemory
	told            toldMemory
	// costly are the operations whose answers can tell what something cost.
	costly map[string]bool
}

// New opens the door of an inventory.
func New(inv *inventory.Inventory, options Options) *API {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Metrics == nil {
		options.Metrics = NewMetrics()
	}
	if options.Heartbeat == 0 {
		options.Heartbeat = heartbeat
	}
	if options.StreamsEach == 0 {
		options.StreamsEach = streamsEach
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
	a := &API{
		inv: inv, options: options, pictures: newPictureTurns(), closing: make(chan struct{}),
		answers: answerMemory{most: answersBytesMax}, things: answerMemory{most: thingsBytesMax, lastsFull: true},
	}
	settings := config(options.Version)
	settings.Transformers = []huma.Transformer{a.hideCosts}
	a.huma = humachi.New(router, settings)
	a.huma.UseMiddleware(a.guard, a.keyed)
	a.mount()
	markCosts(a.Schemas())
	a.costly = costlyOperations(a.huma.OpenAPI())
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
func (a *API) Close() { a.close.Do(func() { close(a.closing) }) }

// mount adds what every noun answers; its file says which routes those are.
func (a *API) mount() {
	for _, routes := range []func(){
		a.sessionRoutes, a.recoveryRoutes, a.mailRoutes, a.userRoutes, a.profileRoutes, a.notificationRoutes, a.noticeRoutes,
		a.eventRoutes, a.settingsRoutes, a.auditRoutes,
		a.productRoutes, a.productListRoutes, a.bulkRoutes, a.bestSellerRoutes, a.imageRoutes, a.labelRoutes,
		a.stockRoutes, a.movementRoutes, a.locationRoutes, a.transferRoutes, a.entryRoutes, a.stocktakeRoutes,
		a.stocktakeLineRoutes, a.purchaseRoutes, a.receiptRoutes, a.extraCostRoutes, a.supplierReturnRoutes,
		a.importRoutes, a.valuationRoutes, a.valueAtRoutes, a.ledgerRoutes,
		a.orderRoutes, a.orderStatsRoutes, a.packingListRoutes, a.dashboardRoutes, a.alertRoutes, a.channelRoutes,
		a.webhookRoutes, a.deliveryRoutes, a.skuLinkRoutes, a.channelStatusRoutes, a.channelPlaceRoutes,
		a.subscriptionRoutes, a.dispatchRoutes,
		a.supplierRoutes, a.supplierProductRoutes, a.forecastRoutes, a.forecastWorkingRoutes, a.forecastEventRoutes,
		a.forecastReportRoutes, a.ticketRoutes, a.backupRoutes,
	} {
		routes()
	}
}

// OpenAPI is the document of everything the door answers, as JSON.
func (a *API) OpenAPI() ([]byte, error) { return documentJSON(a.huma.OpenAPI()) }

// Schemas are the shapes of everything that is asked and answered.
func (a *API) Schemas() huma.Registry { return a.huma.OpenAPI().Components.Schemas }
