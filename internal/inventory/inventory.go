// Package inventory is the domain of Estante: its nouns, the rules they live
// by and what can be done with them. It knows neither HTTP nor SQL. One noun
// has one file, and the same file name in every other room of the house.
package inventory

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"estante/internal/channel"
)

// Inventory is the product without its doors: everything a person, a job or a
// command can do is a method of it.
type Inventory struct {
	store     Store
	passwords *passwordHasher
	publicURL *url.URL
	log       *slog.Logger
	sheets    SheetReader
	secretKey SecretKey
	// privateWebhooks lets messages go to addresses of private networks.
	privateWebhooks bool
	delivered       func(channel.Source, DeliveryState)
	deliveryLease   time.Duration
	// previews has room for those who may preview an import at once.
	previews chan struct{}
	// models is what forecasts are made by, and forecastWriter writes reports of them.
	models         models
	forecastWriter ForecastWriter
	backups        BackupKeeper
	// sessions are those that were seen since the memory last changed, and settings
	// those that were read.
	sessions editionMemory[TokenHash, knownSession]
	settings editionMemory[struct{}, Settings]
	// adjustments are those that are asked for at the same time.
	adjustments adjustmentGroups
	// composers write the messages, each kind by its owner.
	composers map[MessageKind]Composer
	// importsAtWork is how many imports are being worked on here.
	importsAtWork atomic.Int32
}

// Options are what an Inventory needs besides its memory.
type Options struct {
	// PublicURL is the address people use. Links in e-mails are built from it
	// and never from what a request claims its host is.
	PublicURL *url.URL
	// PasswordWorkers is how many passwords may be hashed at once; zero
	// leaves half of the processors to other requests.
	PasswordWorkers int
	// PasswordKiB is the memory that hashing a password takes; zero suits
	// everybody but tests that sign in by the hundred.
	PasswordKiB uint32
	// Sheets reads the files that are imported; without it there are none.
	Sheets SheetReader
	// Forecasts writes the reports of forecasts; without it there are none.
	Forecasts ForecastWriter
	// Backups keeps the files of backups; without it there are none.
	Backups BackupKeeper
	// SecretKey seals the secrets that are kept. Without it a key of this
	// Inventory alone does, and what it sealed cannot be read after it.
	SecretKey SecretKey
	// PrivateWebhooks lets messages go to addresses of private networks, and
	// without TLS; the Courier has to allow it too.
	PrivateWebhooks bool
	// Delivered is told what became of each delivery of a shop, to count them.
	Delivered func(channel.Source, DeliveryState)
	// DeliveryLease is after how long a delivery is taken over from a process
	// that took it and is silent; zero suits everybody but impatient tests.
	DeliveryLease time.Duration
	Log           *slog.Logger
}

// New returns an Inventory over a memory.
func New(store Store, options Options) *Inventory {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Sheets == nil {
		options.Sheets = noSheets{}
	}
	if options.Forecasts == nil {
		options.Forecasts = noForecastWriter{}
	}
	if options.Backups == nil {
		options.Backups = noKeeper{}
	}
	if options.SecretKey == (SecretKey{}) {
		options.SecretKey = NewSecretKey()
	}
	if options.Delivered == nil {
		options.Delivered = func(channel.Source, DeliveryState) {}
	}
	inv := &Inventory{
		store:           reviewing{store},
		passwords:       newPasswordHasher(options.PasswordWorkers, options.PasswordKiB),
		publicURL:       options.PublicURL,
		log:             options.Log,
		sheets:          options.Sheets,
		forecastWriter:  options.Forecasts,
		backups:         options.Backups,
		secretKey:       options.SecretKey,
		privateWebhooks: options.PrivateWebhooks,
		delivered:       options.Delivered,
		deliveryLease:   cmp.Or(options.DeliveryLease, DeliveryLease),
		previews:        make(chan struct{}, previewsMax),
		adjustments:     adjustmentGroups{patience: groupPatience, most: groupsMax},
	}
	inv.composers = map[MessageKind]Composer{
		MessageRecovery:   {Compose: inv.composeRecovery},
		MessageInvitation: {Compose: inv.composeInvitation},
		MessageAlerts:     {Compose: inv.composeAlerts, Lasts: true},
		MessageDigest:     {Compose: inv.composeAlerts, Lasts: true},
		MessageTickets:    {Compose: inv.composeTickets, Lasts: true, OfInactive: true},
	}
	return inv
}

// Ready says whether the inventory can answer questions now.
func (inv *Inventory) Ready(ctx context.Context) error { return inv.store.Ping(ctx) }

// Edition tells states of the memory apart; see Store.Edition.
func (inv *Inventory) Edition(ctx context.Context) Edition { return inv.store.Edition(ctx) }

// Now is the time by which everything here is dated.
func (inv *Inventory) Now() time.Time { return inv.store.Now() }

// Events delivers live events until ctx ends; see Store.Events.
func (inv *Inventory) Events(ctx context.Context, deliver func([]Event)) error {
	return inv.store.Events(ctx, deliver)
}
