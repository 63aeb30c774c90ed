package inventory

import (
	"context"
	"fmt"
	"time"
)

// The messages of alerts: as they come, and once a day.
const (
	MessageAlerts MessageKind = "alerts"
	MessageDigest MessageKind = "digest"
)

// digestBatch is how many digests are made in one transaction.
const digestBatch = 20

// BuildDigests makes the daily e-mails whose hour has come and says how many
// people it looked after. Each of them is made once a day: what waits for it
// and when the next one is due change together, and nobody else has the row.
func (inv *Inventory) BuildDigests(ctx context.Context) (looked int, err error) {
	err = inv.store.Write(ctx, func(tx Tx) error {
		due, err := tx.DueNotices(digestBatch)
		looked = len(due)
		if err != nil || looked == 0 {
			return err
		}
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		for _, notice := range due {
			if err := buildDigest(tx, notice, settings.Zone()); err != nil {
				return err
			}
		}
		return nil
	})
	return looked, err
}

func buildDigest(tx Tx, notice Notice, zone *time.Location) error {
	now := tx.Now()
	notice.DigestedOn = now.In(zone).Format(dateForm)
	notice.schedule(now, zone)
	if err := tx.KeepNotice(notice); err != nil {
		return err
	}
	// A day without news has no e-mail: the message finds no lines.
	return queueMessageAt(tx, Message{Kind: MessageDigest, UserID: notice.UserID, CreatedAt: now}, now)
}

// rescheduleDigests moves digests to their hour in another time zone.
func rescheduleDigests(tx Tx, zone *time.Location) error {
	notices, err := tx.DigestNotices()
	for _, notice := range notices {
		notice.schedule(tx.Now(), zone)
		if err := tx.KeepNotice(notice); err != nil {
			return err
		}
	}
	return err
}

// takeLines gives a message about alerts what it tells. It is the same at every
// attempt: what comes later belongs to another message.
func (inv *Inventory) takeLines(ctx context.Context, message Message) (lines []NoticeLine, err error) {
	err = inv.store.Write(ctx, func(tx Tx) error {
		if lines, err = tx.NoticeLines(message.ID); err != nil || len(lines) > 0 {
			return err
		}
		if err := tx.TakeNoticeLines(message.UserID, message.Kind == MessageDigest, message.ID); err != nil {
			return err
		}
		lines, err = tx.NoticeLines(message.ID)
		return err
	})
	return lines, err
}

// composeAlerts writes an e-mail about alerts.
func (inv *Inventory) composeAlerts(ctx context.Context, message Message, user User, settings Settings) (Mail, error) {
	lines, err := inv.takeLines(ctx, message)
	if err != nil {
		return Mail{}, err
	}
	if len(lines) == 0 {
		return Mail{}, ErrNothingToTell
	}
	mail := Mail{Subject: countAlerts(lines) + " de stock en " + settings.BusinessName}
	opening := "Esto acaba de pasar con tu stock:"
	if message.Kind == MessageDigest {
		mail.Subject, opening = "Resumen del día: "+mail.Subject, "Esto ha pasado con tu stock desde el último resumen:"
	} else if len(lines) == 1 {
		mail.Subject = lines[0].Title
	}
	mail.Text = fmt.Sprintf("Hola, %s:\n\n%s\n%s\nEliges qué te llega y cuándo en %s\n", user.FirstName, opening, inv.linesText(lines),
		inv.publicURL.JoinPath("configuracion").String()+"?seccion=notificaciones")
	return mail, nil
}
