package order_test

import (
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A Vendedor sells at the price or for more. For less they ask an Encargado, whose word then
// holds for the units it was given for, unless the settings leave them some percent.
func TestASellerDoesNotLowerAPrice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		priced, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, catalogue.ProductFields{
			Price: shoptest.Ptr(shoptest.Ptr(core.Cents(1255))),
		})
		shoptest.Must(t, priced, err)
		seller, boss := shoptest.Clerk, shoptest.Clerk
		seller.Role, boss.Role = core.Seller, core.Manager
		selling := func(quantity int64, cents core.Cents) order.Fields {
			return order.Fields{CustomerName: "Ana", Items: []order.Item{
				{ProductID: product.ID, Quantity: quantity, UnitPrice: &cents},
			}}
		}
		sells := func(cents core.Cents) string {
			_, err := inv.Orders.CreateOrder(t.Context(), seller, selling(1, cents))
			return shoptest.Refusal(err, "items[0].unitPrice")
		}
		const asks = "El precio es 12,55: para bajarlo, pídeselo a un Encargado"
		if got := sells(1254); got != asks {
			t.Errorf("for a cent less: %q", got)
		}
		if same, more := sells(1255), sells(2000); same != "" || more != "" {
			t.Errorf("for the price %q, for more %q", same, more)
		}

		granted, err := inv.Orders.CreateOrder(t.Context(), boss, selling(2, 900))
		shoptest.Must(t, granted, err)
		changes := func(quantity int64, cents core.Cents) string {
			items := selling(quantity, cents).Items
			_, err := inv.Orders.UpdateOrder(t.Context(), seller, granted.ID, order.Change{Items: &items})
			return shoptest.Refusal(err, "items[0].unitPrice")
		}
		if less, three := changes(2, 899), changes(3, 900); less != asks || three != asks {
			t.Errorf("below what was granted %q, for more units than granted %q", less, three)
		}
		if got := changes(1, 900); got != "" {
			t.Errorf("what was granted: %q", got)
		}

		_, err = inv.UpdateSettings(t.Context(), boss, core.SettingsChange{SellerDiscount: shoptest.Ptr(10)})
		shoptest.Must(t, 0, err)
		if got := sells(1130); got != "" {
			t.Errorf("ten percent less: %q", got)
		}
		const tooFar = "El precio es 12,55 y puedes bajarlo un 10 % como mucho: para más, pídeselo a un Encargado"
		if got := sells(1129); got != tooFar {
			t.Errorf("more than ten percent less: %q", got)
		}
	})
}
