package core

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Sentence is what people read of an error; what is not meant for them is in
// the log.
func Sentence(err error) string {
	const shown = 3
	var known *Error
	switch {
	case errors.As(err, &known) && len(known.Fields) > 0:
		var messages []string
		for _, field := range slices.Sorted(maps.Keys(known.Fields)) {
			messages = append(messages, known.Fields[field]...)
		}
		if len(messages) > shown {
			messages = append(messages[:shown], fmt.Sprintf("y %d más", len(messages)-shown))
		}
		return strings.Join(messages, "; ")
	case errors.As(err, &known):
		return known.Message
	}
	return "Error interno del servidor"
}

// Kind sorts the errors meant for people by what they should do about them.
type Kind int

// The kinds of errors. The door turns each into one HTTP status.
const (
	Invalid      Kind = iota + 1 // what was sent makes no sense
	Unauthorized                 // nobody is signed in
	Forbidden                    // the person may not do this
	NotFound                     // there is no such thing
	Conflict                     // it contradicts what is already there
	Stale                        // another writer changed it meanwhile
	TooMany                      // too often; try later
	Unavailable                  // the memory or the machine cannot answer now
)

// Error is an error for people: its messages are Spanish and safe to show.
// Every other error is for the log and becomes "Error interno del servidor".
type Error struct {
	Kind Kind
	// Message is shown when no field is at fault.
	Message string
	// Fields holds the messages of each field at fault.
	Fields map[string][]string
	// RetryAfter says when to try again, for TooMany and Unavailable.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	if e.Message != "" {
		return e.Message
	}
	for field, messages := range e.Fields {
		return field + ": " + messages[0]
	}
	return "error"
}

// Is lets errors.Is recognise a declared error, such as ErrNotFound, by identity or by equal kind and message.
func (e *Error) Is(target error) bool {
	var other *Error
	if !errors.As(target, &other) {
		return false
	}
	return e == other || (len(e.Fields) == 0 && len(other.Fields) == 0 && e.Kind == other.Kind &&
		e.Message == other.Message)
}

// Errors that more than one noun speaks of.
var (
	ErrNotFound = &Error{Kind: NotFound, Message: "No encontrado"}
	ErrStale    = &Error{
		Kind: Stale, Message: "Otra persona ha cambiado estos datos. Revisa los valores actuales antes de guardar.",
	}
	ErrBusy = &Error{
		Kind: Unavailable, Message: "El servidor está ocupado. Inténtalo de nuevo en unos segundos.",
		RetryAfter: 2 * time.Second,
	}
	ErrDown = &Error{
		Kind: Unavailable, Message: "La base de datos no responde. Inténtalo de nuevo en unos segundos.",
		RetryAfter: 5 * time.Second,
	}
	ErrFull = &Error{
		Kind: Unavailable, Message: "No queda espacio en el disco del servidor. Avisa al administrador.",
		RetryAfter: time.Minute,
	}
	ErrReadOnly = errors.New("write attempted in a read transaction")
)

// FieldError is an Invalid error at one field.
func FieldError(field, message string) *Error {
	return &Error{Kind: Invalid, Fields: map[string][]string{field: {message}}}
}

// Problems gathers what is wrong with an input, so that a person sees all of it at once.
type Problems map[string][]string

// Add notes a message at a field unless the field already has one: the first
// thing wrong with a field is the one worth reading.
func (p Problems) Add(field, message string) {
	if len(p[field]) == 0 {
		p[field] = []string{message}
	}
}

// Check notes the message when the rule does not hold.
func (p Problems) Check(holds bool, field, message string) {
	if !holds {
		p.Add(field, message)
	}
}

// Under notes the field errors of a part of the input, each field after the
// place of that part. It says whether the error was of that kind.
func (p Problems) Under(place string, err error) bool {
	var known *Error
	if !errors.As(err, &known) || len(known.Fields) == 0 {
		return false
	}
	for field, messages := range known.Fields {
		p.Add(place+field, messages[0])
	}
	return true
}

// Err is nil when nothing is wrong.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Fields: p}
}

// required is what people read at a field they left out. The door says the
// same of a field that is missing altogether.
var required = map[string]string{
	"username":        "El usuario es requerido",
	"password":        "La contraseña es requerida",
	"confirmPassword": "La confirmación de contraseña es requerida",
	"dni":             "El DNI es requerido",
	"firstName":       "El nombre es requerido",
	"lastName":        "El apellido es requerido",
	"email":           "El email es requerido",
	"currentPassword": "Todos los campos son obligatorios",
	"newPassword":     "Todos los campos son obligatorios",
	"businessName":    "El nombre del negocio es requerido",
	"roleId":          "El rol es requerido",
	"sku":             "El SKU es requerido",
	"name":            "El nombre es requerido",
	"stock":           "El stock es requerido",
	"quantity":        "La cantidad debe ser mayor a 0",
	"reason":          "La razón es requerida",
}

// Required is the message for a field that was left out.
func Required(field string) string {
	if message, ok := required[field]; ok {
		return message
	}
	return "Este campo es obligatorio"
}

// Require notes a field that was left empty.
func (p Problems) Require(value, field string) {
	p.Check(value != "", field, Required(field))
}

// IsNotFound says whether an error means that there is no such thing.
func IsNotFound(err error) bool { return errors.Is(err, ErrNotFound) }
