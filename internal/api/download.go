package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/imports"
	"estante/internal/report"
)

// answersFile documents that an operation answers with a file of one of the types.
func answersFile(op *huma.Operation, description string, types ...string) {
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	content := map[string]*huma.MediaType{}
	for _, name := range types {
		content[name] = file
	}
	op.Responses = map[string]*huma.Response{"200": {Description: description, Content: content}}
}

// answersMadeFile is the same of a file that is not always there: 409 until it is.
func answersMadeFile(op *huma.Operation, types ...string) {
	answersFile(op, "El archivo", types...)
	op.Responses["409"] = &huma.Response{Ref: "#/components/responses/" + responseName(http.StatusConflict)}
}

// attachment is a file that a browser keeps under a name.
type attachment struct {
	contentType, name string
	size              int64
}

// send answers with a file that write gives to the client.
func (a *API) send(ctx context.Context, file attachment, write func(io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		header := w.Header()
		header.Set("Content-Type", file.contentType)
		header.Set("Content-Disposition", `attachment; filename="`+file.name+`"`)
		header.Set("Content-Length", strconv.FormatInt(file.size, 10))
		w.WriteHeader(http.StatusOK)
		if err := write(w); err != nil && ctx.Err() == nil {
			a.options.Log.WarnContext(ctx, "file not sent", "file", file.name, "error", err)
		}
	}}
}

// export documents that the operation answers with a list as a file.
func export(op *huma.Operation) {
	answersMadeFile(op, "text/csv", report.ContentType(imports.SheetXLSX))
}

// ExportInput asks for a list as a file of one kind.
type ExportInput struct {
	Slow
	Format imports.SheetKind `query:"format" enum:"csv,xlsx" default:"csv"`
}

// exportRows writes the rows that walk visits into a file aside and then sends it.
// So a failure is answered as one instead of with half a file, and a client that
// reads slowly keeps nothing of the database waiting.
func exportRows[Row any](
	ctx context.Context, a *API, input *ExportInput, what string,
	write func(io.Writer, imports.SheetKind, *time.Location, func(func(Row) error) error) error,
	walk func(row func(Row) error) error,
) (*huma.StreamResponse, error) {
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "estante-*."+string(input.Format))
	if err != nil {
		return nil, err
	}
	err = write(file, input.Format, settings.Zone(), walk)
	size, sizeErr := file.Seek(0, io.SeekCurrent)
	_, startErr := file.Seek(0, io.SeekStart)
	if err = errors.Join(err, sizeErr, startErr); err != nil {
		discardFile(file)
		return nil, err
	}
	name := report.FileName(what, a.inv.Core.Now().In(settings.Zone()), input.Format)
	return a.send(ctx, attachment{report.ContentType(input.Format), name, size}, func(w io.Writer) error {
		defer discardFile(file)
		_, err := io.Copy(w, file)
		return err
	}), nil
}

// discardFile closes and removes a file that was needed for one answer.
func discardFile(file *os.File) {
	_ = errors.Join(file.Close(), os.Remove(file.Name())) // The system removes what is left of its temporary files.
}
