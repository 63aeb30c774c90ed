package alert

import (
	"fmt"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

// NoticeLine is what an e-mail tells of one alert, or of many at once.
type NoticeLine struct {
	UserID    int64
	Digest    bool
	Level     Level
	Title     string
	Message   string
	Link      string
	Alerts    int64
	CreatedAt time.Time
}

type noticeLineMemory interface {
	InsertNoticeLines(lines []NoticeLine) error
	// GrowNoticeLine adds to the line about many alerts that waits for a user, and says
	// whether there is one.
	GrowNoticeLine(line NoticeLine) (bool, error)
	// TakeNoticeLines assigns the lines that wait for a user to a message.
	TakeNoticeLines(userID int64, digest bool, messageID int64) error
	// NoticeLines are those of a message, the worst first.
	NoticeLines(messageID int64) ([]NoticeLine, error)
	// DropNoticeLines deletes the lines that wait for a user.
	DropNoticeLines(userID int64, digest bool) error
}

// mailAlerts makes e-mails of alerts for the users who want them, in the transaction that
// the alerts come from.
func mailAlerts(tx Tx, notices map[int64]Notice, readers []core.User, news []News) error {
	var settings *core.Settings
	for _, reader := range readers {
		notice, chosen := notices[reader.ID]
		if !chosen {
			continue
		}
		byMode := map[MailMode][]News{}
		for _, one := range news {
			mode := notice.mailFor(one)
			byMode[mode] = append(byMode[mode], one)
		}
		if err := keepLines(tx, reader.ID, true, byMode[MailDaily]); err != nil {
			return err
		}
		if len(byMode[MailNow]) == 0 {
			continue
		}
		if err := keepLines(tx, reader.ID, false, byMode[MailNow]); err != nil {
			return err
		}
		if settings == nil {
			now, err := tx.Settings()
			if err != nil {
				return err
			}
			settings = &now
		}
		if err := queueAlertMail(tx, notice, settings.Zone()); err != nil {
			return err
		}
	}
	return nil
}

// keepLines writes down what an e-mail will tell. Many alerts at once, as after
// an import, are one line.
func keepLines(tx Tx, userID int64, digest bool, news []News) error {
	if len(news) == 0 {
		return nil
	}
	if len(news) > newsMax {
		line := NoticeLine{
			UserID: userID, Digest: digest, Level: None, Title: "Muchas alertas nuevas de una vez", Link: alertsPath,
			Alerts: int64(len(news)), CreatedAt: tx.Now(),
		}
		if grown, err := tx.GrowNoticeLine(line); err != nil || grown {
			return err
		}
		return tx.InsertNoticeLines([]NoticeLine{line})
	}
	lines := make([]NoticeLine, 0, len(news))
	for _, one := range news {
		row := one.row()
		lines = append(lines, NoticeLine{
			UserID: userID, Digest: digest, Level: one.Alert.Level, Title: row.Title(), Message: row.Message(),
			Link: fmt.Sprintf("%s/%d", alertsPath, one.Alert.ID), Alerts: 1, CreatedAt: tx.Now(),
		})
	}
	return tx.InsertNoticeLines(lines)
}

// queueAlertMail sees to it that a message takes the lines that wait. Whichever
// message is sent first after this transaction takes all of them, and one that
// finds none is not sent. A message that nobody can have taken before this
// transaction ends is as good as a new one.
func queueAlertMail(tx Tx, notice Notice, zone *time.Location) error {
	now := tx.Now()
	queued, due, err := tx.LastMessage(notice.UserID, MessageAlerts)
	if err != nil {
		return err
	}
	if due.After(now.Add(outbox.WriteMax)) {
		return nil
	}
	wanted := now
	if next := queued.Add(outbox.MailPause); next.After(now) {
		wanted = next
	}
	return outbox.QueueMessageAt(tx, outbox.Message{
		Kind: MessageAlerts, UserID: notice.UserID, CreatedAt: now,
	}, notice.afterQuiet(wanted, zone))
}

// linesText is what an e-mail says about alerts.
func (s *Service) linesText(lines []NoticeLine) string {
	var text strings.Builder
	for i, line := range lines {
		if i == 0 || line.Level != lines[i-1].Level {
			fmt.Fprintf(&text, "\n%s\n", strings.ToUpper(levelHeading(line.Level)))
		}
		fmt.Fprintf(&text, "\n- %s\n", line.Title)
		switch {
		case line.Alerts > 1:
			fmt.Fprintf(&text, "  Se han abierto %d alertas.\n", line.Alerts)
		case line.Message != "":
			fmt.Fprintf(&text, "  %s\n", line.Message)
		}
		fmt.Fprintf(&text, "  %s\n", s.publicURL.JoinPath(line.Link))
	}
	return text.String()
}

func levelHeading(level Level) string {
	switch level {
	case Out:
		return "Sin stock"
	case Critical:
		return "Críticas"
	case Low:
		return "Bajas"
	case Late:
		return "Compras retrasadas"
	case None:
	}
	return "Varias"
}

// countAlerts is how many alerts lines are about, as people say it.
func countAlerts(lines []NoticeLine) string {
	var alerts int64
	for _, line := range lines {
		alerts += line.Alerts
	}
	if alerts == 1 {
		return "1 alerta"
	}
	return fmt.Sprintf("%d alertas", alerts)
}
