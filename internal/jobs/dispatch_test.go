package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/jobs"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// street is a courier that hands parcels over, except for one address where
// nobody ever opens.
type street struct{ parcels chan inventory.Parcel }

func (s street) Post(ctx context.Context, parcel inventory.Parcel) (inventory.Receipt, error) {
	if parcel.URL == deaf {
		<-ctx.Done()
		return inventory.Receipt{}, errors.New("nobody opens")
	}
	s.parcels <- parcel
	return inventory.Receipt{Status: 200}, nil
}

const deaf = "https://deaf.example.com/"

// A subscriber that does not answer keeps no other waiting, and of several
// processes one tells each piece of news.
func TestOneSubscriberKeepsNoOtherWaiting(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := newInventory(t, options)
		var ids []int64
		for name, address := range map[string]string{"Nadie": deaf, "Almacén": "https://almacen.example.com/"} {
			subscription, err := inv.CreateSubscription(t.Context(), inventory.System, inventory.SubscriptionFields{
				Name: name, URL: address, Events: []inventory.SubscriptionEvent{inventory.EventStockChanged},
			})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, subscription.ID)
		}
		other := inv
		if options.URL != "" {
			other = newInventory(t, options)
		}
		courier := street{parcels: make(chan inventory.Parcel, 100)}
		ctx, stop := context.WithCancel(context.Background())
		var running sync.WaitGroup
		defer running.Wait()
		defer stop()
		for _, one := range []*inventory.Inventory{inv, other} {
			running.Go(func() { jobs.Run(ctx, one, jobs.Hands{Mailer: box{}, Courier: courier}, slog.New(slog.DiscardHandler)) })
		}
		const tests = 6
		names := map[string]bool{}
		for range tests {
			for _, id := range ids {
				if err := inv.TestSubscription(t.Context(), inventory.System, id); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range tests {
			select {
			case parcel := <-courier.parcels:
				names[parcel.Header["Webhook-Id"]] = true
			case <-time.After(patience):
				t.Fatal("nothing was told")
			}
		}
		if len(names) != tests {
			t.Errorf("%d messages arrived, want %d", len(names), tests)
		}
	})
}
