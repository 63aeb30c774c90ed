package inventory

import (
	"context"
	"time"

	"estante/internal/channel"
)

// Channel is a shop that sends its orders here, with the address it sends them
// to and the secret it signs them with.
type Channel struct {
	ID     int64
	Name   string
	Source channel.Source
	// Secret is what the shop signs with; PreviousSecret is accepted besides
	// until PreviousUntil, for as long as a change of secrets takes.
	Secret         Sealed     `json:"-"`
	PreviousSecret Sealed     `json:"-"`
	PreviousUntil  *time.Time `json:",omitempty"`
	// Token is the unguessable end of its address.
	Token     Sealed    `json:"-"`
	TokenHash TokenHash `json:"-"`
	// LocationID is where the units of its orders are claimed and taken.
	LocationID int64
	Active     bool
	// SilenceHours is after how long without news people are told; zero is never.
	SilenceHours int
	// SilentAt is when it was noticed that it is silent; nil when it is not.
	SilentAt *time.Time `json:"-"`
	// ActiveSince is since when news is waited for.
	ActiveSince time.Time `json:"-"`
	CreatedBy   int64     `json:"-"`
	CreatedAt   time.Time `json:"-"`
	DeletedAt   *time.Time
	Version     int64 `json:"-"`
}

// ChannelRow is a channel as lists show it.
type ChannelRow struct {
	Channel
	LocationName string
	// Address is where its deliveries go; empty for whoever may not know it.
	Address string
	ChannelFigures
	// Silent says that nothing was heard of it for longer than it should be.
	Silent bool
}

// ChannelFigures is how a channel is doing.
type ChannelFigures struct {
	// LastNewsAt is when the shop last sent something that was no test.
	LastNewsAt *time.Time
	// Waiting deliveries are yet to be processed, Failed ones were given up,
	// and Unmatched ones name products nobody knows.
	Waiting   int64
	Failed    int64
	Unmatched int64
	// Missing is how many running numbers were never told of.
	Missing int64
}

type channelMemory interface {
	InsertChannel(c Channel) (int64, error)
	// ChannelByID and LockChannel find channels that were not deleted.
	ChannelByID(id int64) (Channel, error)
	LockChannel(id int64) (Channel, error)
	ChannelByToken(hash TokenHash) (Channel, error)
	Channels() ([]Channel, error)
	// ChannelNameTaken compares names as a search does.
	ChannelNameTaken(name string, exceptID int64) (bool, error)
	// UpdateChannel writes everything that can change of a channel.
	UpdateChannel(c Channel) error
	ChannelFigures(id int64) (ChannelFigures, error)
	// LastNews is when a channel last sent something that was no test.
	LastNews(id int64) (*time.Time, error)

	skuLinkMemory
	channelGapMemory
	channelEndingMemory
}

// The limits of channels.
const (
	silenceHoursMax = 30 * 24
	secretMax       = 500
	channelsMax     = 100
)

// silenceHoursDefault is for shops that sell something most days.
const silenceHoursDefault = 48

// NewChannel is what an administrator writes to connect a shop.
type NewChannel struct {
	Name   string
	Source channel.Source
	// Secret is the shop's; one is made up where it is empty.
	Secret       string
	LocationID   int64
	SilenceHours *int
}

// ChannelChange is what an administrator changes of a channel; nil leaves it.
type ChannelChange struct {
	Name         *string
	LocationID   *int64
	Active       *bool
	SilenceHours *int
	IfVersion    *int64
}

// lockChannels makes changes of channels wait for one another.
const lockChannels = "channels"

// ErrTooManyChannels keeps the list one that a person can look through.
var ErrTooManyChannels = &Error{Kind: Conflict, Message: "Hay demasiadas tiendas conectadas: elimina alguna antes de añadir otra"}

// Channels lists the channels in the order they were made.
func (inv *Inventory) Channels(ctx context.Context, actor Actor) (rows []ChannelRow, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		rows = nil
		channels, err := tx.Channels()
		if err != nil {
			return err
		}
		for _, c := range channels {
			row, err := inv.channelRow(tx, actor, c)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return nil
	})
	return rows, err
}

// Channel returns one channel.
func (inv *Inventory) Channel(ctx context.Context, actor Actor, id int64) (row ChannelRow, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		c, err := tx.ChannelByID(id)
		if err != nil {
			return err
		}
		row, err = inv.channelRow(tx, actor, c)
		return err
	})
	return row, err
}

// channelRow completes a channel with what is known of it.
func (inv *Inventory) channelRow(tx Tx, actor Actor, c Channel) (row ChannelRow, err error) {
	row = ChannelRow{Channel: c}
	location, err := tx.LocationByID(c.LocationID)
	if err != nil {
		return row, err
	}
	row.LocationName = location.Name
	if row.ChannelFigures, err = tx.ChannelFigures(c.ID); err != nil {
		return row, err
	}
	if row.Missing, err = missingNumbers(tx, c.ID); err != nil {
		return row, err
	}
	row.Silent = c.silent(row.LastNewsAt, tx.Now())
	// An address that the key does not open is shown as none: the channel can
	// still be seen, switched off and deleted.
	if actor.Role.May(ManageIntegrations) {
		if token, err := inv.secretKey.Unseal(sealedToken, c.Token); err == nil {
			row.Address = inv.channelAddress(c.Source, token)
		}
	}
	return row, nil
}

