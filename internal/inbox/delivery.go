package inbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
)

// Delivery is one thing that a shop sent: kept as it arrived before anything
// comes of it, and afterwards with what came of it.
type Delivery struct {
	ID          int64
	ChannelID   int64
	ChannelName string
	Source      channel.Source
	ReceivedAt  time.Time
	State       DeliveryState
	// Verdict is what people read of it.
	Verdict string
	// Topic is what it says it is about, in the shop's words.
	Topic string
	// News says that the shop has shown by it that it is there.
	News bool
	// Attempts is how often it was tried, and DueAt when it is tried next.
	Attempts int
	DueAt    time.Time
	EndedAt  *time.Time
	Size     int64
	// OrderID and OrderNumber are the order it is about, once that is known.
	OrderID     int64
	OrderNumber string
	// UnknownSKUs are those it names that are no product's.
	UnknownSKUs []string
	// DuplicateOf is the delivery that this one repeats, and Repeats how often
	// this one was repeated.
	DuplicateOf int64
	Repeats     int64
	// HasBody says that its bytes are still kept.
	HasBody bool
}

// DeliveryState is how far a delivery has come.
type DeliveryState string

// The states of deliveries.
const (
	// DeliveryPending waits for its first try, DeliveryRetrying for another.
	DeliveryPending  DeliveryState = "pending"
	DeliveryRetrying DeliveryState = "retrying"
	// DeliveryProcessed had its effect; DeliveryUnmatched had it too, but names
	// products nobody knows.
	DeliveryProcessed DeliveryState = "processed"
	DeliveryUnmatched DeliveryState = "unmatched"
	// DeliveryIgnored asks for nothing: tests, other topics, old news.
	DeliveryIgnored DeliveryState = "ignored"
	// DeliveryHeld came while its channel was off here: it is kept until a user has
	// it processed.
	DeliveryHeld DeliveryState = "held"
	// DeliveryDuplicate repeats another one.
	DeliveryDuplicate DeliveryState = "duplicate"
	// DeliveryRefused does not come from the shop, as far as anybody can tell.
	DeliveryRefused DeliveryState = "refused"
	// DeliveryFailed was given up: a person has to look at it.
	DeliveryFailed DeliveryState = "failed"
)

// deliveryLabels are the states as people read them.
var deliveryLabels = map[DeliveryState]string{
	DeliveryPending: "En espera", DeliveryRetrying: "Se reintentará", DeliveryProcessed: "Procesado",
	DeliveryUnmatched: "SKU desconocido",
	DeliveryIgnored:   "Sin efecto", DeliveryDuplicate: "Duplicado", DeliveryRefused: "Rechazado",
	DeliveryFailed: "Fallido", DeliveryHeld: "Sin procesar",
}

// Label is the state as people read it.
func (s DeliveryState) Label() string { return deliveryLabels[s] }

// waiting says whether a delivery is yet to be processed.
func (s DeliveryState) waiting() bool { return s == DeliveryPending || s == DeliveryRetrying }

// Repeatable says whether a delivery can be processed again.
func (d Delivery) Repeatable() bool {
	return d.HasBody && d.State != DeliveryPending && d.State != DeliveryRefused && d.State != DeliveryDuplicate
}

// DeliveryDetail is a delivery with what arrived.
type DeliveryDetail struct {
	Delivery
	Headers DeliveryHeaders
	// Body is nil when it is no longer kept. Cut says that only its beginning is.
	Body []byte
	Cut  bool
}

// DeliveryHeader is one header of a delivery.
type DeliveryHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// DeliveryHeaders are the headers of a delivery, in the order they are shown.
type DeliveryHeaders []DeliveryHeader

// Get returns the first value of a header, whatever the case of its name.
func (h DeliveryHeaders) Get(name string) string {
	for _, header := range h {
		if strings.EqualFold(header.Name, name) {
			return header.Value
		}
	}
	return ""
}

// secretHeader are parts of the names of headers that let their reader pass for the sender.
var secretHeader = []string{
	"signature", "hmac", "authorization", "cookie", "secret", "token", "api-key", "apikey",
	"password",
}

