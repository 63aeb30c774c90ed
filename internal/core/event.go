package core

// Topic names what an event is about; pages refetch what depends on it.
type Topic string

// The topics of live events.
const (
	TopicUsers         Topic = "users"
	TopicProfile       Topic = "profile"
	TopicSessions      Topic = "sessions"
	TopicSettings      Topic = "settings"
	TopicNotifications Topic = "notifications"
	TopicMessages      Topic = "messages"
	TopicProducts      Topic = "products"
	TopicStock         Topic = "stock"
	TopicLocations     Topic = "locations"
	TopicImports       Topic = "imports"
	TopicEntries       Topic = "entries"
	TopicTransfers     Topic = "transfers"
	TopicStocktakes    Topic = "stocktakes"
	TopicLedgerCheck   Topic = "ledgerCheck"
	TopicSuppliers     Topic = "suppliers"
	TopicPurchases     Topic = "purchases"
	// TopicClosings is about what is kept of the end of a year, TopicValueSheets about the
	// files with what the stock was worth.
	TopicClosings      Topic = "closings"
	TopicValueSheets   Topic = "valueSheets"
	TopicOrders        Topic = "orders"
	TopicSubscriptions Topic = "subscriptions"
	TopicNotices       Topic = "notices"
	TopicAlerts        Topic = "alerts"
	TopicChannels      Topic = "channels"
	TopicDeliveries    Topic = "deliveries"
	TopicBackups       Topic = "backups"
	TopicTickets       Topic = "tickets"
	// TopicForecasts is about the figures, TopicForecastRuns about working
	// them out and the reports of them, TopicForecastEvents about the
	// calendar of the shop.
	TopicForecasts       Topic = "forecasts"
	TopicForecastRuns    Topic = "forecastRuns"
	TopicForecastReports Topic = "forecastReports"
	TopicForecastEvents  Topic = "forecastEvents"

	// TopicResync stands for "events may have been missed: ask for everything again".
	TopicResync Topic = "resync"
)

// Event says that something changed, not what it is now: a client that is interested asks
// for it and gets what its user may see.
type Event struct {
	Topic Topic
	// ID is the changed noun's id, or zero when the event is about many.
	ID int64
	// UserID limits the event to one user's pages; zero is for everybody.
	UserID int64
}

// readers are the topics whose events go only to users with the permission to read the
// subject: that an account changed is information in itself.
var readers = map[Topic]Action{
	TopicUsers:         ManageUsers,
	TopicSubscriptions: ManageIntegrations,
	TopicChannels:      ReadDeliveries,
	TopicDeliveries:    ReadDeliveries,
	TopicBackups:       ManageBackups,
	TopicClosings:      ReadCosts,
	TopicValueSheets:   ReadCosts,
}

// For says whether the event is for a person's pages.
func (e Event) For(user User) bool {
	if e.UserID != 0 && e.UserID != user.ID {
		return false
	}
	action, limited := readers[e.Topic]
	return !limited || user.Role.May(action)
}

// Summed replaces more than so many changes of one topic by one event about many, in the
// place of the first of them: a client asks once either way.
func Summed(events []Event, each int) []Event {
	type subject struct {
		topic  Topic
		userID int64
	}
	changes := map[subject]int{}
	for _, event := range events {
		changes[subject{event.Topic, event.UserID}]++
	}
	summed := make([]Event, 0, min(len(events), len(changes)*(each+1)))
	for _, event := range events {
		about := subject{event.Topic, event.UserID}
		switch n := changes[about]; {
		case n < 0: // It has been told.
		case n <= each:
			summed = append(summed, event)
		default:
			changes[about] = -1
			summed = append(summed, Event{Topic: event.Topic, UserID: event.UserID})
		}
	}
	return summed
}
