package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"estante/internal/core"
)

// problem is the one shape of every failing answer: messages by field, or one
// sentence. Both are for people.
type problem struct {
	status     int
	retryAfter time.Duration
	Detail     string
	Fields     map[string][]string
}

func (p *problem) Error() string {
	if p.Detail != "" {
		return p.Detail
	}
	return fmt.Sprint(p.Fields)
}

// GetStatus tells huma the status.
func (p *problem) GetStatus() int { return p.status }

// GetHeaders tells huma when to try again.
func (p *problem) GetHeaders() http.Header {
	headers := http.Header{}
	if p.retryAfter > 0 {
		headers.Set("Retry-After", strconv.Itoa(int((p.retryAfter+time.Second-1)/time.Second)))
	}
	return headers
}

// MarshalJSON writes {"field": ["mensaje"]} or {"detail": "mensaje"}.
func (p *problem) MarshalJSON() ([]byte, error) {
	if len(p.Fields) > 0 {
		return json.Marshal(p.Fields)
	}
	return json.Marshal(map[string]string{"detail": p.Detail})
}

// Schema describes both forms, instead of the fields of this type.
func (p *problem) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{detailSchema, fieldsSchema}}
}

// writeProblem answers outside of an operation.
func writeProblem(w http.ResponseWriter, p *problem) {
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p) // The client may have left.
}

const internalError = "Error interno del servidor"

// statuses maps the domain's kinds of errors to HTTP.
var statuses = map[core.Kind]int{
	core.Invalid:      http.StatusBadRequest,
	core.Unauthorized: http.StatusUnauthorized,
	core.Forbidden:    http.StatusForbidden,
	core.NotFound:     http.StatusNotFound,
	core.Conflict:     http.StatusConflict,
	core.Stale:        http.StatusPreconditionFailed,
	core.TooMany:      http.StatusTooManyRequests,
	core.Unavailable:  http.StatusServiceUnavailable,
}

// problemOf turns any error into an answer. What is not meant for people goes
// to the log and leaves as one calm sentence.
func (a *API) problemOf(ctx context.Context, err error) *problem {
	var known *core.Error
	if errors.As(err, &known) {
		return &problem{
			status: statuses[known.Kind], Detail: known.Message, Fields: firstFields(known.Fields),
			retryAfter: known.RetryAfter,
		}
	}
	var ready *problem
	if errors.As(err, &ready) {
		return ready
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return &problem{status: http.StatusServiceUnavailable, Detail: "La petición se canceló"}
	}
	a.options.Log.ErrorContext(ctx, "request failed", "error", err)
	return &problem{status: http.StatusInternalServerError, Detail: internalError}
}

// errorsMax is how many fields an answer blames: nobody reads more at once.
const errorsMax = 50

// firstFields leaves out what is too much to answer.
func firstFields(fields map[string][]string) map[string][]string {
	if len(fields) <= errorsMax {
		return fields
	}
	first := make(map[string][]string, errorsMax)
	for _, field := range slices.Sorted(maps.Keys(fields))[:errorsMax] {
		first[field] = fields[field]
	}
	return first
}

func init() {
	huma.NewError = translate
	huma.NewErrorWithContext = func(_ huma.Context, status int, message string, errs ...error) huma.StatusError {
		return translate(status, message, errs...)
	}
	speakSpanish()
}

// translate turns what huma found wrong with a request into our shape: 400
// instead of 422, Spanish instead of English, fields by their own names.
func translate(status int, message string, errs ...error) huma.StatusError {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return &problem{status: status, Detail: "La petición es demasiado grande"}
	case http.StatusUnsupportedMediaType:
		return &problem{status: status, Detail: "El cuerpo de la petición debe ser JSON"}
	case http.StatusRequestTimeout:
		return &problem{status: status, Detail: "La petición tardó demasiado en llegar"}
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		if message == "request body is required" {
			return &problem{status: http.StatusBadRequest, Detail: "La petición no lleva cuerpo"}
		}
		return badRequest(errs)
	default:
		if message == "cannot read request body" && len(errs) > 0 {
			return unreadBody(errs[0])
		}
		return &problem{status: http.StatusInternalServerError, Detail: internalError}
	}
}

// badRequest sorts validation errors by field. An id in the path that is no
// number names nothing, so that is a 404.
func badRequest(errs []error) *problem {
	fields := map[string][]string{}
	for _, err := range errs {
		if len(fields) == errorsMax {
			break
		}
		var detail *huma.ErrorDetail
		if !errors.As(err, &detail) {
			continue
		}
		room, field, _ := strings.Cut(detail.Location, ".")
		field, message := marked(field, detail.Message)
		switch {
		case room == "path":
			return &problem{status: http.StatusNotFound, Detail: core.ErrNotFound.Message}
		case field == "":
			return &problem{status: http.StatusBadRequest, Detail: unreadable(message)}
		}
		if room == "body" && detail.Value == "" && strings.HasPrefix(message, oneOf) {
			message = core.Required(field) // Nothing is not a wrong choice but none.
		}
		fields[field] = append(fields[field], parameterMessage(field, message))
	}
	if len(fields) == 0 {
		return &problem{status: http.StatusBadRequest, Detail: "La petición no es válida"}
	}
	return &problem{status: http.StatusBadRequest, Fields: fields}
}

