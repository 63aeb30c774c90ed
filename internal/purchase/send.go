package purchase

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/supplier"
)

// Order is how a purchase goes to its supplier.
type Order struct {
	By Sending
	// Message is what the e-mail says, in the person's own words; empty has it say the usual.
	Message string
	// IfVersion refuses it when the purchase is no longer at this version.
	IfVersion *int64
}

// MessagePurchase takes a purchase to its supplier.
const MessagePurchase outbox.MessageKind = "purchase"

// wordsMax is how long what a person writes to a supplier is.
const wordsMax = 5000

// ErrNoWriter is the answer where nothing writes the document of a purchase.
var ErrNoWriter = &core.Error{Kind: core.Unavailable, Message: "Aquí no se puede escribir el documento de una compra"}

// problems are what is wrong with how a purchase is to go.
func (o Order) problems() core.Problems {
	wrong := core.Problems{}
	wrong.Check(o.By == ByHand || o.By == ByEmail, "by", "La forma de enviar no existe")
	wrong.Check(core.Characters(o.Message) <= wordsMax, "message", "El mensaje es demasiado largo")
	return wrong
}

// Send has a draft go to its supplier: by an e-mail that leaves after the commit, or by hand.
func (s *Service) Send(ctx context.Context, actor core.Actor, id int64, order Order) (Detail, error) {
	if err := order.problems().Err(); err != nil {
		return Detail{}, err
	}
	if order.By == ByEmail && s.writer == nil {
		return Detail{}, ErrNoWriter
	}
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		before, err := lockAt(tx, id, order.IfVersion)
		if err != nil {
			return Detail{}, err
		}
		if _, err := send(tx, actor, before, order); err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

// Document is what a supplier reads of a purchase.
type Document struct {
	Purchase Detail
	Supplier supplier.Supplier
	// Names are what the supplier calls products, by their ids.
	Names    map[int64]supplier.SupplierProduct
	Settings core.Settings
	At       time.Time
}

// Document is what goes to the supplier of a purchase, as it is now.
func (s *Service) Document(ctx context.Context, id int64) (document Document, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		document, err = documentOf(tx, id)
		return err
	})
	return document, err
}

func documentOf(tx Tx, id int64) (d Document, err error) {
	if d.Purchase.Row, err = tx.PurchaseByID(id); err != nil {
		return d, err
	}
	if d.Purchase.Lines, err = tx.PurchaseLines(id); err != nil {
		return d, err
	}
	if d.Supplier, err = tx.SupplierByID(d.Purchase.SupplierID); err != nil {
		return d, err
	}
	ids := make([]int64, 0, len(d.Purchase.Lines))
	for _, l := range d.Purchase.Lines {
		ids = append(ids, l.ProductID)
	}
	if d.Names, err = tx.SupplierProductsOf(d.Supplier.ID, ids); err != nil {
		return d, err
	}
	d.At = tx.Now()
	d.Settings, err = tx.Settings()
	return d, err
}

// compose writes the e-mail that takes a purchase to its supplier, with the purchase as it was
// sent. One that was taken back by then goes nowhere.
func (s *Service) compose(
	ctx context.Context, message outbox.Message, user core.User, settings core.Settings,
) (outbox.Mail, error) {
	var document Document
	err := core.Read(ctx, s.store, func(tx Tx) error {
		id, err := tx.PurchaseOfMessage(message.ID)
		if err != nil {
			return err
		}
		document, err = documentOf(tx, id)
		return err
	})
	if core.IsNotFound(err) || (err == nil && (document.Purchase.Status == Cancelled || document.Supplier.Email == "")) {
		return outbox.Mail{}, outbox.ErrNothingToTell
	}
	if err != nil {
		return outbox.Mail{}, err
	}
	if s.writer == nil {
		return outbox.Mail{}, ErrNoWriter
	}
	var file bytes.Buffer
	if err := s.writer.WriteOrder(&file, document); err != nil {
		return outbox.Mail{}, fmt.Errorf("write purchase %s: %w", document.Purchase.Number, err)
	}
	return outbox.Mail{
		To: document.Supplier.Email, Name: core.MailName(document.Supplier.Name),
		Subject: "Pedido " + document.Purchase.Number + " de " + core.MailName(settings.BusinessName),
		Text:    mailText(document, user, settings),
		Attachments: []outbox.Attachment{{
			Name: document.Purchase.Number + ".pdf", ContentType: "application/pdf", Bytes: file.Bytes(),
		}},
	}, nil
}

// mailText is what the person wrote, or else the usual.
func mailText(d Document, user core.User, settings core.Settings) string {
	var text strings.Builder
	if d.Purchase.SentWords != "" {
		text.WriteString(d.Purchase.SentWords + "\n\n")
	} else {
		fmt.Fprintf(&text, "Hola:\n\nAdjuntamos nuestro pedido %s", d.Purchase.Number)
		if day := SpokenDay(d.Purchase.ExpectedOn); day != "" {
			text.WriteString(", que esperamos recibir el " + day)
		}
		text.WriteString(".\n\nGracias y un saludo,\n")
	}
	text.WriteString(user.FullName() + "\n" + core.MailName(settings.BusinessName) + "\n")
	return text.String()
}

// SpokenDay is a day as people write it; empty for none.
func SpokenDay(day string) string {
	at, err := time.Parse(core.DateForm, day)
	if err != nil {
		return ""
	}
	return at.Format("02/01/2006")
}
