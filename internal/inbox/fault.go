package inbox

import (
	"estante/internal/alert"
	"estante/internal/core"
)

// applyFault notes that the shop sent an error in the place of an order. What it
// was about is lost there: only a person can see to it.
func applyFault(tx Tx, delivery Delivery, note string) (outcome, error) {
	came := outcome{state: DeliveryFailed, verdict: note, fault: true}
	c, err := tx.ChannelByID(delivery.ChannelID)
	if core.IsNotFound(err) {
		return outcome{}, &hopelessError{errChannelDeleted}
	}
	if err != nil || (c.FaultAt != nil && c.FaultAt.After(delivery.ReceivedAt)) {
		return came, err
	}
	if err := tx.NoteFault(c.ID, note, delivery.Topic); err != nil {
		return outcome{}, err
	}
	if !c.Active {
		return came, nil
	}
	if err := alert.OpenChannelTrouble(tx, c.ID, c.Name, alert.Faulty); err != nil {
		return outcome{}, err
	}
	return came, tx.Emit(core.Event{Topic: core.TopicChannels, ID: c.ID})
}

// endFault notes that orders come again under the topic under which an error did.
func endFault(tx Tx, delivery Delivery) error {
	c, err := tx.ChannelByID(delivery.ChannelID)
	if err != nil || c.Fault == "" || c.FaultTopic != delivery.Topic || !delivery.ReceivedAt.After(*c.FaultAt) {
		return err
	}
	if err := tx.NoteFault(c.ID, "", ""); err != nil {
		return err
	}
	if err := alert.CloseChannelTrouble(tx, c.ID, alert.Faulty); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicChannels, ID: c.ID})
}

// endTroubles ends what was wrong with a channel of which nothing is expected any more.
func endTroubles(tx Tx, c *Channel) error {
	c.SilentAt, c.HalfAt = nil, nil
	if err := tx.NoteFault(c.ID, "", ""); err != nil {
		return err
	}
	for _, trouble := range []alert.Trouble{alert.Silent, alert.Faulty, alert.Half} {
		if err := alert.CloseChannelTrouble(tx, c.ID, trouble); err != nil {
			return err
		}
	}
	return nil
}
