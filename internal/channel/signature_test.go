package channel_test

import (
	"errors"
	"fmt"
	"maps"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
)

var sentAt = time.Date(2026, 11, 10, 9, 30, 0, 0, time.UTC)

// secretOf and otherOf are two secrets of the kind that each shop has.
var (
	secretOf = map[channel.Source]string{
		channel.Shopify: "shpss_5f1c", channel.WooCommerce: "una & otra <clave>",
		channel.Standard: "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0",
	}
	otherOf = map[channel.Source]string{
		channel.Shopify: "shpss_5f1d", channel.WooCommerce: "otra",
		channel.Standard: "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM1",
	}
	// signatureHeader and signedHeaders are those that an altered byte of must
	// be noticed in.
	signatureHeader = map[channel.Source]string{
		channel.Shopify: "X-Shopify-Hmac-Sha256", channel.WooCommerce: "X-Wc-Webhook-Signature",
		channel.Standard: "Webhook-Signature",
	}
	signedHeaders = map[channel.Source][]string{
		channel.Shopify: {"X-Shopify-Hmac-Sha256"}, channel.WooCommerce: {"X-Wc-Webhook-Signature"},
		channel.Standard: {"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"},
	}
)

func header(values map[string]string) textproto.MIMEHeader {
	made := textproto.MIMEHeader{}
	for name, value := range values {
		made.Set(name, value)
	}
	return made
}

// signed is a delivery as a shop would send it.
func signed(t testing.TB, source channel.Source, secret string, message channel.Message) channel.Delivery {
	t.Helper()
	headers, err := source.Sign(message, secret)
	if err != nil {
		t.Fatal(err)
	}
	return channel.Delivery{Header: header(headers), Body: message.Body}
}

func message(body string) channel.Message {
	return channel.Message{ID: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", Topic: "orders/create", At: sentAt, Body: []byte(body)}
}

func eachSource(t *testing.T, test func(t *testing.T, source channel.Source)) {
	t.Helper()
	for _, source := range channel.Sources {
		t.Run(string(source), func(t *testing.T) { test(t, source) })
	}
}

// knownSignatures are those of a body with a letter of two bytes.
var knownSignatures = map[channel.Source]string{
	channel.Shopify:     "Yi8F8319FhbXASy4rBXPljRIn8Qj2rmkB3IT//T1tFc=",
	channel.WooCommerce: "kXP8dHb9ugftRZszrupWx8Ao6KCM3wQs9BVYpJnIeTU=",
	channel.Standard:    "v1,7MRDOPBE7KoCDeXA2YLNYbhEeZ0azh9laa7l5gFqvbk=",
}

// The signatures were computed by another program than ours.
func TestKnownSignaturesFit(t *testing.T) {
	const body = `{"id":1,"name":"Llave inglesa ñ"}`
	for source, want := range knownSignatures {
		delivery := signed(t, source, secretOf[source], message(body))
		if got := delivery.Header.Get(signatureHeader[source]); got != want {
			t.Errorf("%s signs %q, want %q", source, got, want)
		}
	}
}

func TestADeliveryIsTakenWithEitherSecret(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		delivery := signed(t, source, secretOf[source], message(`{"id":1}`))
		for _, secrets := range []channel.Secrets{
			{Current: secretOf[source]}, {
				Current: secretOf[source], Previous: otherOf[source],
			}, {Current: otherOf[source], Previous: secretOf[source]},
		} {
			if err := source.Verify(delivery, secrets, sentAt); err != nil {
				t.Errorf("%+v: %v", secrets, err)
			}
		}
		if err := source.Verify(delivery, channel.Secrets{Current: otherOf[source]}, sentAt); !errors.Is(err,
			channel.ErrSignature) {
			t.Errorf("with the wrong secret: %v", err)
		}
	})
}

func TestEveryFlippedBitIsNoticed(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		secrets := channel.Secrets{Current: secretOf[source], Previous: otherOf[source]}
		genuine := signed(t, source, secretOf[source], message(`{"id":820982911946154508,"total_price":"10.00"}`))
		for i := range genuine.Body {
			for bit := range 8 {
				body := slices.Clone(genuine.Body)
				body[i] ^= 1 << bit
				if err := source.Verify(channel.Delivery{Header: genuine.Header, Body: body}, secrets, sentAt); !errors.Is(err,
					channel.ErrSignature) {
					t.Fatalf("bit %d of byte %d of the body: %v", bit, i, err)
				}
			}
		}
		for _, name := range signedHeaders[source] {
			value := genuine.Header.Get(name)
			for i := range len(value) * 8 {
				altered := []byte(value)
				altered[i/8] ^= 1 << (i % 8)
				headers := maps.Clone(genuine.Header.(textproto.MIMEHeader))
				headers.Set(name, string(altered))
				if source.Verify(channel.Delivery{Header: headers, Body: genuine.Body}, secrets, sentAt) == nil {
					t.Fatalf("%s altered to %q is taken", name, altered)
				}
			}
		}
	})
}

