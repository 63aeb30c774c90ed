package inbox_test

import (
	"strings"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/ledger"
	"estante/internal/shoptest"
)

func TestAChannelKeepsItsSecretsToItself(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		sender, secret, err := s.Inbox.CreateChannel(t.Context(), core.System, inbox.NewChannel{
			Name: " Mi tienda ", Source: channel.Standard,
		})
		if shoptest.Must(t, sender, err); sender.Name != "Mi tienda" || !strings.HasPrefix(secret, "whsec_") ||
			sender.LocationID != ledger.MainLocation || sender.SilenceHours != 48 {
			t.Fatalf("%+v, %q", sender, secret)
		}
		address, found := strings.CutPrefix(sender.Address, "https://estante.example.com/api/webhooks/standard/")
		if !found || len(address) < 40 {
			t.Errorf("address %q", sender.Address)
		}
		for _, kept := range []core.Sealed{sender.Secret, sender.Token} {
			if strings.Contains(string(kept), secret) || strings.Contains(string(kept), strings.Trim(address, "/")) {
				t.Errorf("kept as %q", kept)
			}
		}
		if seen, err := s.Inbox.Channel(t.Context(), shoptest.Clerk, sender.ID); err != nil || seen.Address != "" {
			t.Errorf("a manager sees %q, %v", seen.Address, err)
		}
		rows, err := s.Core.ListAudit(t.Context(), core.AuditFilter{Page: core.Page{Number: 1, Size: 10}})
		if shoptest.Must(t, rows, err); len(rows.Rows) != 1 || rows.Rows[0].NounName != "Mi tienda" ||
			strings.Contains(rows.Rows[0].After, string(sender.Secret)) {
			t.Errorf("audit %+v", rows)
		}
		if _, _, err := s.Inbox.CreateChannel(t.Context(), core.System, inbox.NewChannel{
			Name: "MI TIENDA", Source: channel.Shopify,
		}); !shoptest.IsKind(err, core.Invalid) {
			t.Errorf("a second of the same name: %v", err)
		}
		for _, wrong := range []inbox.NewChannel{
			{Name: "A", Source: "prestashop"},
			{Name: "", Source: channel.Shopify},
			{Name: "A", Source: channel.Standard, Secret: "corto"},
			{Name: "A", Source: channel.Shopify, LocationID: 99},
			{Name: "A", Source: channel.Shopify, SilenceHours: shoptest.Ptr(-1)},
			{Name: "A", Source: channel.Shopify, Secret: strings.Repeat("x", 501)},
		} {
			if _, _, err := s.Inbox.CreateChannel(t.Context(), core.System, wrong); !shoptest.IsKind(err, core.Invalid) {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
	})
}

func TestBothSecretsCountWhileTheyChange(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		accepted := func(secret string) bool {
			box.Secret = secret
			_, err := box.Post(t, box.Write(t, "orders/create", shoptest.ShopifyOrder(1, 1001, box.Told, nil)))
			if err != nil && !shoptest.IsKind(err, core.Unauthorized) {
				t.Fatal(err)
			}
			return err == nil
		}
		_, second, err := box.Inbox.RotateSecret(t.Context(), core.System, box.Sender.ID, "", true)
		shoptest.Must(t, second, err)
		if !accepted(second) || !accepted(shoptest.ShopSecret) {
			t.Error("one of the two is refused during the change")
		}
		s.Pass(24 * time.Hour)
		if !accepted(second) || accepted(shoptest.ShopSecret) {
			t.Error("the old one counts for ever, or the new one does not")
		}
		_, third, err := box.Inbox.RotateSecret(t.Context(), core.System, box.Sender.ID, "el que da la tienda", false)
		shoptest.Must(t, third, err)
		if third != "el que da la tienda" || !accepted(third) || accepted(second) {
			t.Error("a secret that somebody else knows still counts")
		}
		shoptest.Must(t, 0, box.Inbox.DeleteChannel(t.Context(), core.System, box.Sender.ID))
		if _, err := box.Inbox.Channel(t.Context(), core.System, box.Sender.ID); !shoptest.IsKind(err, core.NotFound) {
			t.Errorf("it is still there: %v", err)
		}
	})
}

func TestAnAddressIsOfOneChannelThatIsOn(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		sender := shoptest.Connect(t, s.Inventory, channel.Shopify)
		token := strings.Trim(strings.TrimPrefix(sender.Address, "https://estante.example.com/api/webhooks/shopify/"), "/")
		found, err := s.Inbox.ChannelAt(t.Context(), channel.Shopify, token)
		if shoptest.Must(t, found, err).ID != sender.ID {
			t.Errorf("found %+v", found)
		}
		for _, wrong := range []struct {
			source channel.Source
			token  string
		}{{channel.WooCommerce, token}, {channel.Shopify, token + "x"}, {channel.Shopify, ""}, {"", token}} {
			if _, err := s.Inbox.ChannelAt(t.Context(), wrong.source, wrong.token); !shoptest.IsKind(err, core.NotFound) {
				t.Errorf("%v: %v", wrong, err)
			}
		}
		row, err := s.Inbox.UpdateChannel(t.Context(), core.System, sender.ID, inbox.ChannelChange{
			Active: shoptest.Ptr(false), IfVersion: shoptest.Ptr(int64(1)),
		})
		if shoptest.Must(t, row, err); row.Active || row.Version != 2 {
			t.Errorf("changed %+v", row)
		}
		if _, err := s.Inbox.ChannelAt(t.Context(), channel.Shopify, token); err != nil {
			t.Errorf("what comes while it is off is lost: %v", err)
		}
		if _, err := s.Inbox.UpdateChannel(t.Context(), core.System, sender.ID, inbox.ChannelChange{
			Name: shoptest.Ptr("Otra"), IfVersion: shoptest.Ptr(int64(1)),
		}); !shoptest.IsKind(err, core.Stale) {
			t.Errorf("an old version: %v", err)
		}
	})
}

