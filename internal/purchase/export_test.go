package purchase

import "time"

// LeadTimesOf lets tests sum up deliveries.
var LeadTimesOf = leadTimes

// Judged lets tests judge purchases.
func Judged(outcomes []PurchaseOutcome, today time.Time) (stats SupplierStats) {
	stats.judge(outcomes, today)
	return stats
}
