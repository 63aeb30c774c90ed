package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"estante/internal/inventory"
	"estante/internal/report"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// download documents that the operation answers with a file.
func download(op *huma.Operation) {
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	op.Responses = map[string]*huma.Response{
		"200": {
			Description: "El archivo",
			Content:     map[string]*huma.MediaType{"text/csv": file, report.ContentType(inventory.SheetXLSX): file},
		},
		"409": {Ref: "#/components/responses/" + responseName(http.StatusConflict)},
	}
}

// FormatInput says what kind of file is wanted.
type FormatInput struct {
	Format inventory.SheetKind `query:"format" enum:"csv,xlsx" default:"csv"`
}

// export writes a file aside and then sends it. So a failure is answered as
// one instead of with half a file, and a client that reads slowly keeps
// nothing of the database waiting.
func (a *API) export(ctx context.Context, slow *Slow, what string, kind inventory.SheetKind, fill func(io.Writer, *time.Location) error) (*huma.StreamResponse, error) {
	if err := slow.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	settings, err := a.inv.Settings(ctx)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "estante-*."+string(kind))
	if err != nil {
		return nil, err
	}
	if err := inventory.AtLength(func() error { return fill(file, settings.Zone()) }); err != nil {
		discardFile(file)
		return nil, err
	}
	name := report.FileName(what, a.inv.Now().In(settings.Zone()), kind)
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		defer discardFile(file)
		_, w := humachi.Unwrap(hctx)
		if err := sendFile(w, file, kind, name); err != nil && ctx.Err() == nil {
			a.options.Log.WarnContext(ctx, "export not sent", "error", err)
		}
	}}, nil
}

// sendFile answers with a file under a name.
func sendFile(w http.ResponseWriter, file *os.File, kind inventory.SheetKind, name string) error {
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", report.ContentType(kind))
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	header.Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(http.StatusOK)
	_, err = io.Copy(w, file)
	return err
}

// discardFile closes and removes a file that was needed for one answer.
func discardFile(file *os.File) {
	_ = errors.Join(file.Close(), os.Remove(file.Name())) // The system removes what is left of its temporary files.
}