// hidden stands in the place of what was secret.
const hidden = "(oculto)"

// The limits of what is kept of headers.
const (
	headersMax     = 60
	headerValueMax = 1000
	topicMax       = 200
)

// withoutSecrets is what is kept of the headers.
func (h DeliveryHeaders) withoutSecrets() DeliveryHeaders {
	kept := DeliveryHeaders{}
	for _, header := range h[:min(len(h), headersMax)] {
		header.Name, header.Value = core.Cut(storable(header.Name), headerValueMax),
			core.Cut(storable(header.Value), headerValueMax)
		for _, part := range secretHeader {
			if strings.Contains(strings.ToLower(header.Name), part) {
				header.Value = hidden
			}
		}
		kept = append(kept, header)
	}
	return kept
}

// storable leaves out of a stranger's text what no database keeps.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

// Problem is what keeps news with a verdict from being settled; empty when nothing does.
func (s DeliveryState) Problem(verdict string) string {
	switch s {
	case DeliveryRetrying, DeliveryUnmatched, DeliveryFailed:
		return verdict
	case DeliveryPending, DeliveryProcessed, DeliveryIgnored, DeliveryHeld, DeliveryDuplicate, DeliveryRefused:
	}
	return ""
}

// DeliveryFilter says which deliveries a list shows, the newest first. Zero
// values mean all.
type DeliveryFilter struct {
	ChannelID int64
	OrderID   int64
	State     DeliveryState
	From      time.Time
	To        time.Time
	// Search matches the order, the topic or the verdict.
	Search string
	Page   core.Page
}

type deliveryMemory interface {
	// InsertDelivery keeps a delivery and returns its number, or zero when one
	// with the same identity is there already. A nil identity is like no other.
	InsertDelivery(delivery DeliveryDetail, identity *core.TokenHash) (int64, error)
	// RepeatDelivery counts that a delivery with this identity came again, and
	// returns it as it is then.
	RepeatDelivery(channelID int64, identity core.TokenHash) (Delivery, error)
	DeliveryByID(id int64) (DeliveryDetail, error)
	ListDeliveries(filter DeliveryFilter) (core.List[Delivery], error)
	// ClaimDeliveries takes deliveries that are due, so that no other process
	// does until the lease ends.
	ClaimDeliveries(limit int, leaseUntil time.Time) ([]ClaimedDelivery, error)
	// FinishDelivery writes what came of a claimed delivery; ErrNotFound when another
	// worker has claimed it since.
	FinishDelivery(claimed ClaimedDelivery, delivery Delivery) error
	// RequeueDelivery makes a delivery due now, as if it had never been tried.
	RequeueDelivery(id int64, verdict string) error
	// RequeueHeld makes held deliveries of a channel due now, the oldest first, so
	// many at once, and says how many there were.
	RequeueHeld(channelID int64, verdict string, limit int) (int64, error)
	// TrimRefused drops all but the newest refused deliveries of a channel.
	TrimRefused(channelID int64, keep int) error
	// ForgetBodies and ForgetDeliveries drop what arrived before a time, so
	// many at once, and say how many there were.
	ForgetBodies(before time.Time, limit int) (int64, error)
	ForgetDeliveries(before, minorBefore time.Time, limit int) (int64, error)
}

// ListDeliveries shows one page of deliveries.
func (s *Service) ListDeliveries(
	ctx context.Context, filter DeliveryFilter,
) (deliveries core.List[Delivery], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		deliveries, err = tx.ListDeliveries(filter)
		return err
	})
	return deliveries, err
}

// Delivery returns one delivery with what arrived.
func (s *Service) Delivery(ctx context.Context, id int64) (delivery DeliveryDetail, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		delivery, err = tx.DeliveryByID(id)
		return err
	})
	return delivery, err
}

