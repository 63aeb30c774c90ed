package main

import (
	"log/slog"
	"net"
	"net/netip"
	"sync"
)

// connectionsEach is how many connections one address may have open: enough for a whole shop
// behind one, and too few to take all there are.
const connectionsEach = 500

// boundedListener refuses connections of an address that has too many. The addresses of which
// it lets any number through have many people behind them.
type boundedListener struct {
	net.Listener
	most int
	any  []netip.Prefix
	log  *slog.Logger

	mu   sync.Mutex
	open map[netip.Prefix]int
	told sync.Once
}

func bounded(listener net.Listener, proxies []netip.Prefix, log *slog.Logger) *boundedListener {
	return &boundedListener{
		Listener: listener, most: connectionsEach, any: proxies, log: log, open: map[netip.Prefix]int{},
	}
}

// Accept implements net.Listener.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, counted := l.peer(conn)
		if !counted {
			return conn, nil
		}
		if l.take(peer) {
			return &countedConn{Conn: conn, closed: sync.OnceFunc(func() { l.giveBack(peer) })}, nil
		}
		l.told.Do(func() {
			l.log.Warn("an address has too many connections; if it is a proxy's, name it with --trusted-proxies",
				"address", peer.Addr().String(), "most", l.most)
		})
		_ = conn.Close() // Nothing has been said yet.
	}
}

// peer is whom a connection is counted for: an IPv4 address, or the /64 of which a customer
// can pick any. This machine and the proxies are not counted.
func (l *boundedListener) peer(conn net.Conn) (netip.Prefix, bool) {
	remote, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}, false
	}
	address := remote.Addr().Unmap().WithZone("")
	if address.IsLoopback() {
		return netip.Prefix{}, false
	}
	for _, network := range l.any {
		if network.Contains(address) {
			return netip.Prefix{}, false
		}
	}
	bits := 32
	if address.Is6() {
		bits = 64
	}
	peer, err := address.Prefix(bits)
	return peer, err == nil
}

func (l *boundedListener) take(peer netip.Prefix) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[peer] >= l.most {
		return false
	}
	l.open[peer]++
	return true
}

func (l *boundedListener) giveBack(peer netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[peer]--; l.open[peer] == 0 {
		delete(l.open, peer)
	}
}

// countedConn is a connection that counts until it is closed.
type countedConn struct {
	net.Conn
	closed func()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	defer c.closed()
	return c.Conn.Close()
}
