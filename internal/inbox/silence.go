package inbox

import (
	"context"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
)

// heardAt is since when nothing was heard of a channel.
func (c Channel) heardAt(lastNews *time.Time) time.Time {
	if lastNews != nil && lastNews.After(c.ActiveSince) {
		return *lastNews
	}
	return c.ActiveSince
}

// silent says whether a channel is silent for longer than it should be.
func (c Channel) silent(lastNews *time.Time, now time.Time) bool {
	return c.Active && c.SilenceHours > 0 && now.Sub(c.heardAt(lastNews)) > time.Duration(c.SilenceHours)*time.Hour
}

// A shop that tells of so many new orders over so long, and in that time of no
// change of any order, does not send changes: each order that is paid or leaves is
// one. No further back than news is kept whole does anybody look.
const (
	halfOrders = 3
	halfAfter  = 24 * time.Hour
	halfWithin = 30 * 24 * time.Hour
)

// half says whether a channel tells of new orders and not of what becomes of them.
func (c Channel) half(tx Tx) (bool, error) {
	created, changed := c.Source.OrderTopics()
	if !c.Active || created == "" {
		return false, nil
	}
	since := tx.Now().Add(-halfWithin)
	if c.ActiveSince.After(since) {
		since = c.ActiveSince
	}
	n, first, err := tx.NewsSince(c.ID, created, changed, since)
	return n >= halfOrders && tx.Now().Sub(first) > halfAfter, err
}

// NoticeSilence opens an alert for each channel that has become silent or tells
// of half of what happens, and closes it for those that speak again.
func (s *Service) NoticeSilence(ctx context.Context) error {
	var changed []silenceChange
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		changed, err = silenceChanges(tx)
		return err
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		// Of several processes one says it.
		if err := tx.Lock(lockChannels); err != nil {
			return err
		}
		changed, err := silenceChanges(tx)
		if err != nil {
			return err
		}
		for _, change := range changed {
			if err := change.write(tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// silenceChange is a channel of which its silence, or that it tells half, is not
// what it is, as far as it is known. Again says that another silence has begun.
type silenceChange struct {
	channel             Channel
	silent, again, half bool
}

func silenceChanges(tx Tx) (changed []silenceChange, err error) {
	channels, err := tx.Channels()
	if err != nil {
		return nil, err
	}
	for _, c := range channels {
		lastNews, err := tx.LastNews(c.ID)
		if err != nil {
			return nil, err
		}
		half, err := c.half(tx)
		if err != nil {
			return nil, err
		}
		silent := c.silent(lastNews, tx.Now())
		// A silence that began after the channel spoke is another one.
		known := c.SilentAt != nil && c.SilentAt.After(c.heardAt(lastNews))
		again := silent != known || (!silent && c.SilentAt != nil)
		if again || half != (c.HalfAt != nil) {
			changed = append(changed, silenceChange{c, silent, again, half})
		}
	}
	return changed, nil
}

func (s silenceChange) write(tx Tx) error {
	c, now := s.channel, tx.Now()
	if s.again {
		if c.SilentAt != nil {
			if err := alert.CloseChannelTrouble(tx, c.ID, alert.Silent); err != nil {
				return err
			}
		}
		if c.SilentAt = nil; s.silent {
			c.SilentAt = &now
			if err := alert.OpenChannelTrouble(tx, c.ID, c.Name, alert.Silent); err != nil {
				return err
			}
		}
	}
	if s.half != (c.HalfAt != nil) {
		if c.HalfAt = nil; s.half {
			c.HalfAt = &now
		}
		tell := alert.CloseChannelTrouble
		if s.half {
			tell = func(tx alert.Tx, id int64, trouble alert.Trouble) error {
				return alert.OpenChannelTrouble(tx, id, c.Name, trouble)
			}
		}
		if err := tell(tx, c.ID, alert.Half); err != nil {
			return err
		}
	}
	if err := tx.UpdateChannel(c); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicChannels, ID: c.ID})
}
