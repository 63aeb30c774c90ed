package webhook_test

import (
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/webhook"
)

func TestASubscriptionIsCheckedAtItsFields(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Subscribe(t, webhook.EventStockChanged)
		stock := []webhook.SubscriptionEvent{webhook.EventStockChanged}
		for field, fields := range map[string]webhook.SubscriptionFields{
			"name":   {Name: " ", URL: "https://example.com/", Events: stock},
			"url":    {Name: "Otro", URL: "http://example.com/", Events: stock},
			"events": {Name: "Otro", URL: "https://example.com/"},
		} {
			_, err := s.Webhooks.CreateSubscription(t.Context(), shoptest.Clerk, fields)
			shoptest.MustBlame(t, err, field)
		}
		_, err := s.Webhooks.CreateSubscription(t.Context(), shoptest.Clerk, webhook.SubscriptionFields{
			Name: "ALMACEN stock.changed", URL: "https://example.com/", Events: stock,
		})
		shoptest.MustBlame(t, err, "name")
		_, err = s.Webhooks.CreateSubscription(t.Context(), shoptest.Clerk, webhook.SubscriptionFields{
			Name: "Prueba", URL: "https://example.com/", Events: []webhook.SubscriptionEvent{webhook.EventTest},
		})
		shoptest.MustBlame(t, err, "events")
		for i := range webhook.SubscriptionsMax - 1 {
			_, err := s.Webhooks.CreateSubscription(t.Context(), shoptest.Clerk, webhook.SubscriptionFields{
				Name: strings.Repeat("x", i+1), URL: "https://example.com/", Events: stock,
			})
			shoptest.Must(t, true, err)
		}
		_, err = s.Webhooks.CreateSubscription(t.Context(), shoptest.Clerk, webhook.SubscriptionFields{
			Name: "Uno más", URL: "https://example.com/", Events: stock,
		})
		if !errors.Is(err, webhook.ErrTooManySubscriptions) {
			t.Errorf("one more than there may be: %v", err)
		}
	})
}

// An address of this machine, its network or its host is refused where it can
// be seen already; see the courier for the rest.
func TestAddressesOfWebhooks(t *testing.T) {
	for address, fine := range map[string]bool{
		"https://example.com":                              true,
		"https://example.com:8443/a?b=c":                   true,
		"https://93.184.216.34/":                           true,
		"https://[2606:4700::1111]/":                       true,
		"":                                                 false,
		"example.com":                                      false,
		"ftp://example.com/":                               false,
		"http://example.com/":                              false,
		"https://":                                         false,
		"https://ana:clave@example.com/":                   false,
		"https://example.com/#parte":                       false,
		"https://localhost/":                               false,
		"https://LOCALHOST./":                              false,
		"https://tienda.localhost/":                        false,
		"https://intranet/":                                false,
		"https://metadata.google.internal/":                false,
		"https://127.0.0.1/":                               false,
		"https://10.1.2.3/":                                false,
		"https://169.254.169.254/latest":                   false,
		"https://[::1]/":                                   false,
		"https://[::ffff:10.0.0.1]/":                       false,
		"https://[fe80::1%25eth0]/":                        false,
		"https://example.com/" + strings.Repeat("a", 2000): false,
	} {
		if got := urlProblem(t, address, false); (got == "") != fine {
			t.Errorf("%q: %s", address, got)
		}
	}
	for address, fine := range map[string]bool{
		"http://127.0.0.1:8080/": true, "https://10.0.0.1/": true, "ftp://10.0.0.1/": false,
	} {
		if got := urlProblem(t, address, true); (got == "") != fine {
			t.Errorf("allowed, %q: %s", address, got)
		}
	}
}

// urlProblem is what the domain says of an address.
func urlProblem(t *testing.T, address string, private bool) string {
	t.Helper()
	err := inventory.New(nil, inventory.Options{PrivateWebhooks: private}).Webhooks.CheckWebhookURL(address)
	var known *core.Error
	if errors.As(err, &known) {
		return known.Fields["url"][0]
	}
	return ""
}

