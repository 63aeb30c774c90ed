package sqlconn

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"estante/internal/core"
)

// Failure is what an error of an engine means to the caller whose statement caused
// it. It is recognised by the driver's code and never by its text.
type Failure int

const (
	Unexpected    Failure = iota // a fault of ours, or damage
	Collided                     // with another transaction: run it again
	Away                         // the engine, or the way to it, is gone
	Busy                         // it did not get its turn in time
	Full                         // the disk is
	Taken                        // another row has the unique value, or the row it refers to is gone
	OutOfRange                   // a number or text is too large
	WroteReadOnly                // a write where only reading is allowed
	Left                         // the caller no longer waits
)

// Errors that the engines cause and people read.
var (
	errTaken = &core.Error{
		Kind: core.Conflict,
		Message: "Estos datos chocan con otros que ya existen o que acaban de cambiar. " +
			"Revísalos e inténtalo de nuevo.",
	}
	errOutOfRange = &core.Error{Kind: core.Invalid, Message: "Un número o un texto es demasiado grande"}

	// ErrClosed is the answer of a memory that is closed.
	ErrClosed = errors.New("the database is closed")
)

// Explain wraps an engine's error in the one that the domain knows, keeping
// the cause for the log.
func Explain(kind Failure, err error) error {
	public := map[Failure]*core.Error{
		Collided: core.ErrBusy, Busy: core.ErrBusy, Away: core.ErrDown, Full: core.ErrFull,
		Taken: errTaken, OutOfRange: errOutOfRange,
	}[kind]
	if public == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", public, err)
}

// Classify sorts what comes from Go and not from an engine.
func Classify(err error) Failure {
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return Left
	case errors.Is(err, context.DeadlineExceeded):
		return Busy
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, net.ErrClosed), errors.As(err, &network):
		return Away
	}
	return Unexpected
}
