package outbox

// The limits that tests reach.
const (
	MessageBatch = messageBatch
	MessageKept  = messageKept
)
