package store

import (
	"context"

	"estante/internal/store/postgres"
	"estante/internal/store/sqlconn"
)

// retryReads runs a read again when its connection turns out to be dead, as
// long as the closure has seen no answer: what it did with one (a page half
// sent, a list half filled) cannot be taken back.
func retryReads(ctx context.Context, read func() (*tx, error)) error {
	backoff := sqlconn.NewBackoff()
	for {
		t, err := read()
		if err == nil {
			return nil
		}
		var kind sqlconn.Failure
		switch {
		case t == nil:
			kind = postgres.Classify(err)
			err = sqlconn.Explain(kind, err)
		case t.failure == nil || t.answered:
			return err
		default:
			kind = t.kind
		}
		if !backoff.Again(ctx, kind) {
			return err
		}
	}
}
