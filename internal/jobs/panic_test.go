package jobs_test

import (
	"context"
	"testing"

	"estante/internal/jobs"
	"estante/internal/outbox"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// clumsy is a mailer that breaks down over the letters to one person.
type clumsy struct {
	box
	over   string
	broken chan struct{}
}

func (c clumsy) Send(ctx context.Context, mail outbox.Mail) error {
	if mail.To == c.over {
		c.broken <- struct{}{}
		panic("a letter that nobody thought of")
	}
	return c.box.Send(ctx, mail)
}

func TestWorkThatBreaksDownEndsNothingElse(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := newInventory(t, options)
		mailer := clumsy{box: box{letters: make(chan outbox.Mail)}, over: "first@example.com", broken: make(chan struct{})}
		start(t, inv, jobs.Hands{Mailer: mailer})
		invite(t, inv, "first")
		<-mailer.broken
		invite(t, inv, "second")
		if to := mailer.next(t).To; to != "second@example.com" {
			t.Errorf("a letter for %s", to)
		}
	})
}
