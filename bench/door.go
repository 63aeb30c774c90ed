package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// connections is how many clients ask at once where the table says nothing else.
const connections = 16

// door is the address of a server and the session that requests to it use.
type door struct {
	address       string
	authorization string
	client        *http.Client
}

// newClient keeps a connection for each concurrent request, and takes answers
// uncompressed: which server compresses them is not what is compared.
func newClient() *http.Client {
	return &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{
		MaxIdleConns: connections, MaxIdleConnsPerHost: connections, DisableCompression: true,
	}}
}

// send asks once and reads the whole answer.
func (d *door) send(ctx context.Context, method, path, body string) error {
	return d.fetch(ctx, method, path, body, io.Discard)
}

// fetch asks once and writes the answer somewhere.
func (d *door) fetch(ctx context.Context, method, path, body string, into io.Writer) error {
	request, err := http.NewRequestWithContext(ctx, method, d.address+path, bytes.NewBufferString(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", d.authorization)
	request.Header.Set("Content-Type", "application/json")
	response, err := d.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= http.StatusBadRequest {
		answer, _ := io.ReadAll(response.Body) // What can be read of it explains most.
		return fmt.Errorf("%s %s answered %d: %s", method, path, response.StatusCode, answer)
	}
	_, err = io.Copy(into, response.Body)
	return err
}

// read asks once and reads the answer as JSON.
func (d *door) read(ctx context.Context, method, path, body string, answer any) error {
	var text bytes.Buffer
	if err := d.fetch(ctx, method, path, body, &text); err != nil {
		return err
	}
	return json.Unmarshal(text.Bytes(), answer)
}
