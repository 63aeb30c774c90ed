package api

import (
	"context"

	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/order"
)

func (a *API) channelStatusRoutes() {
	add(a.may(core.ReadDeliveries), "GET /channels/{id}/statuses/", "listChannelStatuses",
		"Estados propios de la tienda", a.listChannelStatuses)
	add(a.may(core.HandleDeliveries), "POST /channels/{id}/statuses/", "meanChannelStatus",
		"Decir qué significa un estado propio de la tienda", a.meanChannelStatus)
}

type channelStatusBody struct {
	Word   string        `json:"word" doc:"El estado de la tienda, en una sola grafía"`
	Name   string        `json:"name" doc:"Como lo escribe la tienda"`
	Status *order.Status `json:"status" nullable:"true" enum:"pending,processing,shipped,delivered,cancelled,returned" doc:"Lo que alguien dijo que significa"`
	Guess  *order.Status `json:"guess" nullable:"true" enum:"pending,processing,shipped,delivered,cancelled,returned" doc:"Lo que parece significar"`
	Orders int64         `json:"orders" doc:"Pedidos que están en él"`
}

func (a *API) listChannelStatuses(ctx context.Context, input *IDInput) (*listOutput[channelStatusBody], error) {
	statuses, err := a.inv.Inbox.ChannelStatuses(ctx, input.ID)
	return answerList(whole(statuses), func(s inbox.ChannelStatus) channelStatusBody {
		return channelStatusBody{
			Word: s.Word, Name: s.Name, Status: statusOrNull(s.Status), Guess: statusOrNull(s.Guess()), Orders: s.Orders,
		}
	}, err)
}

func statusOrNull(status order.Status) *order.Status {
	if status == "" {
		return nil
	}
	return &status
}

type meanChannelStatusInput struct {
	IDInput
	Body struct {
		Word   string        `json:"word" maxLength:"100"`
		Status *order.Status `json:"status,omitempty" nullable:"true" enum:"pending,processing,shipped,delivered,cancelled,returned" doc:"Sin él, no se sabe"`
	}
}

type meanChannelStatusOutput struct {
	Body struct {
		Deliveries int `json:"deliveries" doc:"Entregas que se procesan de nuevo"`
	}
}

func (a *API) meanChannelStatus(
	ctx context.Context, input *meanChannelStatusInput,
) (*meanChannelStatusOutput, error) {
	var status order.Status
	if input.Body.Status != nil {
		status = *input.Body.Status
	}
	queued, err := a.inv.Inbox.MeanStatus(ctx, actorOf(ctx), input.ID, input.Body.Word, status)
	output := &meanChannelStatusOutput{}
	output.Body.Deliveries = queued
	return output, err
}
