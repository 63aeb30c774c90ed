package api

import (
	"context"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
)

func (a *API) channelRoutes() {
	read := a.may(core.ReadDeliveries)
	manage := a.may(core.ManageIntegrations)
	handle := a.may(core.HandleDeliveries)
	add(read, "GET /channels/", "listChannels", "Tiendas conectadas", a.listChannels)
	add(manage, "POST /channels/", "createChannel", "Conectar una tienda", a.createChannel, created, secret)
	add(read, "GET /channels/{id}/", "getChannel", "Una tienda conectada", a.getChannel)
	add(manage, "PATCH /channels/{id}/", "updateChannel", "Cambiar una tienda conectada", a.updateChannel, secret)
	add(manage, "DELETE /channels/{id}/", "deleteChannel", "Desconectar una tienda",
		deletion(a.inv.Inbox.DeleteChannelIf), secret)
	add(manage, "POST /channels/{id}/rotate/", "rotateSecret", "Cambiar el secreto de una tienda", a.rotateSecret, secret)
	add(handle, "POST /channels/{id}/process-held/", "processHeld", "Procesar lo que llegó con la tienda desactivada",
		a.processHeld)
	add(read, "GET /channels/{id}/gaps/", "listGaps", "Números de pedido que faltan", a.listGaps)
	add(handle, "POST /channels/{id}/gaps/dismiss/", "dismissGap", "Dar por sabidos números que faltan", a.dismissGap)
}

// ChannelBody is a shop that sends its orders here. Its secret is never shown.
type ChannelBody struct {
	ID                  int64          `json:"id"`
	Name                string         `json:"name"`
	Source              channel.Source `json:"source" enum:"shopify,woocommerce,standard"`
	Address             string         `json:"address" doc:"Donde la tienda debe enviar sus avisos; vacía si tu rol no puede verla o si falta la clave del servidor"`
	Location            string         `json:"location"`
	LocationID          int64          `json:"locationId"`
	IsActive            bool           `json:"isActive"`
	SilenceHours        int            `json:"silenceHours" doc:"Tras cuántas horas sin noticias se avisa; 0 es nunca"`
	IsSilent            bool           `json:"isSilent" doc:"Lleva callada más de lo debido"`
	MissesUpdates       bool           `json:"missesUpdates" doc:"Avisa de pedidos nuevos y de ningún cambio"`
	Fault               string         `json:"fault" doc:"El último error que ha enviado en lugar de un pedido; vacío si vuelven a llegar"`
	LastDeliveryAt      *time.Time     `json:"lastDeliveryAt" nullable:"true" doc:"La última que no era una prueba"`
	PreviousSecretUntil *time.Time     `json:"previousSecretUntil" nullable:"true" doc:"Hasta cuándo se acepta el secreto anterior"`
	Waiting             int64          `json:"waiting" doc:"Entregas por procesar"`
	Failed              int64          `json:"failed" doc:"Entregas que no se han podido procesar"`
	Held                int64          `json:"held" doc:"Entregas que llegaron con la tienda desactivada y están sin procesar"`
	Unmatched           int64          `json:"unmatched" doc:"Entregas con un SKU desconocido"`
	MissingNumbers      int64          `json:"missingNumbers" doc:"Números de pedido de los que la tienda no ha avisado"`
	CreatedAt           time.Time      `json:"createdAt"`
	Version             int64          `json:"version" doc:"El número del ETag"`
}

func channelOf(c inbox.ChannelRow) ChannelBody {
	return ChannelBody{
		ID: c.ID, Name: c.Name, Source: c.Source, Address: c.Address, Location: c.LocationName, LocationID: c.LocationID,
		IsActive: c.Active, SilenceHours: c.SilenceHours, IsSilent: c.Silent,
		MissesUpdates: c.HalfAt != nil, Fault: c.Fault, LastDeliveryAt: c.LastNewsAt,
		PreviousSecretUntil: c.PreviousUntil, Waiting: c.Waiting, Failed: c.Failed, Unmatched: c.Unmatched, Held: c.Held,
		MissingNumbers: c.Missing, CreatedAt: c.CreatedAt, Version: c.Version,
	}
}

func shownChannel(c inbox.ChannelRow, err error) (*versionOutput[ChannelBody], error) {
	return answerVersion(c.Version, channelOf(c), err)
}

// channelSecretOutputBody shows a secret for the only time.
type channelSecretOutputBody struct {
	ChannelBody
	Secret string `json:"secret" doc:"El secreto con el que firma la tienda; no se vuelve a enseñar"`
}

