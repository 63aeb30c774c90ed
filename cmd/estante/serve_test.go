package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"estante/internal/mail/mailtest"
)

// openAccount opens the first account through the command line.
func openAccount(t *testing.T, data string) {
	t.Helper()
	made := estante(t, data, "clave-de-prueba\n", "user", "create", "ana", "--first-name", "Ana", "--last-name", "Gil",
		"--email", "ana@example.com", "--dni", "1X")
	if made.code != 0 {
		t.Fatal(made.stderr)
	}
}

// A polite stop: what has begun is finished, live streams end, nothing new is
// taken, and it all takes less than ten seconds.
func TestServeDrains(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	s := serving(t, data)
	token := s.signIn(t, "ana", "clave-de-prueba")
	stream := openStream(t, s, token)

	const body = `{"firstName":"Marta","lastName":"Gil","email":"ana@example.com"}`
	conn := dial(t, s)
	_, _ = fmt.Fprintf(conn, "PUT /api/profile/ HTTP/1.1\r\nHost: estante\r\nAuthorization: Session %s\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\n\r\n%s",
		token, len(body), body[:20])
	// The server has begun with this request when one of a later connection is answered.
	later := dial(t, s)
	_, _ = fmt.Fprint(later, "GET /api/health/ HTTP/1.1\r\nHost: estante\r\nConnection: close\r\n\r\n")
	if _, err := io.ReadAll(later); err != nil {
		t.Fatal(err)
	}

	asked := time.Now()
	s.terminate(t)
	s.log.line(t, "stopping")
	if _, err := io.ReadAll(stream); err != nil {
		t.Errorf("the stream ended with %v", err)
	}
	if _, err := fmt.Fprint(conn, body[20:]); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("the request that had begun got %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	if text, _ := io.ReadAll(response.Body); response.StatusCode != 200 || !strings.Contains(string(text), "Marta") {
		t.Errorf("the request that had begun got %d %s", response.StatusCode, text)
	}
	s.stops(t, asked)
	if late, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err == nil {
		_ = late.Close()
		t.Error("a server that stopped still listens")
	}
}

func dial(t *testing.T, s *server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// openStream opens a live stream and waits for its first line.
func openStream(t *testing.T, s *server, token string) *bufio.Reader {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/api/events/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Session "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	lines := bufio.NewReader(response.Body)
	if line, err := lines.ReadString('\n'); err != nil || line != "event: hello\n" {
		t.Fatalf("the stream began with %q, %v", line, err)
	}
	return lines
}

// A client that sends slowly or too much is cut off; others notice nothing.
func TestServeLimits(t *testing.T) {
	t.Parallel()
	s := serving(t, t.TempDir())
	t.Run("clients", func(t *testing.T) {
		t.Run("a header that never ends", func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			_, _ = fmt.Fprint(conn, "GET /api/health/ HTTP/1.1\r\nHost: estante\r\nX-Slow: ")
			if text, err := io.ReadAll(conn); err != nil || strings.Contains(string(text), "200 OK") {
				t.Errorf("answered %q, %v", text, err)
			}
		})
		t.Run("a body that never ends", func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			_, _ = fmt.Fprint(conn, "POST /api/auth/login/ HTTP/1.1\r\nHost: estante\r\nContent-Type: application/json\r\n"+
				"Content-Length: 100\r\n\r\n{")
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			if text, _ := io.ReadAll(response.Body); response.StatusCode != 408 ||
				!strings.Contains(string(text), "La petición tardó demasiado en llegar") {
				t.Errorf("answered %d %s", response.StatusCode, text)
			}
		})
		t.Run("a header too large", func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			go func() {
				_, _ = fmt.Fprintf(conn, "GET /api/health/ HTTP/1.1\r\nHost: estante\r\nX-Large: %s\r\n\r\n",
					strings.Repeat("a", 128<<10))
			}()
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("answered %d", response.StatusCode)
			}
		})
		t.Run("everybody else", func(t *testing.T) {
			t.Parallel()
			if status, text := s.ask(t, "GET", "/api/health/", "", ""); status != 200 {
				t.Errorf("answered %d %s", status, text)
			}
		})
	})
	s.terminate(t)
	s.stops(t, time.Now())
}

// Counters are for this machine alone and name no person.
func TestMetrics(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	s := serving(t, data, "--metrics", "127.0.0.1:0")
	token := s.signIn(t, "ana", "clave-de-prueba")
	s.ask(t, "GET", "/api/users/?search=secreto", token, "")
	s.ask(t, "GET", "/api/una-ruta-inventada/", token, "")
	s.ask(t, "GET", "/api/users/1/", token, "")
	address, _ := s.log.line(t, "metrics")["address"].(string)
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`estante_http_requests_total{method="POST",route="/api/auth/login/",status="200"} 1`,
		`estante_http_requests_total{method="GET",route="/api/users/{id}/",status="200"} 1`,
		`estante_http_requests_total{method="-",route="-",status="404"} 1`,
		"estante_live_streams 0", "go_goroutines", "process_open_fds",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	for _, private := range []string{"ana", "secreto", "inventada", token, "127.0.0.1"} {
		if strings.Contains(string(text), private) {
			t.Errorf("the metrics tell %q", private)
		}
	}
	if status, text := s.ask(t, "GET", "/metrics", "", ""); strings.Contains(text, "estante_http_requests_total") {
		t.Errorf("the public address shows the metrics: %d", status)
	}
	for _, open := range []string{"0.0.0.0:0", ":0"} {
		refused := estante(t, t.TempDir(), "", "serve", "--listen", "127.0.0.1:0", "--metrics", open)
		if refused.code != 1 || !strings.Contains(refused.stderr, "se llega desde otras máquinas") {
			t.Errorf("%s: %d %s", open, refused.code, refused.stderr)
		}
	}
	s.terminate(t)
	s.stops(t, time.Now())
}

