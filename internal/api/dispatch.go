package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/webhook"
)

func (a *API) dispatchRoutes() {
	manage := a.may(core.ManageIntegrations)
	add(manage, "GET /subscriptions/{id}/dispatches/", "listDispatches", "Mensajes de un webhook de salida",
		a.listDispatches)
	add(manage, "POST /subscriptions/{id}/dispatches/{dispatchId}/resend/", "resendDispatch", "Reenviar un mensaje",
		a.resendDispatch)
}

// DispatchBody is one message to a subscription, with what became of it.
type DispatchBody struct {
	ID          int64                     `json:"id"`
	MessageID   string                    `json:"messageId" doc:"La cabecera webhook-id, igual en cada intento"`
	Event       webhook.SubscriptionEvent `json:"event"`
	Body        string                    `json:"body" doc:"Lo que se envía, tal cual"`
	State       webhook.DispatchState     `json:"state" enum:"waiting,delivered,failed"`
	Attempts    int                       `json:"attempts"`
	Status      int                       `json:"status" doc:"Lo que respondió el receptor la última vez; 0 si no respondió"`
	DurationMs  int64                     `json:"durationMs"`
	Failure     string                    `json:"failure" doc:"Por qué no se entregó la última vez"`
	Answer      string                    `json:"answer" doc:"El principio de lo que dijo el receptor"`
	Tries       []dispatchTry             `json:"tries" doc:"Cada intento, del primero al último"`
	CreatedAt   time.Time                 `json:"createdAt"`
	AttemptedAt *time.Time                `json:"attemptedAt,omitempty"`
	NextTryAt   *time.Time                `json:"nextTryAt,omitempty" doc:"Cuándo se vuelve a intentar"`
}

// dispatchTry is one attempt to send a message.
type dispatchTry struct {
	At         time.Time `json:"at"`
	Status     int       `json:"status" doc:"Lo que respondió el receptor; 0 si no respondió"`
	DurationMs int64     `json:"durationMs"`
	Failure    string    `json:"failure"`
	Answer     string    `json:"answer"`
}

func dispatchTryOf(t webhook.DispatchTry) dispatchTry {
	return dispatchTry{At: t.At, Status: t.Status, DurationMs: t.Milliseconds, Failure: t.Failure, Answer: t.Answer}
}

func dispatchOf(d webhook.Dispatch) DispatchBody {
	body := DispatchBody{
		ID: d.ID, MessageID: d.Message, Event: d.Event, Body: d.Body, State: d.State, Attempts: d.Attempts, Status: d.Status,
		DurationMs: d.Duration.Milliseconds(), Failure: d.Failure, Answer: d.Answer, Tries: each(d.Tries, dispatchTryOf),
		CreatedAt: d.CreatedAt, AttemptedAt: d.AttemptedAt,
	}
	if d.State == webhook.DispatchWaiting {
		body.NextTryAt = &d.DueAt
	}
	return body
}

type listDispatchesInput struct {
	IDInput
	PageInput
	State webhook.DispatchState `query:"state" enum:"waiting,delivered,failed"`
}

func (a *API) listDispatches(ctx context.Context, input *listDispatchesInput) (*listOutput[DispatchBody], error) {
	dispatches, err := a.inv.Webhooks.Dispatches(ctx, webhook.DispatchFilter{
		SubscriptionID: input.ID, State: input.State, Page: input.page(),
	})
	return answerList(dispatches, dispatchOf, err)
}

type dispatchInput struct {
	IDInput
	DispatchID int64 `path:"dispatchId"`
}

func (a *API) resendDispatch(ctx context.Context, input *dispatchInput) (*bodyOutput[DispatchBody], error) {
	dispatch, err := a.inv.Webhooks.ResendDispatch(ctx, actorOf(ctx), input.ID, input.DispatchID)
	return answerBody(dispatchOf(dispatch), err)
}