func TestADeliveryWithoutSignatureIsUnsigned(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		for _, name := range signedHeaders[source] {
			delivery := signed(t, source, secretOf[source], message(`{}`))
			delivery.Header.(textproto.MIMEHeader).Del(name)
			if err := source.Verify(delivery, channel.Secrets{Current: secretOf[source]}, sentAt); !errors.Is(err,
				channel.ErrUnsigned) {
				t.Errorf("without %s: %v", name, err)
			}
		}
	})
}

func TestNoSecretLetsNobodyIn(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		delivery := signed(t, source, secretOf[source], message(`{}`))
		if err := source.Verify(delivery, channel.Secrets{Previous: secretOf[source]}, sentAt); !errors.Is(err,
			channel.ErrNoSecret) {
			t.Errorf("without a secret: %v", err)
		}
		if _, err := source.Sign(message(`{}`), ""); !errors.Is(err, channel.ErrNoSecret) {
			t.Errorf("signed without a secret: %v", err)
		}
	})
}

func TestStandardSecretsAreChecked(t *testing.T) {
	for secret, want := range map[string]error{
		"whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0": nil,
		"MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0":       nil,
		"":                                       channel.ErrNoSecret,
		"whsec_":                                 channel.ErrSecret,
		"whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM":  channel.ErrSecret,
		"whsec_no es base64":                     channel.ErrSecret,
		"whsec_" + strings.Repeat("MTIzNDU2", 10):    nil,
		"whsec_" + strings.Repeat("MTIzNDU2Nzg5", 8): channel.ErrSecret,
	} {
		if err := channel.Standard.CheckSecret(secret); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", secret, err, want)
		}
	}
}

func TestStandardTimestampsAreChecked(t *testing.T) {
	secrets := channel.Secrets{Current: secretOf[channel.Standard]}
	delivery := signed(t, channel.Standard, secrets.Current, message(`{}`))
	for late, want := range map[time.Duration]error{
		0: nil, 5 * time.Minute: nil, -5 * time.Minute: nil, 301 * time.Second: channel.ErrTimestamp,
		-301 * time.Second: channel.ErrTimestamp,
		24 * time.Hour:     channel.ErrTimestamp,
	} {
		if err := channel.Standard.Verify(delivery, secrets, sentAt.Add(late)); !errors.Is(err, want) {
			t.Errorf("%s late: %v, want %v", late, err, want)
		}
	}
	// The same moment written otherwise is not what was signed for.
	for _, written := range []string{"+1794303000", "01794303000", " ", "1e9", "9223372036854775808"} {
		delivery.Header.(textproto.MIMEHeader).Set("Webhook-Timestamp", written)
		if err := channel.Standard.Verify(delivery, secrets, sentAt); !errors.Is(err, channel.ErrSignature) {
			t.Errorf("timestamp %q: %v", written, err)
		}
	}
}

func TestOneOfSeveralStandardSignaturesIsEnough(t *testing.T) {
	secrets := channel.Secrets{Current: secretOf[channel.Standard]}
	fits := signed(t, channel.Standard, secrets.Current, message(`{}`)).Header.Get("Webhook-Signature")
	other := signed(t, channel.Standard, otherOf[channel.Standard], message(`{}`)).Header.Get("Webhook-Signature")
	for text, want := range map[string]error{
		other + " " + fits: nil, fits + " " + other: nil, "v1a,AAAA " + fits: nil, other: channel.ErrSignature,
		"v1a" + strings.TrimPrefix(fits, "v1"):      channel.ErrSignature,
		strings.TrimPrefix(fits, "v1,"):             channel.ErrSignature,
		strings.Repeat(other+" ", 15) + fits:        nil,
		strings.Repeat(other+" ", 1000) + fits:      channel.ErrSignature,
		strings.ReplaceAll(other+","+fits, " ", ""): channel.ErrSignature,
	} {
		delivery := signed(t, channel.Standard, secrets.Current, message(`{}`))
		delivery.Header.(textproto.MIMEHeader).Set("Webhook-Signature", text)
		if err := channel.Standard.Verify(delivery, secrets, sentAt); !errors.Is(err, want) {
			t.Errorf("%.80q: %v, want %v", text, err, want)
		}
	}
}

