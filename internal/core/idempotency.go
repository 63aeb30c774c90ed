package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// RequestKey makes a request repeatable: the same key from the same person
// with the same content has its effect once and its first answer every time.
type RequestKey struct {
	UserID int64
	Key    string
	// Fingerprint is the hash of what was asked (method, path and body).
	Fingerprint string
}

// RequestKeyMax bounds the length of an Idempotency-Key header, and
// requestKeyKept is how long its answer is remembered. Of one user requestKeysEach are, the
// newest: a crowd of clerks with one account needs fewer, and nobody fills the disk with
// keys. requestKeysDropped of the others go at a time, because other writers wait meanwhile.
const (
	RequestKeyMax      = 200
	requestKeyKept     = 48 * time.Hour
	requestKeysEach    = 50_000
	requestKeysDropped = 2_000
)

// ErrKeyReused is the answer to a key that already stands for another request.
var ErrKeyReused = &Error{Kind: Conflict, Message: "Esta clave de idempotencia ya se usó con otros datos"}

type idempotencyMemory interface {
	// ClaimRequest takes the key for this transaction and returns true, or
	// returns false and what is remembered for it. A claim in another
	// transaction that has not ended yet is waited for.
	ClaimRequest(key RequestKey) (claimed bool, fingerprint string, answer []byte, err error)
	// ReleaseRequest gives a key back that this transaction claimed.
	ReleaseRequest(key RequestKey) error
	// AnswerRequest remembers the answer of a key claimed in this transaction.
	AnswerRequest(key RequestKey, answer []byte) error
	// ForgetRequests drops keys claimed before a time.
	ForgetRequests(before time.Time) error
	// RequestCrowds are the users with more keys than so many, each with the time at which
	// the oldest of their newest so many was claimed.
	RequestCrowds(most int) (map[int64]time.Time, error)
	// DropRequests drops so many keys of a user that were claimed before a time, and says
	// how many there were.
	DropRequests(userID int64, before time.Time, limit int) (int, error)
}

type requestKeyContext struct{}

// WithRequestKey returns a context whose writes happen once per key.
func WithRequestKey(ctx context.Context, key RequestKey) context.Context {
	return context.WithValue(ctx, requestKeyContext{}, key)
}

func RequestKeyOf(ctx context.Context) (key RequestKey, keyed bool) {
	key, keyed = ctx.Value(requestKeyContext{}).(RequestKey)
	return key, keyed
}

// WithContent adds the hash of a file to what the request's key stands for, if
// it has one. A file's hash is known only when the file has been read.
func WithContent(ctx context.Context, hash string) context.Context {
	key, keyed := RequestKeyOf(ctx)
	if !keyed {
		return ctx
	}
	sum := sha256.Sum256([]byte(key.Fingerprint + "\x00" + hash))
	key.Fingerprint = hex.EncodeToString(sum[:])
	return WithRequestKey(ctx, key)
}

// Once runs fn in one write transaction. When the request carries a key, the
// answer is kept in that same transaction, so that a crash can neither lose
// the answer of a change that happened nor repeat the change: a retry is
// answered from memory.
func Once[T any, X Tx](ctx context.Context, store Store, fn func(X) (T, error)) (T, error) {
	var answer T
	key, keyed := RequestKeyOf(ctx)
	err := Write(ctx, store, func(tx X) (err error) {
		// What is remembered must not mix with the answer of a run that was taken back.
		answer = *new(T)
		if !keyed {
			answer, err = fn(tx)
			return err
		}
		claimed, fingerprint, remembered, err := tx.ClaimRequest(key)
		switch {
		case err != nil:
			return err
		case !claimed && fingerprint != key.Fingerprint:
			return ErrKeyReused
		case !claimed:
			return json.Unmarshal(remembered, &answer)
		}
		if answer, err = fn(tx); err != nil {
			return err
		}
		return Remember(tx, key, answer)
	})
	if err != nil {
		var none T
		return none, err
	}
	return answer, nil
}

// Remember keeps the answer of a key that this transaction claimed.
func Remember(tx Tx, key RequestKey, answer any) error {
	encoded, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("remember an answer: %w", err)
	}
	return tx.AnswerRequest(key, encoded)
}

// Nothing is the answer of a change that has none.
type Nothing struct{}

// ForgetOldRequests drops the answers that nobody will ask for again, and those of a user
// beyond the newest of theirs.
func (s *Service) ForgetOldRequests(ctx context.Context) error {
	err := Write(ctx, s.store, func(tx Tx) error {
		return tx.ForgetRequests(tx.Now().Add(-requestKeyKept))
	})
	if err != nil {
		return err
	}
	var crowds map[int64]time.Time
	if err := Read(ctx, s.store, func(tx Tx) (err error) {
		crowds, err = tx.RequestCrowds(requestKeysEach)
		return err
	}); err != nil {
		return err
	}
	for user, before := range crowds {
		for dropped := requestKeysDropped; dropped == requestKeysDropped; {
			if err := Write(InBackground(ctx), s.store, func(tx Tx) (err error) {
				dropped, err = tx.DropRequests(user, before, requestKeysDropped)
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
