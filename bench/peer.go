package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// peer is PocketBase with the products of a shop; see the module beside this one.
type peer struct {
	door
	served   *process
	products int
	folder   string
}

func openPeer(ctx context.Context, o options, products int) (*peer, error) {
	folder, err := os.MkdirTemp("", "estante-bench-")
	if err != nil {
		return nil, err
	}
	p := &peer{door: door{client: newClient()}, products: products, folder: folder}
	if err = p.fill(ctx, o.peer); err == nil {
		p.served, err = start(ctx, o.peer, "serve", "--http", "127.0.0.1:0", "--dir", folder)
	}
	if err == nil {
		p.address = p.served.address
		err = p.signIn(ctx)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// fill brings the same file that a shop imports.
func (p *peer) fill(ctx context.Context, program string) error {
	file := filepath.Join(p.folder, "products.csv")
	if err := os.WriteFile(file, productsFile(0, p.products, 0), 0o600); err != nil {
		return err
	}
	filling := exec.CommandContext(ctx, program, "fill", file, "--dir", p.folder) //nolint:gosec // The Makefile built it.
	if output, err := filling.CombinedOutput(); err != nil {
		return fmt.Errorf("fill PocketBase: %w: %s", err, output)
	}
	return nil
}

func (p *peer) signIn(ctx context.Context) error {
	var signedIn struct{ Token string }
	body := fmt.Sprintf(`{"identity":%q,"password":%q}`, benchEmail, benchPassword)
	err := p.read(ctx, http.MethodPost, "/api/collections/users/auth-with-password", body, &signedIn)
	p.authorization = signedIn.Token
	return err
}

func (p *peer) close() {
	if p.served != nil {
		p.served.stop()
	}
	_ = os.RemoveAll(p.folder)
}

// match is a question as both are asked it, with what is expected of the ratio
// in a small and in a large shop; without an expectation it is not asked there.
type match struct {
	ours         question
	theirs       func(p *peer, n int) (method, path, body string)
	small, large goal
}

// records is the address of what PocketBase has of products, and firstPage that of
// twenty of them, the newest first.
const (
	records   = "/api/collections/products/records"
	firstPage = records + "?perPage=20&sort=-created,-id"
)

// found asks for the first page of a search in the columns that ours looks at.
func found(word string) func(*peer, int) (method, path, body string) {
	filter := fmt.Sprintf("sku~'%[1]s'||name~'%[1]s'||barcode~'%[1]s'||brand~'%[1]s'", word)
	return func(*peer, int) (string, string, string) {
		return http.MethodGet, firstPage + "&filter=" + url.QueryEscape(filter), ""
	}
}

var (
	oneProduct = match{find("one product"), func(p *peer, n int) (method, path, body string) {
		return http.MethodGet, fmt.Sprintf("%s/%015d", records, 1+n%p.products), ""
	}, atLeast(3.5), atLeast(3.5)}
	adjustments = match{find("adjust stock"), func(p *peer, n int) (method, path, body string) {
		return http.MethodPatch, fmt.Sprintf("%s/%015d", records, 1+n%p.products), `{"currentStock+": 1}`
	}, atLeast(2.5), atLeast(2.5)}
)

var matches = []match{
	{find("list, newest first"), func(*peer, int) (method, path, body string) {
		return http.MethodGet, firstPage, ""
	}, atLeast(4), atLeast(25)},
	oneProduct,
	{find("search, rare word"), found("zafiro"), goal{}, atLeast(200)},
	{find("search, common word"), found("tornillo"), goal{}, atLeast(20)},
	adjustments,
}

// besidePeers asks a shop and its peer the same questions.
func (r *run) besidePeers(ctx context.Context) error {
	for _, size := range []struct {
		products int
		goal     func(match) goal
	}{
		{r.small, func(m match) goal { return m.small }},
		{r.large, func(m match) goal { return m.large }},
	} {
		s, p, err := r.fillBoth(ctx, size.products)
		if err != nil {
			return err
		}
		for _, m := range matches {
			g := size.goal(m)
			if g == (goal{}) {
				continue
			}
			ours, theirs, err := duel(ctx, r.options, s.side(m.ours), p.side(m))
			if err != nil {
				return fmt.Errorf("%s: %w", m.ours.name, err)
			}
			r.add(faster(m.ours.name, size.products, "PocketBase", ours, theirs, g))
		}
	}
	return nil
}

// fillBoth makes a shop and its peer, each on a processor.
func (r *run) fillBoth(ctx context.Context, products int) (s *shop, p *peer, err error) {
	var filling sync.WaitGroup
	var peerErr error
	filling.Go(func() { p, peerErr = r.peer(ctx, products) })
	s, err = r.shop(ctx, products)
	filling.Wait()
	return s, p, errors.Join(err, peerErr)
}

// put asks the peer its half of a match once.
func (p *peer) put(ctx context.Context, m match, n int) error {
	method, path, body := m.theirs(p, n)
	return p.send(ctx, method, path, body)
}

// side asks the peer its half of a match.
func (p *peer) side(m match) side {
	return side{
		func(ctx context.Context, n int) error { return p.put(ctx, m, n) },
		p.served.processorTime, m.ours.method != http.MethodGet,
	}
}
