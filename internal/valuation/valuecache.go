package valuation

import (
	"context"
	"sync"
	"time"

	"estante/internal/core"
)

// valuesKept is how many instants are remembered: turning the pages of one, and two that
// are compared. Each takes some 15 MB in a shop of a hundred thousand products.
const valuesKept = 3

// valuesSettled is how old an instant is when no transaction of before can still commit.
const valuesSettled = time.Minute

type valuesKey struct {
	micros int64
	method Method
}

func (k valuesKey) at() time.Time { return time.UnixMicro(k.micros).UTC() }

// valueCache remembers what there was at a few instants, and has those who ask for the same
// one wait for one reading of the ledger.
type valueCache struct {
	mu    sync.Mutex
	known []*rememberedValues
}

// rememberedValues are those of one instant, which are read while the lock is held.
type rememberedValues struct {
	key valuesKey

	mu         sync.Mutex
	values     *ValuesAt
	generation core.Generation
	settled    bool
}

// of returns the place for an instant, the last one asked for at the end.
func (c *valueCache) of(key valuesKey) *rememberedValues {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, known := range c.known {
		if known.key == key {
			c.known = append(append(c.known[:i:i], c.known[i+1:]...), known)
			return known
		}
	}
	if len(c.known) == valuesKept {
		c.known = c.known[1:]
	}
	made := &rememberedValues{key: key}
	c.known = append(c.known[:len(c.known):len(c.known)], made)
	return made
}

func (c *valueCache) find(ctx context.Context, store core.Store, key valuesKey) (*ValuesAt, error) {
	place := c.of(key)
	place.mu.Lock()
	defer place.mu.Unlock()
	holds, err := place.holds(ctx, store)
	if err != nil || holds {
		return place.values, err
	}
	generation, settled := store.Generation(ctx), store.Now().Sub(key.at()) > valuesSettled
	var values *ValuesAt
	err = core.Snapshot(ctx, store, func(tx Tx) error {
		folding, err := newFolding(tx, key.at())
		if err != nil {
			return err
		}
		values, err = folding.valuesAt(key.method)
		return err
	})
	if err != nil {
		return nil, err
	}
	place.values, place.generation, place.settled = values, generation, settled
	return values, nil
}

// holds says whether what is remembered is still true: nothing has been committed since, or
// nothing that was written since has a time of before.
func (r *rememberedValues) holds(ctx context.Context, store core.Store) (bool, error) {
	if r.values == nil {
		return false, nil
	}
	if now := store.Generation(ctx); now != 0 && now == r.generation {
		return true, nil
	}
	if !r.settled {
		return false, nil
	}
	var late bool
	err := core.Read(ctx, store, func(tx Tx) (err error) {
		late, err = tx.LateMovement(r.values.movementID, r.key.at())
		return err
	})
	return !late, err
}
