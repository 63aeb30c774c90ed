package inbox

import (
	"context"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Channel is a shop that sends its orders here, with the address it sends them
// to and the secret it signs them with.
type Channel struct {
	ID     int64
	Name   string
	Source channel.Source
	// Secret is what the shop signs with; PreviousSecret is accepted besides
	// until PreviousUntil, for as long as a change of secrets takes.
	Secret         core.Sealed `json:"-"`
	PreviousSecret core.Sealed `json:"-"`
	PreviousUntil  *time.Time  `json:",omitempty"`
	// Token is the unguessable end of its address.
	Token     core.Sealed    `json:"-"`
	TokenHash core.TokenHash `json:"-"`
	// LocationID is where the units of its orders are claimed and taken.
	LocationID int64
	Active     bool
	// SilenceHours is after how long without news people are told; zero is never.
	SilenceHours int
	// SilentAt is when it was noticed that it is silent; nil when it is not.
	SilentAt *time.Time `json:"-"`
	// HalfAt is when it was noticed that it tells of new orders and of no changes
	// of them; nil when it does.
	HalfAt *time.Time `json:"-"`
	// Fault is the error that its shop sent last in the place of an order, as
	// people read it, and FaultTopic and FaultAt under which topic and when; empty
	// when orders come under it again.
	Fault      string     `json:"-"`
	FaultTopic string     `json:"-"`
	FaultAt    *time.Time `json:"-"`
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
	// Address is where its deliveries go; empty for a user who may not know it.
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
	// Held came while the channel was off and were not processed.
	Held int64
	// Missing is how many running numbers were never told of.
	Missing int64
}

type channelMemory interface {
	InsertChannel(c Channel) (int64, error)
	// ChannelByID and LockChannel find channels that were not deleted.
	ChannelByID(id int64) (Channel, error)
	LockChannel(id int64) (Channel, error)
	ChannelByToken(hash core.TokenHash) (Channel, error)
	Channels() ([]Channel, error)
	// ChannelNameTaken compares names as a search does.
	ChannelNameTaken(name string, exceptID int64) (bool, error)
	// UpdateChannel writes everything that can change of a channel.
	UpdateChannel(c Channel) error
	ChannelFigures(id int64) (ChannelFigures, error)
	// LastNews is when a channel last sent something that was no test.
	LastNews(id int64) (*time.Time, error)
	// NewsSince counts the news of a channel under a topic that came after the last
	// under some others, and says when the first of them did.
	NewsSince(id int64, topic string, others []string, since time.Time) (n int, first time.Time, err error)
	// NoteFault writes what the shop's last error was; an empty one is none.
	NoteFault(id int64, fault, topic string) error

	skuLinkMemory
	articleLinkMemory
	channelGapMemory
	channelEndingMemory
	channelStatusMemory
	channelPlaceMemory
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
var ErrTooManyChannels = &core.Error{
	Kind: core.Conflict, Message: "Hay demasiadas tiendas conectadas: elimina alguna antes de añadir otra",
}

// Channels lists the channels in the order they were made.
func (s *Service) Channels(ctx context.Context, actor core.Actor) (rows []ChannelRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		rows = nil
		channels, err := tx.Channels()
		if err != nil {
			return err
		}
		for _, c := range channels {
			row, err := s.channelRow(tx, actor, c)
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
func (s *Service) Channel(ctx context.Context, actor core.Actor, id int64) (row ChannelRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		c, err := tx.ChannelByID(id)
		if err != nil {
			return err
		}
		row, err = s.channelRow(tx, actor, c)
		return err
	})
	return row, err
}

// channelRow completes a channel with what is known of it.
func (s *Service) channelRow(tx Tx, actor core.Actor, c Channel) (row ChannelRow, err error) {
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
	if actor.Role.May(core.ManageIntegrations) {
		if token, err := s.secretKey.Unseal(sealedToken, c.Token); err == nil {
			row.Address = s.channelAddress(c.Source, token)
		}
	}
	return row, nil
}

// CreateChannel connects a shop. The secret is returned this once, in case it
// was made up here.
func (s *Service) CreateChannel(
	ctx context.Context, actor core.Actor, fields NewChannel,
) (row ChannelRow, secret string, err error) {
	if secret, err = usableSecret(fields.Source, fields.Secret); err != nil {
		return ChannelRow{}, "", err
	}
	token, hash := core.NewToken()
	err = core.Write(ctx, s.store, func(tx Tx) error {
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
		location, err := ledger.UsableLocation(tx, fields.LocationID)
		if err != nil {
			return err
		}
		c := Channel{
			Name: core.Line(fields.Name), Source: fields.Source, Secret: s.secretKey.Seal(sealedSecret, secret),
			Token:     s.secretKey.Seal(sealedToken, token),
			TokenHash: hash, LocationID: location.ID, Active: true, SilenceHours: silenceHoursDefault, ActiveSince: tx.Now(),
			CreatedBy: actor.ID, CreatedAt: tx.Now(), Version: 1,
		}
		core.Assign(&c.SilenceHours, fields.SilenceHours)
		if err := c.check(tx); err != nil {
			return err
		}
		if c.ID, err = tx.InsertChannel(c); err != nil {
			return err
		}
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounChannel, c.ID, nil, c); err != nil {
			return err
		}
		if row, err = s.channelRow(tx, actor, c); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicChannels, ID: c.ID})
	})
	return row, secret, err
}

