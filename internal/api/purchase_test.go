package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/store/storetest"
)

// buyFrom makes a supplier and a purchase of a product that is sent by hand, and returns the
// path of the purchase and its product.
func (s *stack) buyFrom(t *testing.T, token string) (path string, product any) {
	t.Helper()
	now := time.Now().UnixMicro()
	storetest.Fill(t, s.options, "suppliers", []string{
		"name", "tax_id", "contact", "email", "phone", "address", "website", "currency", "lead_days", "payment_terms",
		"notes", "active", "merged_into", "created_by", "created_at", "updated_at", "version", "name_key", "tax_key",
		"search_key", "sort_key",
	}, slices.Values([][]any{{
		"Tornillos", "", "", "t@example.com", "", "", "", "USD", int64(3), "", "", true, int64(0), int64(1), now, now,
		int64(1), "tornillos", "", "  tornillos", "tornillos",
	}}))
	product = s.post(t, token, "/api/products/", object{"sku": "TOR-1", "name": "Tornillo"}).mustBe(t, 201).field(t,
		"idProduct")
	made := s.post(t, token, "/api/purchases/", object{"supplierId": 1, "lines": []object{
		{"productId": product, "quantity": 100, "packUnits": 100, "packPrice": 3.4499, "discount": 10},
	}}).mustBe(t, 201)
	made.want(t, map[string]any{
		"status": "draft", "totalCost": 3.1, "lines.0.packPrice": 3.4499, "lines.0.discount": 10, "number": "",
	})
	path = fmt.Sprintf("/api/purchases/%v/", made.field(t, "id"))
	s.post(t, token, path+"send/", object{"by": "hand"}).mustBe(t, 200).want(t, map[string]any{
		"status": "sent", "statusName": "Enviado", "pending": 100,
	})
	return path, product
}

// Who may not see costs buys nothing and receives without them: no price, discount, total or
// extra cost leaves the door, in no answer and no file.
func TestPurchasesHideWhatThingsCost(t *testing.T) {
	s := onSQLite(t)
	admin := s.session(t, s.person(t, "ada", core.Administrator))
	path, product := s.buyFrom(t, admin)
	s.post(t, admin, path+"extra-costs/", object{"kind": "transport", "amount": 1.5, "shareBy": "value"}).mustBe(t, 201)
	seller := s.session(t, s.person(t, "noe", core.Seller))
	receive := object{"deliveryNote": "A-7", "lines": []object{{"productId": product, "accepted": 40, "value": 1}}}
	if refused := s.post(t, seller, path+"receive/", receive); refused.status != 400 ||
		!strings.Contains(refused.body, "Tu rol no permite indicar costes") {
		t.Errorf("%d %s", refused.status, refused.body)
	}
	receive = object{"deliveryNote": "A-7", "lines": []object{{"productId": product, "accepted": 40}}}
	for _, answer := range []reply{
		s.post(t, seller, path+"receive/", receive).mustBe(t, 201), s.get(t, seller, path).mustBe(t, 200),
		s.get(t, seller, "/api/purchases/?ordering=-totalCost").mustBe(t, 200),
		s.get(t, seller, "/api/receipts/?deliveryNote=a-7").mustBe(t, 200),
	} {
		for _, word := range []string{"cost", "Cost", "packPrice", "discount", "3.4499", "3.1", "1.24", "Gastos", "Total"} {
			if strings.Contains(answer.body, word) {
				t.Errorf("%s tells %q: %s", answer.call.path, word, answer.body)
			}
		}
	}
	if _, file := s.download(t, seller, "/api/purchases/export/?format=csv"); strings.Contains(string(file), "Total") ||
		!strings.Contains(string(file), "Tornillos") {
		t.Errorf("the export is %s", file)
	}
	s.get(t, admin, path).mustBe(t, 200).want(t, map[string]any{
		"extraCost": 1.5, "receipts.0.lines.0.totalCost": 1.24, "received": 40, "extraCosts.0.sharedCost": 0.6,
	})
	s.get(t, admin, fmt.Sprintf("/api/products/%v/", product)).mustBe(t, 200).want(t, map[string]any{"incoming": 60})
	s.post(t, admin, path+"receive/", object{"lines": []object{{"productId": product, "accepted": 61}}}).mustBe(t, 409)
	if _, file := s.download(t, admin, path+"pdf/"); !strings.HasPrefix(string(file), "%PDF-") {
		t.Errorf("the document is %.40q", file)
	}
	s.get(t, seller, path+"pdf/").mustBe(t, 403)
}

// Several drafts leave by one call, and what keeps one of them is said at its place.
func TestSeveralPurchasesAreSentThroughTheDoor(t *testing.T) {
	s := onSQLite(t)
	admin := s.session(t, s.person(t, "ada", core.Administrator))
	path, product := s.buyFrom(t, admin)
	first := s.post(t, admin, path+"duplicate/", object{}).mustBe(t, 201).field(t, "id")
	empty := s.post(t, admin, "/api/purchases/", object{"supplierId": 1}).mustBe(t, 201).field(t, "id")
	s.post(t, admin, "/api/purchases/send/", object{"by": "hand", "items": []object{{"id": first}, {"id": empty}}}).
		mustBlame(t, map[string]string{"items[1].lines": "Añade al menos una línea"})
	s.get(t, admin, fmt.Sprintf("/api/purchases/?ids=%v,%v", first, empty)).mustBe(t, 200).want(t,
		map[string]any{"count": 2, "states.draft": 2})
	s.patch(t, admin, fmt.Sprintf("/api/purchases/%v/", empty), object{"lines": []object{
		{"productId": product, "quantity": 1},
	}}).mustBe(t, 200)
	s.post(t, admin, "/api/purchases/send/", object{"by": "hand", "items": []object{
		{"id": first, "version": 1}, {"id": empty, "version": 2},
	}}).mustBe(t, 200).want(t, map[string]any{
		"results.0.status": "sent", "results.0.pending": 100, "results.1.sentHow": "hand", "results.1.isLate": false,
	})
}
