package webhook_test

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

	"estante/internal/alert"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/webhook"
)

// postman is a courier that keeps what it is given and answers as it is told.
type postman struct {
	parcels []webhook.Parcel
	answer  webhook.Receipt
	failure error
	during  func()
}

func (p *postman) Post(_ context.Context, parcel webhook.Parcel) (webhook.Receipt, error) {
	if p.during != nil {
		p.during()
	}
	p.parcels = append(p.parcels, parcel)
	if p.answer.Status == 0 {
		return webhook.Receipt{Status: http.StatusNoContent}, p.failure
	}
	return p.answer, p.failure
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
	shoptest.Must(t, true, json.Unmarshal(body, &read))
	return read
}

// What happens is sent once to the subscriber that asked for it, signed as the standard
// says, and what did not happen is not sent.
func TestWhatHappensIsToldAndSigned(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Drills(t, 10)
		subscription := s.Subscribe(t, webhook.EventStockChanged)
		s.Subscribe(t, webhook.EventOrderCreated)
		box := &postman{}
		_, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 3))
		shoptest.Must(t, true, err)
		if _, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID,
			shoptest.Adjust("remove", 30)); err == nil {
			t.Fatal("more was taken than there is")
		}
		if s.Send(t, box); len(box.parcels) != 1 {
			t.Fatalf("%d messages were sent", len(box.parcels))
		}
		told, parcel := read(t, box.parcels[0].Body), box.parcels[0]
		if told.Type != "stock.changed" || !told.Timestamp.Equal(s.Now()) || len(told.Data.Movements) != 1 ||
			parcel.URL != subscription.URL {
			t.Fatalf("told %s to %s", parcel.Body, parcel.URL)
		}
		if m := told.Data.Movements[0]; m.SKU != "HER-1" || m.Quantity != -3 || m.StockBefore != 10 || m.StockAfter != 7 ||
			m.Reason != "adjustment" {
			t.Errorf("told %+v", m)
		}
		secret, err := s.Webhooks.SubscriptionSecret(subscription)
		verify(t, parcel, shoptest.Must(t, secret, err), s.Now())
		if s.Pass(time.Hour); s.Send(t, box) != 0 {
			t.Error("it was told twice")
		}
	})
}

// verify checks a message as a receiver does.
func verify(t *testing.T, parcel webhook.Parcel, secret string, now time.Time) {
	t.Helper()
	header := http.Header{}
	for name, value := range parcel.Header {
		header.Set(name, value)
	}
	err := channel.Standard.Verify(channel.Delivery{Header: header, Body: parcel.Body}, channel.Secrets{Current: secret},
		now)
	if err != nil {
		t.Errorf("a receiver says: %v", err)
	}
}

func TestOrdersAreTold(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Drills(t, 10)
		s.Subscribe(t, webhook.EventOrderCreated, webhook.EventOrderStatus, webhook.EventOrderUpdated)
		box := &postman{}
		placed := shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 2))
		_, err := s.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID, order.Change{Notes: shoptest.Ptr("Frágil")})
		shoptest.Must(t, true, err)
		shoptest.MoveTo(t, s.Inventory, placed.ID, "processing", "shipped")
		s.Send(t, box)
		var told []string
		for _, parcel := range box.parcels {
			one := read(t, parcel.Body)
			told = append(told, strings.TrimSpace(one.Type+" "+one.Data.PreviousStatus+" "+one.Data.Status))
			if one.Data.OrderNumber != placed.Number || one.Data.TotalAmount != 20 || len(one.Data.Items) != 1 ||
				one.Data.Items[0].SKU != "HER-1" {
				t.Errorf("told %s", parcel.Body)
			}
			if !strings.Contains(string(parcel.Body), `"amounts":[{"kind":"items","amount":20}]`) {
				t.Errorf("the rows of the total are not told: %s", parcel.Body)
			}
			if strings.Contains(string(parcel.Body), "ana@example.com") {
				t.Error("the customer's address was told")
			}
		}
		want := []string{
			"order.created  pending", "order.updated  pending", "order.status_changed pending processing",
			"order.status_changed processing shipped",
		}
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
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Subscribe(t, webhook.EventStockChanged)
		const movements = 500
		moved := make([]ledger.Moved, movements)
		for i := range moved {
			moved[i].Movement.Quantity, moved[i].After.SKU = 1, fmt.Sprintf("SKU-%d", i)
			moved[i].After.Name = strings.Repeat("ñ", 200)
		}
		shoptest.Must(t, true, core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			return ledger.TellMoved(tx, moved)
		}))
		seen := map[string]bool{}
		sent := s.Dispatches(t, subscription.ID)
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
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Subscribe(t, webhook.EventAlertOpened)
		opened := make([]alert.Alert, 200)
		for i := range opened {
			opened[i] = alert.Alert{
				ID: int64(i + 1), Kind: alert.Channel, Subject: strings.Repeat("<", 200), Level: alert.Critical,
			}
		}
		shoptest.Must(t, true, core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			return alert.TellAlertChanges(tx, opened, nil)
		}))
		seen := map[int64]bool{}
		sent := s.Dispatches(t, subscription.ID)
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
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Drills(t, 10)
		orders, stock := s.Subscribe(t, webhook.EventOrderCreated), s.Subscribe(t, webhook.EventStockChanged)
		_, err := s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, stock.ID,
			webhook.SubscriptionChange{Active: shoptest.Ptr(false)})
		shoptest.Must(t, true, err)
		_, err = s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 1))
		shoptest.Must(t, true, err)
		if written := len(s.Dispatches(t, orders.ID)) + len(s.Dispatches(t, stock.ID)); written != 0 {
			t.Errorf("%d messages were written", written)
		}
	})
}