func TestPublicAddresses(t *testing.T) {
	for text, public := range map[string]bool{
		"8.8.8.8": true, "172.15.0.1": true, "172.32.0.1": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"64:ff9b::808:808": true,
		"0.0.0.0":          false, "127.8.8.8": false, "10.0.0.1": false, "172.16.0.1": false, "192.168.1.1": false,
		"169.254.169.254": false,
		"100.64.0.1":      false, "192.0.0.170": false, "198.18.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"240.0.0.1": false,
		"::":        false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:a9fe:a9fe": false, "::7f00:1": false,
		"fe80::1": false, "fe80::1%eth0": false,
		"fc00::1": false, "fd00:ec2::254": false, "ff02::1": false, "64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false,
		"2002:7f00:1::": false, "2001:0:7f00:1::": false, "2001:db8::1": false,
	} {
		if got := webhook.PublicAddress(netip.MustParseAddr(text)); got != public {
			t.Errorf("%s: public = %t", text, got)
		}
	}
	if webhook.PublicAddress(netip.Addr{}) {
		t.Error("no address at all is public")
	}
}

// The secret is shown to the user who creates it, and found nowhere else.
func TestTheSecretOfASubscriptionIsKeptSealed(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		key := core.RequestKey{UserID: 7, Key: "una", Fingerprint: "f"}
		fields := webhook.SubscriptionFields{
			Name: "Almacén", URL: "https://example.com/", Events: []webhook.SubscriptionEvent{webhook.EventStockChanged},
		}
		made, err := s.Webhooks.CreateSubscription(core.WithRequestKey(t.Context(), key), shoptest.Clerk, fields)
		first := shoptest.Must(t, made, err)
		secret, err := s.Webhooks.SubscriptionSecret(first)
		if err != nil || !strings.HasPrefix(secret, "whsec_") {
			t.Fatalf("secret %q, %v", secret, err)
		}
		again, err := s.Webhooks.CreateSubscription(core.WithRequestKey(t.Context(), key), shoptest.Clerk, fields)
		if repeated, _ := s.Webhooks.SubscriptionSecret(shoptest.Must(t, again, err)); repeated != secret ||
			again.ID != first.ID {
			t.Error("the same request made another subscription or secret")
		}
		rotated, err := s.Webhooks.RotateSubscription(t.Context(), shoptest.Clerk, first.ID)
		other, _ := s.Webhooks.SubscriptionSecret(shoptest.Must(t, rotated, err))
		if other == secret || other == "" {
			t.Error("the secret stayed")
		}
		for _, kept := range []string{secret, other} {
			if found := dumpContains(t, s.Db, strings.TrimPrefix(kept, "whsec_")); found != "" {
				t.Errorf("a secret lies open in %s", found)
			}
		}
	})
}

// dumpContains names a table that holds a text.
func dumpContains(t *testing.T, db *store.DB, text string) (where string) {
	t.Helper()
	err := db.Dump(t.Context(), func(dump *store.Dump) error {
		for _, table := range dump.Tables {
			err := dump.Rows(table, func(values []any) error {
				for _, value := range values {
					bytes, _ := value.([]byte)
					words, _ := value.(string)
					if strings.Contains(words, text) || strings.Contains(string(bytes), text) {
						where = table.Name
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	shoptest.Must(t, true, err)
	return where
}

func TestChangingASubscription(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Subscribe(t, webhook.EventStockChanged)
		changed, err := s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, subscription.ID,
			webhook.SubscriptionChange{
				Name: shoptest.Ptr("Contabilidad"), Events: shoptest.Ptr([]webhook.SubscriptionEvent{
					webhook.EventOrderStatus,
					webhook.EventOrderCreated, webhook.EventOrderStatus,
				}),
			})
		if shoptest.Must(t, changed, err); changed.Version != 2 ||
			!slices.Equal(changed.Events, []webhook.SubscriptionEvent{webhook.EventOrderCreated, webhook.EventOrderStatus}) {
			t.Errorf("changed to %+v", changed)
		}
		_, err = s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, subscription.ID, webhook.SubscriptionChange{
			Name: shoptest.Ptr("Tarde"), IfVersion: shoptest.Ptr(int64(1)),
		})
		if !errors.Is(err, core.ErrStale) {
			t.Errorf("a change of an old version: %v", err)
		}
		_, err = s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, subscription.ID,
			webhook.SubscriptionChange{URL: shoptest.Ptr("http://10.0.0.1/")})
		shoptest.MustBlame(t, err, "url")
		shoptest.Must(t, true, s.Webhooks.DeleteSubscription(t.Context(), shoptest.Clerk, subscription.ID))
		if _, err := s.Webhooks.Subscription(t.Context(), subscription.ID); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("a deleted subscription: %v", err)
		}
	})
}