func TestASilentChannelIsAnAlertUntilItSpeaks(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		alerts := func() (open, resolved int64) {
			shoptest.Must(t, 0, box.Inbox.NoticeSilence(t.Context()))
			totals, err := box.Alerts.AlertTotals(t.Context())
			shoptest.Must(t, totals, err)
			return totals.Of(alert.Open, alert.None), totals.Of(alert.Resolved, alert.None)
		}
		for _, step := range []struct {
			name           string
			do             func()
			open, resolved int64
		}{
			{"after 48 hours", func() { s.Pass(48 * time.Hour) }, 0, 0},
			{"after more", func() { s.Pass(time.Minute) }, 1, 0},
			{"still silent", func() { s.Pass(90 * time.Hour) }, 1, 0},
			{"a test is no news", func() {
				box.Sends(t, "", shoptest.Object{"type": "test"})
				box.Work(t)
				s.Pass(time.Hour)
			}, 1, 0},
			{"it spoke, and is silent again", func() {
				box.Sends(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 1)))
				box.Work(t)
				s.Pass(49 * time.Hour)
			}, 1, 1},
			{"nobody waits for it", func() {
				shoptest.Must(t, 0, shoptest.Second(box.Inbox.UpdateChannel(t.Context(), core.System, box.Sender.ID,
					inbox.ChannelChange{Active: shoptest.Ptr(false)})))
				s.Pass(49 * time.Hour)
			}, 0, 2},
			{"it is waited for anew", func() {
				shoptest.Must(t, 0, shoptest.Second(box.Inbox.UpdateChannel(t.Context(), core.System, box.Sender.ID,
					inbox.ChannelChange{Active: shoptest.Ptr(true)})))
				s.Pass(47 * time.Hour)
			}, 0, 2},
			{"and is silent", func() { s.Pass(2 * time.Hour) }, 1, 2},
			{"it speaks", func() { box.Sends(t, "", shoptest.Order("2", 0, "pending", shoptest.Asked("a", "HER-1", 1))) }, 0, 3},
		} {
			step.do()
			if open, resolved := alerts(); open != step.open || resolved != step.resolved {
				t.Errorf("%s: %d alerts are open and %d resolved, want %d and %d", step.name, open, resolved, step.open,
					step.resolved)
			}
		}
	})
}

func TestNumbersThatNeverCameShow(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		for i, number := range []int{1001, 1005, 1002, 1009, 1002} {
			box.Sends(t, "orders/create", shoptest.ShopifyOrder(i+1, number, i, nil))
		}
		box.Work(t)
		gaps, err := box.Inbox.Gaps(t.Context(), box.Sender.ID)
		if shoptest.Must(t, gaps, err); len(gaps) != 2 || gaps[0].First != 1006 || gaps[0].Last != 1008 ||
			gaps[1].First != 1003 || gaps[1].Numbers() != 2 {
			t.Fatalf("gaps %+v", gaps)
		}
		if row, err := box.Inbox.Channel(t.Context(), shoptest.Clerk, box.Sender.ID); err != nil || row.Missing != 5 {
			t.Errorf("%d are missing, %v", row.Missing, err)
		}
		left, err := box.Inbox.DismissGap(t.Context(), box.Sender.ID, 1004, 1007)
		if shoptest.Must(t, left, err); len(left) != 2 || left[0].First != 1008 || left[1].Last != 1003 {
			t.Errorf("left %+v", left)
		}
		// Late is not never.
		box.Sends(t, "orders/create", shoptest.ShopifyOrder(9, 1008, 9, nil))
		box.Work(t)
		if left, err = box.Inbox.Gaps(t.Context(), box.Sender.ID); err != nil || len(left) != 1 {
			t.Errorf("then %+v, %v", left, err)
		}
		if _, err := box.Inbox.DismissGap(t.Context(), box.Sender.ID, 5, 4); !shoptest.IsKind(err, core.Invalid) {
			t.Errorf("backwards: %v", err)
		}
	})
}

