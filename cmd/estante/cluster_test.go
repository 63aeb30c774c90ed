package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cluster is a PostgreSQL server that a test may kill.
type cluster struct {
	folder  string
	address string
	port    int
	// room is the network namespace it runs in; empty is the machine's own.
	room string
}

// pgCommand prepares one of the server's programs. The server refuses to run as
// root, so root lends it to its own user.
func pgCommand(ctx context.Context, t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + program)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s is missing; run scripts/install-test-deps", program)
	}
	command := append([]string{slices.Max(found)}, args...)
	if os.Geteuid() == 0 {
		command = append([]string{"runuser", "-u", "postgres", "--"}, command...)
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = "/"
	return cmd
}

// pg runs one of the server's programs to its end.
func pg(t *testing.T, program string, args ...string) {
	t.Helper()
	toItsEnd(t, pgCommand(t.Context(), t, program, args...))
}

func toItsEnd(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	// The server keeps what it is given; a pipe would wait for its end.
	log, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		words, _ := os.ReadFile(log.Name())
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, words)
	}
}

// newCluster makes a server's folder, still empty.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	folder, err := os.MkdirTemp("", "estante-cluster-")
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := exec.CommandContext(t.Context(), "chown", "postgres", folder).Run(); err != nil {
			t.Fatal(err)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = free.Close() }()
	c := &cluster{folder: folder, address: "127.0.0.1", port: free.Addr().(*net.TCPAddr).Port}
	t.Cleanup(func() {
		// It may be gone already, and the test's own context has ended.
		_ = pgCommand(context.Background(), t, "pg_ctl", "stop", "-D", c.data(), "-m", "immediate", "-w").Run()
		_ = os.RemoveAll(folder)
	})
	return c
}

func (c *cluster) data() string { return filepath.Join(c.folder, "data") }

func (c *cluster) host() string { return fmt.Sprintf("%s:%d", c.address, c.port) }

func (c *cluster) start(t *testing.T) {
	t.Helper()
	cmd := pgCommand(t.Context(), t, "pg_ctl", "start", "-D", c.data(), "-w", "-l", filepath.Join(c.folder, "log"), "-o",
		fmt.Sprintf("-p %d -c listen_addresses=%s -c unix_socket_directories='' -c wal_level=replica -c fsync=off -c "+
			"wal_receiver_timeout=2s", c.port, c.address))
	if c.room != "" {
		inside := exec.CommandContext(t.Context(), "ip", append([]string{"netns", "exec", c.room}, cmd.Args...)...)
		inside.Dir = cmd.Dir
		cmd = inside
	}
	toItsEnd(t, cmd)
}

// kill ends the server as a machine that fails does: nobody is told, nothing is
// finished.
func (c *cluster) kill(t *testing.T) {
	t.Helper()
	pg(t, "pg_ctl", "stop", "-D", c.data(), "-m", "immediate", "-w")
}

// startPrimary makes a server that takes changes.
func startPrimary(t *testing.T) *cluster {
	t.Helper()
	c := newCluster(t)
	c.create(t)
	c.start(t)
	return c
}

// create fills the server's folder.
func (c *cluster) create(t *testing.T) {
	t.Helper()
	pg(t, "initdb", "-D", c.data(), "-U", "estante", "-A", "trust", "--encoding=UTF8", "--locale=C", "--no-sync")
}
