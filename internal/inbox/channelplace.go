package inbox

import (
	"context"
	"slices"
	"strings"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// ChannelPlace is a place that shipments of a shop leave from.
type ChannelPlace struct {
	// Place is the shop's own name of it.
	Place string
	// LocationID is the location that a user said it is, with its name; zero while nobody did.
	LocationID   int64
	LocationName string
}

type channelPlaceMemory interface {
	// NotePlaces remembers places of a shop, and says of those that are linked to a location
	// in use which one it is.
	NotePlaces(channelID int64, places []string) (map[string]int64, error)
	// SetChannelPlace links a place or, with zero, forgets what it is; ErrNotFound where the
	// shop has it not.
	SetChannelPlace(channelID int64, place string, locationID int64) error
	ChannelPlaces(channelID int64, limit int) ([]ChannelPlace, error)
}

// The limits of what is kept and shown of a shop's places.
const (
	channelPlacesMax = 100
	placeNameMax     = 100
)

// ChannelPlaces shows the places that shipments of a shop leave from.
func (s *Service) ChannelPlaces(ctx context.Context, channelID int64) (places []ChannelPlace, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		places, err = tx.ChannelPlaces(channelID, channelPlacesMax)
		return err
	})
	return places, err
}

// LinkPlace says which location a place of a shop is; zero that it is none of them. What
// leaves from there from now on leaves that location.
func (s *Service) LinkPlace(
	ctx context.Context, actor core.Actor, channelID int64, place string, locationID int64,
) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return core.Nothing{}, err
		}
		name := ""
		if locationID != 0 {
			location, err := ledger.UsableLocation(tx, locationID)
			if err != nil {
				return core.Nothing{}, err
			}
			name = location.Name
		}
		err := tx.SetChannelPlace(channelID, core.Clean(place), locationID)
		if core.IsNotFound(err) {
			return core.Nothing{}, core.FieldError("place", "La tienda no ha enviado nada desde este lugar")
		}
		if err != nil {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, channelID, nil,
			struct{ ShopPlace, Location string }{place, name}); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID})
	})
	return err
}

// shipsFrom notes from which location each parcel of the news left. Those of a place that
// nobody linked leave where the order is taken from, which asks people to say what it is
// where there is a choice.
func shipsFrom(tx Tx, told channel.Order, news *order.ShopOrder) (asks string, err error) {
	var places []string
	for _, line := range told.Lines {
		for _, parcel := range line.Parcels {
			if place := placeName(parcel.Place); place != "" && !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	if len(places) == 0 {
		return "", nil
	}
	slices.Sort(places)
	known, err := tx.NotePlaces(news.ChannelID, places)
	if err != nil {
		return "", err
	}
	for i, line := range told.Lines {
		for _, parcel := range line.Parcels {
			news.Lines[i].Parcels = append(news.Lines[i].Parcels, order.ShopParcel{
				LocationID: known[placeName(parcel.Place)], Units: parcel.Units,
			})
		}
	}
	unlinked := slices.DeleteFunc(places, func(place string) bool { return known[place] != 0 })
	if len(unlinked) == 0 {
		return "", nil
	}
	locations, err := tx.Locations()
	if err != nil {
		return "", err
	}
	if len(slices.DeleteFunc(locations, func(l ledger.Location) bool { return !l.Active })) < 2 {
		return "", nil
	}
	return ". Ha salido de un lugar de la tienda que no está enlazado con ningún almacén (" +
		strings.Join(unlinked[:min(len(unlinked), 5)], ", ") + "): se descuenta del almacén del pedido", nil
}

// placeName is a place as it is kept.
func placeName(place string) string { return core.Cut(core.Line(place), placeNameMax) }