// Errors about processing deliveries again.
var (
	ErrDeliveryRefused = &core.Error{
		Kind: core.Conflict, Message: "Una entrega rechazada no se procesa: su firma no demuestra que venga de la tienda",
	}
	ErrDeliveryDuplicate = &core.Error{Kind: core.Conflict, Message: "Esta entrega repite otra: procesa la primera"}
	ErrDeliveryPending   = &core.Error{Kind: core.Conflict, Message: "La entrega ya está en espera de procesarse"}
	ErrDeliveryForgotten = &core.Error{Kind: core.Conflict, Message: "El contenido de esta entrega ya no se guarda"}
)

// ReprocessDelivery makes a delivery be processed once more, from the start.
// Whatever had its effect already has it no second time.
func (s *Service) ReprocessDelivery(ctx context.Context, id int64) (Delivery, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Delivery, error) {
		delivery, err := tx.DeliveryByID(id)
		switch {
		case err != nil:
			return Delivery{}, err
		case delivery.State == DeliveryRefused:
			return Delivery{}, ErrDeliveryRefused
		case delivery.State == DeliveryDuplicate:
			return Delivery{}, ErrDeliveryDuplicate
		case delivery.State == DeliveryPending:
			return Delivery{}, ErrDeliveryPending
		case !delivery.HasBody:
			return Delivery{}, ErrDeliveryForgotten
		}
		if err := requeue(tx, id, "En espera: se procesará de nuevo"); err != nil {
			return Delivery{}, err
		}
		delivery, err = tx.DeliveryByID(id)
		return delivery.Delivery, err
	})
}

// heldPortion is how many held deliveries are made due at once.
const heldPortion = 500

// ProcessHeld has what came while a channel was off processed, and says how many
// deliveries that are. What is newer than they are stays as it is.
func (s *Service) ProcessHeld(ctx context.Context, channelID int64) (int64, error) {
	return core.Once(ctx, s.store, func(tx Tx) (all int64, err error) {
		c, err := tx.ChannelByID(channelID)
		if err != nil {
			return 0, err
		}
		if !c.Active {
			return 0, ErrHeldOff
		}
		for range deliveriesDropped {
			some, err := tx.RequeueHeld(channelID, "En espera: llegó con la tienda desactivada aquí", heldPortion)
			if all += some; err != nil || some < heldPortion {
				return all, errors.Join(err, tx.Emit(core.Event{Topic: core.TopicDeliveries}))
			}
		}
		return all, tx.Emit(core.Event{Topic: core.TopicDeliveries})
	})
}

// ErrHeldOff is the answer to processing what came for a channel that is still off.
var ErrHeldOff = &core.Error{
	Kind: core.Conflict, Message: "La tienda está desactivada: actívala antes de procesar lo que llegó",
}

func requeue(tx Tx, id int64, verdict string) error {
	if err := tx.RequeueDelivery(id, verdict); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: id})
}

// How long deliveries are kept: their bytes, which name customers, for a month;
// what came of them for half a year, but of refused and repeated ones for a
// month. They go in portions, so that nobody waits long for it.
const (
	deliveryBodyKept  = 30 * 24 * time.Hour
	deliveryKept      = 180 * 24 * time.Hour
	deliveryPortion   = 500
	deliveriesDropped = 200
)

// ForgetOldDeliveries drops what is no longer kept of deliveries.
func (s *Service) ForgetOldDeliveries(ctx context.Context) error {
	forget := func(drop func(Tx) (int64, error)) error {
		for range deliveriesDropped {
			var dropped int64
			err := core.Write(ctx, s.store, func(tx Tx) (err error) {
				dropped, err = drop(tx)
				return err
			})
			if err != nil || dropped < deliveryPortion {
				return err
			}
		}
		return nil
	}
	if err := forget(func(tx Tx) (int64, error) {
		return tx.ForgetBodies(tx.Now().Add(-deliveryBodyKept), deliveryPortion)
	}); err != nil {
		return err
	}
	return forget(func(tx Tx) (int64, error) {
		return tx.ForgetDeliveries(tx.Now().Add(-deliveryKept), tx.Now().Add(-deliveryBodyKept), deliveryPortion)
	})
}