func (c Channel) check(tx Tx) error {
	wrong := core.Problems{}
	wrong.Require(c.Name, "name")
	wrong.Check(core.Characters(c.Name) <= core.NameMax, "name", "El nombre es demasiado largo")
	wrong.Check(c.SilenceHours >= 0 && c.SilenceHours <= silenceHoursMax, "silenceHours",
		"Las horas deben estar entre 0 y 720")
	if err := wrong.Err(); err != nil {
		return err
	}
	taken, err := tx.ChannelNameTaken(c.Name, c.ID)
	if err != nil {
		return err
	}
	wrong.Check(!taken, "name", "Ya hay una tienda conectada con este nombre")
	return wrong.Err()
}

// UpdateChannel changes what is known of a shop. Its secret has a way of its own.
func (s *Service) UpdateChannel(
	ctx context.Context, actor core.Actor, id int64, change ChannelChange,
) (ChannelRow, error) {
	return s.changeChannel(ctx, actor, id, core.AuditUpdate, change.IfVersion, func(tx Tx, c *Channel) error {
		wasActive := c.Active
		core.AssignLine(&c.Name, change.Name)
		core.Assign(&c.Active, change.Active)
		core.Assign(&c.SilenceHours, change.SilenceHours)
		if change.LocationID != nil && *change.LocationID != c.LocationID {
			location, err := ledger.UsableLocation(tx, *change.LocationID)
			if err != nil {
				return err
			}
			c.LocationID = location.ID
		}
		if c.Active && !wasActive {
			c.ActiveSince = tx.Now()
		}
		if !c.Active && wasActive {
			if err := endTroubles(tx, c); err != nil {
				return err
			}
		}
		return c.check(tx)
	})
}

// DeleteChannel disconnects a shop. Its orders stay, and so do its deliveries
// for as long as deliveries are kept.
func (s *Service) DeleteChannel(ctx context.Context, actor core.Actor, id int64) error {
	return s.DeleteChannelIf(ctx, actor, id, nil)
}

// DeleteChannelIf disconnects a shop unless it is no longer at the version that
// was seen; nil disconnects it at any.
func (s *Service) DeleteChannelIf(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := s.changeChannel(ctx, actor, id, core.AuditDelete, version, func(tx Tx, c *Channel) error {
		now := tx.Now()
		c.Active, c.DeletedAt = false, &now
		c.Secret, c.PreviousSecret, c.PreviousUntil = "", "", nil
		return endTroubles(tx, c)
	})
	return err
}

// changeChannel writes a change of one channel with everything that goes with it.
func (s *Service) changeChannel(
	ctx context.Context, actor core.Actor, id int64, action core.AuditAction, ifVersion *int64,
	change func(Tx, *Channel) error,
) (row ChannelRow, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
		if err := tx.Lock(lockChannels); err != nil {
			return err
		}
		before, err := tx.LockChannel(id)
		if err != nil {
			return err
		}
		if ifVersion != nil && *ifVersion != before.Version {
			return core.ErrStale
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
			if err := core.Audit(tx, actor, action, core.NounChannel, id, before, after); err != nil {
				return err
			}
			if err := tx.Emit(core.Event{Topic: core.TopicChannels, ID: id}); err != nil {
				return err
			}
		}
		row, err = s.channelRow(tx, actor, after)
		return err
	})
	return row, err
}