// marked moves an error that was reported at a whole object to its field.
func marked(field, message string) (string, string) {
	if name, missing := strings.CutPrefix(message, missingProperty); missing {
		return strings.TrimPrefix(field+"."+name, "."), core.Required(name)
	}
	if name, repeated := strings.CutPrefix(message, repeatedProperty); repeated {
		return name, "Este campo está repetido"
	}
	if name, tooLarge := strings.CutPrefix(message, numberTooLarge); tooLarge {
		return name, "El número es demasiado grande"
	}
	if name, misshapen := strings.CutPrefix(message, wrongShape); misshapen {
		return name, validation.MsgExpectedMatchAtLeastOneSchema
	}
	return field, message
}

// unreadable says what is wrong with a body as a whole.
func unreadable(message string) string {
	switch message {
	case errNotUTF8.Error():
		return "El texto de la petición no es UTF-8 válido"
	case errTooMany.Error():
		return "La petición tiene demasiados campos"
	case errNUL.Error():
		return "Un texto contiene un carácter no permitido"
	case validation.MsgExpectedObject:
		return "El cuerpo de la petición debe ser un objeto JSON"
	case validation.MsgUnexpectedProperty:
		return "Un campo de la petición no tiene nombre"
	default:
		return "El cuerpo de la petición no es JSON válido"
	}
}

// parameterMessage translates the few sentences about query parameters that
// huma does not let us replace, and any that we did not.
func parameterMessage(field, message string) string {
	switch {
	case message == "invalid integer":
		return validation.MsgExpectedInteger
	case message == "invalid float", message == "invalid floating value":
		return validation.MsgExpectedNumber
	case message == "invalid boolean":
		return validation.MsgExpectedBoolean
	case message == "unknown query parameter":
		return "Este parámetro no existe"
	case strings.HasPrefix(message, "required "):
		return core.Required(field)
	case strings.HasPrefix(message, "invalid date/time "):
		return validation.MsgExpectedRFC3339DateTime
	case strings.HasPrefix(message, "invalid "), strings.HasPrefix(message, "expected "):
		return "El valor no es válido"
	default:
		return message
	}
}

// oneOf begins the list of what a field can be.
const oneOf = "Debe ser uno de estos valores: "

// speakSpanish replaces huma's sentences, and its way to write a million as 1e+06.
func speakSpanish() {
	huma.ErrorFormatter = func(sentence string, args ...any) string {
		for i, arg := range args {
			if number, ok := arg.(float64); ok {
				args[i] = strconv.FormatFloat(number, 'f', -1, 64)
			}
		}
		return fmt.Sprintf(sentence, args...)
	}
	validation.MsgExpectedRequiredProperty = missingProperty + "%s"
	for target, sentence := range map[*string]string{
		&validation.MsgUnexpectedProperty:             "Este campo no existe",
		&validation.MsgExpectedRFC3339DateTime:        "Debe ser una fecha y hora, como 2026-11-15T10:42:00Z",
		&validation.MsgExpectedRFC3339Date:            "Debe ser una fecha, como 2026-11-15",
		&validation.MsgExpectedBoolean:                "Debe ser verdadero o falso",
		&validation.MsgExpectedNumber:                 "Debe ser un número",
		&validation.MsgExpectedInteger:                "Debe ser un número entero",
		&validation.MsgExpectedString:                 "Debe ser un texto",
		&validation.MsgExpectedArray:                  "Debe ser una lista",
		&validation.MsgExpectedObject:                 "Debe ser un objeto",
		&validation.MsgExpectedArrayItemsUnique:       "Hay elementos repetidos",
		&validation.MsgExpectedOneOf:                  oneOf + "%s",
		&validation.MsgExpectedMinimumNumber:          "Debe ser %v o más",
		&validation.MsgExpectedExclusiveMinimumNumber: "Debe ser más de %v",
		&validation.MsgExpectedMaximumNumber:          "Debe ser %v o menos",
		&validation.MsgExpectedExclusiveMaximumNumber: "Debe ser menos de %v",
		&validation.MsgExpectedMinLength:              "Debe tener al menos %d caracteres",
		&validation.MsgExpectedMaxLength:              "Debe tener %d caracteres como mucho",
		&validation.MsgExpectedMinItems:               "Debe tener al menos %d elementos",
		&validation.MsgExpectedMaxItems:               "Debe tener %d elementos como mucho",
		&validation.MsgExpectedMatchPattern:           "No tiene la forma esperada (%s)",
		&validation.MsgExpectedBePattern:              "No tiene la forma esperada (%s)",
		&validation.MsgExpectedMatchAtLeastOneSchema:  "El valor no es válido",
		&validation.MsgExpectedMatchExactlyOneSchema:  "El valor no es válido",
	} {
		*target = sentence
	}
}
