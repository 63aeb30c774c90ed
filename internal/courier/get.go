package courier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// getMax bounds a file that is fetched, from the first byte to the last.
const getMax = 10 * time.Second

// refusal is an error for people that comes again however often the call is repeated.
type refusal string

func (r refusal) Error() string { return string(r) }

// Permanent says that trying again is of no use.
func (refusal) Permanent() bool { return true }

// ofServer words what explain says of a receiver for a server that a file lies on.
var ofServer = map[error]error{
	errPrivate: refusal(errPrivate), errSlow: trouble("El servidor tardó demasiado en responder"),
	errInterrupted: trouble("La descarga se interrumpió: se volverá a intentar"),
	errLost:        trouble("No se pudo conectar con el servidor"),
}

// Get fetches a file of at most so many bytes.
func (h *HTTP) Get(ctx context.Context, address string, bytesMax int64) ([]byte, error) {
	if !h.mayGet(address) {
		return nil, refusal("La dirección no es una dirección https sin usuario ni contraseña")
	}
	ctx, cancel := context.WithTimeout(ctx, getMax)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, unfetched(err)
	}
	request.Header.Set("User-Agent", h.agent)
	request.Header.Set("Accept", "image/*")
	response, err := h.client.Do(request)
	if err != nil {
		return nil, unfetched(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := unwilling(response.StatusCode); err != nil {
		return nil, err
	}
	tooLarge := refusal(fmt.Sprintf("El archivo es demasiado grande: el máximo son %d MB", bytesMax>>20))
	if response.ContentLength > bytesMax {
		return nil, tooLarge
	}
	file, err := io.ReadAll(io.LimitReader(response.Body, bytesMax+1))
	if err != nil {
		return nil, unfetched(err)
	}
	if int64(len(file)) > bytesMax {
		return nil, tooLarge
	}
	return file, nil
}

// mayGet says whether an address is one to fetch from: what it says of a user would be told
// to whoever answers there.
func (h *HTTP) mayGet(text string) bool {
	address, err := url.Parse(text)
	return err == nil && address.User == nil && address.Host != "" &&
		(address.Scheme == "https" || (address.Scheme == "http" && h.allowPrivate))
}

// unwilling is the answer to a status other than success. A redirect could lead to an address
// that nobody chose.
func unwilling(status int) error {
	switch {
	case status == http.StatusOK:
		return nil
	case status >= 300 && status < 400:
		return refusal("La dirección lleva a otra: escribe la definitiva")
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests,
		status >= 500:
		return trouble(fmt.Sprintf("El servidor respondió con el error %d", status))
	}
	return refusal(fmt.Sprintf("El servidor respondió con el error %d", status))
}

func unfetched(err error) error {
	why := explain(err)
	for said, instead := range ofServer {
		if errors.Is(why, said) {
			return instead
		}
	}
	return why
}
