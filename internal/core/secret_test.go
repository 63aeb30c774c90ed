package core_test

import (
	"strings"
	"testing"

	"estante/internal/core"
)

// TestASealedSecretOpensForItsPurposeAlone also flips every byte of what is
// kept: nothing else than the secret itself may ever come out.
func TestASealedSecretOpensForItsPurposeAlone(t *testing.T) {
	key := core.NewSecretKey()
	sealed := key.Seal("channel", "shpss_123")
	if strings.Contains(string(sealed), "shpss") || sealed == key.Seal("channel", "shpss_123") {
		t.Fatalf("sealed = %q", sealed)
	}
	if secret, err := key.Unseal("channel", sealed); err != nil || secret != "shpss_123" {
		t.Fatalf("unsealed = %q, %v", secret, err)
	}
	if _, err := key.Unseal("subscription", sealed); err == nil {
		t.Error("opened for another purpose")
	}
	if _, err := core.NewSecretKey().Unseal("channel", sealed); err == nil {
		t.Error("opened with another key")
	}
	last := strings.TrimRight(string(sealed), "=")
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		twin := last[:len(last)-1] + string(r) + string(sealed[len(last):])
		if _, err := key.Unseal("channel", core.Sealed(twin)); err == nil && twin != string(sealed) {
			t.Errorf("%q is written otherwise than %q and opened", twin, sealed)
		}
	}
	for i := range sealed {
		altered := []byte(sealed)
		altered[i] ^= 1
		if secret, err := key.Unseal("channel", core.Sealed(altered)); err == nil && secret != "shpss_123" {
			t.Errorf("byte %d altered: opened as %q", i, secret)
		}
	}
}

func TestNoSecretIsSealedAsNone(t *testing.T) {
	key := core.NewSecretKey()
	if sealed := key.Seal("channel", ""); sealed != "" {
		t.Errorf("sealed = %q", sealed)
	}
	if secret, err := key.Unseal("channel", ""); secret != "" || err != nil {
		t.Errorf("unsealed = %q, %v", secret, err)
	}
}

func TestASecretKeyReadsAsItIsWritten(t *testing.T) {
	key := core.NewSecretKey()
	if read, err := core.ParseSecretKey(key.String() + "\n"); err != nil || read != key {
		t.Errorf("read = %v, %v", read, err)
	}
	for _, text := range []string{"", "corta", key.String()[:40], key.String() + "AAAA"} {
		if _, err := core.ParseSecretKey(text); err == nil {
			t.Errorf("%q passed for a key", text)
		}
	}
}
