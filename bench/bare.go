package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// bare serves the files of a folder with nothing around them: what net/http
// takes to send those bytes is the least that any answer of them can cost. The
// table starts it in a process of its own.
func bare(ctx context.Context, o options) error {
	if len(o.rest) != 1 {
		return errors.New("bare wants the folder of the answers")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	answers, err := filepath.Glob(filepath.Join(o.rest[0], "*.json"))
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for _, path := range answers {
		answer, err := os.ReadFile(path) //nolint:gosec // The table has written it.
		if err != nil {
			return err
		}
		mux.HandleFunc("GET /"+filepath.Base(path), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(answer) // Whoever left does not read it.
		})
	}
	fmt.Printf("http://%s\n", listener.Addr())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// plain is a bare server with answers of a shop.
type plain struct {
	door
	served *process
	folder string
}

// openPlain keeps what a shop answers and starts a server that has nothing else.
func openPlain(ctx context.Context, s *shop, asked map[string]question) (*plain, error) {
	folder, err := os.MkdirTemp("", "estante-bench-")
	if err != nil {
		return nil, err
	}
	b := &plain{door: door{client: newClient()}, folder: folder}
	for name, q := range asked {
		if err = s.keepAnswer(ctx, q, filepath.Join(folder, name)); err != nil {
			break
		}
	}
	program := ""
	if err == nil {
		program, err = os.Executable()
	}
	if err == nil {
		b.served, err = start(ctx, program, "bare", folder)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	b.address = b.served.address
	return b, nil
}

func (s *shop) keepAnswer(ctx context.Context, q question, path string) error {
	file, err := os.Create(path) //nolint:gosec // It is in a folder that was just made.
	if err != nil {
		return err
	}
	return errors.Join(s.fetch(ctx, q.method, q.path(s, 0), "", file), file.Close())
}

func (b *plain) side(name string) side {
	return side{func(ctx context.Context, _ int) error { return b.send(ctx, http.MethodGet, "/"+name, "") }, b.served.processorTime, false}
}

func (b *plain) close() {
	if b.served != nil {
		b.served.stop()
	}
	_ = os.RemoveAll(b.folder)
}
