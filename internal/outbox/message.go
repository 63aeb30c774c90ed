package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"estante/internal/core"
)

// Message is an e-mail waiting to be sent. It holds what the e-mail is about
// and never a secret: a link is made when the message is sent, so a copy of
// the database lets nobody in.
type Message struct {
	ID        int64
	Kind      MessageKind
	UserID    int64
	CreatedAt time.Time
	Attempts  int
}

// MessageKind says what a message is about.
type MessageKind string

// Composer writes the messages of one kind. The room that owns the kind gives it
// to the outbox when the program starts.
type Composer struct {
	// Compose writes the e-mail; ErrNothingToTell ends a message that has become needless.
	// Without a To it goes to the user.
	Compose func(ctx context.Context, message Message, user core.User, settings core.Settings) (Mail, error)
	// Lasts says that a message is worth sending however late it is: a link that
	// has expired is not.
	Lasts bool
	// OfInactive says that it is also sent of a person whose account is inactive by now.
	OfInactive bool
}

// ErrNothingToTell ends a message that has become needless.
var ErrNothingToTell = errors.New("there is nothing to tell")

// MessagePauses are those between attempts. A message that fails is tried again
// after growing pauses, and given up after the last one; its row then says why.
// One that lasts is tried for ever, unless the mail server said that it never
// will take it. A claim that nobody finishes, because the process died, is free
// again after MessageLease. A batch is so small that it ends before that even
// when each message waits for the mail server as long as a Mailer may, half a
// minute: otherwise another process would send them too.
var MessagePauses = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour,
}

// MessageLease is how long a claim of messages holds.
const MessageLease = 2 * time.Minute

const (
	messageBatch = 3
	messageKept  = 30 * 24 * time.Hour
)

// MailPause is how long e-mails of one kind to one person are apart. The first
// leaves at once; what follows is gathered.
const MailPause = 5 * time.Minute

// WriteMax is longer than any transaction lasts.
const WriteMax = time.Minute

type messageMemory interface {
	QueueMessage(message Message, dueAt time.Time) error
	// QueueNamed is QueueMessage for a noun that remembers the number of its message.
	QueueNamed(message Message, dueAt time.Time) (int64, error)
	// MessageState is how far a message is; one that is forgotten has none.
	MessageState(id int64) (MessageState, error)
	// ClaimMessages takes messages that are due, so that no other process does until the lease ends.
	ClaimMessages(limit int, leaseUntil time.Time) ([]Message, error)
	// LastMessage is when the last message of a kind to a user was queued and is due; zero
	// times when there is none.
	LastMessage(userID int64, kind MessageKind) (queued, due time.Time, err error)
	// FinishMessage notes that a message was sent.
	FinishMessage(id int64) error
	// FailMessage notes why a message was not sent and when to try again; the
	// zero time gives it up.
	FailMessage(id int64, reason string, dueAt time.Time) error
	// DropMessages ends the messages of some kinds to a user that wait to be sent.
	DropMessages(userID int64, kinds ...MessageKind) error
	// ForgetMessages drops messages that ended before a time.
	ForgetMessages(endedBefore time.Time) error
}

// Mail is an e-mail ready to be sent.
type Mail struct {
	// ID names it; see mailID.
	ID      string
	To      string
	Name    string
	Subject string
	Text    string
	// Link is the one in the text that opens something, and Ends when it does no more; both
	// are empty where there is none.
	Link string
	Ends time.Time
	// Attachments go with the text. What has some is never laid in the tray.
	Attachments []Attachment
	// Kind and UserID say what the e-mail is about and whom; the outbox fills them in.
	Kind   MessageKind
	UserID int64
}

// Attachment is a file that goes with an e-mail.
type Attachment struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// MessageState is how far a message is: it waits, it failed and is tried again, a mail server
// took it, or it was given up.
type MessageState string

// The states of messages.
const (
	MessageWaiting MessageState = "waiting"
	MessageTrying  MessageState = "trying"
	MessageSent    MessageState = "sent"
	MessageFailed  MessageState = "failed"
)

// Mailer sends one e-mail, within half a minute or not at all. An error that
// has a method Permanent, and answers true, will come again however often the
// same e-mail is tried.
type Mailer interface {
	Send(ctx context.Context, mail Mail) error
}

// QueueMessage adds a message to the outbox in the transaction that causes it.
func QueueMessage(tx Tx, kind MessageKind, userID int64) error {
	return QueueMessageAt(tx, Message{Kind: kind, UserID: userID, CreatedAt: tx.Now()}, tx.Now())
}

// QueueMessageAt adds a message that is sent at a time or soon after.
func QueueMessageAt(tx Tx, message Message, dueAt time.Time) error {
	if err := tx.QueueMessage(message, dueAt); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicMessages, UserID: noOnesPage})
}