func shownSecret(c inbox.ChannelRow, secret string, err error) (*versionOutput[channelSecretOutputBody], error) {
	return answerVersion(c.Version, channelSecretOutputBody{ChannelBody: channelOf(c), Secret: secret}, err)
}

func (a *API) listChannels(ctx context.Context, _ *struct{}) (*listOutput[ChannelBody], error) {
	channels, err := a.inv.Inbox.Channels(ctx, actorOf(ctx))
	return answerList(whole(channels), channelOf, err)
}

func (a *API) getChannel(ctx context.Context, input *IDInput) (*versionOutput[ChannelBody], error) {
	return shownChannel(a.inv.Inbox.Channel(ctx, actorOf(ctx), input.ID))
}

type createChannelInput struct {
	Body struct {
		Name         string         `json:"name"`
		Source       channel.Source `json:"source" enum:"shopify,woocommerce,standard"`
		Secret       string         `json:"secret,omitempty" doc:"El que da la tienda; sin él se crea uno"`
		LocationID   int64          `json:"locationId,omitempty" doc:"De dónde salen sus pedidos; por defecto, el almacén principal"`
		SilenceHours *int           `json:"silenceHours,omitempty" doc:"Por defecto, 48"`
	}
}

func (a *API) createChannel(
	ctx context.Context, input *createChannelInput,
) (*versionOutput[channelSecretOutputBody], error) {
	in := input.Body
	return shownSecret(a.inv.Inbox.CreateChannel(ctx, actorOf(ctx), inbox.NewChannel{
		Name: in.Name, Source: in.Source, Secret: in.Secret, LocationID: in.LocationID, SilenceHours: in.SilenceHours,
	}))
}

type updateChannelInput struct {
	IDInput
	IfMatch
	Body struct {
		Name         *string `json:"name,omitempty"`
		LocationID   *int64  `json:"locationId,omitempty"`
		IsActive     *bool   `json:"isActive,omitempty"`
		SilenceHours *int    `json:"silenceHours,omitempty"`
	}
}

func (a *API) updateChannel(ctx context.Context, input *updateChannelInput) (*versionOutput[ChannelBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return shownChannel(a.inv.Inbox.UpdateChannel(ctx, actorOf(ctx), input.ID, inbox.ChannelChange{
		Name: input.Body.Name, LocationID: input.Body.LocationID, Active: input.Body.IsActive,
		SilenceHours: input.Body.SilenceHours, IfVersion: version,
	}))
}

type rotateSecretInput struct {
	IDInput
	Body struct {
		Secret       string `json:"secret,omitempty" doc:"El nuevo; sin él se crea uno"`
		KeepPrevious *bool  `json:"keepPrevious,omitempty" doc:"Aceptar el anterior durante un día; por defecto, sí"`
	}
}

func (a *API) rotateSecret(
	ctx context.Context, input *rotateSecretInput,
) (*versionOutput[channelSecretOutputBody], error) {
	keep := input.Body.KeepPrevious == nil || *input.Body.KeepPrevious
	return shownSecret(a.inv.Inbox.RotateSecret(ctx, actorOf(ctx), input.ID, input.Body.Secret, keep))
}

type processHeldOutput struct {
	Body struct {
		Deliveries int64 `json:"deliveries" doc:"Cuántas entregas se procesarán"`
	}
}

func (a *API) processHeld(ctx context.Context, input *IDInput) (*processHeldOutput, error) {
	output := &processHeldOutput{}
	var err error
	output.Body.Deliveries, err = a.inv.Inbox.ProcessHeld(ctx, input.ID)
	return output, err
}

type gapBody struct {
	First   int64     `json:"first"`
	Last    int64     `json:"last"`
	Numbers int64     `json:"numbers"`
	Since   time.Time `json:"since" doc:"Cuándo llegó el primer número posterior"`
}

func shownGaps(gaps []inbox.Gap, err error) (*listOutput[gapBody], error) {
	return answerList(whole(gaps), func(g inbox.Gap) gapBody {
		return gapBody{First: g.First, Last: g.Last, Numbers: g.Numbers(), Since: g.Since}
	}, err)
}

func (a *API) listGaps(ctx context.Context, input *IDInput) (*listOutput[gapBody], error) {
	return shownGaps(a.inv.Inbox.Gaps(ctx, input.ID))
}

type dismissGapInput struct {
	IDInput
	Body struct {
		First int64 `json:"first"`
		Last  int64 `json:"last"`
	}
}

func (a *API) dismissGap(ctx context.Context, input *dismissGapInput) (*listOutput[gapBody], error) {
	return shownGaps(a.inv.Inbox.DismissGap(ctx, input.ID, input.Body.First, input.Body.Last))
}
