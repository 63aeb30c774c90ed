package alert

import (
	"context"
	"maps"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

// Notice is how a person wants to hear of alerts.
type Notice struct {
	UserID int64
	// Levels says for each level what it does.
	Levels map[Level]NoticeChoice
	// Categories are those that e-mails are about, zero for products without
	// one; nil is all of them.
	Categories []int64
	// DigestMinute is when the daily e-mail is made, in minutes after midnight
	// by the business's clock.
	DigestMinute int
	// Quiet are the hours in which no e-mail is sent at once; nil is none.
	Quiet *QuietHours
	// DigestDueAt is when the next digest is made; nil when there is none.
	DigestDueAt *time.Time
	// DigestedOn is the business's day of the last digest.
	DigestedOn string
}

// NoticeChoice is what an alert of a level does.
type NoticeChoice struct {
	Bell bool
	Mail MailMode
}

// MailMode says when a user is notified by e-mail.
type MailMode string

// The modes of e-mail.
const (
	MailNever MailMode = "none"
	MailNow   MailMode = "now"
	MailDaily MailMode = "daily"
)

// QuietHours are from a minute of the day to another, over midnight when the
// second is the smaller one.
type QuietHours struct{ From, To int }

const (
	digestMinuteFirst = 8 * 60
	categoriesMax     = 500
)

// defaultNotice is that of people who have changed nothing.
func defaultNotice(userID int64) Notice {
	return Notice{UserID: userID, DigestMinute: digestMinuteFirst}.WithEveryLevel()
}

// keeping is the notice with what nobody wrote as it was before.
func (n Notice) keeping(before Notice) Notice {
	levels := maps.Clone(before.Levels)
	if levels == nil {
		levels = map[Level]NoticeChoice{}
	}
	maps.Copy(levels, n.Levels)
	n.Levels, n.DigestedOn = levels, before.DigestedOn
	return n.WithEveryLevel()
}

// WithEveryLevel has the levels of which nothing was chosen, as when the choices are older than a level, ring the bell.
func (n Notice) WithEveryLevel() Notice {
	levels := maps.Clone(n.Levels)
	if levels == nil {
		levels = map[Level]NoticeChoice{}
	}
	for _, level := range Levels {
		if _, chosen := levels[level]; !chosen {
			levels[level] = NoticeChoice{Bell: true, Mail: MailNever}
		}
	}
	n.Levels = levels
	return n
}

type noticeMemory interface {
	// Notices are the choices of some users; a user who has made none is left out.
	Notices(userIDs []int64) (map[int64]Notice, error)
	// KeepNotice writes all choices of a user.
	KeepNotice(notice Notice) error
	// LockNotice returns a user's choices and keeps other writers from changing them.
	LockNotice(userID int64) (Notice, error)
	// DueNotices locks choices whose digest is due and that no other writer has locked.
	DueNotices(limit int) ([]Notice, error)
	// DigestNotices locks the choices of every user who gets a digest.
	DigestNotices() ([]Notice, error)
	noticeLineMemory
}

// Notice returns how the person wants to hear of alerts.
func (s *Service) Notice(ctx context.Context, actor core.Actor) (notice Notice, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		notice, err = noticeOf(tx, actor.ID)
		return err
	})
	return notice, err
}

func noticeOf(tx Tx, userID int64) (Notice, error) {
	notices, err := tx.Notices([]int64{userID})
	if notice, chosen := notices[userID]; chosen {
		return notice, err
	}
	return defaultNotice(userID), err
}

