package store_test

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// proxy stands between the store and PostgreSQL, to lose what a network loses.
type proxy struct {
	server string
	front  net.Listener
	mu     sync.Mutex
	conns  map[net.Conn]struct{}
	// deaf loses the server's answers, and the connection with the first one.
	deaf bool
	// shut refuses new connections.
	shut  bool
	group sync.WaitGroup
}

// startProxy returns the proxy and the address of the database through it.
func startProxy(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: target.Host, front: front, conns: map[net.Conn]struct{}{}}
	p.group.Go(p.accept)
	t.Cleanup(func() {
		_ = front.Close()
		p.cut()
		p.group.Wait()
	})
	target.Host = front.Addr().String()
	return p, target.String()
}

func (p *proxy) accept() {
	for {
		client, err := p.front.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		shut := p.shut
		p.mu.Unlock()
		server, err := net.Dial("tcp", p.server)
		if err != nil || shut {
			_ = client.Close()
			continue
		}
		p.join(client, server)
	}
}

func (p *proxy) join(client, server net.Conn) {
	p.mu.Lock()
	p.conns[client], p.conns[server] = struct{}{}, struct{}{}
	p.mu.Unlock()
	p.group.Go(func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	})
	p.group.Go(func() {
		defer func() { _, _ = client.Close(), server.Close() }()
		answer := make([]byte, 64<<10)
		for {
			n, err := server.Read(answer)
			if err != nil || p.isDeaf() {
				return
			}
			if _, err := client.Write(answer[:n]); err != nil {
				return
			}
		}
	})
}

func (p *proxy) isDeaf() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	deaf := p.deaf
	p.deaf = false
	return deaf
}

// loseNextAnswer lets the next request reach the server and cuts the
// connection instead of passing the answer on.
func (p *proxy) loseNextAnswer() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = true
}

// cut ends every connection.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.conns {
		_ = conn.Close()
		delete(p.conns, conn)
	}
}

// setShut refuses new connections or takes them again.
func (p *proxy) setShut(shut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = shut
}
