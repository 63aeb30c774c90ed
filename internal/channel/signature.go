package channel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"
)

// Secrets are what a shop signs with. Previous is the one before, for as long
// as a change of secrets takes; empty when there is none.
type Secrets struct {
	Current  string
	Previous string
}

// Message is something to be signed.
type Message struct {
	// ID names it where the shop's language names messages.
	ID    string
	Topic string
	At    time.Time
	Body  []byte
}

// CheckSecret says whether a secret can be used, as people paste it.
func (s Source) CheckSecret(secret string) error {
	_, err := languages[s].key(secret)
	return err
}

// Verify checks that a delivery comes from a sender that knows one of the secrets, over its
// raw bytes and in a time that does not depend on what is wrong with it.
func (s Source) Verify(delivery Delivery, secrets Secrets, now time.Time) error {
	current, err := languages[s].key(secrets.Current)
	if err != nil {
		return err
	}
	keys := [][]byte{current}
	if secrets.Previous != "" {
		previous, err := languages[s].key(secrets.Previous)
		if err != nil {
			return err
		}
		keys = append(keys, previous)
	}
	return languages[s].verify(delivery, keys, now)
}

// Sign makes the headers with which the shop itself would send a message.
func (s Source) Sign(message Message, secret string) (map[string]string, error) {
	key, err := languages[s].key(secret)
	if err != nil {
		return nil, err
	}
	return languages[s].sign(message, key), nil
}

// plainKey is a secret used as it is written. An empty one would let anybody
// sign, so there is none.
func plainKey(secret string) ([]byte, error) {
	if secret == "" {
		return nil, ErrNoSecret
	}
	return []byte(secret), nil
}

// signature is the base64 of the HMAC-SHA256 of the parts, one after the other.
func signature(key []byte, parts ...[]byte) string {
	sum := hmac.New(sha256.New, key)
	for _, part := range parts {
		sum.Write(part)
	}
	return base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// verifyBody checks a signature of the whole body. The texts are compared and
// not what they decode to, because several base64 texts decode to the same
// bytes; every key is tried, so that the time does not tell which one fits.
func verifyBody(signed string, body []byte, keys [][]byte) error {
	if signed == "" {
		return ErrUnsigned
	}
	fits := false
	for _, key := range keys {
		fits = hmac.Equal([]byte(signed), []byte(signature(key, body))) || fits
	}
	if !fits {
		return ErrSignature
	}
	return nil
}

// bodyHash names a body by its content.
func bodyHash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
