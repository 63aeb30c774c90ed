package channel

import "fmt"

// Reason sorts what can be wrong with a delivery.
type Reason string

// The reasons.
const (
	ReasonUnsigned   Reason = "unsigned"
	ReasonSignature  Reason = "signature"
	ReasonTimestamp  Reason = "timestamp"
	ReasonSecret     Reason = "secret"
	ReasonUnreadable Reason = "unreadable"
	ReasonField      Reason = "field"
)

// Error says what is wrong with a delivery, in Spanish for the users who look after the
// shop. It never holds a secret or a signature.
type Error struct {
	Reason Reason
	// Field is the place in the body for ReasonField, as in line_items[2].quantity.
	Field   string
	Message string
}

func (e *Error) Error() string { return e.Message }

// What can be wrong with a delivery as a whole.
var (
	ErrUnsigned  = &Error{Reason: ReasonUnsigned, Message: "Falta la firma"}
	ErrSignature = &Error{Reason: ReasonSignature, Message: "Firma incorrecta"}
	ErrTimestamp = &Error{Reason: ReasonTimestamp, Message: "La hora de la firma se aparta más de 5 minutos de la nuestra"}
	ErrNoSecret  = &Error{Reason: ReasonSecret, Message: "El secreto es requerido"}
	ErrSecret    = &Error{
		Reason: ReasonSecret, Message: "El secreto no es válido: debe ser «whsec_» seguido de entre 24 y 64 bytes en base64",
	}
	ErrLarge    = &Error{Reason: ReasonUnreadable, Message: "El contenido es demasiado grande"}
	ErrNotJSON  = &Error{Reason: ReasonUnreadable, Message: "El contenido no es un objeto JSON válido"}
	ErrNoTopic  = &Error{Reason: ReasonUnreadable, Message: "La entrega no dice de qué trata"}
	ErrMismatch = &Error{Reason: ReasonUnreadable, Message: "El contenido no corresponde a lo que la entrega dice ser"}
)

func missing(field string) *Error {
	return &Error{Reason: ReasonField, Field: field, Message: fmt.Sprintf("Falta el campo «%s»", field)}
}

// wrong says that a field is not what it should be, as in «es un importe».
func wrong(field, value, want string) *Error {
	return &Error{
		Reason: ReasonField, Field: field, Message: fmt.Sprintf("El campo «%s» no es %s: «%s»", field, want, shown(value)),
	}
}

// shown is as much of a value as people are shown.
func shown(value string) string {
	const most = 40
	if letters := []rune(value); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return value
}

// ignored is the event of a topic that is not kept here.
func ignored(topic string) Event {
	return Event{Kind: KindIgnored, Note: fmt.Sprintf("El aviso «%s» no trata de pedidos", topic)}
}