// UpdateNotice keeps how the person wants to hear of alerts from now on. What
// waited for an e-mail that they no longer want is dropped.
func (s *Service) UpdateNotice(ctx context.Context, actor core.Actor, wanted Notice) (Notice, error) {
	wanted.UserID = actor.ID
	if err := wanted.check(); err != nil {
		return Notice{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Notice, error) {
		settings, err := tx.Settings()
		if err != nil {
			return Notice{}, err
		}
		before, err := tx.LockNotice(actor.ID)
		if err != nil && !core.IsNotFound(err) {
			return Notice{}, err
		}
		wanted = wanted.keeping(before)
		wanted.Categories = slices.Compact(slices.Sorted(slices.Values(wanted.Categories)))
		wanted.schedule(tx.Now(), settings.Zone())
		for mode, digest := range map[MailMode]bool{MailNow: false, MailDaily: true} {
			if wanted.mails(mode) {
				continue
			}
			if err := tx.DropNoticeLines(actor.ID, digest); err != nil {
				return Notice{}, err
			}
		}
		if err := tx.KeepNotice(wanted); err != nil {
			return Notice{}, err
		}
		// What waits for the end of hours that are quiet no longer need not wait.
		if before.Quiet != nil && wanted.mails(MailNow) {
			message := outbox.Message{Kind: MessageAlerts, UserID: actor.ID, CreatedAt: tx.Now()}
			if err := outbox.QueueMessageAt(tx, message, wanted.afterQuiet(tx.Now(), settings.Zone())); err != nil {
				return Notice{}, err
			}
		}
		return wanted, tx.Emit(core.Event{Topic: core.TopicNotices, UserID: actor.ID})
	})
}

func (n Notice) check() error {
	wrong := core.Problems{}
	for level, choice := range n.Levels {
		switch choice.Mail {
		case MailNever, MailNow, MailDaily:
		default:
			wrong.Add(level.Code()+".email", "Elige nunca, al momento o resumen diario")
		}
	}
	wrong.Check(core.ValidMinute(n.DigestMinute), "digestTime", "Debe ser una hora, como 08:00")
	if n.Quiet != nil {
		wrong.Check(core.ValidMinute(n.Quiet.From), "quietFrom", "Debe ser una hora, como 22:00")
		wrong.Check(core.ValidMinute(n.Quiet.To), "quietTo", "Debe ser una hora, como 07:00")
		wrong.Check(n.Quiet.From != n.Quiet.To, "quietTo", "Debe ser distinta de la hora de inicio")
	}
	wrong.Check(n.Categories == nil || len(n.Categories) > 0, "categories", "Elige al menos una categoría, o todas")
	wrong.Check(len(n.Categories) <= categoriesMax, "categories", "Son demasiadas categorías: elige todas")
	return wrong.Err()
}

// mails says whether any level sends e-mails of a mode.
func (n Notice) mails(mode MailMode) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(n.Levels)), func(choice NoticeChoice) bool {
		return choice.Mail == mode
	})
}

// mailFor says when an alert is to be told by e-mail. Channels and purchases have no
// category, so they are told of whatever the categories are.
func (n Notice) mailFor(news News) MailMode {
	if n.Categories != nil && news.Alert.ProductID != 0 && !slices.Contains(n.Categories, news.Subject.CategoryID) {
		return MailNever
	}
	return n.Levels[news.Alert.Level].Mail
}

// schedule works out when the next digest is made: at its hour, on a day that
// has had none.
func (n *Notice) schedule(now time.Time, zone *time.Location) {
	n.DigestDueAt = nil
	if !n.mails(MailDaily) {
		return
	}
	due := core.AtMinute(now.In(zone), 0, n.DigestMinute)
	for day := 1; !due.After(now) || due.Format(core.DateForm) <= n.DigestedOn; day++ {
		due = core.AtMinute(now.In(zone), day, n.DigestMinute)
	}
	due = due.UTC()
	n.DigestDueAt = &due
}

// afterQuiet is when an e-mail may leave that should leave at a time.
func (n Notice) afterQuiet(at time.Time, zone *time.Location) time.Time {
	if n.Quiet == nil {
		return at
	}
	local := at.In(zone)
	// Those that began yesterday may not be over yet.
	for _, day := range []int{-1, 0} {
		begin, end := core.AtMinute(local, day, n.Quiet.From), core.AtMinute(local, day, n.Quiet.To)
		if n.Quiet.To < n.Quiet.From {
			end = core.AtMinute(local, day+1, n.Quiet.To)
		}
		if !local.Before(begin) && local.Before(end) {
			return end.UTC()
		}
	}
	return at
}
