package inventory_test

import (
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

func TestAChannelKeepsItsSecretsToItself(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		sender, secret, err := s.CreateChannel(t.Context(), inventory.System, inventory.NewChannel{Name: " Mi tienda ", Source: channel.Standard})
		if must(t, sender, err); sender.Name != "Mi tienda" || !strings.HasPrefix(secret, "whsec_") || sender.LocationID != inventory.MainLocation || sender.SilenceHours != 48 {
			t.Fatalf("%+v, %q", sender, secret)
		}
		address, found := strings.CutPrefix(sender.Address, "https://estante.example.com/api/webhooks/standard/")
		if !found || len(address) < 40 {
			t.Errorf("address %q", sender.Address)
		}
		for _, kept := range []inventory.Sealed{sender.Secret, sender.Token} {
			if strings.Contains(string(kept), secret) || strings.Contains(string(kept), strings.Trim(address, "/")) {
				t.Errorf("kept as %q", kept)
			}
		}
		if seen, err := s.Channel(t.Context(), clerk, sender.ID); err != nil || seen.Address != "" {
			t.Errorf("a manager sees %q, %v", seen.Address, err)
		}
		rows, err := s.ListAudit(t.Context(), inventory.AuditFilter{Page: inventory.Page{Number: 1, Size: 10}})
		if must(t, rows, err); len(rows.Rows) != 1 || rows.Rows[0].NounName != "Mi tienda" || strings.Contains(rows.Rows[0].After, string(sender.Secret)) {
			t.Errorf("audit %+v", rows)
		}
		if _, _, err := s.CreateChannel(t.Context(), inventory.System, inventory.NewChannel{Name: "MI TIENDA", Source: channel.Shopify}); !isKind(err, inventory.Invalid) {
			t.Errorf("a second of the same name: %v", err)
		}
		for _, wrong := range []inventory.NewChannel{
			{Name: "A", Source: "prestashop"},
			{Name: "", Source: channel.Shopify},
			{Name: "A", Source: channel.Standard, Secret: "corto"},
			{Name: "A", Source: channel.Shopify, LocationID: 99},
			{Name: "A", Source: channel.Shopify, SilenceHours: ptr(-1)},
			{Name: "A", Source: channel.Shopify, Secret: strings.Repeat("x", 501)},
		} {
			if _, _, err := s.CreateChannel(t.Context(), inventory.System, wrong); !isKind(err, inventory.Invalid) {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
	})
}

func TestBothSecretsCountWhileTheyChange(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Shopify, 10)
		accepted := func(secret string) bool {
			box.secret = secret
			_, err := box.post(t, box.write(t, "orders/create", shopifyOrder(1, 1001, box.told, nil)))
			if err != nil && !isKind(err, inventory.Unauthorized) {
				t.Fatal(err)
			}
			return err == nil
		}
		_, second, err := box.RotateSecret(t.Context(), inventory.System, box.sender.ID, "", true)
		must(t, second, err)
		if !accepted(second) || !accepted(shopSecret) {
			t.Error("one of the two is refused during the change")
		}
		s.pass(24 * time.Hour)
		if !accepted(second) || accepted(shopSecret) {
			t.Error("the old one counts for ever, or the new one does not")
		}
		_, third, err := box.RotateSecret(t.Context(), inventory.System, box.sender.ID, "el que da la tienda", false)
		must(t, third, err)
		if third != "el que da la tienda" || !accepted(third) || accepted(second) {
			t.Error("a secret that somebody else knows still counts")
		}
		must(t, 0, box.DeleteChannel(t.Context(), inventory.System, box.sender.ID))
		if _, err := box.Channel(t.Context(), inventory.System, box.sender.ID); !isKind(err, inventory.NotFound) {
			t.Errorf("it is still there: %v", err)
		}
	})
}

func TestAnAddressIsOfOneChannelThatIsOn(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		sender := connect(t, s.Inventory, channel.Shopify)
		token := strings.Trim(strings.TrimPrefix(sender.Address, "https://estante.example.com/api/webhooks/shopify/"), "/")
		found, err := s.ChannelAt(t.Context(), channel.Shopify, token)
		if must(t, found, err).ID != sender.ID {
			t.Errorf("found %+v", found)
		}
		for _, wrong := range []struct {
			source channel.Source
			token  string
		}{{channel.WooCommerce, token}, {channel.Shopify, token + "x"}, {channel.Shopify, ""}, {"", token}} {
			if _, err := s.ChannelAt(t.Context(), wrong.source, wrong.token); !isKind(err, inventory.NotFound) {
				t.Errorf("%v: %v", wrong, err)
			}
		}
		row, err := s.UpdateChannel(t.Context(), inventory.System, sender.ID, inventory.ChannelChange{Active: ptr(false), IfVersion: ptr(int64(1))})
		if must(t, row, err); row.Active || row.Version != 2 {
			t.Errorf("changed %+v", row)
		}
		if _, err := s.ChannelAt(t.Context(), channel.Shopify, token); !isKind(err, inventory.NotFound) {
			t.Errorf("it is off and found: %v", err)
		}
		if _, err := s.UpdateChannel(t.Context(), inventory.System, sender.ID, inventory.ChannelChange{Name: ptr("Otra"), IfVersion: ptr(int64(1))}); !isKind(err, inventory.Stale) {
			t.Errorf("an old version: %v", err)
		}
	})
}

