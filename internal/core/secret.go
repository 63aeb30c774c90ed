package core

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// SecretKey seals the secrets that have to be read again, such as those that
// shops sign with. It is kept apart from the memory, so that a copy of the
// database alone opens none of them.
type SecretKey [32]byte

// NewSecretKey returns a key that nobody knows.
func NewSecretKey() SecretKey {
	var key SecretKey
	_, _ = rand.Read(key[:]) // It never fails: see crypto/rand.
	return key
}

// ParseSecretKey reads a key as String writes it.
func ParseSecretKey(text string) (SecretKey, error) {
	bytes, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(bytes) != len(SecretKey{}) {
		return SecretKey{}, errors.New("no es una clave: deben ser 32 bytes en base64")
	}
	return SecretKey(bytes), nil
}

// String is the key as a file keeps it.
func (k SecretKey) String() string { return base64.StdEncoding.EncodeToString(k[:]) }

// Sealed is a secret that only the holder of the key can read; empty for no secret.
type Sealed string

// sealVersion stands before what is sealed, so that another way of sealing can
// come after this one.
const sealVersion = "v1:"

// ErrSealed is the answer where a secret was sealed with another key than ours.
var ErrSealed = &Error{
	Kind: Unavailable,
	Message: "Este secreto no se puede leer: el servidor no tiene la clave con la que se guardó. Escríbelo de nuevo o " +
		"recupera el archivo de la clave.",
}

// Seal closes a secret. What it is for is sealed with it, so that a person with write
// access to the database cannot put one secret in the place of another.
func (k SecretKey) Seal(purpose, secret string) Sealed {
	if secret == "" {
		return ""
	}
	lock := k.lock()
	nonce := make([]byte, lock.NonceSize())
	_, _ = rand.Read(nonce) // It never fails: see crypto/rand.
	return Sealed(sealVersion + base64.StdEncoding.EncodeToString(lock.Seal(nonce, nonce, []byte(secret),
		[]byte(purpose))))
}

// Unseal opens a secret that was sealed for the same purpose.
func (k SecretKey) Unseal(purpose string, sealed Sealed) (string, error) {
	if sealed == "" {
		return "", nil
	}
	text, known := strings.CutPrefix(string(sealed), sealVersion)
	// Of the ways to write the same bytes only ours is read: what is counted by a seal would
	// be counted for each of them.
	bytes, err := base64.StdEncoding.Strict().DecodeString(text)
	lock := k.lock()
	if !known || err != nil || len(bytes) < lock.NonceSize() {
		return "", ErrSealed
	}
	secret, err := lock.Open(nil, bytes[:lock.NonceSize()], bytes[lock.NonceSize():], []byte(purpose))
	if err != nil {
		return "", fmt.Errorf("%w (%w)", ErrSealed, err)
	}
	return string(secret), nil
}

func (k SecretKey) lock() cipher.AEAD {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic(err) // A key has one length, and it is right.
	}
	lock, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has the block size that GCM wants.
	}
	return lock
}
