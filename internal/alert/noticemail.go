package alert

import (
	"context"
	"fmt"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

// The messages of alerts: as they come, and once a day.
const (
	MessageAlerts outbox.MessageKind = "alerts"
	MessageDigest outbox.MessageKind = "digest"
)

// digestBatch is how many digests are made in one transaction.
const digestBatch = 20

// BuildDigests makes the daily e-mails whose hour has come and says how many
// people it looked after. Each of them is made once a day: what waits for it
// and when the next one is due change together, and nobody else has the row.
func (s *Service) BuildDigests(ctx context.Context) (looked int, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
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
	notice.DigestedOn = now.In(zone).Format(core.DateForm)
	notice.schedule(now, zone)
	if err := tx.KeepNotice(notice); err != nil {
		return err
	}
	// A day without news has no e-mail: the message finds no lines.
	return outbox.QueueMessageAt(tx, outbox.Message{Kind: MessageDigest, UserID: notice.UserID, CreatedAt: now}, now)
}

// RescheduleDigests moves digests to their hour in another time zone.
func RescheduleDigests(tx Tx, zone *time.Location) error {
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
func (s *Service) takeLines(ctx context.Context, message outbox.Message) (lines []NoticeLine, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
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
func (s *Service) composeAlerts(
	ctx context.Context, message outbox.Message, user core.User, settings core.Settings,
) (outbox.Mail, error) {
	lines, err := s.takeLines(ctx, message)
	if err != nil {
		return outbox.Mail{}, err
	}
	if len(lines) == 0 {
		return outbox.Mail{}, outbox.ErrNothingToTell
	}
	for i := range lines {
		lines[i].Title = mailTitle(lines[i].Title)
	}
	mail := outbox.Mail{Subject: countAlerts(lines) + " de stock en " + settings.BusinessName}
	opening := "Esto acaba de pasar con tu stock:"
	if message.Kind == MessageDigest {
		mail.Subject, opening = "Resumen del día: "+mail.Subject, "Esto ha pasado con tu stock desde el último resumen:"
	} else if len(lines) == 1 {
		mail.Subject = lines[0].Title
	}
	mail.Text = fmt.Sprintf("Hola, %s:\n\n%s\n%s\nEliges qué te llega y cuándo en %s\n", user.FirstName, opening,
		s.linesText(lines),
		s.publicURL.JoinPath("configuracion").String()+"?seccion=notificaciones")
	return mail, nil
}

// mailTitle is a title whose name is as e-mails may say it.
func mailTitle(title string) string {
	what, name, found := strings.Cut(title, ": ")
	if !found {
		return core.MailName(title)
	}
	return what + ": " + core.MailName(name)
}
