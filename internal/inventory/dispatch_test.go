package inventory_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

// postman is a courier that keeps what it is given and answers as it is told.
type postman struct {
	parcels []inventory.Parcel
	answer  inventory.Receipt
	failure error
	during  func()
}

func (p *postman) Post(_ context.Context, parcel inventory.Parcel) (inventory.Receipt, error) {
	if p.during != nil {
		p.during()
	}
	p.parcels = append(p.parcels, parcel)
	if p.answer.Status == 0 {
		return inventory.Receipt{Status: http.StatusNoContent}, p.failure
	}
	return p.answer, p.failure
}

// send has everything that is due sent.
func (s *office) send(t *testing.T, courier inventory.Courier) (taken int) {
	t.Helper()
	due, err := s.DueSubscriptions(t.Context())
	for _, id := range must(t, due, err) {
		for {
			some, err := s.SendDispatches(t.Context(), courier, id)
			if taken += must(t, some, err); some == 0 {
				break
			}
		}
	}
	return taken
}

func (s *office) dispatches(t *testing.T, subscriptionID int64) []inventory.Dispatch {
	t.Helper()
	list, err := s.Dispatches(t.Context(), inventory.DispatchFilter{SubscriptionID: subscriptionID, Page: inventory.Page{Number: 1, Size: 100}})
	return must(t, list, err).Rows
}

// drills is a product with some stock.
func (s *office) drills(t *testing.T, stock int64) inventory.Product {
	t.Helper()
	product, err := s.CreateProduct(t.Context(), clerk, drill(stock))
	return must(t, product, err)
}

// told is the body of a message.
type told struct {
	Type      string
	Timestamp time.Time
	Data      struct {
		Movements []struct {
			SKU                     string
			Quantity                int64
			StockBefore, StockAfter int64
			Reason                  string
		}
		Alerts                              []struct{ ID int64 }
		OrderNumber, Status, PreviousStatus string
		TotalAmount                         float64
		Items                               []struct{ SKU string }
		ItemsOmitted                        bool
	}
}

func read(t *testing.T, body []byte) (read told) {
	t.Helper()
	must(t, true, json.Unmarshal(body, &read))
	return read
}

// What happens is told once to who asked for it, signed as the standard says,
// and what did not happen is not told.
func TestWhatHappensIsToldAndSigned(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.drills(t, 10)
		subscription := s.subscribe(t, inventory.EventStockChanged)
		s.subscribe(t, inventory.EventOrderCreated)
		box := &postman{}
		_, err := s.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 3))
		must(t, true, err)
		if _, err := s.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 30)); err == nil {
			t.Fatal("more was taken than there is")
		}
		if s.send(t, box); len(box.parcels) != 1 {
			t.Fatalf("%d messages were sent", len(box.parcels))
		}
		told, parcel := read(t, box.parcels[0].Body), box.parcels[0]
		if told.Type != "stock.changed" || !told.Timestamp.Equal(s.now()) || len(told.Data.Movements) != 1 || parcel.URL != subscription.URL {
			t.Fatalf("told %s to %s", parcel.Body, parcel.URL)
		}
		if m := told.Data.Movements[0]; m.SKU != "HER-1" || m.Quantity != -3 || m.StockBefore != 10 || m.StockAfter != 7 || m.Reason != "adjustment" {
			t.Errorf("told %+v", m)
		}
		secret, err := s.SubscriptionSecret(subscription)
		verify(t, parcel, must(t, secret, err), s.now())
		if s.pass(time.Hour); s.send(t, box) != 0 {
			t.Error("it was told twice")
		}
	})
}

// verify checks a message as a receiver does.
func verify(t *testing.T, parcel inventory.Parcel, secret string, now time.Time) {
	t.Helper()
	header := http.Header{}
	for name, value := range parcel.Header {
		header.Set(name, value)
	}
	err := channel.Standard.Verify(channel.Delivery{Header: header, Body: parcel.Body}, channel.Secrets{Current: secret}, now)
	if err != nil {
		t.Errorf("a receiver says: %v", err)
	}
}

func TestOrdersAreTold(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.drills(t, 10)
		s.subscribe(t, inventory.EventOrderCreated, inventory.EventOrderStatus, inventory.EventOrderUpdated)
		box := &postman{}
		order := place(t, s.Inventory, item(product.ID, 2))
		_, err := s.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Notes: ptr("Frágil")})
		must(t, true, err)
		moveTo(t, s.Inventory, order.ID, "processing", "shipped")
		s.send(t, box)
		var told []string
		for _, parcel := range box.parcels {
			one := read(t, parcel.Body)
			told = append(told, strings.TrimSpace(one.Type+" "+one.Data.PreviousStatus+" "+one.Data.Status))
			if one.Data.OrderNumber != order.Number || one.Data.TotalAmount != 20 || len(one.Data.Items) != 1 || one.Data.Items[0].SKU != "HER-1" {
				t.Errorf("told %s", parcel.Body)
			}
			if strings.Contains(string(parcel.Body), "ana@example.com") {
				t.Error("the customer's address was told")
			}
		}
		want := []string{"order.created  pending", "order.updated  pending", "order.status_changed pending processing", "order.status_changed processing shipped"}
		if !slices.Equal(told, want) {
			t.Errorf("told %q", told)
		}
	})
}

// dispatchBytesMax is how much the standard advises to send at once.
const dispatchBytesMax = 20_000