// Every line of the log is JSON, and none holds a password, a session or what
// people search for.
func TestServeLogs(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	s := serving(t, data, "--log-level", "debug")
	token := s.signIn(t, "ana", "clave-de-prueba")
	s.ask(t, "GET", "/api/users/?search=secreto", token, "")
	s.ask(t, "GET", "/api/users/987654/", token, "")
	s.terminate(t)
	s.stops(t, time.Now())
	requests := 0
	for line := range strings.Lines(s.log.String()) {
		var attributes map[string]any
		if err := json.Unmarshal([]byte(line), &attributes); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		if attributes["msg"] == "request" {
			requests++
		}
	}
	if requests != 3 {
		t.Errorf("%d requests are logged", requests)
	}
	for _, secret := range []string{token, "clave-de-prueba", "secreto", "987654"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// The whole way of a forgotten password, from the request to the letter, with
// the links where the operator says people are.
func TestServeSendsLetters(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	post := mailtest.Serve(t)
	s := serving(t, data, "--smtp", post.Address+"?tls=no", "--public-url", "https://tienda.example.com", "--mail-from",
		"Tienda <tienda@example.com>")
	if status, text := s.ask(t, "POST", "/api/auth/password-recovery/", "", `{"email":"ana@example.com"}`); status != 200 {
		t.Fatalf("answered %d %s", status, text)
	}
	letter := post.Letter(t)
	_, rest, found := strings.Cut(letter.Text, "https://tienda.example.com/password-change#token=")
	token, _, _ := strings.Cut(rest, "\r\n")
	if !found || letter.From != "tienda@example.com" {
		t.Fatalf("the letter is %+v", letter)
	}
	if strings.Contains(s.log.String(), token) {
		t.Error("the link is in the log although there is a mail server")
	}
	status, text := s.ask(t, "POST", "/api/auth/password-reset/", "",
		`{"token":"`+token+`","newPassword":"una clave nueva","confirmPassword":"una clave nueva"}`)
	if status != 204 {
		t.Errorf("choosing a password answered %d %s", status, text)
	}
	s.signIn(t, "ana", "una clave nueva")
	s.terminate(t)
	s.stops(t, time.Now())
}

// Where people from everywhere can come, the first start lets nobody in by themselves.
func TestServeInPublicNeedsApproval(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	s := serving(t, data, "--public-url", "https://tienda.example.com")
	if _, text := s.ask(t, "GET", "/api/business/", "", ""); !strings.Contains(text, `"registration":"approval"`) {
		t.Errorf("strangers find %s", text)
	}
	s.terminate(t)
	s.stops(t, time.Now())
}

// Without a mail server the link waits where administrators read it, and is in no log.
func TestServeKeepsLettersWithoutAServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	s := serving(t, data)
	s.ask(t, "POST", "/api/auth/password-recovery/", "", `{"email":"ana@example.com"}`)
	s.log.line(t, "no mail server is set; the message waits in the tray")
	_, text := s.ask(t, "GET", "/api/mail/tray/", s.signIn(t, "ana", "clave-de-prueba"), "")
	_, link, found := strings.Cut(text, s.url+"/password-change#token=")
	if !found || strings.Contains(s.log.String(), link[:40]) {
		t.Errorf("the tray holds %s", text)
	}
	s.terminate(t)
	s.stops(t, time.Now())
}

// A mail server that has fallen silent does not keep the process from stopping.
func TestServeStopsDuringALetter(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	s := serving(t, data, "--smtp", "smtp://"+silent.Addr().String()+"?tls=no")
	s.ask(t, "POST", "/api/auth/password-recovery/", "", `{"email":"ana@example.com"}`)
	conn, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	asked := time.Now()
	s.terminate(t)
	s.stops(t, asked)
}

func TestServeRefusesNonsense(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"--trusted-proxies", "nadie"}, "red de proxies desconocida"},
		{[]string{"--smtp", "http://user:secreto@example.com"}, "usa smtp o smtps"},
		{[]string{"--smtp", "smtp://user:secreto@"}, "correo: la dirección del servidor"},
		{[]string{"--smtp", "smtp://localhost", "--mail-from", "nadie"}, "correo: el remitente"},
		{[]string{"--database", "mysql://user:secreto@example.com/x"}, ""},
		{[]string{"--listen", "127.0.0.1:notaport"}, ""},
	} {
		refused := estante(t, t.TempDir(), "", append([]string{"serve", "--listen", "127.0.0.1:0"}, row.args...)...)
		if refused.code == 0 || !strings.Contains(refused.stderr, row.says) || strings.Contains(refused.stderr, "secreto") ||
			refused.stdout != "" {
			t.Errorf("%v: %d %q %q", row.args, refused.code, refused.stdout, refused.stderr)
		}
	}
}
