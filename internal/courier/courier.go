// Package courier brings the domain's messages to subscribers by HTTP, and pictures of
// products from where they lie. It is
// the only part of Estante that calls addresses that people typed, so it calls
// those of the internet alone, unless it is told otherwise.
package courier

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"estante/internal/webhook"
)

// postMax bounds one call from the first byte to the last, connectMax the
// connection, and answerBytes what is read of an answer.
const (
	postMax     = 20 * time.Second
	connectMax  = 10 * time.Second
	answerBytes = 2 << 10
	headerBytes = 32 << 10
)

// HTTP calls receivers.
type HTTP struct {
	client       *http.Client
	agent        string
	allowPrivate bool
}

// New returns a courier. Addresses of private networks are refused unless
// allowPrivate is set.
func New(version string, allowPrivate bool) *HTTP {
	dialer := &net.Dialer{Timeout: connectMax}
	if !allowPrivate {
		// It is asked when a name has become an address and right before that
		// address is called, so a name that leads somewhere else the second
		// time gains nothing.
		dialer.Control = onlyPublic
	}
	return &HTTP{
		agent: "Estante/" + version, allowPrivate: allowPrivate,
		client: &http.Client{
			Timeout: postMax,
			// A redirect could lead to an address that no administrator chose.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			Transport: &http.Transport{
				// No proxy: it would make the call instead of us, unchecked.
				Proxy:       nil,
				DialContext: dialer.DialContext, TLSHandshakeTimeout: connectMax, ResponseHeaderTimeout: postMax,
				MaxResponseHeaderBytes: headerBytes, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
				TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
			},
		},
	}
}

// errPrivate is the answer to an address that is not one of the internet.
const errPrivate = trouble("La dirección lleva a una red privada, y eso no está permitido")

// onlyPublic refuses to connect to what is not a public address.
func onlyPublic(_, address string, _ syscall.RawConn) error {
	where, err := netip.ParseAddrPort(address)
	if err != nil || !webhook.PublicAddress(where.Addr()) {
		return errPrivate
	}
	return nil
}

// Post implements webhook.Courier.
func (h *HTTP) Post(ctx context.Context, parcel webhook.Parcel) (webhook.Receipt, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, parcel.URL, bytes.NewReader(parcel.Body))
	if err != nil {
		return webhook.Receipt{}, explain(err)
	}
	for name, value := range parcel.Header {
		request.Header.Set(name, value)
	}
	request.Header.Set("User-Agent", h.agent)
	response, err := h.client.Do(request)
	if err != nil {
		return webhook.Receipt{}, explain(err)
	}
	defer func() { _ = response.Body.Close() }()
	receipt := webhook.Receipt{
		Status: response.StatusCode, RetryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now()),
	}
	// What it says is for people to read; the status is what counts, also when
	// the rest of the answer never comes.
	said, _ := io.ReadAll(io.LimitReader(response.Body, answerBytes))
	receipt.Answer = string(said)
	return receipt, nil
}

// retryAfter reads the two forms of the header; anything else says nothing.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil {
		return time.Duration(min(max(seconds, 0), int(24*time.Hour/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// trouble is an error for people.
type trouble string

func (t trouble) Error() string { return string(t) }

// What is said of a receiver that did not answer, and not of its address.
const (
	errSlow        = trouble("El receptor tardó demasiado en responder")
	errInterrupted = trouble("El envío se interrumpió: se volverá a intentar")
	errLost        = trouble("No se pudo conectar con el receptor")
)

// explain says in plain words why the receiver did not answer.
func explain(err error) error {
	var unknown *net.DNSError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var timeout net.Error
	switch {
	case errors.Is(err, errPrivate):
		return errPrivate
	case errors.As(err, &unknown):
		return trouble("No se encontró el servidor: revisa la dirección")
	case errors.As(err, &certificate), errors.As(err, &authority):
		return trouble("El certificado del servidor no es válido")
	case errors.As(err, &timeout) && timeout.Timeout():
		return errSlow
	case errors.Is(err, syscall.ECONNREFUSED):
		return trouble("El servidor rechazó la conexión")
	case errors.Is(err, context.Canceled):
		return errInterrupted
	default:
		return errLost
	}
}
