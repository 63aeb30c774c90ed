//go:build prove

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The standby has everything that was acknowledged, because the primary waited
// for it.
func TestThePostgreSQLServerFailsOver(t *testing.T) {
	primary := startPrimary(t)
	standby := primary.follow(t)
	outage(t, "postgres://estante@"+primary.host()+","+standby.host()+
		"/postgres?sslmode=disable&target_session_attrs=primary", 1, func(t *testing.T) {
		t.Helper()
		primary.kill(t)
		standby.promote(t)
	})
}

// A network of which Estante has one end and PostgreSQL the other is cut in
// three ways, each for longer than a request is let wait: at either end, and
// on the way, where whatever is sent vanishes.
func TestTheNetworkIsReallyCut(t *testing.T) {
	net := layNetwork(t)
	server := newCluster(t)
	server.address, server.room = net.there, net.name
	server.create(t)
	hba := filepath.Join(server.data(), "pg_hba.conf")
	lines, err := os.ReadFile(hba)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hba, append(lines, "host all all "+net.here+"/32 trust\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	server.start(t)
	cuts := net.cuts()
	made := 0
	outage(t, "postgres://estante@"+server.host()+"/postgres?sslmode=disable", len(cuts), func(t *testing.T) {
		t.Helper()
		cut := cuts[made]
		made++
		ip(t, cut.cut...)
		time.Sleep(10 * time.Second)
		ip(t, cut.heal...)
	})
}

// network is a wire between this machine and a room of its own.
type network struct{ name, near, far, here, there string }

// layNetwork makes a room with a wire to it, which root alone may do.
func layNetwork(t *testing.T) network {
	t.Helper()
	n := os.Getpid() % 250
	net := network{
		name: fmt.Sprintf("estante-%d", n), near: fmt.Sprintf("est%da", n), far: fmt.Sprintf("est%db", n),
		here: fmt.Sprintf("10.203.%d.1", n), there: fmt.Sprintf("10.203.%d.2", n),
	}
	ip(t, "netns", "add", net.name)
	// The test's own context has ended by then; the wire goes with the room.
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", net.name).Run() })
	ip(t, "link", "add", net.near, "type", "veth", "peer", "name", net.far, "netns", net.name)
	ip(t, "addr", "add", net.here+"/30", "dev", net.near)
	ip(t, "-n", net.name, "addr", "add", net.there+"/30", "dev", net.far)
	ip(t, "link", "set", net.near, "up")
	ip(t, "-n", net.name, "link", "set", net.far, "up")
	ip(t, "-n", net.name, "link", "set", "lo", "up")
	return net
}

// cut is a way to cut a network, and to heal it.
type cut struct{ cut, heal []string }

func (n network) cuts() []cut {
	return []cut{
		{[]string{"link", "set", n.near, "down"}, []string{"link", "set", n.near, "up"}},
		{
			[]string{"-n", n.name, "route", "add", "blackhole", n.here + "/32"},
			[]string{"-n", n.name, "route", "del", "blackhole", n.here + "/32"},
		},
		{[]string{"-n", n.name, "link", "set", n.far, "down"}, []string{"-n", n.name, "link", "set", n.far, "up"}},
	}
}

func ip(t *testing.T, args ...string) {
	t.Helper()
	if words, err := exec.CommandContext(t.Context(), "ip", args...).CombinedOutput(); err != nil {
		t.Fatalf("ip %s: %v %s", strings.Join(args, " "), err, words)
	}
}

// follow makes a server that holds every change that the primary has
// acknowledged, and has the primary wait for it.
func (c *cluster) follow(t *testing.T) *cluster {
	t.Helper()
	standby := newCluster(t)
	pg(t, "pg_basebackup", "-D", standby.data(), "-h", "127.0.0.1", "-p", fmt.Sprint(c.port), "-U", "estante", "-R", "-X",
		"stream", "--no-sync")
	standby.start(t)
	for _, setting := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		pg(t, "psql", "-h", "127.0.0.1", "-p", fmt.Sprint(c.port), "-U", "estante", "-d", "postgres", "-c", setting)
	}
	return standby
}

// promote makes a standby the primary.
func (c *cluster) promote(t *testing.T) {
	t.Helper()
	pg(t, "pg_ctl", "promote", "-D", c.data(), "-w")
}