func TestASilentChannelIsAnAlertUntilItSpeaks(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		alerts := func() (open, resolved int64) {
			must(t, 0, box.NoticeSilence(t.Context()))
			totals, err := box.AlertTotals(t.Context())
			must(t, totals, err)
			return totals.Of(inventory.AlertOpen, inventory.AlertNone), totals.Of(inventory.AlertResolved, inventory.AlertNone)
		}
		for _, step := range []struct {
			name           string
			do             func()
			open, resolved int64
		}{
			{"after 48 hours", func() { s.pass(48 * time.Hour) }, 0, 0},
			{"after more", func() { s.pass(time.Minute) }, 1, 0},
			{"still silent", func() { s.pass(90 * time.Hour) }, 1, 0},
			{"a test is no news", func() { box.sends(t, "", object{"type": "test"}); box.work(t); s.pass(time.Hour) }, 1, 0},
			{"it spoke, and is silent again", func() {
				box.sends(t, "", order("1", 0, "pending", asked("a", "HER-1", 1)))
				box.work(t)
				s.pass(49 * time.Hour)
			}, 1, 1},
			{"nobody waits for it", func() {
				must(t, 0, second(box.UpdateChannel(t.Context(), inventory.System, box.sender.ID, inventory.ChannelChange{Active: ptr(false)})))
				s.pass(49 * time.Hour)
			}, 0, 2},
			{"it is waited for anew", func() {
				must(t, 0, second(box.UpdateChannel(t.Context(), inventory.System, box.sender.ID, inventory.ChannelChange{Active: ptr(true)})))
				s.pass(47 * time.Hour)
			}, 0, 2},
			{"and is silent", func() { s.pass(2 * time.Hour) }, 1, 2},
			{"it speaks", func() { box.sends(t, "", order("2", 0, "pending", asked("a", "HER-1", 1))) }, 0, 3},
		} {
			step.do()
			if open, resolved := alerts(); open != step.open || resolved != step.resolved {
				t.Errorf("%s: %d alerts are open and %d resolved, want %d and %d", step.name, open, resolved, step.open, step.resolved)
			}
		}
	})
}

func TestNumbersThatNeverCameShow(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Shopify, 10)
		for i, number := range []int{1001, 1005, 1002, 1009, 1002} {
			box.sends(t, "orders/create", shopifyOrder(i+1, number, i, nil))
		}
		box.work(t)
		gaps, err := box.Gaps(t.Context(), box.sender.ID)
		if must(t, gaps, err); len(gaps) != 2 || gaps[0].First != 1006 || gaps[0].Last != 1008 || gaps[1].First != 1003 || gaps[1].Numbers() != 2 {
			t.Fatalf("gaps %+v", gaps)
		}
		if row, err := box.Channel(t.Context(), clerk, box.sender.ID); err != nil || row.Missing != 5 {
			t.Errorf("%d are missing, %v", row.Missing, err)
		}
		left, err := box.DismissGap(t.Context(), box.sender.ID, 1004, 1007)
		if must(t, left, err); len(left) != 2 || left[0].First != 1008 || left[1].Last != 1003 {
			t.Errorf("left %+v", left)
		}
		// Late is not never.
		box.sends(t, "orders/create", shopifyOrder(9, 1008, 9, nil))
		box.work(t)
		if left, err = box.Gaps(t.Context(), box.sender.ID); err != nil || len(left) != 1 {
			t.Errorf("then %+v, %v", left, err)
		}
		if _, err := box.DismissGap(t.Context(), box.sender.ID, 5, 4); !isKind(err, inventory.Invalid) {
			t.Errorf("backwards: %v", err)
		}
	})
}

func TestALinkedSKUIsRemembered(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		first := box.sends(t, "", order("1", 0, "pending", asked("a", "cam-01-xl", 1)))
		box.work(t)
		link, err := box.LinkSKU(t.Context(), clerk, box.sender.ID, " CAM-01-XL ", box.product.ID)
		if must(t, link, err); link.Matched != 1 || link.ProductSKU != "HER-1" {
			t.Errorf("link %+v", link)
		}
		if got := box.verdict(t, first.DeliveryID); got != "processed: Procesado: pedido P-1, con todos sus SKU enlazados" {
			t.Error(got)
		}
		next := box.sends(t, "", order("2", 0, "pending", asked("a", "Cam-01-XL", 2)))
		box.work(t)
		if got := box.verdict(t, next.DeliveryID); got != "processed: Procesado: pedido P-2 creado" || box.orders(t)[1].Lines[0].ProductID != box.product.ID {
			t.Error(got)
		}
		links, err := box.SKULinks(t.Context(), box.sender.ID, inventory.Page{Number: 1, Size: 10})
		if must(t, links, err); links.Count.N != 1 || links.Rows[0].SKU != "CAM-01-XL" || links.Rows[0].ProductName != box.product.Name {
			t.Errorf("links %+v", links)
		}
		must(t, 0, box.UnlinkSKU(t.Context(), clerk, box.sender.ID, link.ID))
		last := box.sends(t, "", order("3", 0, "pending", asked("a", "cam-01-xl", 2)))
		box.work(t)
		if got := box.verdict(t, last.DeliveryID); got != "unmatched: SKU desconocido: cam-01-xl" {
			t.Error(got)
		}
		for sku, product := range map[string]int64{"": box.product.ID, "CAM": 999} {
			if _, err := box.LinkSKU(t.Context(), clerk, box.sender.ID, sku, product); !isKind(err, inventory.Invalid) {
				t.Errorf("%q to %d: %v", sku, product, err)
			}
		}
		clean(t, box.Inventory)
	})
}
