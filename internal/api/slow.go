package api

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// How long the answers may take that read a whole file or write one.
const (
	previewTimeMax  = 3 * time.Minute
	downloadTimeMax = 10 * time.Minute
)

// Slow is an operation whose answer may take longer than others.
type Slow struct{ writer http.ResponseWriter }

// Resolve keeps what the answer is written to.
func (in *Slow) Resolve(ctx huma.Context) []error {
	_, in.writer = humachi.Unwrap(ctx)
	return nil
}

var _ huma.Resolver = (*Slow)(nil)

// allow gives the answer more time.
func (in *Slow) allow(most time.Duration) error {
	return http.NewResponseController(in.writer).SetWriteDeadline(time.Now().Add(most))
}

type slowIDInput struct {
	Slow
	IDInput
}
