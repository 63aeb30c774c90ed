package inventory

import (
	"context"
	"fmt"
	"time"
)

// NotifyChannelSilent and NotifyDeliveryFailed are news of the inbox for whoever
// looks after it.
const (
	NotifyChannelSilent  NotificationKind = "channel.silent"
	NotifyDeliveryFailed NotificationKind = "delivery.failed"
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

// NoticeSilence tells administrators of channels that have become silent, once
// for each silence.
func (inv *Inventory) NoticeSilence(ctx context.Context) error {
	var silent []int64
	err := inv.store.Read(ctx, func(tx Tx) (err error) {
		silent, err = silentChannels(tx)
		return err
	})
	if err != nil || len(silent) == 0 {
		return err
	}
	return inv.store.Write(ctx, func(tx Tx) error {
		// Of several processes one tells of it.
		if err := tx.Lock(lockChannels); err != nil {
			return err
		}
		silent, err := silentChannels(tx)
		if err != nil {
			return err
		}
		for _, id := range silent {
			if err := noticeSilence(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// silentChannels are those that nobody was told of yet.
func silentChannels(tx Tx) (silent []int64, err error) {
	channels, err := tx.Channels()
	if err != nil {
		return nil, err
	}
	for _, c := range channels {
		lastNews, err := tx.LastNews(c.ID)
		if err != nil {
			return nil, err
		}
		told := c.SilentAt != nil && c.SilentAt.After(c.heardAt(lastNews))
		if c.silent(lastNews, tx.Now()) && !told {
			silent = append(silent, c.ID)
		}
	}
	return silent, nil
}

func noticeSilence(tx Tx, id int64) error {
	c, err := tx.LockChannel(id)
	if err != nil {
		return err
	}
	now := tx.Now()
	c.SilentAt = &now
	if err := tx.UpdateChannel(c); err != nil {
		return err
	}
	if err := tx.Emit(Event{Topic: TopicChannels, ID: id}); err != nil {
		return err
	}
	return notifyRole(tx, Administrator, Notification{
		Kind: NotifyChannelSilent, Title: "Sin noticias de " + c.Name,
		Message: fmt.Sprintf("La tienda no ha enviado nada en las últimas %s. Comprueba que su webhook sigue activo.", hours(c.SilenceHours)),
		Link:    integrationsLink,
	})
}

func hours(n int) string {
	if n == 1 {
		return "1 hora"
	}
	return fmt.Sprintf("%d horas", n)
}
