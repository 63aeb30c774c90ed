package purchase_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/purchase"
)

func day(text string) time.Time {
	at, err := time.Parse(core.DateForm, text)
	if err != nil {
		panic(err)
	}
	return at.Add(10 * time.Hour)
}

// What a supplier delivers is on time by the day on which the last of it came, and whole
// where no line lacks anything; what has not come and should have is late already.
func TestSuppliersAreJudgedByWhatCame(t *testing.T) {
	came := func(status purchase.Status, expected, last string, short bool) purchase.PurchaseOutcome {
		outcome := purchase.PurchaseOutcome{Status: status, ExpectedOn: expected, Short: short}
		if last != "" {
			at := day(last)
			outcome.LastReceiptAt = &at
		}
		return outcome
	}
	stats := purchase.Judged([]purchase.PurchaseOutcome{
		came(purchase.Received, "2026-11-10", "2026-11-10", false),
		came(purchase.Received, "2026-11-10", "2026-11-11", false),
		came(purchase.Closed, "2026-11-10", "2026-11-09", true),
		came(purchase.Received, "", "2026-11-09", false),
		came(purchase.Sent, "2026-11-14", "", true),
		came(purchase.Sent, "2026-11-15", "", true),
		came(purchase.Sent, "2026-11-30", "2026-11-12", true),
	}, day("2026-11-15"))
	if *stats.OnTime != 50 || stats.JudgedOnTime != 4 || *stats.Complete != 75 || stats.JudgedComplete != 4 {
		t.Errorf("on time %d %% of %d, complete %d %% of %d", *stats.OnTime, stats.JudgedOnTime, *stats.Complete,
			stats.JudgedComplete)
	}
	if none := purchase.Judged(nil, day("2026-11-15")); none.OnTime != nil || none.Complete != nil {
		t.Errorf("nothing is judged as %+v", none)
	}
}

// A lead time is learnt from the last five deliveries, and its spread from all of them.
func TestLeadTimesAreLearntFromWhatCameLast(t *testing.T) {
	var deliveries []purchase.DeliveryTime
	for _, days := range []int{9, 7, 8, 30, 7, 3, 3, 3, 3, 3, 2} { // The newest first.
		sent := day("2026-03-25") // Clocks go forward before the first of them comes.
		deliveries = append(deliveries, purchase.DeliveryTime{SentAt: sent, ReceivedAt: sent.AddDate(0, 0, days)})
	}
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	lead := purchase.LeadTimesOf(deliveries, zone)
	got := fmt.Sprint(*lead.Learnt, lead.LearntFrom, *lead.Median, *lead.Low, *lead.High, lead.Deliveries)
	if want := "8 5 3 3 9 11"; got != want {
		t.Errorf("learnt, of, median, low, high, of: %s, want %s", got, want)
	}
	if none := purchase.LeadTimesOf(nil, zone); none.Median != nil || none.Learnt != nil || none.Low != nil {
		t.Errorf("nothing teaches %+v", none)
	}
}
