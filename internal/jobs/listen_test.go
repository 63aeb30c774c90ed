package jobs

import (
	"context"
	"log/slog"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
)

// lateStream is a memory that is heard from now on, and tells nothing more; what
// was told before, while the connection was made, reached nobody.
type lateStream struct{ core.Store }

func (lateStream) Events(_ context.Context, deliver func([]core.Event)) error {
	deliver(nil)
	return nil
}

func TestWorkThatCameBeforeTheStreamIsLookedFor(t *testing.T) {
	inv := inventory.New(lateStream{}, inventory.Options{PasswordWorkers: 1})
	wake := make(chan struct{}, 1)
	listen(t.Context(), inv, map[core.Topic][]chan<- struct{}{core.TopicMessages: {wake}}, slog.New(slog.DiscardHandler))
	if len(wake) == 0 {
		t.Error("nobody looks for what came before")
	}
}
