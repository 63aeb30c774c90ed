package alert_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/shoptest"
	"estante/internal/supplier"
	"estante/internal/webhook"
)

// awaited is a shop with a purchase of ten units that is expected on a day.
type awaited struct {
	*shoptest.Office
	seller   int64
	product  int64
	purchase int64
}

// eachAwaited runs a test with a purchase that is expected in so many days, on each engine.
func eachAwaited(t *testing.T, days int, test func(t *testing.T, s *awaited)) {
	t.Helper()
	shoptest.EachOffice(t, func(t *testing.T, office *shoptest.Office) {
		s := &awaited{Office: office}
		made, err := s.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
			Name: shoptest.Ptr("Tornillería Levante"),
		})
		s.seller = shoptest.Must(t, made, err).ID
		s.product = s.Ware(t, "TOR-1", 90).ID
		s.purchase = s.order(t, days)
		test(t, s)
		shoptest.Clean(t, s.Inventory)
	})
}

// day is the day of the business in so many days.
func (s *awaited) day(days int) string { return s.Now().AddDate(0, 0, days).Format(core.DateForm) }

func (s *awaited) order(t *testing.T, days int) int64 {
	t.Helper()
	draft, err := s.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
		SupplierID: s.seller, ExpectedOn: s.day(days),
		Lines: []purchase.LineFields{{ProductID: s.product, Quantity: 10}},
	})
	shoptest.Must(t, draft, err)
	sent, err := s.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
	return shoptest.Must(t, sent, err).ID
}

func (s *awaited) expect(t *testing.T, day string) {
	t.Helper()
	changed, err := s.Purchases.UpdatePurchase(t.Context(), shoptest.Clerk, s.purchase,
		purchase.Change{ExpectedOn: &day})
	shoptest.Must(t, changed, err)
}

func (s *awaited) receive(t *testing.T, units int64) purchase.ReceiptRow {
	t.Helper()
	receipt, err := s.Purchases.Receive(t.Context(), shoptest.Clerk, s.purchase, purchase.Delivery{
		Lines: []purchase.DeliveredLine{{ProductID: s.product, Accepted: units}},
	})
	return shoptest.Must(t, receipt, err)
}

// notice looks for late purchases as the server does now and then.
func (s *awaited) notice(t *testing.T) int {
	t.Helper()
	noticed, err := s.Alerts.NoticeLatePurchases(t.Context())
	return shoptest.Must(t, noticed, err)
}

// open are the alerts of purchases that are open.
func (s *awaited) open(t *testing.T) []alert.Row {
	t.Helper()
	list, err := s.Alerts.ListAlerts(t.Context(), alert.Filter{
		Level: alert.Late, Page: core.Page{Number: 1, Size: 100},
	})
	rows := shoptest.Must(t, list, err)
	totals, err := s.Alerts.AlertTotals(t.Context())
	if kept := shoptest.Must(t, totals, err).Of(alert.Open, alert.Late); rows.Count.N != len(rows.Rows) ||
		kept != int64(len(rows.Rows)) {
		t.Errorf("%d late purchases are counted, %d kept and %d shown", rows.Count.N, kept, len(rows.Rows))
	}
	return rows.Rows
}

// wantOpen holds the shop to so many open alerts of late purchases.
func (s *awaited) wantOpen(t *testing.T, want int, when string) {
	t.Helper()
	if got := s.open(t); len(got) != want {
		t.Errorf("%s there are %d alerts of late purchases, want %d: %+v", when, len(got), want, got)
	}
}

