package outbox

import (
	"context"
	"errors"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
)

// MailServer is what an administrator enters so that e-mails leave; without a host they lie in
// the tray.
type MailServer struct {
	Host     string
	Port     int
	Security MailSecurity
	Username string
	Password core.Sealed
	// Sender is as Nombre <nombre@ejemplo.es>.
	Sender  string
	Version int64
}

// MailSecurity is how a conversation with a mail server is kept private.
type MailSecurity string

// The ways of a mail server: TLS that is asked for, TLS from the first byte, or none, for a
// server on the same machine.
const (
	MailSTARTTLS MailSecurity = "starttls"
	MailTLS      MailSecurity = "tls"
	MailPlain    MailSecurity = "none"
)

type mailServerMemory interface {
	MailServer() (MailServer, error)
	// UpdateMailServer writes every field and increments the version.
	UpdateMailServer(server MailServer) error
}

// MailServerChange is what an administrator enters; a nil password leaves the one there is.
type MailServerChange struct {
	Host     string
	Port     int
	Security MailSecurity
	Username string
	Password *string
	Sender   string
}

// The limits of what is entered.
const (
	mailTextMax   = 254
	mailSecretMax = 1024
	mailPortMax   = 65_535
)

const purposeMailPassword = "mail password"

// MailServer is what has been entered.
func (s *Service) MailServer(ctx context.Context) (server MailServer, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		server, err = tx.MailServer()
		return err
	})
	return server, err
}

// lockMailServer makes changes wait for one another.
const lockMailServer = "mail server"

// UpdateMailServer keeps what an administrator has entered.
func (s *Service) UpdateMailServer(
	ctx context.Context, actor core.Actor, change MailServerChange,
) (MailServer, error) {
	return core.Once(ctx, s.store, func(tx Tx) (MailServer, error) {
		if err := tx.Lock(lockMailServer); err != nil {
			return MailServer{}, err
		}
		before, err := tx.MailServer()
		if err != nil {
			return MailServer{}, err
		}
		after, err := s.applyMail(before, change)
		if err != nil || after == before {
			return after, err
		}
		if err := tx.UpdateMailServer(after); err != nil {
			return MailServer{}, err
		}
		after.Version++
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounSettings, 1, before.told(), after.told()); err != nil {
			return MailServer{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicSettings})
	})
}

// told is what the audit says of a mail server: not its password, but that it is another.
func (m MailServer) told() any {
	return struct{ MailHost, MailSender, MailUsername string }{
		net.JoinHostPort(m.Host, strconv.Itoa(m.Port)), m.Sender, m.Username,
	}
}

// applyMail returns the mail server as changed and checked. A password belongs to the server it
// was entered for: another server is not told it.
func (s *Service) applyMail(server MailServer, change MailServerChange) (MailServer, error) {
	moved := core.Line(change.Host) != server.Host || change.Port != server.Port || change.Security != server.Security
	server.Host, server.Port, server.Security = core.Line(change.Host), change.Port, change.Security
	server.Username, server.Sender = core.Line(change.Username), core.Line(change.Sender)
	wrong := core.Problems{}
	switch {
	case change.Password != nil:
		wrong.Check(len(*change.Password) <= mailSecretMax, "password", "La contraseña es demasiado larga")
		server.Password = s.secretKey.Seal(purposeMailPassword, *change.Password)
	case moved && server.Password != "":
		wrong.Add("password", "Escribe de nuevo la contraseña: es para otro servidor")
	}
	wrong.Check(len(server.Host) <= mailTextMax && !strings.ContainsAny(server.Host, " /@?#\\"), "host",
		"El servidor debe ser un nombre como smtp.ejemplo.es")
	wrong.Check(server.Port >= 1 && server.Port <= mailPortMax, "port", "El puerto debe estar entre 1 y 65535")
	wrong.Check(len(server.Username) <= mailTextMax, "username", "El usuario es demasiado largo")
	switch server.Security {
	case MailSTARTTLS, MailTLS, MailPlain:
	default:
		wrong.Add("security", "Elige cómo se cifra la conexión")
	}
	if server.Host != "" {
		from, err := netmail.ParseAddress(server.Sender)
		wrong.Check(err == nil && len(server.Sender) <= mailTextMax && core.ValidEmail(from.Address), "sender",
			"El remitente debe ser como Nombre <nombre@ejemplo.es>")
	}
	return server, wrong.Err()
}

// MailAddress is the mail server as a Mailer takes it, and the sender; empty for none.
func (s *Service) MailAddress(ctx context.Context) (address, sender string, err error) {
	server, err := s.MailServer(ctx)
	if err != nil || server.Host == "" {
		return "", "", err
	}
	to := url.URL{Scheme: "smtp", Host: net.JoinHostPort(strings.Trim(server.Host, "[]"), strconv.Itoa(server.Port))}
	switch server.Security {
	case MailTLS:
		to.Scheme = "smtps"
	case MailPlain:
		to.RawQuery = "tls=no"
	case MailSTARTTLS:
	}
	password, err := s.secretKey.Unseal(purposeMailPassword, server.Password)
	if err != nil {
		return "", "", err
	}
	if server.Username != "" || password != "" {
		to.User = url.UserPassword(server.Username, password)
	}
	return to.String(), server.Sender, nil
}

// mailTests bounds how often an administrator has the server call out.
var mailTests = core.Throttle{Name: "mail-test", Limit: 10, Window: 15 * time.Minute}

// SendTest sends an e-mail to who asks for it, now, and says why it could not be sent.
func (s *Service) SendTest(ctx context.Context, actor core.Actor, mailer Mailer) error {
	var settings core.Settings
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		if err := mailTests.Check(tx, actor.Username); err != nil {
			return err
		}
		if err := mailTests.Add(tx, actor.Username); err != nil {
			return err
		}
		settings, err = tx.Settings()
		return err
	})
	if err != nil {
		return err
	}
	sent := mailer.Send(ctx, Mail{
		ID: s.mailID(Message{CreatedAt: s.store.Now()}, true), To: actor.Email, Name: core.MailName(actor.FullName()),
		Subject: "Correo de prueba de " + settings.BusinessName,
		Text:    "Si lees esto, el correo de " + settings.BusinessName + " funciona.\n",
	})
	if sent == nil {
		return nil
	}
	s.log.WarnContext(ctx, "the test e-mail was not sent", "error", sent)
	return &core.Error{Kind: core.Conflict, Message: "No se ha podido enviar: " + whyNotSent(sent)}
}

// whyNotSent says what a person can look at; the log has the mail server's own words.
func whyNotSent(err error) string {
	var network net.Error
	switch {
	case errors.As(err, &network):
		return "el servidor de correo no contesta. Revisa su nombre y el puerto."
	case isPermanent(err):
		return "el servidor de correo no lo acepta. Revisa el usuario, la contraseña y el remitente."
	}
	return "la conversación con el servidor de correo ha fallado. Revisa el puerto, el cifrado y la contraseña."
}