// A test goes to a subscription that is off as well, and changes nothing.
func TestTestingASubscription(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Subscribe(t, webhook.EventStockChanged)
		_, err := s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, subscription.ID,
			webhook.SubscriptionChange{Active: shoptest.Ptr(false)})
		shoptest.Must(t, true, err)
		shoptest.Must(t, true, s.Webhooks.TestSubscription(t.Context(), shoptest.Clerk, subscription.ID))
		box := &postman{answer: webhook.Receipt{Status: 200, Answer: "recibido"}}
		if s.Send(t, box); len(box.parcels) != 1 || read(t, box.parcels[0].Body).Type != "test" {
			t.Fatalf("sent %v", box.parcels)
		}
		if sent := s.Dispatches(t, subscription.ID); sent[0].State != webhook.DispatchDelivered || sent[0].Status != 200 ||
			sent[0].Answer != "recibido" {
			t.Errorf("noted %+v", sent[0])
		}
		if err := s.Webhooks.TestSubscription(t.Context(), shoptest.Clerk, subscription.ID+1); !errors.Is(err,
			core.ErrNotFound) {
			t.Errorf("a test of nothing: %v", err)
		}
	})
}

// Alerts are told as they open, change their level and end.
func TestAlertsAreTold(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Subscribe(t, webhook.EventAlertOpened, webhook.EventAlertChanged, webhook.EventAlertResolved)
		product := s.Drills(t, 20)
		for _, change := range []ledger.Adjustment{
			shoptest.Adjust("remove", 18), shoptest.Adjust("remove", 2),
			shoptest.Adjust("add", 50), shoptest.Adjust("remove", 50),
		} {
			_, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, change)
			shoptest.Must(t, true, err)
		}
		list, err := s.Alerts.ListAlerts(t.Context(), alert.Filter{Page: core.Page{Number: 1, Size: 10}})
		_, err = s.Alerts.ResolveAlert(t.Context(), shoptest.Clerk, shoptest.Must(t, list, err).Rows[0].ID)
		shoptest.Must(t, true, err)
		box := &postman{}
		s.Send(t, box)
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
			shoptest.Must(t, true, json.Unmarshal(parcel.Body, &body))
			for _, alert := range body.Data.Alerts {
				got = append(got, fmt.Sprint(body.Type, " ", alert.SKU, " ", alert.AlertLevel, " ", alert.PreviousLevel, " ",
					alert.Resolution, " ", alert.CurrentStock))
			}
		}
		want := []string{
			"alert.opened HER-1 critical   2", "alert.changed HER-1 out_of_stock critical  0",
			"alert.resolved HER-1 out_of_stock  recovered 50",
			"alert.opened HER-1 out_of_stock   0", "alert.resolved HER-1 out_of_stock  manual 0",
		}
		if !slices.Equal(got, want) {
			t.Errorf("told %q", got)
		}
	})
}