// A purchase whose day is over is an alert of its own level, once, that says what is missing and where it is.
func TestAPurchaseWhoseDayIsOverIsAnAlert(t *testing.T) {
	eachAwaited(t, 0, func(t *testing.T, s *awaited) {
		reader := s.Open(t, "lucia", shoptest.Password)
		if s.notice(t) != 0 {
			t.Error("a purchase is late on the day on which it should come")
		}
		s.Pass(24 * time.Hour)
		if n := s.notice(t) + s.notice(t); n != 1 {
			t.Errorf("one late purchase was noticed %d times", n)
		}
		rows := s.open(t)
		if len(rows) != 1 {
			t.Fatalf("the alerts are %+v", rows)
		}
		a := rows[0]
		number := fmt.Sprintf("PC-%d-0001", s.Now().Year())
		if a.Kind != alert.Purchase || a.PurchaseID != s.purchase || a.ProductID != 0 ||
			a.Title() != "Compra retrasada: "+number+" · Tornillería Levante" ||
			a.Message() != "Se esperaba el 15/11/2026 y quedan 10 unidades por recibir." {
			t.Errorf("the alert is %q, %q: %+v", a.Title(), a.Message(), a)
		}
		told := received(t, s.Inventory, reader)
		if len(told) != 1 || told[0].Kind != alert.NotifyAlertLate || told[0].Title != a.Title() ||
			told[0].Link != fmt.Sprintf("/alertas-stock/%d", a.ID) {
			t.Errorf("people are told %+v", told)
		}
		s.receive(t, 9)
		if rows = s.open(t); len(rows) != 1 ||
			rows[0].Message() != "Se esperaba el 15/11/2026 y queda 1 unidad por recibir." {
			t.Errorf("after a part has come the alerts are %+v", rows)
		}
	})
}

