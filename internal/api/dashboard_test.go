package api_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
)

// The dashboard in one answer says what its parts say one by one.
func TestDashboard(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		for _, product := range []object{
			{"sku": "CLA-1", "name": "Clavos", "stock": 0, "minStock": 5},
			{"sku": "TOR-1", "name": "Tornillos", "stock": 3, "minStock": 5},
			{"sku": "TUE-1", "name": "Tuercas", "stock": 90, "minStock": 5},
		} {
			s.post(t, token, "/api/products/", product).mustBe(t, 201)
		}
		s.post(t, token, "/api/pedidos/", object{
			"customerName": "Eva", "items": []object{{"sku": "TUE-1", "quantity": 2, "unitPrice": 1.5}},
		}).mustBe(t, 201)
		shown := s.get(t, token, "/api/dashboard/?periodo=7").mustBe(t, 200)
		for path, want := range map[string]any{
			"products.totalProducts": 3.0, "products.outOfStockProducts": 1.0, "products.totalStock": 93.0,
			"alerts.open": 2.0, "alerts.outOfStock": 1.0,
			"orders.periodo": 7.0, "orders.total_pedidos": 1.0, "trend.6.orders": 1.0,
			"atRisk.0.sku": "CLA-1", "atRisk.1.sku": "TOR-1",
			"activeAlerts.0.sku":           "CLA-1",
			"recentMovements.0.productSku": "TUE-1",
			"recentOrders.0.customerName":  "Eva",
		} {
			if got := shown.field(t, path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		s.get(t, token, "/api/dashboard/?periodo=8").mustBe(t, 400)
	})
}

// What takes long (backups, exports, checks) has connections of its own, and however
// many of them go on, the screens have theirs.
func TestScreensAnswerBesideLongWork(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		nails := object{"sku": "CLA-1", "name": "Clavos", "stock": 7, "minStock": 5}
		s.post(t, token, "/api/products/", nails).mustBe(t, 201)
		asked := s.post(t, token, "/api/tickets/", object{"subject": "X", "message": "Y"}).mustBe(t, 201)
		ticket := fmt.Sprintf("/api/tickets/%v/", asked.field(t, "id"))
		s.hold(t, longWork)
		s.server.Client().Timeout = time.Second
		for _, path := range []string{"/api/dashboard/?periodo=7", "/api/products/stats/", ticket} {
			s.get(t, token, path).mustBe(t, 200)
		}
	})
}

// longWork is how many snapshots the memory has room for.
const longWork = 3

// hold keeps so many snapshots open until the test ends.
func (s *stack) hold(t *testing.T, snapshots int) {
	t.Helper()
	over := make(chan struct{})
	var group sync.WaitGroup
	for range snapshots {
		held := make(chan struct{})
		group.Go(func() {
			err := core.Snapshot(context.WithoutCancel(t.Context()), s.db, func(inventory.Tx) error {
				close(held)
				<-over
				return nil
			})
			if err != nil {
				t.Errorf("a snapshot ended with %v", err)
			}
		})
		<-held
	}
	t.Cleanup(func() {
		close(over)
		group.Wait()
	})
}
