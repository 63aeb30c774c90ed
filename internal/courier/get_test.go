package courier_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"estante/internal/courier"
)

const fileMax = 1 << 20

func isPermanent(err error) bool {
	var lasting interface{ Permanent() bool }
	return errors.As(err, &lasting) && lasting.Permanent()
}

func TestAFileIsFetchedAsItIs(t *testing.T) {
	address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.UserAgent() != "Estante/prueba" || r.Header.Get("Accept") != "image/*" {
			t.Errorf("asked: %s %v", r.Method, r.Header)
		}
		_, _ = w.Write([]byte("ñ"))
	})
	file, err := courier.New("prueba", true).Get(t.Context(), address, fileMax)
	if err != nil || string(file) != "ñ" {
		t.Errorf("fetched %q, %v", file, err)
	}
}

// What is fetched is bounded, of this machine's network nothing is, no redirect is followed,
// and an error says whether it will come again.
func TestWhyAFileIsNotFetched(t *testing.T) {
	hidden, calls := receiver(t, func(http.ResponseWriter, *http.Request) {})
	answers := map[string]http.HandlerFunc{
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, hidden, http.StatusFound) },
		"said":     func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "1048577") },
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write([]byte(strings.Repeat("x", 4096))); err != nil {
					return
				}
			}
		},
		"gone": http.NotFound,
		"busy": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
	}
	addresses := map[string]string{
		"private": hidden, "plain": "http://example.com/a.png", "user": "https://ana:clave@example.com/a.png",
	}
	for name, answer := range answers {
		addresses[name], _ = receiver(t, answer)
	}
	for name, want := range map[string]struct {
		sentence  string
		private   bool
		permanent bool
	}{
		"redirect": {"La dirección lleva a otra: escribe la definitiva", true, true},
		"said":     {"El archivo es demasiado grande: el máximo son 1 MB", true, true},
		"endless":  {"El archivo es demasiado grande: el máximo son 1 MB", true, true},
		"gone":     {"El servidor respondió con el error 404", true, true},
		"busy":     {"El servidor respondió con el error 503", true, false},
		"private":  {"La dirección lleva a una red privada, y eso no está permitido", false, true},
		"plain":    {"La dirección no es una dirección https sin usuario ni contraseña", false, true},
		"user":     {"La dirección no es una dirección https sin usuario ni contraseña", true, true},
	} {
		address := addresses[name]
		if name == "private" { // Without TLS it would not even be tried.
			address = "https" + strings.TrimPrefix(address, "http")
		}
		_, err := courier.New("prueba", want.private).Get(t.Context(), address, fileMax)
		if err == nil || err.Error() != want.sentence || isPermanent(err) != want.permanent {
			t.Errorf("%s: %v (permanent: %v), want %s", name, err, isPermanent(err), want.sentence)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("what is hidden was called %d times", calls.Load())
	}
}
