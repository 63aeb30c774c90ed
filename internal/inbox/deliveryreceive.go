package inbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/ledger"
)

// DeliveryBytesMax bounds the body of a delivery.
const DeliveryBytesMax = channel.BodyMax

// What is stored of deliveries that prove nothing, so that a stranger who knows an address
// cannot fill the disk: the beginning of each, so many in an hour, and the newest of them
// only. The same holds for a sender that repeats a genuine one.
const (
	refusedBytesMax = 16 << 10
	refusedKept     = 200
	repeatsKept     = 20
)

var refusedPerChannel = core.Throttle{Name: "delivery-refused", Limit: 100, Window: time.Hour}

// ErrNoChannel is the answer at an address that is no channel's.
var ErrNoChannel = &core.Error{Kind: core.NotFound, Message: "No existe esta dirección"}

// Arrival is what became of a delivery at the door.
type Arrival struct {
	// DeliveryID is zero where nothing was kept.
	DeliveryID int64
	State      DeliveryState
	Verdict    string
}

// ChannelAt finds the channel of an address. Finding none takes the same work
// as finding one.
func (s *Service) ChannelAt(ctx context.Context, source channel.Source, token string) (found Channel, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		found, err = tx.ChannelByToken(core.HashToken(token))
		return err
	})
	if core.IsNotFound(err) || (err == nil && found.Source != source) {
		return Channel{}, ErrNoChannel
	}
	return found, err
}

// ReceiveDelivery takes what a shop has sent to its channel's address. It is
// kept before anybody looks at what it means: once this returns nil, nothing of
// it can be lost any more. A signature that is wrong is an Unauthorized error.
func (s *Service) ReceiveDelivery(
	ctx context.Context, c Channel, headers DeliveryHeaders, body []byte,
) (Arrival, error) {
	arrived := channel.Delivery{Header: headers, Body: body}
	delivery := DeliveryDetail{
		Delivery: Delivery{
			ChannelID: c.ID, Source: c.Source, State: DeliveryPending, Verdict: "En espera",
			Topic: core.Cut(storable(c.Source.Topic(arrived)), topicMax),
			News:  true, Size: int64(len(body)), UnknownSKUs: []string{},
		},
		Headers: headers.withoutSecrets(), Body: body,
	}
	if c.Source.IsPing(arrived) {
		delivery.State, delivery.Verdict, delivery.News = DeliveryIgnored, "Saludo de la tienda: la dirección es correcta",
			false
		return s.keepUnproven(ctx, delivery)
	}
	secrets, err := s.channelSecrets(c, s.store.Now())
	if err != nil {
		return Arrival{}, fmt.Errorf("channel %d: %w", c.ID, err)
	}
	if err := c.Source.Verify(arrived, secrets, s.store.Now()); err != nil {
		return s.refuse(ctx, delivery, err)
	}
	if !c.Active {
		delivery.State, delivery.Verdict = DeliveryHeld, "Sin procesar: la tienda está desactivada aquí"
	}
	return s.keepProven(ctx, delivery, sha256.Sum256([]byte(c.Source.Identity(arrived))))
}

// refuse keeps a delivery whose signature proves nothing and says so.
func (s *Service) refuse(ctx context.Context, delivery DeliveryDetail, cause error) (Arrival, error) {
	var wrong *channel.Error
	if !errors.As(cause, &wrong) {
		return Arrival{}, cause
	}
	delivery.State, delivery.Verdict, delivery.News = DeliveryRefused, wrong.Message, false
	arrival, err := s.keepUnproven(ctx, delivery)
	if err != nil {
		return Arrival{}, err
	}
	return arrival, &core.Error{Kind: core.Unauthorized, Message: wrong.Message}
}

// keepUnproven keeps what anybody may have sent, as far as there is room for it.
func (s *Service) keepUnproven(ctx context.Context, delivery DeliveryDetail) (Arrival, error) {
	s.delivered(delivery.Source, delivery.State)
	arrival := Arrival{State: delivery.State, Verdict: delivery.Verdict}
	subject := ledger.Reference("", delivery.ChannelID)
	// A flood costs a look and no writing.
	err := core.Read(ctx, s.store, func(tx Tx) error { return refusedPerChannel.Check(tx, subject) })
	var enough *core.Error
	if errors.As(err, &enough) && enough.Kind == core.TooMany {
		return arrival, nil
	}
	if err != nil {
		return Arrival{}, err
	}
	if len(delivery.Body) > refusedBytesMax {
		delivery.Body, delivery.Cut = delivery.Body[:refusedBytesMax], true
	}
	err = core.Write(ctx, s.store, func(tx Tx) error {
		now := tx.Now()
		delivery.ReceivedAt, delivery.DueAt, delivery.EndedAt = now, now, &now
		if arrival.DeliveryID, err = tx.InsertDelivery(delivery, nil); err != nil {
			return err
		}
		if err := refusedPerChannel.Add(tx, subject); err != nil {
			return err
		}
		if err := tx.TrimRefused(delivery.ChannelID, refusedKept); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: arrival.DeliveryID})
	})
	return arrival, err
}

// keepProven keeps a delivery of the shop's, or notes that it came again.
func (s *Service) keepProven(
	ctx context.Context, delivery DeliveryDetail, identity core.TokenHash,
) (arrival Arrival, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
		delivery.ReceivedAt, delivery.DueAt = tx.Now(), tx.Now()
		if now := tx.Now(); delivery.State == DeliveryHeld {
			delivery.EndedAt = &now
		}
		id, err := tx.InsertDelivery(delivery, &identity)
		if err != nil {
			return err
		}
		if id == 0 {
			arrival, err = keepRepeated(tx, delivery, identity)
			return err
		}
		arrival = Arrival{DeliveryID: id, State: delivery.State, Verdict: delivery.Verdict}
		return tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: id})
	})
	if err == nil && (arrival.State == DeliveryDuplicate || arrival.State == DeliveryHeld) {
		s.delivered(delivery.Source, arrival.State)
	}
	return arrival, err
}

// keepRepeated notes that a delivery came again. One that was given up is tried anew: its
// sender, who sends it again, wants that.
func keepRepeated(tx Tx, delivery DeliveryDetail, identity core.TokenHash) (Arrival, error) {
	first, err := tx.RepeatDelivery(delivery.ChannelID, identity)
	if err != nil {
		return Arrival{}, err
	}
	arrival := Arrival{
		DeliveryID: first.ID, State: DeliveryDuplicate, Verdict: fmt.Sprintf("Duplicado de la entrega %d", first.ID),
	}
	if first.State == DeliveryFailed && first.HasBody {
		if err := requeue(tx, first.ID, "En espera: la tienda la ha enviado de nuevo"); err != nil {
			return Arrival{}, err
		}
	}
	if first.Repeats > repeatsKept {
		return arrival, nil
	}
	now := tx.Now()
	delivery.State, delivery.Verdict, delivery.DuplicateOf, delivery.EndedAt = arrival.State, arrival.Verdict, first.ID,
		&now
	delivery.OrderID, delivery.OrderNumber = first.OrderID, first.OrderNumber
	delivery.Body, delivery.Headers = nil, DeliveryHeaders{} // Those of the first are kept.
	if arrival.DeliveryID, err = tx.InsertDelivery(delivery, nil); err != nil {
		return Arrival{}, err
	}
	return arrival, tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: arrival.DeliveryID})
}
