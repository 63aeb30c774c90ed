package courier_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/courier"
	"estante/internal/webhook"
)

// receiver answers as a handler says and counts who called.
func receiver(t *testing.T, handler http.HandlerFunc) (address string, calls *atomic.Int64) {
	t.Helper()
	calls = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, calls
}

func TestAParcelArrivesAsItIs(t *testing.T) {
	address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.Header.Get("Webhook-Id") != "msg_1" || r.UserAgent() != "Estante/prueba" ||
			string(body) != `{"a":"ñ"}` {
			t.Errorf("arrived: %s %v %s", r.Method, r.Header, body)
		}
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte("más tarde"))
	})
	receipt, err := courier.New("prueba", true).Post(t.Context(), webhook.Parcel{
		URL: address, Header: map[string]string{"Webhook-Id": "msg_1"}, Body: []byte(`{"a":"ñ"}`),
	})
	if err != nil || receipt.Status != 429 || receipt.RetryAfter != 2*time.Minute || receipt.Answer != "más tarde" {
		t.Errorf("receipt %+v, %v", receipt, err)
	}
}

// An address of this machine is not called, whatever name leads to it: the
// name is looked up and the address that comes out is refused.
func TestPrivateAddressesAreNotCalled(t *testing.T) {
	address, calls := receiver(t, func(http.ResponseWriter, *http.Request) {})
	port := address[strings.LastIndex(address, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]"} {
		_, err := courier.New("prueba", false).Post(t.Context(), webhook.Parcel{URL: "http://" + host + port})
		if err == nil || err.Error() != "La dirección lleva a una red privada, y eso no está permitido" {
			t.Errorf("%s: %v", host, err)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("this machine was called %d times", calls.Load())
	}
}

// A redirect is an answer like any other, and the client does not follow it.
func TestRedirectsAreNotFollowed(t *testing.T) {
	hidden, calls := receiver(t, func(http.ResponseWriter, *http.Request) {})
	for _, status := range []int{301, 302, 303, 307, 308} {
		address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, hidden, status) })
		receipt, err := courier.New("prueba", true).Post(t.Context(), webhook.Parcel{URL: address})
		if err != nil || receipt.Status != status {
			t.Errorf("%d: %+v, %v", status, receipt, err)
		}
	}
	if calls.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

// An answer without end is not read to its end.
func TestALongAnswerIsCutOff(t *testing.T) {
	address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write([]byte(strings.Repeat("x", 4096))); err != nil {
				return
			}
		}
	})
	receipt, err := courier.New("prueba", true).Post(t.Context(), webhook.Parcel{URL: address})
	if err != nil || receipt.Status != 200 || len(receipt.Answer) != 2048 {
		t.Errorf("%d bytes, %v", len(receipt.Answer), err)
	}
}

// An error says in plain words why the receiver did not answer, without its address.
func TestWhyNobodyAnswered(t *testing.T) {
	silent, _ := receiver(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	for address, want := range map[string]string{
		silent:     "El receptor tardó demasiado en responder",
		closed.URL: "El servidor rechazó la conexión",
		secure.URL: "El certificado del servidor no es válido",
		// A name that no name server need be asked for.
		"https://no..existe/aviso": "No se encontró el servidor: revisa la dirección",
	} {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if address == silent {
			ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
		}
		_, err := courier.New("prueba", true).Post(ctx, webhook.Parcel{URL: address})
		cancel()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}
