package inventory

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

	// TopicResync stands for "events may have been missed: ask for everything again".
	TopicResync Topic = "resync"
)

// Event says that something changed, not what it is now: whoever is interested
// asks for it and gets what they may see.
type Event struct {
	Topic Topic
	// ID is the changed noun's id, or zero when the event is about many.
	ID int64
	// UserID limits the event to one user's pages; zero is for everybody.
	UserID int64
}
