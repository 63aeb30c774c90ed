package inventory

// lockSilences makes those who say that a channel is silent, or no longer so,
// wait for one another.
const lockSilences = "channel silences"

// openChannelSilence says that nothing comes from a channel any more, once for
// each silence.
func openChannelSilence(tx Tx, channelID int64, name string) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	if _, err := tx.ChannelAlert(channelID); err == nil || !isNotFound(err) {
		return err
	}
	review := alertReview{now: tx.Now()}
	review.open(Alert{Kind: AlertChannel, ChannelID: channelID, Subject: name}, AlertCritical, AlertSubject{})
	return review.write(tx)
}

// closeChannelSilence ends the silence of a channel, if it was silent.
func closeChannelSilence(tx Tx, channelID int64) error {
	if err := tx.Lock(lockSilences); err != nil {
		return err
	}
	current, err := tx.ChannelAlert(channelID)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	review := alertReview{now: tx.Now()}
	if current.State == AlertResolved {
		review.change(current, current.over())
	} else {
		review.change(current, current.resolved(System.ID, ResolvedRecovered, review.now))
	}
	return review.write(tx)
}
