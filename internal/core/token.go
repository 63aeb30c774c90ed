package core

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// TokenHash is what is kept of a secret token: knowing it does not let anybody in.
type TokenHash [sha256.Size]byte

// NewToken returns an unguessable text and its hash.
func NewToken() (string, TokenHash) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // It never fails: see crypto/rand.
	token := base64.RawURLEncoding.EncodeToString(secret)
	return token, HashToken(token)
}

func HashToken(token string) TokenHash { return sha256.Sum256([]byte(token)) }
