package api

import (
	"context"
	"time"
	"unicode/utf8"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
)

func (a *API) deliveryRoutes() {
	read, handle := a.may(core.ReadDeliveries), a.may(core.HandleDeliveries)
	add(read, "GET /deliveries/", "listDeliveries", "Entregas de las tiendas", a.listDeliveries)
	add(read, "GET /deliveries/{id}/", "getDelivery", "Una entrega, tal como llegó", a.getDelivery)
	add(handle, "POST /deliveries/{id}/reprocess/", "reprocessDelivery", "Procesar una entrega de nuevo",
		a.reprocessDelivery)
}

// DeliveryBody is something a shop sent and what came of it.
type DeliveryBody struct {
	ID          int64               `json:"id"`
	ChannelID   int64               `json:"channelId"`
	Channel     string              `json:"channel"`
	Source      channel.Source      `json:"source" enum:"shopify,woocommerce,standard"`
	ReceivedAt  time.Time           `json:"receivedAt"`
	State       inbox.DeliveryState `json:"state" enum:"pending,retrying,processed,unmatched,ignored,held,duplicate,refused,failed"`
	StateName   string              `json:"stateName"`
	Verdict     string              `json:"verdict"`
	Topic       string              `json:"topic" doc:"De qué trata, en palabras de la tienda"`
	Attempts    int                 `json:"attempts"`
	NextTryAt   *time.Time          `json:"nextTryAt" nullable:"true" doc:"Cuándo se intentará de nuevo"`
	EndedAt     *time.Time          `json:"endedAt" nullable:"true"`
	Size        int64               `json:"size" doc:"Bytes del contenido"`
	OrderID     *int64              `json:"orderId" nullable:"true"`
	OrderNumber string              `json:"orderNumber"`
	UnknownSKUs []string            `json:"unknownSkus"`
	DuplicateOf *int64              `json:"duplicateOf" nullable:"true" doc:"La entrega que repite"`
	Repeats     int64               `json:"repeats" doc:"Cuántas veces se ha repetido"`
	Repeatable  bool                `json:"repeatable" doc:"Si se puede procesar de nuevo"`
}

func deliveryOf(d inbox.Delivery) DeliveryBody {
	body := DeliveryBody{
		ID: d.ID, ChannelID: d.ChannelID, Channel: d.ChannelName, Source: d.Source, ReceivedAt: d.ReceivedAt, State: d.State,
		StateName: d.State.Label(), Verdict: d.Verdict, Topic: d.Topic, Attempts: d.Attempts, EndedAt: d.EndedAt,
		Size: d.Size, OrderID: orNull(d.OrderID), OrderNumber: d.OrderNumber,
		UnknownSKUs: append([]string{}, d.UnknownSKUs...), DuplicateOf: orNull(d.DuplicateOf), Repeats: d.Repeats,
		Repeatable: d.Repeatable(),
	}
	if d.EndedAt == nil {
		body.NextTryAt = &d.DueAt
	}
	return body
}

type listDeliveriesInput struct {
	PageInput
	Channel int64               `query:"channel" minimum:"1" doc:"Solo las de una tienda"`
	Order   int64               `query:"order" minimum:"1" doc:"Solo las de un pedido"`
	State   inbox.DeliveryState `query:"state" enum:"pending,retrying,processed,unmatched,ignored,held,duplicate,refused,failed"`
	DaysInput
	Search string `query:"search" maxLength:"200" doc:"Pedido, tema o veredicto"`
}

func (a *API) listDeliveries(ctx context.Context, input *listDeliveriesInput) (*listOutput[DeliveryBody], error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	deliveries, err := a.inv.Inbox.ListDeliveries(ctx, inbox.DeliveryFilter{
		ChannelID: input.Channel, OrderID: input.Order, State: input.State, From: days.From, To: days.To,
		Search: input.Search, Page: input.page(),
	})
	return answerList(deliveries, deliveryOf, err)
}

type deliveryOutput struct {
	Body struct {
		DeliveryBody
		Headers    []inbox.DeliveryHeader `json:"headers" doc:"Sin lo que era secreto"`
		Body       string                 `json:"body" doc:"El contenido, tal como llegó"`
		BodyIsKept bool                   `json:"bodyIsKept" doc:"Los contenidos se guardan 30 días"`
		BodyIsCut  bool                   `json:"bodyIsCut" doc:"Solo se guarda el principio"`
		BodyIsText bool                   `json:"bodyIsText" doc:"Si no, lo que no se puede enseñar está sustituido"`
	}
}

func (a *API) getDelivery(ctx context.Context, input *IDInput) (*deliveryOutput, error) {
	delivery, err := a.inv.Inbox.Delivery(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	output := &deliveryOutput{}
	output.Body.DeliveryBody = deliveryOf(delivery.Delivery)
	output.Body.Headers = append([]inbox.DeliveryHeader{}, delivery.Headers...)
	output.Body.Body, output.Body.BodyIsKept, output.Body.BodyIsCut = string(delivery.Body), delivery.HasBody, delivery.Cut
	output.Body.BodyIsText = utf8.Valid(delivery.Body)
	return output, nil
}

func (a *API) reprocessDelivery(ctx context.Context, input *IDInput) (*bodyOutput[DeliveryBody], error) {
	delivery, err := a.inv.Inbox.ReprocessDelivery(ctx, input.ID)
	return answerBody(deliveryOf(delivery), err)
}
