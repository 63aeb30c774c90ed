package account

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"estante/internal/core"
)

// The limits of a password. The upper one only keeps a request from costing
// more than it should: argon2id reads all of it, unlike bcrypt.
const (
	PasswordMin      = 8
	passwordMaxBytes = 1024
)

// The cost of argon2id: 19 MiB, two passes, one lane, as OWASP recommends.
const (
	argonMemoryKiB = 19 * 1024
	argonPasses    = 2
	argonLanes     = 1
	argonSaltBytes = 16
	argonKeyBytes  = 32
)

// passwordQueueMax bounds how many sign-ins may wait for their turn, and
// passwordWait how long one waits before it is asked to come back.
const (
	passwordQueueMax = 400
	passwordWait     = 20 * time.Second
)

// passwordHasher makes and checks password hashes, a few at a time. Each costs
// 19 MiB and some hundredths of a second of one processor; without a bound, a
// burst of sign-ins would take the memory and the processors of everybody else.
type passwordHasher struct {
	line queue
	// strangers is the line before the line of those who have no account to sign in to: one
	// of them at a time stands among the others, so that a crowd that registers keeps no clerk waiting.
	strangers queue
	// memoryKiB is the memory that making a hash takes; checking one takes
	// what its own cost says.
	memoryKiB uint32
	// decoy is verified when there is no such user, so that the answer takes
	// as long as for one who exists.
	decoy string
	// verify is verifyPassword; tests watch it.
	verify func(password, hash string) (bool, error)
}

func newPasswordHasher(workers int, memoryKiB uint32) *passwordHasher {
	if workers <= 0 {
		workers = max(1, runtime.GOMAXPROCS(0)/2)
	}
	memoryKiB = cmp.Or(memoryKiB, argonMemoryKiB)
	return &passwordHasher{
		line: queue{turns: make(chan struct{}, workers)}, strangers: queue{turns: make(chan struct{}, 1)},
		memoryKiB: memoryKiB, decoy: decoyHash(memoryKiB), verify: verifyPassword,
	}
}

// inTurn runs fn when it is this request's turn to spend processor time on
// passwords, or refuses when too many are waiting.
func (h *passwordHasher) inTurn(ctx context.Context, fn func() error) error {
	return h.line.inTurn(ctx, fn)
}

// inStrangersTurn is inTurn for a caller whom no account vouches for.
func (h *passwordHasher) inStrangersTurn(ctx context.Context, fn func() error) error {
	return h.strangers.inTurn(ctx, func() error { return h.line.inTurn(ctx, fn) })
}

// queue is a line of requests of which a few at a time have their turn.
type queue struct {
	turns   chan struct{}
	waiting atomic.Int64
}

func (q *queue) inTurn(ctx context.Context, fn func() error) error {
	if q.waiting.Add(1) > passwordQueueMax {
		q.waiting.Add(-1)
		return core.ErrBusy
	}
	wait := time.NewTimer(passwordWait)
	defer wait.Stop()
	select {
	case q.turns <- struct{}{}:
		q.waiting.Add(-1)
	case <-ctx.Done():
		q.waiting.Add(-1)
		return ctx.Err()
	case <-wait.C:
		q.waiting.Add(-1)
		return core.ErrBusy
	}
	defer func() { <-q.turns }()
	return fn()
}

// hash makes the hash to keep for a new password.
func (h *passwordHasher) hash(ctx context.Context, password string) (hash string, err error) {
	err = h.inTurn(ctx, func() error {
		hash = hashPassword(password, h.memoryKiB)
		return nil
	})
	return hash, err
}

// hashPassword returns a hash in the usual PHC form, which names its own cost.
func hashPassword(password string, memoryKiB uint32) string {
	salt := make([]byte, argonSaltBytes)
	_, _ = rand.Read(salt) // It never fails: see crypto/rand.
	return writeHash(memoryKiB, salt, argon2.IDKey([]byte(password), salt, argonPasses, memoryKiB, argonLanes,
		argonKeyBytes))
}

// decoyHash returns a hash that costs as much to verify as any other and was
// made of no password.
func decoyHash(memoryKiB uint32) string {
	random := make([]byte, argonSaltBytes+argonKeyBytes)
	_, _ = rand.Read(random) // It never fails: see crypto/rand.
	return writeHash(memoryKiB, random[:argonSaltBytes], random[argonSaltBytes:])
}

func writeHash(memoryKiB uint32, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, argonPasses, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// verifyPassword says whether the password is the one the hash was made of.
func verifyPassword(password, hash string) (bool, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("password hash: unknown form")
	}
	var version, memory, passes uint32
	var lanes uint8
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false, fmt.Errorf("password hash: unknown version %q", parts[2])
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false, fmt.Errorf("password hash: cost: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("password hash: salt: %w", err)
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("password hash: key: %w", err)
	}
	again := argon2.IDKey([]byte(password), salt, passes, memory, lanes,
		uint32(len(key))) //nolint:gosec // A key we made ourselves, 32 bytes.
	return subtle.ConstantTimeCompare(again, key) == 1, nil
}

// checkNewPassword notes what is wrong with a password that a user chose.
func checkNewPassword(wrong core.Problems, field, password, tooShort string) {
	wrong.Check(core.Characters(password) >= PasswordMin, field, tooShort)
	wrong.Check(len(password) <= passwordMaxBytes, field, "La contraseña es demasiado larga")
}
