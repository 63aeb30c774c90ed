package inbox_test

import (
	"testing"

	"estante/internal/catalogue"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// sold is a line as WooCommerce tells it.
func sold(id, product, variation int, sku, name string) shoptest.Object {
	return shoptest.Object{
		"id": id, "product_id": product, "variation_id": variation, "sku": sku, "name": name, "quantity": 2, "price": 5,
	}
}

// wooOf is an order of some lines.
func wooOf(id, minute int, status string, lines ...shoptest.Object) shoptest.Object {
	return shoptest.WooOrder(minute, status, shoptest.Object{"id": id, "number": id, "line_items": lines})
}

// A line without a SKU is known by the shop's variant or product once a user linked
// it, in the open orders that wait for it and in all that come; variations that have
// the SKU of their product are told apart.
func TestALineIsKnownByTheShopsOwnArticle(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		other := box.Newcomer(t, 10)
		lines := []shoptest.Object{
			sold(1, 7, 0, "", "Cinta"), sold(2, 122, 123, "CINT", "Cinturón - S"), sold(3, 122, 124, "CINT", "Cinturón - L"),
		}
		if got := box.Hears(t, wooOf(1, 0, "processing", lines...)); got != "unmatched: SKU desconocido: CINT; "+
			"Artículo sin SKU: Cinta. Varias variantes de la tienda comparten el SKU CINT: enlaza cada una con su producto" {
			t.Error(got)
		}
		unknown, err := box.Inbox.UnknownArticles(t.Context(), box.Sender.ID)
		if shoptest.Must(t, unknown, err); len(unknown) != 3 || unknown[0].Article != "p:7" || unknown[0].Name != "Cinta" ||
			unknown[1].Article != "v:123" || unknown[1].SKU != "CINT" || unknown[1].Orders != 1 {
			t.Errorf("unknown %+v", unknown)
		}
		for _, one := range []struct {
			article string
			product int64
		}{{"p:7", box.Product.ID}, {"v:123", box.Product.ID}, {"v:124", other.ID}} {
			link, err := box.Inbox.LinkArticle(t.Context(), shoptest.Clerk, inbox.ArticleLink{
				ChannelID: box.Sender.ID, Article: one.article, Name: "Cinta", ProductID: one.product,
			})
			if shoptest.Must(t, link, err).Matched != 1 {
				t.Errorf("%s: %+v", one.article, link)
			}
		}
		got := box.Hears(t, wooOf(2, 0, "completed", lines...))
		if got != "processed: Procesado: pedido 2 creado como «Enviado»" {
			t.Error(got)
		}
		orders := box.KeptOrders(t)
		if orders[0].Unmatched != 0 || orders[0].Lines[2].ProductID != other.ID ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 6 || shoptest.StockOf(t, box.Inventory, other.ID) != 8 {
			t.Errorf("%+v", orders)
		}
		links, err := box.Inbox.ArticleLinks(t.Context(), box.Sender.ID, core.Page{Number: 1, Size: 10})
		if shoptest.Must(t, links, err); links.Count.N != 3 || links.Rows[0].ProductSKU == "" {
			t.Errorf("links %+v", links)
		}
		shoptest.Must(t, 0, box.Inbox.UnlinkArticle(t.Context(), shoptest.Clerk, box.Sender.ID, links.Rows[0].ID))
		if got := box.Hears(t, wooOf(3, 0, "pending", lines...)); got == "processed: Procesado: pedido 3 creado" {
			t.Error(got)
		}
		for _, wrong := range []inbox.ArticleLink{
			{Article: ""}, {Article: "x:1"}, {Article: "123"}, {Article: "v:1", ProductID: 999},
		} {
			wrong.ChannelID = box.Sender.ID
			if _, err := box.Inbox.LinkArticle(t.Context(), shoptest.Clerk, wrong); !shoptest.IsKind(err, core.Invalid) {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// A product that has the SKU of a shop's product is not all of its variants, which inherit it:
// as soon as a second one is sold they are known by themselves alone. Variants of different
// products, and the same variant again, are known by their SKU.
func TestVariantsThatInheritASKUAreNotOneProduct(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 30)
		small, large := sold(2, 122, 123, "HER-1", "Cinturón - S"), sold(3, 122, 124, "her-1", "Cinturón - L")
		for id, row := range []struct {
			want  string
			lines []shoptest.Object
		}{
			{"processed: Procesado: pedido 0 creado", []shoptest.Object{sold(1, 7, 0, "HER-1", "Cinta")}},
			{"processed: Procesado: pedido 1 creado", []shoptest.Object{sold(1, 8, 9, "HER-1", "Otra"), small}},
			{"processed: Procesado: pedido 2 creado", []shoptest.Object{small}},
			{"unmatched: SKU desconocido: her-1. Varias variantes de la tienda comparten el SKU her-1: " +
				"enlaza cada una con su producto", []shoptest.Object{large}},
			{"unmatched: SKU desconocido: HER-1. Varias variantes de la tienda comparten el SKU HER-1: " +
				"enlaza cada una con su producto", []shoptest.Object{small, sold(1, 8, 9, "HER-1", "Otra")}},
		} {
			if got := box.Hears(t, wooOf(id, 5, "processing", row.lines...)); got != row.want {
				t.Errorf("%d: %s", id, got)
			}
		}
		// Old news of the order knows it no better.
		if got := box.Hears(t, wooOf(3, 1, "processing", large)); got[:8] != "ignored:" {
			t.Error(got)
		}
		for article, product := range map[string]int64{"v:123": box.Product.ID, "v:124": box.Newcomer(t, 10).ID} {
			link, err := box.Inbox.LinkArticle(t.Context(), shoptest.Clerk, inbox.ArticleLink{
				ChannelID: box.Sender.ID, Article: article, Name: "Cinturón", ProductID: product,
			})
			if shoptest.Must(t, link, err).Matched != 1 {
				t.Errorf("%s: %+v", article, link)
			}
		}
		if got := box.Hears(t, wooOf(9, 0, "processing", small, large)); got != "processed: Procesado: pedido 9 creado" {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// What has no SKU is known by its EAN, too.
func TestALineIsKnownByItsBarcode(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		code := "8412345678905"
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("EAN-1"), Name: shoptest.Ptr("Con código"), Stock: shoptest.Ptr(int64(9)), Barcode: &code,
		})
		shoptest.Must(t, product, err)
		line := sold(1, 7, 0, "", "Con código")
		line["global_unique_id"] = code
		got := box.Hears(t, wooOf(1, 0, "completed", line))
		if got != "processed: Procesado: pedido 1 creado como «Enviado»" ||
			shoptest.StockOf(t, box.Inventory, product.ID) != 7 {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// Tips, gift cards and services are none of the stock: some say so themselves, of
// the others a user says it once.
func TestWhatIsNoneOfTheStockIsNotUnknown(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		of := func(id, minute int) shoptest.Object {
			return shoptest.ShopifyOrder(id, 1000+id, minute, shoptest.Object{"line_items": []shoptest.Object{
				{"id": 10 * id, "sku": "HER-1", "name": "Taladro", "quantity": 1, "price": "5.00"},
				{"id": 10*id + 1, "sku": "", "name": "Tarjeta", "quantity": 1, "price": "5.00", "gift_card": true},
				{"id": 10*id + 2, "name": "Tip", "quantity": 1, "price": "1.00", "tip": shoptest.Object{}},
				{"id": 10*id + 3, "name": "Montaje", "quantity": 1, "price": "9.00"},
			}})
		}
		first := box.Sends(t, "orders/create", of(1, 0))
		box.Work(t)
		if got := box.Verdict(t, first.DeliveryID); got != "unmatched: Artículo sin SKU: Montaje" {
			t.Error(got)
		}
		link, err := box.Inbox.LinkArticle(t.Context(), shoptest.Clerk, inbox.ArticleLink{
			ChannelID: box.Sender.ID, Article: "n:montaje", Name: "Montaje",
		})
		if shoptest.Must(t, link, err).Matched != 1 {
			t.Errorf("%+v", link)
		}
		next := box.Sends(t, "orders/create", of(2, 0))
		box.Work(t)
		if got := box.Verdict(t, next.DeliveryID); got != "processed: Procesado: pedido #1002 creado" {
			t.Error(got)
		}
		for _, kept := range box.KeptOrders(t) {
			if kept.Unmatched != 0 || !kept.Lines[3].Unstocked || kept.Lines[0].Claimed != 1 {
				t.Errorf("%+v", kept)
			}
			shoptest.MoveTo(t, box.Inventory, kept.ID, order.Shipped)
		}
		if stock := shoptest.StockOf(t, box.Inventory, box.Product.ID); stock != 8 {
			t.Errorf("%d are left", stock)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
