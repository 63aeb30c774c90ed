package api

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/core"
)

// The limits of files that people send. A form has a little around its file.
const (
	uploadTimeMax = 10 * time.Minute
	formBytes     = 64 << 10
	formPartsMax  = 20
)

// takesFile says that an operation takes one file in a form, as large as given.
// It reads the file as it comes, so the middleware must leave the body alone.
func takesFile(bytesMax int64) option {
	return func(op *huma.Operation) {
		op.MaxBodyBytes = bytesMax + formBytes
		op.Metadata["file"] = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
			}},
		}}
	}
}

// describeFile puts the form into the document, after the operation has been
// registered: of one that it knows to have a body huma reads the body itself.
func describeFile(a *API, op huma.Operation) {
	form, takes := op.Metadata["file"].(*huma.RequestBody)
	if !takes {
		return
	}
	path := a.huma.OpenAPI().Paths[op.Path]
	described := *path.Post
	described.RequestBody = form
	path.Post = &described
}

// FileInput is a request whose body is a form with a file.
type FileInput struct {
	request *http.Request
	writer  http.ResponseWriter
	bytes   int64
}

// Resolve keeps the request, whose body has not been read yet.
func (in *FileInput) Resolve(ctx huma.Context) []error {
	in.request, in.writer = humachi.Unwrap(ctx)
	in.bytes = ctx.Operation().MaxBodyBytes
	return nil
}

var _ huma.Resolver = (*FileInput)(nil)

// file is the file of the form, to be read once and in order.
func (in *FileInput) file() (*multipart.Part, error) {
	// Both ends of a large file need more time than other requests have.
	control, end := http.NewResponseController(in.writer), time.Now().Add(uploadTimeMax)
	if err := errors.Join(control.SetReadDeadline(end), control.SetWriteDeadline(end)); err != nil {
		return nil, err
	}
	in.request.Body = arriving{http.MaxBytesReader(in.writer, in.request.Body, in.bytes)}
	form, err := in.request.MultipartReader()
	if err != nil {
		return nil, &problem{
			status: http.StatusUnsupportedMediaType, Detail: "Envía el archivo en un formulario (multipart/form-data)",
		}
	}
	for range formPartsMax {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, unreadForm(err)
		}
		if part.FormName() == "file" {
			return part, nil
		}
	}
	return nil, core.FieldError("file", "El archivo es requerido")
}

// arriving is a body whose failures can be told from those of whatever is done with it.
type arriving struct{ io.ReadCloser }

// Read implements io.Reader.
func (a arriving) Read(into []byte) (int, error) {
	n, err := a.ReadCloser.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &unreadError{err}
	}
	return n, err
}

// unreadError says that a body did not come whole.
type unreadError struct{ cause error }

func (u *unreadError) Error() string { return "read body: " + u.cause.Error() }

func (u *unreadError) Unwrap() error { return u.cause }

// unreadForm says why there is no form around a file. What came whole is none.
func unreadForm(err error) error {
	var unread *unreadError
	if errors.As(err, &unread) || errors.Is(err, io.ErrUnexpectedEOF) {
		return unreadFile(err)
	}
	return &problem{status: http.StatusBadRequest, Detail: "El formulario no está bien formado"}
}

// readOut reads what follows the file. Only of a request that has been read to its end does
// the server notice when its client leaves.
func (in *FileInput) readOut() { _, _ = io.Copy(io.Discard, in.request.Body) }

// unreadFile says why a file did not come whole. What the domain or we
// ourselves said about it stands.
func unreadFile(err error) error {
	var known *core.Error
	var ours *problem
	var tooLarge *http.MaxBytesError
	var unread *unreadError
	switch {
	case errors.As(err, &known), errors.As(err, &ours):
		return err
	case errors.As(err, &tooLarge):
		return &problem{status: http.StatusRequestEntityTooLarge, Detail: "El archivo es demasiado grande"}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.DeadlineExceeded):
		return &problem{status: http.StatusRequestTimeout, Detail: "El archivo no ha llegado entero"}
	case errors.As(err, &unread):
		return unreadBody(unread)
	default:
		return err
	}
}
