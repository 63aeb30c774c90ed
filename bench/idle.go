package main

import (
	"context"
	"net/http"
	"os"
	"time"
)

// What a server may take that has nothing to do yet.
const (
	idleMegabytesMax = 40
	idleStartMax     = 300
	// idleRest is how long after its first answer the memory is looked at.
	idleRest = 3 * time.Second
)

// idle starts servers with empty databases: how long until the first answer,
// and how much memory they have when nothing more happens.
func (r *run) idle(ctx context.Context) error {
	var starts, memories []float64
	for range r.rounds {
		start, memory, err := r.idleOnce(ctx)
		if err != nil {
			return err
		}
		starts, memories = append(starts, start), append(memories, memory)
	}
	r.add(within("start to first answer", "0", "ms", idleStartMax, starts...))
	r.add(within("memory after start", "0", "MB", idleMegabytesMax, memories...))
	return nil
}

func (r *run) idleOnce(ctx context.Context) (milliseconds, megabytes float64, err error) {
	folder, err := os.MkdirTemp("", "estante-bench-")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	began := time.Now()
	served, err := start(ctx, r.program, "serve", "--listen", "127.0.0.1:0", "--data", folder)
	if err != nil {
		return 0, 0, err
	}
	defer served.stop()
	visitor := door{address: served.address, client: newClient()}
	if err := visitor.send(ctx, http.MethodGet, "/api/health/", ""); err != nil {
		return 0, 0, err
	}
	milliseconds = float64(time.Since(began).Microseconds()) / 1000
	if err := wait(ctx, idleRest); err != nil {
		return 0, 0, err
	}
	now, _, err := served.memory()
	return milliseconds, float64(now) / megabyte, err
}

const megabyte = 1 << 20
