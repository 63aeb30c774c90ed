package inbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
)

// What the secrets of channels are sealed for.
const (
	sealedSecret = "channel secret"
	sealedToken  = "channel token"
)

// previousSecretKept is how long the secret before is accepted after a change:
// shops sign with either for a while, and what they could not deliver comes
// again for hours with its old signature.
const previousSecretKept = 24 * time.Hour

// usableSecret is the secret that was written, or a new one.
func usableSecret(source channel.Source, secret string) (string, error) {
	if !source.Known() {
		return "", core.FieldError("source", "Elige Shopify, WooCommerce o Standard Webhooks")
	}
	secret = core.Clean(secret)
	if secret == "" {
		return newSecret(source), nil
	}
	if core.Characters(secret) > secretMax {
		return "", core.FieldError("secret", "El secreto es demasiado largo")
	}
	var wrong *channel.Error
	if err := source.CheckSecret(secret); errors.As(err, &wrong) {
		return "", core.FieldError("secret", wrong.Message)
	} else if err != nil {
		return "", err
	}
	return secret, nil
}

// newSecret makes a secret that the shop takes as it is.
func newSecret(source channel.Source) string {
	bytes := make([]byte, 32)
	_, _ = rand.Read(bytes) // It never fails: see crypto/rand.
	if source == channel.Standard {
		return "whsec_" + base64.StdEncoding.EncodeToString(bytes)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

// channelAddress is where a shop sends its deliveries.
func (s *Service) channelAddress(source channel.Source, token string) string {
	if s.publicURL == nil {
		return ""
	}
	return s.publicURL.JoinPath("api", "webhooks", string(source), token).String() + "/"
}

// channelSecrets are what a channel's deliveries may be signed with now.
func (s *Service) channelSecrets(c Channel, now time.Time) (secrets channel.Secrets, err error) {
	if secrets.Current, err = s.secretKey.Unseal(sealedSecret, c.Secret); err != nil {
		return secrets, err
	}
	if c.PreviousUntil != nil && now.Before(*c.PreviousUntil) {
		// One that was sealed with a lost key stands in nobody's way.
		if previous, err := s.secretKey.Unseal(sealedSecret, c.PreviousSecret); err == nil {
			secrets.Previous = previous
		}
	}
	return secrets, nil
}

// RotateSecret gives a channel another secret, which is returned this once. The one before
// is accepted for a day unless it must not be, because a third party knows it.
func (s *Service) RotateSecret(
	ctx context.Context, actor core.Actor, id int64, secret string, keepPrevious bool,
) (row ChannelRow, used string, err error) {
	row, err = s.changeChannel(ctx, actor, id, core.AuditSecret, nil, func(tx Tx, c *Channel) error {
		if used, err = usableSecret(c.Source, secret); err != nil {
			return err
		}
		c.PreviousSecret, c.PreviousUntil = "", nil
		if keepPrevious {
			until := tx.Now().Add(previousSecretKept)
			c.PreviousSecret, c.PreviousUntil = c.Secret, &until
		}
		c.Secret = s.secretKey.Seal(sealedSecret, used)
		return nil
	})
	return row, used, err
}

// TestDelivery is a delivery as a channel's shop would send it to try the
// connection, signed with its secret, and the token of where it goes.
type TestDelivery struct {
	Source  channel.Source
	Token   string
	Headers map[string]string
	Body    []byte
}

// MakeTestDelivery makes a test delivery; the caller sends it through the HTTP endpoint, so
// that everything on the way is tried.
func (s *Service) MakeTestDelivery(ctx context.Context, id int64) (test TestDelivery, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		c, err := tx.ChannelByID(id)
		if err != nil {
			return err
		}
		if !c.Active {
			return ErrChannelOff
		}
		secrets, err := s.channelSecrets(c, tx.Now())
		if err != nil {
			return err
		}
		name, _ := core.NewToken()
		message := c.Source.TestMessage("prueba-"+name, tx.Now())
		headers, err := c.Source.Sign(message, secrets.Current)
		if err != nil {
			return err
		}
		token, err := s.secretKey.Unseal(sealedToken, c.Token)
		test = TestDelivery{Source: c.Source, Token: token, Headers: headers, Body: message.Body}
		return err
	})
	return test, err
}

// ErrChannelOff is the answer to a test of a channel that takes nothing.
var ErrChannelOff = &core.Error{Kind: core.Conflict, Message: "La tienda está desactivada: actívala antes de probarla"}
