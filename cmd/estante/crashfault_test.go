package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
)

// keyless loses the answer to a change now and then, and asks again without
// the key: a server that ignores keys.
type keyless struct {
	turn
	inner http.RoundTripper
}

func (f *keyless) RoundTrip(request *http.Request) (*http.Response, error) {
	if f.comes(request) {
		again := request.Clone(request.Context())
		again.Body, _ = request.GetBody()
		again.Header.Del("Idempotency-Key")
		response, err := f.inner.RoundTrip(again)
		if err != nil {
			return nil, err
		}
		_ = response.Body.Close()
	}
	return f.inner.RoundTrip(request)
}

// hasty answers a change now and then without making it: a server that answers
// before it has committed, and then dies.
type hasty struct {
	turn
	inner http.RoundTripper
}

func (f *hasty) RoundTrip(request *http.Request) (*http.Response, error) {
	if f.comes(request) {
		return answered(request, []byte(`{"new_stock":1000000}`)), nil
	}
	return f.inner.RoundTrip(request)
}

// stale answers a look with what the first one saw: a server that reads from a
// copy which is behind.
type stale struct {
	inner http.RoundTripper
	mu    sync.Mutex
	seen  map[string][]byte
}

func (f *stale) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodGet {
		return f.inner.RoundTrip(request)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if seen, known := f.seen[request.URL.Path]; known {
		return answered(request, seen), nil
	}
	response, err := f.inner.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	f.seen[request.URL.Path], err = io.ReadAll(response.Body)
	return answered(request, f.seen[request.URL.Path]), err
}

// overwriting makes a change by reading and then setting the stock: whatever
// others changed in between is lost.
type overwriting struct {
	turn
	inner http.RoundTripper
}

func (f *overwriting) RoundTrip(request *http.Request) (*http.Response, error) {
	if !f.comes(request) {
		return f.inner.RoundTrip(request)
	}
	const body = `{"type":"set","quantity":1000000}`
	set := request.Clone(request.Context())
	set.ContentLength = int64(len(body))
	// A connection that is closed just then has the whole request sent again.
	set.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil }
	set.Body, _ = set.GetBody()
	return f.inner.RoundTrip(set)
}

func answered(request *http.Request, body []byte) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: request,
	}
}
