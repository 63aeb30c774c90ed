package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/jobs"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/webhook"
)

// street is a courier that hands parcels over, except for one address where
// nobody ever opens.
type street struct{ parcels chan webhook.Parcel }

func (s street) Post(ctx context.Context, parcel webhook.Parcel) (webhook.Receipt, error) {
	if parcel.URL == deaf {
		<-ctx.Done()
		return webhook.Receipt{}, errors.New("nobody opens")
	}
	s.parcels <- parcel
	return webhook.Receipt{Status: 200}, nil
}

func (s street) next(t *testing.T) webhook.Parcel {
	t.Helper()
	select {
	case parcel := <-s.parcels:
		return parcel
	case <-time.After(patience):
		t.Fatal("nothing was told")
		return webhook.Parcel{}
	}
}

const deaf = "https://deaf.example.com/"

// A subscriber that does not answer keeps no other waiting, and of several
// processes one tells each piece of news.
func TestOneSubscriberKeepsNoOtherWaiting(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		options.Now = clock.read
		inv := newInventory(t, options)
		subscribe := func(name, address string) int64 {
			subscription, err := inv.Webhooks.CreateSubscription(t.Context(), core.System, webhook.SubscriptionFields{
				Name: name, URL: address, Events: []webhook.SubscriptionEvent{webhook.EventStockChanged},
			})
			if err != nil {
				t.Fatal(err)
			}
			return subscription.ID
		}
		nobody, warehouse := subscribe("Nadie", deaf), subscribe("Almacén", "https://almacen.example.com/")
		courier := street{parcels: make(chan webhook.Parcel, 100)}
		stop := startTwo(t, inv, options, jobs.Hands{Mailer: box{}, Courier: courier})
		const tests = 6
		for range tests {
			for _, id := range []int64{nobody, warehouse} {
				if err := inv.Webhooks.TestSubscription(t.Context(), core.System, id); err != nil {
					t.Fatal(err)
				}
			}
		}
		told := map[string]int{}
		for range tests {
			told[courier.next(t).Header["Webhook-Id"]]++
		}
		stop()
		clock.pass(time.Hour)
		if left, err := inv.Webhooks.SendDispatches(t.Context(), courier, warehouse); err != nil || left != 0 {
			t.Errorf("%d messages are left, %v", left, err)
		}
		for len(courier.parcels) > 0 {
			told[courier.next(t).Header["Webhook-Id"]]++
		}
		for name, times := range told {
			if times != 1 {
				t.Errorf("%s was told %d times", name, times)
			}
		}
	})
}
