package purchase

import "time"

// ReceiptFile is the photograph of a delivery note, or the note itself.
type ReceiptFile struct {
	ID          int64
	ReceiptID   int64
	Name        string
	ContentType string
	Size        int64
	CreatedBy   int64
	CreatedAt   time.Time
}
