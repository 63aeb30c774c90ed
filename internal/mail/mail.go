// Package mail sends the domain's e-mails: by SMTP where a server is set, and
// otherwise to the tray of the administrators, so that a shop without one can still
// recover a password.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"estante/internal/outbox"
)

// sendMax bounds one conversation with the mail server.
const sendMax = 30 * time.Second

// SMTP sends by a mail server.
type SMTP struct {
	client *gomail.Client
	from   string
}

// New returns the mailer of a server address:
//
//	smtp://user:password@host:587    STARTTLS is demanded
//	smtps://user:password@host:465   TLS from the first byte
//	smtp://host:25?tls=no            no TLS, for a server on the same machine
func New(address, from string) (*SMTP, error) {
	server, err := url.Parse(address)
	if err != nil || server.Hostname() == "" {
		// The address may hold a password, so it is not repeated.
		return nil, errors.New("correo: la dirección del servidor debe ser como smtp://usuario:contraseña@servidor:587")
	}
	if _, err := netmail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("correo: el remitente debe ser como Nombre <nombre@ejemplo.es>: %w", err)
	}
	options := []gomail.Option{gomail.WithTimeout(sendMax)}
	switch {
	case server.Scheme == "smtps":
		options = append(options, gomail.WithSSL(), gomail.WithPort(port(server, 465)))
	case server.Scheme == "smtp" && server.Query().Get("tls") == "no":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS), gomail.WithPort(port(server, 25)))
	case server.Scheme == "smtp":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithPort(port(server, 587)))
	default:
		return nil, fmt.Errorf("correo: %q no es una forma de enviar; usa smtp o smtps", server.Scheme)
	}
	if password, set := server.User.Password(); set {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(server.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(server.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	return &SMTP{client: client, from: from}, nil
}

func port(server *url.URL, fallback int) int {
	if number, err := strconv.Atoi(server.Port()); err == nil {
		return number
	}
	return fallback
}

// Send has one conversation with the mail server. It returns when ctx ends even
// where the server says nothing, so that a process can stop.
func (s *SMTP) Send(ctx context.Context, mail outbox.Mail) error {
	message, err := s.compose(mail)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendMax)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.converse(ctx, message) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return fmt.Errorf("mail: the server was waited for in vain: %w", ctx.Err())
	}
}

func (s *SMTP) compose(mail outbox.Mail) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := message.From(s.from); err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	if err := message.AddToFormat(strings.Map(printable, mail.Name), mail.To); err != nil {
		return nil, fmt.Errorf("mail: recipient: %w", err)
	}
	message.Subject(mail.Subject)
	message.SetDate()
	message.SetMessageIDWithValue(mail.ID)
	message.SetBodyString(gomail.TypeTextPlain, mail.Text)
	for _, file := range mail.Attachments {
		if err := message.AttachReader(file.Name, bytes.NewReader(file.Bytes),
			gomail.WithFileContentType(gomail.ContentType(file.ContentType))); err != nil {
			return nil, fmt.Errorf("mail: attachment: %w", err)
		}
	}
	return message, nil
}

// printable leaves out of a name what no header can hold; an e-mail must not
// fail because of it.
func printable(r rune) rune {
	if !unicode.IsPrint(r) {
		return -1
	}
	return r
}

// converse hands the message over. Once the server has taken it, a goodbye that
// fails is no reason to send it again.
func (s *SMTP) converse(ctx context.Context, message *gomail.Msg) error {
	err := s.client.DialAndSendWithContext(ctx, message)
	if err == nil || message.IsDelivered() {
		return nil
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) && refused.ErrorCode() >= 500 {
		return refusal{err}
	}
	return fmt.Errorf("mail: %w", err)
}

// refusal is a mail server's last word on a letter.
type refusal struct{ error }

// Permanent says that the same letter will not be taken later either.
func (refusal) Permanent() bool { return true }

func (r refusal) Unwrap() error { return r.error }

// Chosen sends by the mail server that an administrator has entered, and lays e-mails in the
// tray as long as there is none.
type Chosen struct{ Outbox *outbox.Service }

// Send looks each time: what is entered counts for the next e-mail.
func (c Chosen) Send(ctx context.Context, mail outbox.Mail) error {
	server, err := c.server(ctx)
	if err != nil {
		return err
	}
	if server == nil {
		return c.Outbox.Tray().Send(ctx, mail)
	}
	return server.Send(ctx, mail)
}

func (c Chosen) server(ctx context.Context) (*SMTP, error) {
	address, from, err := c.Outbox.MailAddress(ctx)
	if err != nil || address == "" {
		return nil, err
	}
	return New(address, from)
}