// The alert ends with what made it: all has come, was given up or called off, or is expected on another day. What
// makes the purchase late again opens another one.
func TestTheAlertOfALatePurchaseEndsWithIt(t *testing.T) {
	eachAwaited(t, -3, func(t *testing.T, s *awaited) {
		s.wantOpen(t, 1, "when it is sent after its day")
		s.expect(t, s.day(2))
		s.wantOpen(t, 0, "with a day to come")
		s.expect(t, s.day(-1))
		s.wantOpen(t, 1, "with a day that is over")
		s.expect(t, "")
		s.wantOpen(t, 0, "without a day")
		s.expect(t, s.day(-1))
		receipt := s.receive(t, 10)
		s.wantOpen(t, 0, "when all has come")
		_, err := s.Purchases.UndoReceipt(t.Context(), shoptest.Clerk, receipt.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		s.wantOpen(t, 1, "when nothing has come after all")
		closed, err := s.Purchases.Close(t.Context(), shoptest.Clerk, s.purchase, nil, nil)
		shoptest.Must(t, closed, err)
		s.wantOpen(t, 0, "when it is given up")
		reopened, err := s.Purchases.Reopen(t.Context(), shoptest.Clerk, s.purchase, nil, nil)
		shoptest.Must(t, reopened, err)
		s.wantOpen(t, 1, "when it is waited for again")
		drafted, err := s.Purchases.BackToDraft(t.Context(), shoptest.Clerk, s.purchase, nil)
		shoptest.Must(t, drafted, err)
		s.wantOpen(t, 0, "as a draft")
		sent, err := s.Purchases.Send(t.Context(), shoptest.Clerk, s.purchase, purchase.Order{By: purchase.ByHand})
		shoptest.Must(t, sent, err)
		s.wantOpen(t, 1, "sent again")
		cancelled, err := s.Purchases.Cancel(t.Context(), shoptest.Clerk, s.purchase, nil)
		shoptest.Must(t, cancelled, err)
		s.wantOpen(t, 0, "called off")
		done, err := s.Alerts.ListAlerts(t.Context(), alert.Filter{
			State: alert.Resolved, Level: alert.Late, Page: core.Page{Number: 1, Size: 100},
		})
		if rows := shoptest.Must(t, done, err).Rows; len(rows) != 6 || rows[0].Resolution != alert.ResolvedRecovered ||
			rows[0].Message() != "Ya no queda nada por recibir." {
			t.Errorf("%d alerts are over: %+v", len(rows), rows)
		}
	})
}

// Who resolves the alert of a purchase hears of it no more until it was on time once; who puts it off, after that.
func TestPeopleSettleLatePurchases(t *testing.T) {
	eachAwaited(t, -1, func(t *testing.T, s *awaited) {
		first := s.open(t)[0]
		resolved, err := s.Alerts.ResolveAlert(t.Context(), shoptest.Clerk, first.ID)
		shoptest.Must(t, resolved, err)
		s.receive(t, 1)
		if s.notice(t) != 0 {
			t.Error("a late purchase is told again though somebody resolved it")
		}
		s.wantOpen(t, 0, "once resolved")
		s.expect(t, s.day(1))
		s.Pass(48 * time.Hour)
		s.notice(t)
		s.wantOpen(t, 1, "late another time")
		second := s.open(t)[0]
		snoozed, err := s.Alerts.SnoozeAlert(t.Context(), shoptest.Clerk, second.ID, s.Now().Add(time.Hour))
		shoptest.Must(t, snoozed, err)
		s.wantOpen(t, 0, "put off")
		reader := s.Open(t, "lucia", shoptest.Password)
		s.Pass(2 * time.Hour)
		woken, err := s.Alerts.WakeAlerts(t.Context())
		if shoptest.Must(t, woken, err) != 1 {
			t.Errorf("%d alerts woke", woken)
		}
		s.wantOpen(t, 1, "awake again")
		if told := received(t, s.Inventory, reader); len(told) != 1 ||
			!strings.Contains(told[0].Message, "quedan 9 unidades por recibir") {
			t.Errorf("people are told %+v", told)
		}
	})
}

// A search finds the alert of a purchase by its number and its supplier, and no other by them.
func TestASearchFindsLatePurchases(t *testing.T) {
	eachAwaited(t, -1, func(t *testing.T, s *awaited) {
		s.RunsOut(t, "LEV-1")
		for text, want := range map[string]int{
			"0001": 1, "pc-2026-0001": 1, "levante": 1, "torn lev": 1, "levante taladro": 0, "0002": 0, "LEV": 2,
		} {
			list, err := s.Alerts.ListAlerts(t.Context(), alert.Filter{Search: text, Page: core.Page{Number: 1, Size: 10}})
			if got := shoptest.Must(t, list, err); len(got.Rows) != want || got.Count.N != want {
				t.Errorf("%q finds %d and counts %d, want %d", text, len(got.Rows), got.Count.N, want)
			}
		}
	})
}

// Late purchases are told by e-mail and to subscribers as other alerts are, whatever the categories, and each person
// chooses so for their level alone. Choices that are older than the level ring the bell.
func TestLatePurchasesAreToldAsOtherAlerts(t *testing.T) {
	eachAwaited(t, 0, func(t *testing.T, s *awaited) {
		mails := wants(alert.MailNever)
		mails.Levels[alert.Late] = alert.NoticeChoice{Mail: alert.MailNow}
		mails.Categories = []int64{77}
		silent := s.Reader(t, "lucia", mails)
		digest := wants(alert.MailNever)
		digest.Levels[alert.Late] = alert.NoticeChoice{Mail: alert.MailDaily}
		s.Reader(t, "ada", digest)
		old := wants(alert.MailNever)
		delete(old.Levels, alert.Late)
		hearing := s.Reader(t, "noe", old)
		subscription := s.Subscribe(t, webhook.EventAlertOpened, webhook.EventAlertResolved)
		s.Pass(24 * time.Hour)
		s.notice(t)
		box := &shoptest.Mailbox{}
		s.Mailed(t, box)
		s.Pass(24 * time.Hour)
		s.Mailed(t, box)
		if len(box.Letters) != 2 {
			t.Fatalf("%d letters", len(box.Letters))
		}
		for _, letter := range box.Letters {
			if !strings.Contains(letter.Text, "COMPRAS RETRASADAS") ||
				!strings.Contains(letter.Text, "Compra retrasada: PC-2026-0001") {
				t.Errorf("%s is told %s", letter.To, letter.Text)
			}
		}
		if got := s.Bell(t, silent); len(got) != 0 {
			t.Errorf("a bell rang that was switched off: %v", got)
		}
		if got := s.Bell(t, hearing); len(got) != 1 || got[0] != alert.NotifyAlertLate {
			t.Errorf("an older choice hears %v", got)
		}
		s.receive(t, 10)
		told := s.Dispatches(t, subscription.ID)
		if len(told) != 2 {
			t.Fatalf("%d messages: %+v", len(told), told)
		}
	})
}
