package account

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"estante/internal/core"
)

func TestPasswordHash(t *testing.T) {
	const memoryKiB = 8
	hash := hashPassword("contraseña segura", memoryKiB)
	if same, err := verifyPassword("contraseña segura", hash); err != nil || !same {
		t.Errorf("the right password: %t, %v", same, err)
	}
	if same, err := verifyPassword("contraseña Segura", hash); err != nil || same {
		t.Errorf("a wrong password: %t, %v", same, err)
	}
	if hashPassword("contraseña segura", memoryKiB) == hash {
		t.Error("two hashes of one password are equal: the salt is missing")
	}
	// bcrypt would ignore everything after 72 bytes.
	long := strings.Repeat("a", 100)
	if same, _ := verifyPassword(long+"x", hashPassword(long+"y", memoryKiB)); same {
		t.Error("the end of a long password does not count")
	}
	for _, broken := range []string{
		"", "!", "$argon2id$v=19$m=1,t=1,p=1$AA", "$argon2id$v=18$m=1,t=1,p=1$AA$AA",
		"$argon2id$v=19$m=x$AA$AA", "$argon2id$v=19$m=8,t=1,p=1$*$AA",
	} {
		if same, err := verifyPassword("x", broken); same || err == nil {
			t.Errorf("verify against %q: %t, %v", broken, same, err)
		}
	}
}

// A hasher without a configured cost uses the one that OWASP recommends, and an unknown
// user costs as much as a known one.
func TestPasswordCost(t *testing.T) {
	hasher := newPasswordHasher(1, 0)
	hash, err := hasher.hash(t.Context(), "contraseña segura")
	if err != nil {
		t.Fatal(err)
	}
	for name, made := range map[string]string{"a hash": hash, "the decoy": hasher.decoy} {
		if !strings.HasPrefix(made, "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Errorf("%s costs %s", name, made)
		}
	}
}

// Hashing is what an attacker can make us pay for, so no more of it may happen
// at once than there are turns, however many ask.
func TestPasswordTurnsAreBounded(t *testing.T) {
	hasher := newPasswordHasher(2, 0)
	var inside, most atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			err := hasher.inTurn(context.Background(), func() error {
				if now := inside.Add(1); now > most.Load() {
					most.Store(now)
				}
				defer inside.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d at once, want at most 2", most.Load())
	}
}

func TestPasswordQueueRefusesWhenFull(t *testing.T) {
	hasher := newPasswordHasher(1, 0)
	release, entered := make(chan struct{}), make(chan struct{})
	go func() {
		_ = hasher.inTurn(context.Background(), func() error { close(entered); <-release; return nil })
	}()
	<-entered
	hasher.line.waiting.Store(passwordQueueMax)
	if err := hasher.inTurn(context.Background(), func() error { return nil }); !errors.Is(err, core.ErrBusy) {
		t.Errorf("a full queue answered %v", err)
	}
	hasher.line.waiting.Store(0)
	gone, leave := context.WithCancel(context.Background())
	leave()
	if err := hasher.inTurn(gone, func() error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that left got %v", err)
	}
	if hasher.line.waiting.Load() != 0 {
		t.Error("the one that left still counts as waiting")
	}
	close(release)
}
