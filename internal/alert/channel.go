package alert

import (
	"estante/internal/core"
)

// lockSilences makes the writers that note that a channel is silent, or no longer so, wait
// for one another.
const lockSilences = "channel silences"

// OpenChannelSilence says that nothing comes from a channel any more, once for
// each silence.
func OpenChannelSilence(tx Tx, channelID int64, name string) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	if _, err := tx.ChannelAlert(channelID); err == nil || !core.IsNotFound(err) {
		return err
	}
	review := alertReview{now: tx.Now()}
	review.open(Alert{Kind: Channel, ChannelID: channelID, Subject: name}, Critical, Subject{})
	return review.write(tx)
}

// CloseChannelSilence ends the silence of a channel, if it was silent.
func CloseChannelSilence(tx Tx, channelID int64) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	current, err := tx.ChannelAlert(channelID)
	if core.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	review := alertReview{now: tx.Now()}
	if current.State == Resolved {
		review.change(current, current.over())
	} else {
		review.change(current, current.resolved(core.System.ID, ResolvedRecovered, review.now))
	}
	return review.write(tx)
}
