package main

import (
	"io"
	"log/slog"
	"net"
	"net/netip"
	"testing"
)

// arrivals is a listener to which connections come from any address.
type arrivals struct {
	net.Listener
	from []string
}

func (a *arrivals) Accept() (net.Conn, error) {
	if len(a.from) == 0 {
		return nil, io.EOF
	}
	near, _ := net.Pipe()
	conn := &arrived{Conn: near, from: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(a.from[0]))}
	a.from = a.from[1:]
	return conn, nil
}

type arrived struct {
	net.Conn
	from net.Addr
}

func (a *arrived) RemoteAddr() net.Addr { return a.from }

// An address has so many connections and no more, until one of them is closed; this machine
// and trusted proxies have any number.
func TestConnectionsOfOnePeerAreBounded(t *testing.T) {
	coming := &arrivals{from: []string{
		"192.0.2.1:1", "192.0.2.1:2", "192.0.2.1:3", "[::ffff:192.0.2.1]:4", "198.51.100.7:1",
		"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8::3]:1", "[2001:db8:0:1::1]:1",
		"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3", "10.1.2.3:1", "10.1.2.3:2", "10.1.2.3:3",
	}}
	l := bounded(coming, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, slog.New(slog.DiscardHandler))
	l.most = 2
	var open []net.Conn
	for {
		conn, err := l.Accept()
		if err != nil {
			break
		}
		open = append(open, conn)
	}
	if len(open) != 12 {
		t.Errorf("%d of 15 connections were taken, want 12", len(open))
	}
	_, _ = open[0].Close(), open[0].Close()
	coming.from = []string{"192.0.2.1:5", "192.0.2.1:6"}
	if _, err := l.Accept(); err != nil {
		t.Errorf("after one was closed: %v", err)
	}
	if _, err := l.Accept(); err != io.EOF { //nolint:errorlint // It is the listener's own.
		t.Errorf("one that was closed twice counts twice: %v", err)
	}
	for _, conn := range open {
		_ = conn.Close()
	}
}
