// Package mailtest is a mail server for tests: a real SMTP conversation on a
// free port of this machine, and the letters that arrived.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Letter is an e-mail as its recipient would read it.
type Letter struct {
	From    string
	To      string
	Subject string
	Text    string
	Header  mail.Header
}

// Server is a mail server that keeps what it is given.
type Server struct {
	// Address is where it listens, as mail.New takes it.
	Address string

	letters            chan Letter
	username, password string
	mu                 sync.Mutex
	refusal            error
	trouble            func(Stage) error
}

// lettersMax is more than any test sends.
const lettersMax = 100

// Serve starts a server without TLS and ends it with the test.
func Serve(t *testing.T) *Server {
	t.Helper()
	s := &Server{letters: make(chan Letter, lettersMax)}
	s.start(t, smtp.NewServer(s), "127.0.0.1")
	return s
}

// ServeTLS starts a server that wants STARTTLS and then a password. Its
// certificate is trusted for the rest of the process, as SSL_CERT_FILE is read
// once, so a package may call it in one test only.
func ServeTLS(t *testing.T, username, password string) *Server {
	t.Helper()
	s := &Server{letters: make(chan Letter, lettersMax), username: username, password: password}
	server := smtp.NewServer(s)
	server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate(t)}, MinVersion: tls.VersionTLS12}
	s.start(t, server, "localhost")
	return s
}

func (s *Server) start(t *testing.T, server *smtp.Server, host string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server.Domain, server.ReadTimeout, server.WriteTimeout = "localhost", 10*time.Second, 10*time.Second
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s.Address = "smtp://" + net.JoinHostPort(host, port)
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		// The server closes the listener only once it has begun to serve.
		_ = listener.Close()
		_ = server.Close()
		serving.Wait()
	})
}

// With is the address with a name and a password.
func (s *Server) With(username, password string) string {
	address, err := url.Parse(s.Address)
	if err != nil {
		panic(err) // It is one that start wrote.
	}
	address.User = url.UserPassword(username, password)
	return address.String()
}

// Stage is how far a conversation has come.
type Stage string

// The stages of a conversation. At Taken the letter has arrived and the sender
// does not know it yet.
const (
	Greeted   Stage = "greeted"
	Addressed Stage = "addressed"
	Sending   Stage = "sending"
	Taken     Stage = "taken"
)

// ErrHangup is the trouble of a line that goes dead.
var ErrHangup = errors.New("the line went dead")

// Trouble has the server ask at every stage what goes wrong there; nil is nothing.
func (s *Server) Trouble(trouble func(Stage) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = trouble
}

// Refuse makes the server turn every letter away; nil makes it take them again.
func (s *Server) Refuse(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = err
}

// Letter waits for the next letter.
func (s *Server) Letter(t *testing.T) Letter {
	t.Helper()
	select {
	case letter := <-s.letters:
		return letter
	case <-time.After(30 * time.Second):
		t.Fatal("no letter arrived")
		return Letter{}
	}
}

// Letters are those that have arrived and that nobody has read.
func (s *Server) Letters() (letters []Letter) {
	for {
		select {
		case letter := <-s.letters:
			letters = append(letters, letter)
		default:
			return letters
		}
	}
}

// Nothing fails when there is a letter that nobody has read.
func (s *Server) Nothing(t *testing.T) {
	t.Helper()
	select {
	case letter := <-s.letters:
		t.Errorf("a letter arrived: %+v", letter)
	default:
	}
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(conn *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: conn}, nil
}

// session is one conversation.
type session struct {
	server   *Server
	conn     *smtp.Conn
	signedIn bool
	letter   Letter
}

// trouble is what goes wrong at a stage.
func (s *session) trouble(at Stage) error {
	s.server.mu.Lock()
	trouble := s.server.trouble
	s.server.mu.Unlock()
	if trouble == nil {
		return nil
	}
	err := trouble(at)
	if errors.Is(err, ErrHangup) {
		_ = s.conn.Conn().Close()
	}
	return err
}

func (s *session) Reset()        { s.letter = Letter{} }
func (s *session) Logout() error { return nil }

func (s *session) AuthMechanisms() []string {
	if s.server.username == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != s.server.username || password != s.server.password {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if err := s.trouble(Greeted); err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	switch {
	case s.server.refusal != nil:
		return s.server.refusal
	case s.server.username != "" && !s.signedIn:
		return smtp.ErrAuthRequired
	}
	s.letter.From = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if err := s.trouble(Addressed); err != nil {
		return err
	}
	if s.letter.To != "" {
		return errors.New("our letters have one recipient")
	}
	s.letter.To = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	if err := s.trouble(Sending); err != nil {
		return err
	}
	message, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	s.letter.Header = message.Header
	if s.letter.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return err
	}
	body := message.Body
	if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	s.letter.Text = string(text)
	s.server.letters <- s.letter
	return s.trouble(Taken)
}

// certificate makes one for localhost and has this process trust it.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", file)
	return tls.Certificate{Certificate: [][]byte{signed}, PrivateKey: key}
}
