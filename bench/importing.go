package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"
)

// importLimit is how many seconds an import of the large shop's rows may take,
// and slowerMax how much longer others may wait meanwhile, at the worst hundredth.
const (
	importLimit = 60
	slowerMax   = 3
)

// calmTime is how long others are watched before an import.
const calmTime = 10 * time.Second

// importRuns are what is brought in, in this company: a catalogue into a small shop, and
// again with other prices. In a crowd it may take longer, but must get on. The goal of
// the waits is for the crowd, as those of the table's other lines; in a quiet shop
// there is hardly anything else to wait for, and its lines are shown without one.
var importRuns = []bringing{
	{"import", nobody, importLimit, goal{}},
	{"import in a quiet shop", quiet, importLimit, goal{}},
	{fmt.Sprintf("import beside %d clients", connections), crowded, 2 * importLimit, atMost(slowerMax)},
}

// bringing is how an import is called, in whose company it is, how many seconds it may
// take and how much longer they may wait.
type bringing struct {
	name  string
	by    company
	limit float64
	waits goal
}

// importing is the chapter on imports alone, on either engine.
func importing(ctx context.Context, o options) error {
	o.keep = "" // What is measured is a shop without those products.
	r := &run{options: o}
	if err := r.bringInto(ctx, o); err != nil {
		return err
	}
	return r.finish()
}

func (r *run) bringMany(ctx context.Context) error { return r.bringInto(ctx, r.afresh()) }

// bringInto imports into a new shop for each company.
func (r *run) bringInto(ctx context.Context, o options) error {
	for _, one := range importRuns {
		s, err := serveShop(ctx, o, r.small)
		if err != nil {
			return err
		}
		err = r.bring(ctx, s, one)
		s.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// bring imports while others read and adjust stock all the time, and compares how
// long they wait with how long they waited before.
func (r *run) bring(ctx context.Context, s *shop, one bringing) error {
	var calm []percentiles
	if one.by != nobody {
		var err error
		if calm, err = s.watch(ctx, others, one.by, func() error { return wait(ctx, calmTime) }); err != nil {
			return err
		}
	}
	for dearer, rows := range []string{"new rows", "other prices"} {
		what := one.name + " of " + rows
		began := time.Now()
		busy, err := s.watch(ctx, others, one.by, func() error { return s.importFile(ctx, productsFile(0, r.large, dearer)) })
		if err != nil {
			return err
		}
		r.add(within(what, short(r.large), "s", one.limit, time.Since(began).Seconds()))
		if one.by != nobody {
			r.meanwhile(what, r.large, [][]percentiles{calm}, [][]percentiles{busy}, one.waits)
		}
	}
	return r.addMemory("memory with these imports", s)
}

// importFile imports a file as a page does: it sends it, has it run and asks
// how far it is.
func (s *shop) importFile(ctx context.Context, file []byte) error {
	var imported struct {
		ID              int64
		Status, Failure string
	}
	if err := s.upload(ctx, "/api/imports/", file, &imported); err != nil {
		return err
	}
	address := fmt.Sprintf("/api/imports/%d/", imported.ID)
	if err := s.send(ctx, http.MethodPost, address+"run/", ""); err != nil {
		return err
	}
	for imported.Status != "done" {
		if imported.Status == "failed" {
			return fmt.Errorf("the import failed: %s", imported.Failure)
		}
		if err := wait(ctx, 100*time.Millisecond); err != nil {
			return err
		}
		if err := s.read(ctx, http.MethodGet, address, "", &imported); err != nil {
			return err
		}
	}
	return nil
}

// upload sends a file in a form and reads the answer as JSON.
func (d *door) upload(ctx context.Context, path string, file []byte, answer any) error {
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "productos.csv")
	if err != nil {
		return err
	}
	if _, err := part.Write(file); err != nil {
		return err
	}
	if err := parts.Close(); err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.address+path, &form)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", d.authorization)
	request.Header.Set("Content-Type", parts.FormDataContentType())
	response, err := d.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("POST %s answered %d: %s", path, response.StatusCode, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
