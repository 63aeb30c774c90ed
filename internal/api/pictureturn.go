package api

import (
	"context"
	"sync"
	"time"

	"estante/internal/core"
)

// pictureTurns lets one picture be decoded at a time, because a large one takes hundreds of
// megabytes meanwhile. A user's pictures wait for one another before they wait for those of
// others, so that a user who sends many holds nobody up by more than one.
type pictureTurns struct {
	place chan struct{}

	mu   sync.Mutex
	each map[int64]*uploader
}

// uploader is a user with pictures under way.
type uploader struct {
	pictures int
	turn     chan struct{}
}

// picturesEach bounds how many pictures of a user are under way, because each is kept until
// it has been decoded.
const picturesEach = 8

func newPictureTurns() *pictureTurns {
	return &pictureTurns{place: make(chan struct{}, 1), each: map[int64]*uploader{}}
}

// begin notes that a user sends a picture, until end is called.
func (t *pictureTurns) begin(userID int64) (u *uploader, end func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	u, known := t.each[userID]
	if !known {
		u = &uploader{turn: make(chan struct{}, 1)}
		t.each[userID] = u
	}
	if u.pictures >= picturesEach {
		return nil, nil, &core.Error{
			Kind: core.TooMany, Message: "Ya estás subiendo demasiadas imágenes a la vez: espera a que terminen",
			RetryAfter: time.Second,
		}
	}
	u.pictures++
	return u, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if u.pictures--; u.pictures == 0 {
			delete(t.each, userID)
		}
	}, nil
}

// take waits for the user's turn and then for the place; done gives both back.
func (t *pictureTurns) take(ctx context.Context, u *uploader) (done func(), err error) {
	select {
	case u.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case t.place <- struct{}{}:
		return func() { <-t.place; <-u.turn }, nil
	case <-ctx.Done():
		<-u.turn
		return nil, context.Cause(ctx)
	}
}
