package purchase_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/purchase"
	"estante/internal/shoptest"
)

// letters keep what is sent, or refuse it.
type letters struct {
	sent    []outbox.Mail
	refusal error
}

func (l *letters) Send(_ context.Context, mail outbox.Mail) error {
	if l.refusal == nil {
		l.sent = append(l.sent, mail)
	}
	return l.refusal
}

func TestAPurchaseLeavesByEmailWithItsDocument(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		lucia := b.sender(t)
		draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
			SupplierID: euros, Notes: "Por la puerta de atrás", Lines: []purchase.LineFields{line(b.screws, 100, 345)},
		})
		shoptest.Must(t, draft, err)
		sent, err := b.Purchases.Send(t.Context(), lucia, draft.ID, purchase.Order{By: purchase.ByEmail})
		if shoptest.Must(t, sent, err).Mail != outbox.MessageWaiting || sent.SentHow != purchase.ByEmail {
			t.Errorf("sent %+v", sent)
		}
		post := &letters{refusal: errors.New("later")}
		for _, state := range []outbox.MessageState{outbox.MessageTrying} {
			if _, err := b.Outbox.DeliverMessages(t.Context(), post); err != nil {
				t.Fatal(err)
			}
			if now := b.get(t, draft.ID); now.Mail != state {
				t.Errorf("mail is %s, want %s", now.Mail, state)
			}
		}
		// The tray of the administrators takes no files: it waits for a mail server.
		if err := b.Outbox.Tray().Send(t.Context(), outbox.Mail{Attachments: []outbox.Attachment{{}}}); err == nil {
			t.Error("the tray took a file")
		}
		again := b.order(t, dollars, line(b.drills, 1, 100))
		other, err := b.Purchases.BackToDraft(t.Context(), shoptest.Clerk, again.ID, nil)
		shoptest.Must(t, other, err)
		resent, err := b.Purchases.Send(t.Context(), lucia, again.ID, purchase.Order{
			By: purchase.ByEmail, Message: "Lo de siempre.",
		})
		shoptest.Must(t, resent, err)
		post.refusal = nil
		if _, err := b.Outbox.DeliverMessages(t.Context(), post); err != nil {
			t.Fatal(err)
		}
		if len(post.sent) != 1 {
			t.Fatalf("sent %d letters", len(post.sent))
		}
		letter := post.sent[0]
		if letter.To != "pedidos@example.com" || letter.Attachments[0].Name != again.Number+".pdf" ||
			!bytes.HasPrefix(letter.Attachments[0].Bytes, []byte("%PDF-")) ||
			!purchase.LooksLikePDF(letter.Attachments[0].Bytes) ||
			letter.Text[:len("Lo de siempre.")] != "Lo de siempre." {
			t.Errorf("letter to %s, %q", letter.To, letter.Text)
		}
		if now := b.get(t, again.ID); now.Mail != outbox.MessageSent {
			t.Errorf("mail is %s", now.Mail)
		}
	})
}

func TestOfWhatWasTakenBackNoLetterLeaves(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		draft, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
			SupplierID: dollars, Lines: []purchase.LineFields{line(b.screws, 1, 1)},
		})
		shoptest.Must(t, draft, err)
		sent, err := b.Purchases.Send(t.Context(), b.sender(t), draft.ID, purchase.Order{By: purchase.ByEmail})
		shoptest.Must(t, sent, err)
		back, err := b.Purchases.BackToDraft(t.Context(), shoptest.Clerk, draft.ID, nil)
		shoptest.Must(t, back, err)
		post := &letters{}
		if _, err := b.Outbox.DeliverMessages(t.Context(), post); err != nil || len(post.sent) != 0 {
			t.Errorf("sent %d letters: %v", len(post.sent), err)
		}
	})
}

func TestWhatIsNoPDFIsTold(t *testing.T) {
	for text, is := range map[string]bool{
		"%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n": true, "%PDF-1.7\n1 0 obj": false, "<html>%PDF-1.7 startxref %%EOF": false,
		"": false, "%PDF-9.9 startxref %%EOF": false,
	} {
		if purchase.LooksLikePDF([]byte(text)) != is {
			t.Errorf("%q", text)
		}
	}
}

// rows are what forecasts want.
func TestDraftsComeFromTheForecastInWholePacks(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		proposals, err := b.Purchases.FromForecast(t.Context(), shoptest.Clerk, []int64{b.screws.ID, b.glue.ID}, true)
		if got := shoptest.Must(t, proposals, err); len(got.Orders) != 1 || len(got.Without) != 1 ||
			got.Without[0].ProductID != b.glue.ID {
			t.Fatalf("proposals %+v", got)
		}
		order := proposals.Orders[0]
		if l := order.Lines[0]; l.Packs != 2 || l.Units != 200 || *l.Value != 690 || order.Missing != 5000-690 ||
			*order.MinOrder != 5000 || len(order.Next) != 0 {
			t.Errorf("order %+v", order)
		}
		made, err := b.Purchases.FromForecast(t.Context(), shoptest.Clerk, []int64{b.screws.ID}, false)
		draft := b.get(t, shoptest.Must(t, made, err).Orders[0].PurchaseIDs[0])
		if draft.Status != purchase.Draft || draft.Ordered != 200 || draft.Value != 690 ||
			draft.Lines[0].SupplierSKU != "T-100" {
			t.Errorf("draft %+v", draft)
		}
		var refused *core.Error
		if _, err := b.Purchases.FromForecast(t.Context(), shoptest.Clerk, make([]int64, 5001), true); !errors.As(err,
			&refused) {
			t.Errorf("too many: %v", err)
		}
	})
}
