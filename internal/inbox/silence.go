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

// NoticeSilence opens an alert for each channel that has become silent and
// closes it for those that speak again.
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

// silenceChange is a channel of which its silence, as far as it is known, is
// not what it is.
type silenceChange struct {
	channel Channel
	silent  bool
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
		silent := c.silent(lastNews, tx.Now())
		// A silence that began after the channel spoke is another one.
		known := c.SilentAt != nil && c.SilentAt.After(c.heardAt(lastNews))
		if silent != known || (!silent && c.SilentAt != nil) {
			changed = append(changed, silenceChange{c, silent})
		}
	}
	return changed, nil
}

func (s silenceChange) write(tx Tx) error {
	c := s.channel
	if c.SilentAt != nil {
		if err := alert.CloseChannelSilence(tx, c.ID); err != nil {
			return err
		}
	}
	c.SilentAt = nil
	if s.silent {
		now := tx.Now()
		c.SilentAt = &now
		if err := alert.OpenChannelSilence(tx, c.ID, c.Name); err != nil {
			return err
		}
	}
	if err := tx.UpdateChannel(c); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicChannels, ID: c.ID})
}