func TestALinkedSKUIsRemembered(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		first := box.Sends(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "cam-01-xl", 1)))
		box.Work(t)
		link, err := box.Inbox.LinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, " CAM-01-XL ", box.Product.ID)
		if shoptest.Must(t, link, err); link.Matched != 1 || link.ProductSKU != "HER-1" {
			t.Errorf("link %+v", link)
		}
		if got := box.Verdict(t, first.DeliveryID); got != "processed: Procesado: pedido P-1, con todos sus SKU enlazados" {
			t.Error(got)
		}
		next := box.Sends(t, "", shoptest.Order("2", 0, "pending", shoptest.Asked("a", "Cam-01-XL", 2)))
		box.Work(t)
		if got := box.Verdict(t, next.DeliveryID); got != "processed: Procesado: pedido P-2 creado" ||
			box.KeptOrders(t)[1].Lines[0].ProductID != box.Product.ID {
			t.Error(got)
		}
		links, err := box.Inbox.SKULinks(t.Context(), box.Sender.ID, core.Page{Number: 1, Size: 10})
		if shoptest.Must(t, links, err); links.Count.N != 1 || links.Rows[0].SKU != "CAM-01-XL" ||
			links.Rows[0].ProductName != box.Product.Name {
			t.Errorf("links %+v", links)
		}
		shoptest.Must(t, 0, box.Inbox.UnlinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, link.ID))
		last := box.Sends(t, "", shoptest.Order("3", 0, "pending", shoptest.Asked("a", "cam-01-xl", 2)))
		box.Work(t)
		if got := box.Verdict(t, last.DeliveryID); got != "unmatched: SKU desconocido: cam-01-xl" {
			t.Error(got)
		}
		for sku, product := range map[string]int64{"": box.Product.ID, "CAM": 999} {
			if _, err := box.Inbox.LinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, sku, product); !shoptest.IsKind(err,
				core.Invalid) {
				t.Errorf("%q to %d: %v", sku, product, err)
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// What a shop sends while it is off here is kept unprocessed, and had processed
// by a user once it is on again.
func TestWhatComesWhileAChannelIsOffIsKept(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		turn := func(on bool) {
			t.Helper()
			shoptest.Must(t, 0, shoptest.Second(box.Inbox.UpdateChannel(t.Context(), shoptest.Clerk, box.Sender.ID,
				inbox.ChannelChange{Active: &on})))
		}
		turn(false)
		held := box.Sends(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3)))
		box.Sends(t, "", shoptest.Order("1", 1, "processing", shoptest.Asked("a", "HER-1", 2)))
		box.Work(t)
		if got := box.Verdict(t, held.DeliveryID); got != "held: Sin procesar: la tienda está desactivada aquí" ||
			len(box.KeptOrders(t)) != 0 {
			t.Error(got)
		}
		if _, err := box.Inbox.ProcessHeld(t.Context(), box.Sender.ID); !shoptest.IsKind(err, core.Conflict) {
			t.Errorf("while it is off: %v", err)
		}
		// Its bytes are no longer forgotten after a month: they are all there is of an order.
		s.Pass(40 * 24 * time.Hour)
		shoptest.Must(t, 0, box.Inbox.ForgetOldDeliveries(t.Context()))
		turn(true)
		row, err := box.Inbox.Channel(t.Context(), shoptest.Clerk, box.Sender.ID)
		if shoptest.Must(t, row, err).Held != 2 {
			t.Errorf("%d are held", row.Held)
		}
		for state, want := range map[inbox.DeliveryState]int{inbox.DeliveryHeld: 2, inbox.DeliveryIgnored: 0} {
			list, err := box.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
				State: state, Page: core.Page{Number: 1, Size: 10},
			})
			if shoptest.Must(t, list, err).Count.N != want {
				t.Errorf("%d are %s", list.Count.N, state)
			}
		}
		if n, err := box.Inbox.ProcessHeld(t.Context(), box.Sender.ID); err != nil || n != 2 {
			t.Errorf("%d are processed, %v", n, err)
		}
		box.Work(t)
		if got := box.Ends(t, 10); got != "P-1 processing 2-0/0/0/0 left 0" {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// The numbers of test orders are no gaps, and what a test calls itself begins none.
func TestTestOrdersAreNoGaps(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		for i, number := range []int{1001, 1002, 9999, 1004} {
			var more shoptest.Object
			if number != 1001 && number != 1004 {
				more = shoptest.Object{"test": true}
			}
			box.Sends(t, "orders/create", shoptest.ShopifyOrder(i+1, number, i, more))
		}
		box.Work(t)
		gaps, err := box.Inbox.Gaps(t.Context(), box.Sender.ID)
		if shoptest.Must(t, gaps, err); len(gaps) != 1 || gaps[0].First != 1003 || gaps[0].Last != 1003 {
			t.Errorf("gaps %+v", gaps)
		}
	})
}

// An order left when its shop says so, as far as it can have.
func TestAnOrderLeftWhenItsShopSays(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		box.Hears(t, shoptest.WooOrder(1, "completed", shoptest.Object{"date_completed_gmt": "2026-11-10T09:30:00"}))
		if at := box.KeptOrders(t)[0].ShippedAt; at == nil || at.UTC().Format(time.RFC3339) != "2026-11-10T09:30:00Z" {
			t.Errorf("it left at %v", at)
		}
	})
}