// A signature covers «id.timestamp.body»: moving the stops must not make
// another message that it fits.
func TestStandardPartsCannotBeShifted(t *testing.T) {
	secrets := channel.Secrets{Current: secretOf[channel.Standard]}
	stamp := strconv.FormatInt(sentAt.Unix(), 10)
	genuine := signed(t, channel.Standard, secrets.Current, message(fmt.Sprintf(`{"note":"x.%s.{}"}`, stamp)))
	shifted := header(map[string]string{
		"Webhook-Id": genuine.Header.Get("Webhook-Id") + "." + stamp + `.{"note":"x`, "Webhook-Timestamp": stamp,
		"Webhook-Signature": genuine.Header.Get("Webhook-Signature"),
	})
	if err := channel.Standard.Verify(channel.Delivery{Header: shifted, Body: []byte(`{}"}`)}, secrets,
		sentAt); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("the shifted message: %v", err)
	}
}

func TestWooCommerceSecretsAreDecodedAsWordPressDoes(t *testing.T) {
	delivery := signed(t, channel.WooCommerce, `a&b<'c'>"d"`, message(`{}`))
	for _, pasted := range []string{`a&b<'c'>"d"`, `a&amp;b&lt;&#039;c&#039;&gt;&quot;d&quot;`} {
		if err := channel.WooCommerce.Verify(delivery, channel.Secrets{Current: pasted}, sentAt); err != nil {
			t.Errorf("%q: %v", pasted, err)
		}
	}
	if err := channel.WooCommerce.Verify(delivery, channel.Secrets{Current: `a&amp;amp;b<'c'>"d"`}, sentAt); err == nil {
		t.Error("a secret is decoded twice")
	}
}

func TestWooCommercePingsAreRecognised(t *testing.T) {
	for _, row := range []struct {
		body    string
		headers map[string]string
		want    bool
	}{
		{body: "webhook_id=12", want: true},
		{body: "webhook_id=12", headers: map[string]string{"X-WC-Webhook-Signature": "x"}},
		{body: "webhook_id=12", headers: map[string]string{"X-WC-Webhook-Topic": "order.created"}},
		{body: "webhook_id=12&id=3"},
		{body: "webhook_id="},
		{body: `{"webhook_id":12}`},
		{body: ""},
	} {
		delivery := channel.Delivery{Header: header(row.headers), Body: []byte(row.body)}
		if got := channel.WooCommerce.IsPing(delivery); got != row.want {
			t.Errorf("%q %v: %v", row.body, row.headers, got)
		}
		if channel.Shopify.IsPing(delivery) || channel.Standard.IsPing(delivery) {
			t.Errorf("%q is a ping of others too", row.body)
		}
	}
}

func TestTheSameNewsHasTheSameIdentity(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		one := signed(t, source, secretOf[source], message(`{"id":1}`))
		again := signed(t, source, otherOf[source], message(`{"id":1}`))
		if source.Identity(one) != source.Identity(again) {
			t.Errorf("a retry is %q after %q", source.Identity(again), source.Identity(one))
		}
		other := message(`{"id":2}`)
		other.ID, other.At = "msg_other", sentAt.Add(time.Second)
		if got := source.Identity(signed(t, source, secretOf[source], other)); got == source.Identity(one) {
			t.Errorf("two messages are both %q", got)
		}
	})
	// Two orders of one second have the same name at WooCommerce.
	first, second := signed(t, channel.WooCommerce, "s", message(`{"id":1}`)),
		signed(t, channel.WooCommerce, "s", message(`{"id":2}`))
	if channel.WooCommerce.Identity(first) == channel.WooCommerce.Identity(second) {
		t.Error("two orders of one second are taken for one")
	}
	// An event's name with another body is not that event.
	first, second = signed(t, channel.Shopify, "s", message(`{"id":1}`)),
		signed(t, channel.Shopify, "s", message(`{"id":2}`))
	if channel.Shopify.Identity(first) == channel.Shopify.Identity(second) {
		t.Error("another body is taken for a known event")
	}
	// Shopify's older deliveries are named by the webhook alone.
	first, second = signed(t, channel.Shopify, "s", message(`{"id":1}`)),
		signed(t, channel.Shopify, "s", message(`{"id":1}`))
	for name, delivery := range map[string]channel.Delivery{"a": first, "b": second} {
		delivery.Header.(textproto.MIMEHeader).Del("X-Shopify-Event-Id")
		delivery.Header.(textproto.MIMEHeader).Set("X-Shopify-Webhook-Id", name)
	}
	if channel.Shopify.Identity(first) == channel.Shopify.Identity(second) {
		t.Error("two webhooks are taken for one")
	}
}

func TestTestMessagesAreTakenAndMeanNothing(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		delivery := signed(t, source, secretOf[source], source.TestMessage("msg_prueba", sentAt))
		if err := source.Verify(delivery, channel.Secrets{Current: secretOf[source]}, sentAt); err != nil {
			t.Error(err)
		}
		event, err := source.Read(delivery)
		if err != nil || event.Kind != channel.KindTest || event.Note == "" || source.Topic(delivery) == "" {
			t.Errorf("%+v, %v", event, err)
		}
	})
}
