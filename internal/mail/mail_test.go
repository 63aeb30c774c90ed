package mail_test

import (
	"context"
	"errors"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"estante/internal/mail"
	"estante/internal/mail/mailtest"
	"estante/internal/outbox"
)

const from = "Estante <estante@example.com>"

var letter = outbox.Mail{
	ID: "12.abc@estante.example.com", To: "lucia@example.com", Name: "Lucía Ñandú", Subject: "Recupera tu contraseña",
	Text: "Hola, Lucía:\n\nhttps://estante.example.com/password-change#token=" + strings.Repeat("abcd", 30) + "\n",
}

func send(t *testing.T, address string, letter outbox.Mail) error {
	t.Helper()
	mailer, err := mail.New(address, from)
	if err != nil {
		t.Fatal(err)
	}
	return mailer.Send(t.Context(), letter)
}

// A letter arrives as it was written: Spanish, with a link longer than a line.
func TestSend(t *testing.T) {
	server := mailtest.Serve(t)
	if err := send(t, server.Address+"?tls=no", letter); err != nil {
		t.Fatal(err)
	}
	got := server.Letter(t)
	if got.From != "estante@example.com" || got.To != "lucia@example.com" {
		t.Errorf("the envelope says %s to %s", got.From, got.To)
	}
	if got.Subject != letter.Subject || strings.ReplaceAll(got.Text, "\r\n", "\n") != letter.Text {
		t.Errorf("arrived as %q: %q", got.Subject, got.Text)
	}
	if to, err := netmail.ParseAddress(got.Header.Get("To")); err != nil || to.Name != letter.Name {
		t.Errorf("the recipient is %v, %v", to, err)
	}
	if got.Header.Get("Date") == "" || got.Header.Get("Message-Id") != "<"+letter.ID+">" {
		t.Errorf("the letter says %v", got.Header)
	}
}

// A password travels only over TLS, and only to the server that the certificate names.
func TestSendOverTLS(t *testing.T) {
	server := mailtest.ServeTLS(t, "correo", "clave del correo")
	if err := send(t, server.With("correo", "clave del correo"), letter); err != nil {
		t.Fatal(err)
	}
	if got := server.Letter(t); got.Subject != letter.Subject {
		t.Errorf("arrived: %+v", got)
	}
	if err := send(t, server.With("correo", "otra"), letter); err == nil {
		t.Error("a wrong password was let through")
	} else if strings.Contains(err.Error(), "otra") {
		t.Errorf("the password is in the error: %v", err)
	}
	server.Nothing(t)
}

func TestTLSIsDemanded(t *testing.T) {
	server := mailtest.Serve(t)
	if err := send(t, server.With("correo", "clave del correo"), letter); err == nil {
		t.Error("a server without TLS was told a password")
	}
	server.Nothing(t)
}

// What people write about themselves adds no header and no recipient.
func TestNoHeaderIsSmuggled(t *testing.T) {
	server := mailtest.Serve(t)
	sly := letter
	sly.Name, sly.Subject = "Lucía\a\r\nBcc: otra@example.com", "Hola\r\nBcc: otra@example.com\r\n\r\nCuerpo"
	if err := send(t, server.Address+"?tls=no", sly); err != nil {
		t.Fatal(err)
	}
	got := server.Letter(t)
	if got.Header.Get("Bcc") != "" || strings.ReplaceAll(got.Text, "\r\n", "\n") != letter.Text {
		t.Errorf("arrived with %v: %q", got.Header, got.Text)
	}
}

func TestSendFails(t *testing.T) {
	server := mailtest.Serve(t)
	server.Refuse(errors.New("buzón lleno"))
	if err := send(t, server.Address+"?tls=no", letter); err == nil {
		t.Error("a refused letter counts as sent")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	_ = listener.Close()
	if err := send(t, "smtp://"+closed+"?tls=no", letter); err == nil {
		t.Error("a server that is not there took a letter")
	}
}

// A process that stops does not wait for a mail server that says nothing.
func TestSendEndsWithItsContext(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		cancel()
		<-t.Context().Done()
		_ = conn.Close()
	}()
	mailer, err := mail.New("smtp://"+listener.Addr().String()+"?tls=no", from)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := mailer.Send(ctx, letter); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("a silent server was waited for %s", took)
	}
}

func TestAddressesOfServers(t *testing.T) {
	for address, fine := range map[string]bool{
		"smtp://localhost":                  true,
		"smtp://user:secreto@example.com":   true,
		"smtps://user:secreto@example.com":  true,
		"smtp://[::1]:25?tls=no":            true,
		"http://user:secreto@example.com":   false,
		"example.com:25":                    false,
		"smtp://":                           false,
		"smtp://user:secreto@exa mple.com":  false,
		"smtp://user:secreto@example.com:x": false,
	} {
		_, err := mail.New(address, from)
		if (err == nil) != fine {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "secreto") {
			t.Errorf("the password is in the error: %v", err)
		}
	}
	if _, err := mail.New("smtp://localhost", "sin arroba"); err == nil {
		t.Error("a sender without an address was accepted")
	}
}