// QueueNamed adds a message to the outbox and returns its number.
func QueueNamed(tx Tx, kind MessageKind, userID int64) (int64, error) {
	id, err := tx.QueueNamed(Message{Kind: kind, UserID: userID, CreatedAt: tx.Now()}, tx.Now())
	if err != nil {
		return 0, err
	}
	return id, tx.Emit(core.Event{Topic: core.TopicMessages, UserID: noOnesPage})
}

// noOnesPage addresses an event to the server's own jobs and to no page.
const noOnesPage = -1

// DeliverMessages sends what is due and says how many messages it took. A
// crash between sending and noting it repeats a message rather than losing it.
func (s *Service) DeliverMessages(ctx context.Context, mailer Mailer) (int, error) {
	var messages []Message
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		messages, err = tx.ClaimMessages(messageBatch, tx.Now().Add(MessageLease))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("claim messages: %w", err)
	}
	for _, message := range messages {
		if err := ctx.Err(); err != nil {
			return len(messages), err // The claims of the rest run out, and another process takes them.
		}
		sendErr := s.deliver(ctx, mailer, message)
		if sendErr != nil {
			s.log.Warn("message not sent", "message", message.ID, "kind", message.Kind, "attempt", message.Attempts, "error",
				sendErr)
		}
		// What happened is noted even when we are told to stop meanwhile:
		// a message that was sent and not noted is sent again.
		lasts := s.composers[message.Kind].Lasts
		err := core.Write(context.WithoutCancel(ctx), s.store, func(tx Tx) error {
			return noteDelivery(tx, message, lasts, sendErr)
		})
		if err != nil {
			return len(messages), fmt.Errorf("note delivery of message %d: %w", message.ID, err)
		}
	}
	return len(messages), nil
}

// noteDelivery keeps the outcome of an attempt. Attempts counts this one.
func noteDelivery(tx Tx, message Message, lasts bool, sendErr error) error {
	switch {
	case sendErr == nil:
		return tx.FinishMessage(message.ID)
	case message.Attempts > len(MessagePauses) && (!lasts || isPermanent(sendErr)):
		return tx.FailMessage(message.ID, sendErr.Error(), time.Time{})
	default:
		pause := MessagePauses[min(message.Attempts, len(MessagePauses))-1]
		return tx.FailMessage(message.ID, sendErr.Error(), tx.Now().Add(pause))
	}
}

// isPermanent says whether trying again is in vain.
func isPermanent(err error) bool {
	var told interface{ Permanent() bool }
	return errors.As(err, &told) && told.Permanent()
}

// deliver writes and sends one message. A person who is gone or inactive by
// now gets none, and that is no failure.
func (s *Service) deliver(ctx context.Context, mailer Mailer, message Message) error {
	composer, known := s.composers[message.Kind]
	if !known {
		return fmt.Errorf("message of unknown kind %q", message.Kind)
	}
	var user core.User
	var settings core.Settings
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		if user, err = tx.UserByID(message.UserID); err != nil {
			return err
		}
		settings, err = tx.Settings()
		return err
	})
	if errors.Is(err, core.ErrNotFound) || (err == nil && !user.Active() && !composer.OfInactive) {
		return nil
	}
	if err != nil {
		return err
	}
	mail, err := composer.Compose(ctx, message, sayable(user), settings)
	if errors.Is(err, ErrNothingToTell) {
		return nil
	}
	if err != nil {
		return err
	}
	mail.ID, mail.Kind, mail.UserID = s.mailID(message, composer.Lasts), message.Kind, message.UserID
	if mail.To == "" {
		mail.To, mail.Name = user.Email, user.FullName()
	}
	return mailer.Send(ctx, mail)
}

// sayable is a user as e-mails speak of them. Anybody may write a name, and an e-mail with it
// goes to an address that need not be theirs.
func sayable(user core.User) core.User {
	for _, name := range []*string{&user.FirstName, &user.MiddleName, &user.LastName, &user.SecondLastName} {
		*name = core.MailName(*name)
	}
	return user
}

// mailID names an e-mail for the servers it passes, which know by it that they
// have it already. An e-mail with a link is another one at every attempt,
// because only its latest link works.
func (s *Service) mailID(message Message, lasts bool) string {
	id := strconv.FormatInt(message.ID, 10) + "." + strconv.FormatInt(message.CreatedAt.UnixMicro(), 36)
	if !lasts {
		id += "." + strconv.Itoa(message.Attempts)
	}
	host := s.publicURL.Hostname()
	if host == "" || !core.ValidEmail("estante@"+host) {
		host = "estante.localhost"
	}
	return id + "@" + host
}

// ForgetOldMessages drops messages that ended long ago.
func (s *Service) ForgetOldMessages(ctx context.Context) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.ForgetTrayItems(tx.Now(), trayMost); err != nil {
			return err
		}
		return tx.ForgetMessages(tx.Now().Add(-messageKept))
	})
}
