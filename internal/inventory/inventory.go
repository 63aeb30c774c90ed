// Package inventory is the product without its doors: one struct with a service
// for each room of the domain, and what needs several rooms at once.
package inventory

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/backup"
	"estante/internal/catalogue"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/imports"
	"estante/internal/inbox"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/outbox"
	"estante/internal/purchase"
	"estante/internal/reportjob"
	"estante/internal/supplier"
	"estante/internal/support"
	"estante/internal/valuation"
	"estante/internal/verify"
	"estante/internal/webhook"
)

// Inventory has everything that a person, a job or a command can do.
type Inventory struct {
	Core      *core.Service
	Outbox    *outbox.Service
	Accounts  *account.Service
	Webhooks  *webhook.Service
	Catalogue *catalogue.Service
	Ledger    *ledger.Service
	Valuation *valuation.Service
	Suppliers *supplier.Service
	Purchases *purchase.Service
	Orders    *order.Service
	Alerts    *alert.Service
	Forecasts *forecasting.Service
	Inbox     *inbox.Service
	Imports   *imports.Service
	Support   *support.Service
	Verify    *verify.Service
	Backups   *backup.Service

	store core.Store
}

// Tx is the whole memory. What reaches far asks it, and so do tests; a room
// declares what it needs itself.
type Tx interface {
	account.Tx
	purchase.Tx
	inbox.Tx
	imports.Tx
	support.Tx
	verify.Tx
	backup.Tx
}

// Options are what an Inventory needs besides its memory.
type Options struct {
	// PublicURL is the address people use. Links in e-mails are built from it
	// and never from what a request claims its host is.
	PublicURL *url.URL
	// PasswordWorkers and PasswordKiB bound the hashing of passwords; see account.Options.
	PasswordWorkers int
	PasswordKiB     uint32
	// Sheets reads the files that are imported; without it there are none.
	Sheets imports.SheetReader
	// Forecasts writes the reports of forecasts; without it there are none.
	Forecasts forecasting.Writer
	// Purchases writes what goes to suppliers; without it nothing leaves by e-mail.
	Purchases purchase.Writer
	// Values writes the sheets of what the stock was worth; without it there are none.
	Values valuation.SheetWriter
	// Backups keeps the files of backups; without it there are none.
	Backups backup.Keeper
	// SecretKey seals the secrets that are kept. Without it a key of this
	// Inventory alone does, and what it sealed cannot be read after it.
	SecretKey core.SecretKey
	// PrivateWebhooks lets messages go to addresses of private networks; see webhook.Options.
	PrivateWebhooks bool
	// Delivered and DeliveryLease are about deliveries of shops; see inbox.Options.
	Delivered     func(channel.Source, inbox.DeliveryState)
	DeliveryLease time.Duration
	Log           *slog.Logger
}

// New returns an Inventory over a memory.
func New(memory core.Store, options Options) *Inventory {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.SecretKey == (core.SecretKey{}) {
		options.SecretKey = core.NewSecretKey()
	}
	store := alert.Reviewed(memory)
	shared := core.New(store)
	messages := outbox.New(store, options.PublicURL, options.SecretKey, options.Log)
	return &Inventory{
		Core:   shared,
		Outbox: messages,
		Accounts: account.New(store, messages, account.Options{
			PublicURL: options.PublicURL, SecretKey: options.SecretKey,
			PasswordWorkers: options.PasswordWorkers, PasswordKiB: options.PasswordKiB,
		}),
		Webhooks: webhook.New(store, webhook.Options{
			SecretKey: options.SecretKey, PrivateAddresses: options.PrivateWebhooks, Log: options.Log,
		}),
		Catalogue: catalogue.New(store, shared),
		Ledger:    ledger.New(store),
		Valuation: valuation.New(store, options.Values),
		Suppliers: supplier.New(store),
		Purchases: purchase.New(store, messages, options.Purchases),
		Orders:    order.New(store),
		Alerts:    alert.New(store, messages, options.PublicURL),
		Forecasts: forecasting.New(store, options.Forecasts),
		Inbox: inbox.New(store, inbox.Options{
			PublicURL: options.PublicURL, SecretKey: options.SecretKey, Delivered: options.Delivered,
			DeliveryLease: options.DeliveryLease, Log: options.Log,
		}),
		Imports: imports.New(store, options.Sheets),
		Support: support.New(store, messages, options.PublicURL),
		Verify:  verify.New(store),
		Backups: backup.New(store, options.Backups),
		store:   store,
	}
}

// ForgetOldReports drops files that nobody will fetch any more, whatever they are about.
func (i *Inventory) ForgetOldReports(ctx context.Context) error {
	return reportjob.Forget(ctx, i.store)
}
