package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// asEstante makes the test binary be the program itself, so that tests see a
// real process: its exit code, its signals and what it writes.
const asEstante = "TEST_AS_ESTANTE"

func TestMain(m *testing.M) {
	if os.Getenv(asEstante) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// patience is longer than anything but a failure takes.
const patience = 60 * time.Second

// command prepares a run of the program on a folder of its own.
func command(t *testing.T, data string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	// The program clears its memory at its own pace, whatever that of the tests is.
	cmd.Env = append(os.Environ(), asEstante+"=1", "ESTANTE_DATA="+data, "GOGC=")
	return cmd
}

// finished is what a run left behind.
type finished struct {
	code   int
	stdout string
	stderr string
}

// estante runs a command to its end, with words on its standard input.
func estante(t *testing.T, data, input string, args ...string) finished {
	t.Helper()
	cmd := command(t, data, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return finished{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// server is a run of "estante serve".
type server struct {
	cmd  *exec.Cmd
	url  string
	data string
	log  *log
	// ended holds the result when the process is gone.
	ended chan error
}

// serving starts a server on a free port and waits for its first line.
func serving(t *testing.T, data string, args ...string) *server {
	t.Helper()
	s := &server{data: data, log: newLog(), ended: make(chan error, 1)}
	s.cmd = command(t, data, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stderr = s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "Estante escucha en ")
	if err != nil || !found {
		t.Fatalf("the first line is %q, %v: %s", line, err, s.log)
	}
	s.url = address
	go func() { s.ended <- s.cmd.Wait() }()
	return s
}

// terminate asks the server to stop.
func (s *server) terminate(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// stops wants the server to end well within ten seconds of being asked.
func (s *server) stops(t *testing.T, asked time.Time) {
	t.Helper()
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("the server ended with %v: %s", err, s.log)
		}
		if took := time.Since(asked); took > 10*time.Second {
			t.Errorf("stopping took %s", took)
		}
	case <-time.After(patience):
		t.Fatalf("the server did not stop: %s", s.log)
	}
}

// ask sends a JSON request and returns the status and the answer.
func (s *server) ask(t *testing.T, method, path, token, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Session "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// signIn returns a session of a user.
func (s *server) signIn(t *testing.T, username, password string) string {
	t.Helper()
	status, text := s.ask(t, "POST", "/api/auth/login/", "", `{"username":"`+username+`","password":"`+password+`"}`)
	var body struct{ Session struct{ SessionToken string } }
	if err := json.Unmarshal([]byte(text), &body); err != nil || status != http.StatusOK {
		t.Fatalf("signing in answered %d %s", status, text)
	}
	return body.Session.SessionToken
}

// log gathers what a process writes and tells when a word appears in it.
type log struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func newLog() *log { return &log{changed: make(chan struct{}, 1)} }

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// line waits for a line with a message and returns its attributes.
func (l *log) line(t *testing.T, message string) map[string]any {
	t.Helper()
	for timeout := time.After(patience); ; {
		for text := range strings.Lines(l.String()) {
			var line map[string]any
			if json.Unmarshal([]byte(text), &line) == nil && line["msg"] == message {
				return line
			}
		}
		select {
		case <-l.changed:
		case <-timeout:
			t.Fatalf("no line says %q: %s", message, l)
		}
	}
}
