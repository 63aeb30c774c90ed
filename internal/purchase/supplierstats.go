package purchase

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"estante/internal/core"
)

// SupplierStats is how a supplier has done. What cannot be said yet is nil.
type SupplierStats struct {
	// OnTime and Complete are shares in percent: of the purchases that said when they
	// should come, those that had come by then, and of those that are over, those of which
	// everything came. JudgedOnTime and JudgedComplete are how many that is of.
	OnTime, Complete             *int
	JudgedOnTime, JudgedComplete int
	Lead                         LeadTimes
	// Spend is what came in the last twelve months and cost, by currency.
	Spend []SpendIn
}

// LeadTimes is how many days deliveries took, from the sending of a purchase.
type LeadTimes struct {
	Deliveries int
	// Median is the middle of them; eight times of ten they took between Low and High.
	Median, Low, High *int
	// Learnt is the middle of the last ones, LearntFrom how many those are.
	Learnt     *int
	LearntFrom int
}

// SpendIn is what came in a currency, month by month, the oldest first.
type SpendIn struct {
	Currency string
	Months   []SpendOfMonth
	Total    core.Cents
}

// SpendOfMonth is what came in a month, as 2026-11.
type SpendOfMonth struct {
	Month string
	Spend core.Cents
}

// PurchaseOutcome is how a purchase that was sent has gone so far.
type PurchaseOutcome struct {
	Status     Status
	ExpectedOn string
	// LastReceiptAt is when the last of it came; nil where nothing did.
	LastReceiptAt *time.Time
	// Short says that a line of it lacks something.
	Short bool
}

// DeliveryTime is a receipt of a purchase that had been sent.
type DeliveryTime struct{ SentAt, ReceivedAt time.Time }

// Spending is what a receipt cost.
type Spending struct {
	At time.Time
	core.Money
}

type supplierStatsMemory interface {
	// PurchaseOutcomes are those of the last purchases that were sent, the newest first.
	PurchaseOutcomes(supplierID int64, most int) ([]PurchaseOutcome, error)
	// DeliveryTimes are those of the last receipts that nobody undid, the newest first.
	DeliveryTimes(supplierID int64, most int) ([]DeliveryTime, error)
	// WalkSpending hands over what receipts cost that nobody undid, from a time on.
	WalkSpending(supplierID int64, since time.Time, fn func(Spending) error) error
}

// How far back a supplier is judged, how many deliveries teach its lead time, and of how
// many months its spend is shown.
const (
	judgedMost  = 1000
	learntFrom  = 5
	spendMonths = 12
	monthForm   = "2006-01"
)

// SupplierStats says how a supplier has done.
func (s *Service) SupplierStats(ctx context.Context, id int64) (stats SupplierStats, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		stats = SupplierStats{}
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		if _, err := tx.SupplierByID(id); err != nil {
			return err
		}
		today := tx.Now().In(settings.Zone())
		outcomes, err := tx.PurchaseOutcomes(id, judgedMost)
		if err != nil {
			return err
		}
		stats.judge(outcomes, today)
		times, err := tx.DeliveryTimes(id, judgedMost)
		if err != nil {
			return err
		}
		stats.Lead = leadTimes(times, settings.Zone())
		stats.Spend, err = spendOf(tx, id, today)
		return err
	})
	return stats, err
}

// judge counts what came on time and whole.
func (s *SupplierStats) judge(outcomes []PurchaseOutcome, today time.Time) {
	var onTime, complete int
	for _, o := range outcomes {
		over := o.Status == Received || o.Status == Closed
		late := o.ExpectedOn != "" && o.ExpectedOn < today.Format(core.DateForm)
		switch {
		case o.ExpectedOn == "":
		case over && o.LastReceiptAt != nil:
			s.JudgedOnTime++
			if o.LastReceiptAt.In(today.Location()).Format(core.DateForm) <= o.ExpectedOn {
				onTime++
			}
		case late:
			s.JudgedOnTime++
		}
		if over {
			s.JudgedComplete++
			if !o.Short {
				complete++
			}
		}
	}
	s.OnTime, s.Complete = percentOf(onTime, s.JudgedOnTime), percentOf(complete, s.JudgedComplete)
}

func percentOf(part, whole int) *int {
	if whole == 0 {
		return nil
	}
	percent := int(math.Round(100 * float64(part) / float64(whole)))
	return &percent
}

// leadTimes sums up how long deliveries took, the newest first.
func leadTimes(deliveries []DeliveryTime, zone *time.Location) LeadTimes {
	days := make([]int, 0, len(deliveries))
	for _, d := range deliveries {
		days = append(days, max(dayNumber(d.ReceivedAt.In(zone))-dayNumber(d.SentAt.In(zone)), 0))
	}
	lately := slices.Clone(days[:min(len(days), learntFrom)])
	slices.Sort(days)
	slices.Sort(lately)
	return LeadTimes{
		Deliveries: len(days), Median: median(days), Learnt: median(lately), LearntFrom: len(lately),
		Low: among(days, 1), High: among(days, 9),
	}
}

// dayNumber counts the days of the calendar, whatever clocks do.
func dayNumber(at time.Time) int {
	const daySeconds = 24 * 60 * 60
	return int(time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC).Unix() / daySeconds)
}

// median is the middle of sorted numbers; of two in the middle, the higher half of what lies between.
func median(sorted []int) *int {
	n := len(sorted)
	if n == 0 {
		return nil
	}
	middle := (sorted[(n-1)/2] + sorted[n/2] + 1) / 2
	return &middle
}

// among is the smallest of sorted numbers that has so many tenths of them at or below it.
func among(sorted []int, tenths int) *int {
	if len(sorted) == 0 {
		return nil
	}
	at := (len(sorted)*tenths + 9) / 10
	return &sorted[max(at, 1)-1]
}

// spendOf is what came of a supplier this month and in the eleven before.
func spendOf(tx Tx, id int64, today time.Time) ([]SpendIn, error) {
	first := time.Date(today.Year(), today.Month()-spendMonths+1, 1, 0, 0, 0, 0, today.Location())
	sums := map[string]map[string]core.Cents{}
	err := tx.WalkSpending(id, first, func(spent Spending) error {
		if sums[spent.Currency] == nil {
			sums[spent.Currency] = map[string]core.Cents{}
		}
		sums[spent.Currency][spent.At.In(today.Location()).Format(monthForm)] += spent.Amount
		return nil
	})
	spend := make([]SpendIn, 0, len(sums))
	for currency, months := range sums {
		in := SpendIn{Currency: currency}
		for n := range spendMonths {
			month := first.AddDate(0, n, 0).Format(monthForm)
			in.Months = append(in.Months, SpendOfMonth{month, months[month]})
			in.Total += months[month]
		}
		spend = append(spend, in)
	}
	slices.SortFunc(spend, func(a, b SpendIn) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Currency, b.Currency))
	})
	return spend, err
}
