package forecasting_test

import (
	"testing"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
	"estante/internal/shoptest"
	"estante/internal/supplier"
)

// What to order follows how the preferred supplier sells the product, unless the product
// itself says otherwise, and a change of those terms makes it be worked out anew.
func TestOrdersFollowThePreferredSupplier(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Constante", 150)
		s.SellDaily(t, product, 2, 65)
		s.Foresee(t)
		toDo := func() int64 {
			t.Helper()
			s.Foresee(t)
			_, rows := s.ForecastRows(t, forecasting.Filter{})
			return rows["Constante"].ToDo
		}
		alone := toDo()
		seller, err := s.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
			Name: shoptest.Ptr("Peña"), LeadDays: shoptest.Ptr(shoptest.Ptr(9)),
		})
		shoptest.Must(t, seller, err)
		yes := true
		sold, err := s.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, seller.ID, product.ID,
			supplier.SupplierProductChange{
				PackUnits: shoptest.Ptr(int64(7)), MinPacks: shoptest.Ptr(int64(100)), Preferred: &yes,
			})
		shoptest.Must(t, sold, err)
		if bought := toDo(); bought != 700 || alone == 700 {
			t.Errorf("%d to order of packs of 7 and 100 of them at least; %d without a supplier", bought, alone)
		}
		explained := func() supplier.Supply {
			t.Helper()
			working, err := s.Forecasts.ForecastWorking(t.Context(), product.ID)
			return shoptest.Must(t, working, err).Supply
		}
		if supply := explained(); *supply.LeadDays != 9 || supply.LeadSource != supplier.SaidBySupplier ||
			supply.PackSize != 7 || supply.PackSource != supplier.SaidBySupplierProduct || supply.SupplierName != "Peña" {
			t.Errorf("the supplier's terms are %+v", supply)
		}
		fewer := func(change supplier.SupplierProductChange) {
			t.Helper()
			_, err := s.Suppliers.UpdateSupplierProduct(t.Context(), shoptest.Clerk, seller.ID, product.ID, change)
			shoptest.Must(t, shoptest.Nothing, err)
		}
		fewer(supplier.SupplierProductChange{MinPacks: shoptest.Ptr(int64(1))})
		soon := toDo()
		if soon%7 != 0 || soon >= 700 {
			t.Errorf("%d to order of packs of 7", soon)
		}
		change := supplier.SupplierChange{LeadDays: shoptest.Ptr(shoptest.Ptr(60))}
		_, err = s.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, seller.ID, change)
		shoptest.Must(t, shoptest.Nothing, err)
		if far := toDo(); far <= soon {
			t.Errorf("%d to order of what takes 60 days, and %d of what takes 9", far, soon)
		}
		own := catalogue.ProductFields{
			LeadDays: shoptest.Ptr(shoptest.Ptr(9)), PackSize: shoptest.Ptr(shoptest.Ptr(int64(5))),
		}
		_, err = s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, own)
		shoptest.Must(t, shoptest.Nothing, err)
		if said := toDo(); said%5 != 0 {
			t.Errorf("%d to order of what says that its packs have 5", said)
		}
		if supply := explained(); supply.LeadSource != supplier.SaidByProduct || supply.PackSource != supplier.SaidByProduct {
			t.Errorf("the product's own terms are %+v", supply)
		}
		none := catalogue.ProductFields{LeadDays: shoptest.Ptr[*int](nil), PackSize: shoptest.Ptr[*int64](nil)}
		_, err = s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, none)
		shoptest.Must(t, shoptest.Nothing, err)
		no := false
		_, err = s.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, seller.ID, supplier.SupplierChange{Active: &no})
		shoptest.Must(t, shoptest.Nothing, err)
		if again := toDo(); again != alone {
			t.Errorf("%d to order when nobody sells it, %d before anybody did", again, alone)
		}
	})
}