// Thousands of movements at once are a few messages, none larger than the
// standard advises, and together they leave nothing out.
func TestManyMovementsAreAFewMessages(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.subscribe(t, inventory.EventStockChanged)
		const movements = 500
		moved := make([]inventory.Moved, movements)
		for i := range moved {
			moved[i].After.SKU = fmt.Sprintf("SKU-%d", i)
			moved[i].After.Name = strings.Repeat("ñ", 200)
		}
		must(t, true, s.db.Write(t.Context(), func(tx inventory.Tx) error { return inventory.TellMoved(tx, moved) }))
		seen := map[string]bool{}
		sent := s.dispatches(t, subscription.ID)
		for _, dispatch := range sent {
			if len(dispatch.Body) > dispatchBytesMax {
				t.Errorf("a message of %d bytes", len(dispatch.Body))
			}
			for _, movement := range read(t, []byte(dispatch.Body)).Data.Movements {
				seen[movement.SKU] = true
			}
		}
		if len(seen) != movements || len(sent) > movements/10 {
			t.Errorf("%d movements in %d messages", len(seen), len(sent))
		}
	})
}

// So are hundreds of alerts, whatever their subjects are called.
func TestManyAlertsAreAFewMessages(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.subscribe(t, inventory.EventAlertOpened)
		opened := make([]inventory.Alert, 200)
		for i := range opened {
			opened[i] = inventory.Alert{ID: int64(i + 1), Kind: inventory.AlertChannel, Subject: strings.Repeat("<", 200), Level: inventory.AlertCritical}
		}
		must(t, true, s.db.Write(t.Context(), func(tx inventory.Tx) error { return inventory.TellAlertChanges(tx, opened, nil) }))
		seen := map[int64]bool{}
		sent := s.dispatches(t, subscription.ID)
		for _, dispatch := range sent {
			if len(dispatch.Body) > dispatchBytesMax {
				t.Errorf("a message of %d bytes", len(dispatch.Body))
			}
			for _, alert := range read(t, []byte(dispatch.Body)).Data.Alerts {
				seen[alert.ID] = true
			}
		}
		if len(seen) != len(opened) || len(sent) > len(opened)/5 {
			t.Errorf("%d alerts in %d messages", len(seen), len(sent))
		}
	})
}

// Where nobody subscribes, or not to this, or not any more, nothing is written.
func TestNothingIsWrittenForNobody(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product := s.drills(t, 10)
		orders, stock := s.subscribe(t, inventory.EventOrderCreated), s.subscribe(t, inventory.EventStockChanged)
		_, err := s.UpdateSubscription(t.Context(), clerk, stock.ID, inventory.SubscriptionChange{Active: ptr(false)})
		must(t, true, err)
		_, err = s.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 1))
		must(t, true, err)
		if written := len(s.dispatches(t, orders.ID)) + len(s.dispatches(t, stock.ID)); written != 0 {
			t.Errorf("%d messages were written", written)
		}
	})
}

// A test goes to a subscription that is off as well, and changes nothing.
func TestTestingASubscription(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.subscribe(t, inventory.EventStockChanged)
		_, err := s.UpdateSubscription(t.Context(), clerk, subscription.ID, inventory.SubscriptionChange{Active: ptr(false)})
		must(t, true, err)
		must(t, true, s.TestSubscription(t.Context(), clerk, subscription.ID))
		box := &postman{answer: inventory.Receipt{Status: 200, Answer: "recibido"}}
		if s.send(t, box); len(box.parcels) != 1 || read(t, box.parcels[0].Body).Type != "test" {
			t.Fatalf("sent %v", box.parcels)
		}
		if sent := s.dispatches(t, subscription.ID); sent[0].State != inventory.DispatchDelivered || sent[0].Status != 200 || sent[0].Answer != "recibido" {
			t.Errorf("noted %+v", sent[0])
		}
		if err := s.TestSubscription(t.Context(), clerk, subscription.ID+1); !errors.Is(err, inventory.ErrNotFound) {
			t.Errorf("a test of nothing: %v", err)
		}
	})
}

// Alerts are told as they open, change their level and end.
func TestAlertsAreTold(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.subscribe(t, inventory.EventAlertOpened, inventory.EventAlertChanged, inventory.EventAlertResolved)
		product := s.drills(t, 20)
		for _, change := range []inventory.Adjustment{adjust("remove", 18), adjust("remove", 2), adjust("add", 50), adjust("remove", 50)} {
			_, err := s.AdjustStock(t.Context(), clerk, product.ID, change)
			must(t, true, err)
		}
		list, err := s.ListAlerts(t.Context(), inventory.AlertFilter{Page: inventory.Page{Number: 1, Size: 10}})
		_, err = s.ResolveAlert(t.Context(), clerk, must(t, list, err).Rows[0].ID)
		must(t, true, err)
		box := &postman{}
		s.send(t, box)
		var got []string
		for _, parcel := range box.parcels {
			var body struct {
				Type string
				Data struct {
					Alerts []struct {
						SKU, AlertLevel, PreviousLevel, Resolution string
						CurrentStock                               int64
					}
				}
			}
			must(t, true, json.Unmarshal(parcel.Body, &body))
			for _, alert := range body.Data.Alerts {
				got = append(got, fmt.Sprint(body.Type, " ", alert.SKU, " ", alert.AlertLevel, " ", alert.PreviousLevel, " ", alert.Resolution, " ", alert.CurrentStock))
			}
		}
		want := []string{
			"alert.opened HER-1 critical   2", "alert.changed HER-1 out_of_stock critical  0", "alert.resolved HER-1 out_of_stock  recovered 50",
			"alert.opened HER-1 out_of_stock   0", "alert.resolved HER-1 out_of_stock  manual 0",
		}
		if !slices.Equal(got, want) {
			t.Errorf("told %q", got)
		}
	})
}
