package outbox

import (
	"context"
	"errors"
	"time"

	"estante/internal/core"
)

// TrayItem is an e-mail that no mail server took, because there is none: administrators read
// it and hand its link on by hand. It is gone when its link is.
type TrayItem struct {
	ID        int64
	UserID    int64
	Kind      MessageKind
	To        string
	Name      string
	Subject   string
	Text      string
	Link      string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// SealedTrayItem is one as it is kept: what it says and where it leads are sealed.
type SealedTrayItem struct {
	TrayItem
	SealedText core.Sealed
	SealedLink core.Sealed
}

// The limits of the tray: how long an e-mail lies in it that holds no link, and how many do.
const (
	trayLength = 3 * 24 * time.Hour
	trayMost   = 500
)

type trayMemory interface {
	InsertTrayItem(item SealedTrayItem) error
	// TrayItems are those whose end has not come, the newest first.
	TrayItems(page core.Page) (core.List[SealedTrayItem], error)
	// DeleteTrayItem takes one out; ErrNotFound when it is gone.
	DeleteTrayItem(id int64) error
	// ForgetTrayItems drops those that ended before a time, and the oldest beyond so many.
	ForgetTrayItems(endedBefore time.Time, most int) error
}

// What of the tray is sealed; see core.SecretKey.
const (
	purposeTrayText = "mail tray text"
	purposeTrayLink = "mail tray link"
)

// Tray lays e-mails where administrators read them. It implements Mailer.
type Tray struct{ s *Service }

// Tray is where e-mails go as long as there is no mail server.
func (s *Service) Tray() Tray { return Tray{s} }

// errNoServer keeps what goes to people elsewhere until there is a mail server: nobody reads it
// in the tray.
var errNoServer = errors.New("no mail server is set, and the tray takes no files")

// Send implements Mailer. The log says that there is something to read, and not what.
func (t Tray) Send(ctx context.Context, mail Mail) error {
	if len(mail.Attachments) > 0 {
		return errNoServer
	}
	s := t.s
	err := core.Write(ctx, s.store, func(tx Tx) error {
		item := SealedTrayItem{
			TrayItem: TrayItem{
				UserID: mail.UserID, Kind: mail.Kind, To: mail.To, Name: mail.Name, Subject: mail.Subject,
				CreatedAt: tx.Now(), ExpiresAt: mail.Ends,
			},
			SealedText: s.secretKey.Seal(purposeTrayText, mail.Text), SealedLink: s.secretKey.Seal(purposeTrayLink, mail.Link),
		}
		if item.ExpiresAt.IsZero() {
			item.ExpiresAt = tx.Now().Add(trayLength)
		}
		if err := tx.InsertTrayItem(item); err != nil {
			return err
		}
		if err := tx.ForgetTrayItems(tx.Now(), trayMost); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicSettings})
	})
	if err == nil {
		s.log.WarnContext(ctx, "no mail server is set; the message waits in the tray", "kind", mail.Kind)
	}
	return err
}

// TrayItems shows what waits in the tray.
func (s *Service) TrayItems(ctx context.Context, page core.Page) (items core.List[TrayItem], err error) {
	var sealed core.List[SealedTrayItem]
	err = core.Read(ctx, s.store, func(tx Tx) error {
		sealed, err = tx.TrayItems(page)
		return err
	})
	items.Count = sealed.Count
	for _, one := range sealed.Rows {
		item := one.TrayItem
		if item.Text, err = s.secretKey.Unseal(purposeTrayText, one.SealedText); err != nil {
			return items, err
		}
		if item.Link, err = s.secretKey.Unseal(purposeTrayLink, one.SealedLink); err != nil {
			return items, err
		}
		items.Rows = append(items.Rows, item)
	}
	return items, err
}

// DeleteTrayItem takes an e-mail out of the tray that has been dealt with.
func (s *Service) DeleteTrayItem(ctx context.Context, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.DeleteTrayItem(id); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicSettings})
	})
	return err
}
