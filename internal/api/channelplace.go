package api

import (
	"context"

	"estante/internal/core"
	"estante/internal/inbox"
)

func (a *API) channelPlaceRoutes() {
	add(a.may(core.ReadDeliveries), "GET /channels/{id}/places/", "listChannelPlaces",
		"Lugares desde los que envía la tienda", a.listChannelPlaces)
	add(a.may(core.HandleDeliveries), "POST /channels/{id}/places/", "linkChannelPlace",
		"Decir qué almacén es un lugar de la tienda", a.linkChannelPlace)
}

type channelPlaceBody struct {
	Place      string `json:"place" doc:"Cómo lo llama la tienda: en Shopify, su location_id"`
	LocationID *int64 `json:"locationId" nullable:"true" doc:"El almacén que es; null mientras nadie lo ha dicho"`
	Location   string `json:"location"`
}

func (a *API) listChannelPlaces(ctx context.Context, input *IDInput) (*listOutput[channelPlaceBody], error) {
	places, err := a.inv.Inbox.ChannelPlaces(ctx, input.ID)
	return answerList(whole(places), func(p inbox.ChannelPlace) channelPlaceBody {
		return channelPlaceBody{Place: p.Place, LocationID: orNull(p.LocationID), Location: p.LocationName}
	}, err)
}

type linkChannelPlaceInput struct {
	IDInput
	Body struct {
		Place      string `json:"place" maxLength:"100"`
		LocationID *int64 `json:"locationId,omitempty" nullable:"true" doc:"Sin él, no es ninguno"`
	}
}

func (a *API) linkChannelPlace(ctx context.Context, input *linkChannelPlaceInput) (*empty, error) {
	var location int64
	if input.Body.LocationID != nil {
		location = *input.Body.LocationID
	}
	return nil, a.inv.Inbox.LinkPlace(ctx, actorOf(ctx), input.ID, input.Body.Place, location)
}