// CreateChannel connects a shop. The secret is returned this once, in case it
// was made up here.
func (inv *Inventory) CreateChannel(ctx context.Context, actor Actor, fields NewChannel) (row ChannelRow, secret string, err error) {
	if secret, err = usableSecret(fields.Source, fields.Secret); err != nil {
		return ChannelRow{}, "", err
	}
	token, hash := newToken()
	err = inv.store.Write(ctx, func(tx Tx) error {
		if err := tx.Lock(lockChannels); err != nil {
			return err
		}
		channels, err := tx.Channels()
		if err != nil {
			return err
		}
		if len(channels) >= channelsMax {
			return ErrTooManyChannels
		}
		location, err := usableLocation(tx, fields.LocationID)
		if err != nil {
			return err
		}
		c := Channel{
			Name: Clean(fields.Name), Source: fields.Source, Secret: inv.secretKey.Seal(sealedSecret, secret), Token: inv.secretKey.Seal(sealedToken, token),
			TokenHash: hash, LocationID: location.ID, Active: true, SilenceHours: silenceHoursDefault, ActiveSince: tx.Now(),
			CreatedBy: actor.ID, CreatedAt: tx.Now(), Version: 1,
		}
		set(&c.SilenceHours, fields.SilenceHours)
		if err := c.check(tx); err != nil {
			return err
		}
		if c.ID, err = tx.InsertChannel(c); err != nil {
			return err
		}
		if err := audit(tx, actor, AuditCreate, nounChannel, c.ID, nil, c); err != nil {
			return err
		}
		if row, err = inv.channelRow(tx, actor, c); err != nil {
			return err
		}
		return tx.Emit(Event{Topic: TopicChannels, ID: c.ID})
	})
	return row, secret, err
}

func (c Channel) check(tx Tx) error {
	wrong := problems{}
	wrong.require(c.Name, "name")
	wrong.check(characters(c.Name) <= nameMax, "name", "El nombre es demasiado largo")
	wrong.check(c.SilenceHours >= 0 && c.SilenceHours <= silenceHoursMax, "silenceHours", "Las horas deben estar entre 0 y 720")
	if err := wrong.err(); err != nil {
		return err
	}
	taken, err := tx.ChannelNameTaken(c.Name, c.ID)
	if err != nil {
		return err
	}
	wrong.check(!taken, "name", "Ya hay una tienda conectada con este nombre")
	return wrong.err()
}

// UpdateChannel changes what is known of a shop. Its secret has a way of its own.
func (inv *Inventory) UpdateChannel(ctx context.Context, actor Actor, id int64, change ChannelChange) (ChannelRow, error) {
	return inv.changeChannel(ctx, actor, id, AuditUpdate, change.IfVersion, func(tx Tx, c *Channel) error {
		wasActive := c.Active
		setText(&c.Name, change.Name)
		set(&c.Active, change.Active)
		set(&c.SilenceHours, change.SilenceHours)
		if change.LocationID != nil && *change.LocationID != c.LocationID {
			location, err := usableLocation(tx, *change.LocationID)
			if err != nil {
				return err
			}
			c.LocationID = location.ID
		}
		if c.Active && !wasActive {
			c.ActiveSince = tx.Now()
		}
		return c.check(tx)
	})
}

// DeleteChannel disconnects a shop. Its orders stay, and so do its deliveries
// for as long as deliveries are kept.
func (inv *Inventory) DeleteChannel(ctx context.Context, actor Actor, id int64) error {
	return inv.DeleteChannelIf(ctx, actor, id, nil)
}

// DeleteChannelIf disconnects a shop unless it is no longer at the version that
// was seen; nil disconnects it at any.
func (inv *Inventory) DeleteChannelIf(ctx context.Context, actor Actor, id int64, version *int64) error {
	_, err := inv.changeChannel(ctx, actor, id, AuditDelete, version, func(tx Tx, c *Channel) error {
		now := tx.Now()
		c.Active, c.DeletedAt = false, &now
		c.Secret, c.PreviousSecret, c.PreviousUntil = "", "", nil
		return closeChannelSilence(tx, c.ID)
	})
	return err
}

// changeChannel writes a change of one channel with everything that goes with it.
func (inv *Inventory) changeChannel(ctx context.Context, actor Actor, id int64, action AuditAction, ifVersion *int64, change func(Tx, *Channel) error) (row ChannelRow, err error) {
	err = inv.store.Write(ctx, func(tx Tx) error {
		if err := tx.Lock(lockChannels); err != nil {
			return err
		}
		before, err := tx.LockChannel(id)
		if err != nil {
			return err
		}
		if ifVersion != nil && *ifVersion != before.Version {
			return ErrStale
		}
		after := before
		if err := change(tx, &after); err != nil {
			return err
		}
		if after != before {
			if err := tx.UpdateChannel(after); err != nil {
				return err
			}
			after.Version++
			if err := audit(tx, actor, action, nounChannel, id, before, after); err != nil {
				return err
			}
			if err := tx.Emit(Event{Topic: TopicChannels, ID: id}); err != nil {
				return err
			}
		}
		row, err = inv.channelRow(tx, actor, after)
		return err
	})
	return row, err
}
