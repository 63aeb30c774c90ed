package api

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estante/internal/channel"
	"estante/internal/inbox"
)

// Metrics counts what the door does, for Prometheus. Labels are routes and
// statuses, never what people send.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	streams  prometheus.Gauge
	// deliveries are those of shops.
	deliveries *prometheus.CounterVec

	// known has the counters of every kind of answer given so far: looking them up by
	// their labels takes longer than counting.
	mu    sync.RWMutex
	known map[answerKind]answerCounters
}

type answerKind struct {
	method, route string
	status        int
}

type answerCounters struct {
	requests prometheus.Counter
	seconds  prometheus.Observer
}

// NewMetrics returns counters at zero.
func NewMetrics() *Metrics {
	m := &Metrics{
		known:    map[answerKind]answerCounters{},
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "estante_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "estante_http_request_seconds", Help: "Time to answer, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"method", "route"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "estante_live_streams", Help: "Live event streams open now.",
		}),
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "estante_deliveries_total", Help: "Deliveries of shops, by kind of shop and what came of them.",
		}, []string{"source", "state"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.streams, m.deliveries,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler serves the counters in Prometheus' text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Registry is where other rooms add counters of their own.
func (m *Metrics) Registry() *prometheus.Registry { return m.registry }

// Delivered counts what became of a delivery of a shop.
func (m *Metrics) Delivered(source channel.Source, state inbox.DeliveryState) {
	m.deliveries.WithLabelValues(string(source), string(state)).Inc()
}

// request counts an answer. A request that matched no operation is counted
// without its method, which is then any word a stranger chose.
func (m *Metrics) request(method, route string, status int, took time.Duration) {
	if route == "" {
		method, route = "-", "-"
	}
	counters := m.countersOf(answerKind{method, route, status})
	counters.requests.Inc()
	counters.seconds.Observe(took.Seconds())
}

func (m *Metrics) countersOf(kind answerKind) answerCounters {
	m.mu.RLock()
	counters, known := m.known[kind]
	m.mu.RUnlock()
	if known {
		return counters
	}
	counters = answerCounters{
		requests: m.requests.WithLabelValues(kind.method, kind.route, strconv.Itoa(kind.status)),
		seconds:  m.seconds.WithLabelValues(kind.method, kind.route),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known[kind] = counters
	return counters
}
