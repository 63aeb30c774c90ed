package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"estante/internal/api"
	"estante/internal/courier"
	"estante/internal/demo"
	"estante/internal/inventory"
	"estante/internal/jobs"
	"estante/internal/mail"
	"estante/internal/outbox"
	"estante/web"
)

// The limits of a connection. A client that sends its request slower than this
// is cut off; drainMax leaves the rest of the ten seconds of a polite stop to
// the jobs and the database.
const (
	headerTimeMax  = 5 * time.Second
	requestTimeMax = 60 * time.Second
	idleTimeMax    = 2 * time.Minute
	headerBytesMax = 32 << 10
	drainMax       = 7 * time.Second
)

type serveCommand struct {
	Listen         string        `default:"127.0.0.1:8080" help:"Dirección en la que escucha."`
	Demo           bool          `help:"Carga datos de demostración si la base de datos está vacía."`
	DemoDays       int           `default:"380" hidden:"" help:"Días de historia de los datos de demostración."`
	PublicURL      *url.URL      `name:"public-url" placeholder:"https://…" help:"Dirección que usan las personas, para los enlaces de los correos."`
	TrustedProxies []string      `placeholder:"CIDR" help:"Redes de los proxies cuya cabecera X-Forwarded-For se cree."`
	Metrics        string        `placeholder:"127.0.0.1:9090" help:"Dirección local de las métricas de Prometheus; sin ella, ninguna."`
	StreamsEach    int           `hidden:"" help:"Cuántas páginas en directo puede tener una persona."`
	DeliveryLease  time.Duration `default:"1m" hidden:"" help:"Tras cuánto se retoma una entrega de un proceso que ya no responde."`
	SMTP           string        `name:"smtp" placeholder:"smtp://…" help:"Servidor de correo; sin él, el que se pone en Configuración → Correo, donde esperan los mensajes mientras no hay ninguno."`
	MailFrom       string        `default:"Estante <estante@localhost>" help:"Remitente de los correos."`

	AllowPrivateWebhooks bool `help:"Permite webhooks de salida hacia redes privadas y sin TLS."`
}

// Run serves until it is told to stop, then lets what has begun finish.
func (c *serveCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	metrics := api.NewMetrics()
	db, inv, err := place.open(ctx, log, inventory.Options{
		PublicURL: c.publicURL(listener), PrivateWebhooks: c.AllowPrivateWebhooks, Delivered: metrics.Delivered,
		DeliveryLease: c.DeliveryLease,
	})
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			log.Error("could not close the database", "error", err)
		}
	}()
	if c.PublicURL != nil {
		if err := inv.Accounts.BeginInPublic(ctx); err != nil {
			return err
		}
	}
	mailer, err := c.mailer(inv)
	if err != nil {
		return err
	}
	door, err := c.door(ctx, place, inv, metrics, mailer, log)
	if err != nil {
		return err
	}
	stopMetrics, err := c.serveMetrics(metrics, log)
	if err != nil {
		return err
	}
	defer stopMetrics()

	working, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	caller := courier.New(version, c.AllowPrivateWebhooks)
	background.Go(func() {
		jobs.Run(working, inv, jobs.Hands{Mailer: mailer, Courier: caller, Fetcher: caller}, log)
	})
	defer background.Wait()
	defer stopWork()

	if _, err := fmt.Fprintf(out, "Estante escucha en http://%s\n", listener.Addr()); err != nil {
		return err
	}
	go settleMemory()
	proxies, err := prefixes(c.TrustedProxies)
	if err != nil {
		return err
	}
	return serve(ctx, bounded(listener, proxies, log), door, log)
}

// publicURL is where links lead: what was set, or where we listen.
func (c *serveCommand) publicURL(listener net.Listener) *url.URL {
	if c.PublicURL != nil {
		return c.PublicURL
	}
	return &url.URL{Scheme: "http", Host: listener.Addr().String()}
}

func (c *serveCommand) door(
	ctx context.Context, place *place, inv *inventory.Inventory, metrics *api.Metrics, mailer outbox.Mailer,
	log *slog.Logger,
) (*api.API, error) {
	page, err := web.Handler()
	if err != nil {
		return nil, err
	}
	proxies, err := prefixes(c.TrustedProxies)
	if err != nil {
		return nil, err
	}
	visitor, err := c.loadDemo(ctx, place, inv, log)
	if err != nil {
		return nil, err
	}
	return api.New(inv, api.Options{
		Version: version, Demo: visitor, TrustedProxies: proxies, Web: page, MailServer: c.SMTP != "",
		Mailer: mailer, Log: log, Metrics: metrics, StreamsEach: c.StreamsEach,
	}), nil
}

// loadDemo fills an empty database when asked to, and says which account the
// sign-in page may show.
func (c *serveCommand) loadDemo(
	ctx context.Context, place *place, inv *inventory.Inventory, log *slog.Logger,
) (*api.Demo, error) {
	if !c.Demo {
		return nil, nil
	}
	if err := demo.Load(ctx, inv, &place.clock, c.DemoDays); errors.Is(err, demo.ErrNotEmpty) {
		log.Info("the database has data already; no demo data was loaded")
	} else if err != nil {
		return nil, err
	}
	if usable, err := demo.Loaded(ctx, inv); err != nil || !usable {
		return nil, err
	}
	return &api.Demo{Username: demo.Username, Password: demo.Password}, nil
}

// mailer is the server that the operator named, before any that an administrator has entered.
func (c *serveCommand) mailer(inv *inventory.Inventory) (outbox.Mailer, error) {
	if c.SMTP == "" {
		return mail.Chosen{Outbox: inv.Outbox}, nil
	}
	return mail.New(c.SMTP, c.MailFrom)
}

// prefixes reads networks; a bare address is a network of one.
func prefixes(texts []string) ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		if address, err := netip.ParseAddr(text); err == nil {
			networks = append(networks, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("red de proxies desconocida: %w", err)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// serveMetrics listens beside the door, where only this machine reaches it.
func (c *serveCommand) serveMetrics(metrics *api.Metrics, log *slog.Logger) (stop func(), err error) {
	if c.Metrics == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.Metrics)
	if err != nil {
		return nil, fmt.Errorf("métricas: %w", err)
	}
	if address, ok := listener.Addr().(*net.TCPAddr); !ok || !address.IP.IsLoopback() {
		_ = listener.Close()
		return nil, fmt.Errorf("métricas: a %s se llega desde otras máquinas; usa una dirección local como 127.0.0.1:9090",
			c.Metrics)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headerTimeMax}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics ended", "error", err)
		}
	}()
	log.Info("metrics", "address", "http://"+listener.Addr().String()+"/metrics")
	return func() { _ = server.Close() }, nil
}

// serve answers until ctx ends, then takes no more and finishes what it has.
func serve(ctx context.Context, listener net.Listener, door *api.API, log *slog.Logger) error {
	server := &http.Server{
		Handler: door, ReadHeaderTimeout: headerTimeMax, ReadTimeout: requestTimeMax, IdleTimeout: idleTimeMax,
		MaxHeaderBytes: headerBytesMax, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	door.Close()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainMax)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		log.Warn("some requests were cut off", "error", err)
		_ = server.Close()
	}
	return nil
}
