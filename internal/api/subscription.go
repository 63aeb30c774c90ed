package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/webhook"
)

func (a *API) subscriptionRoutes() {
	manage := a.may(core.ManageIntegrations)
	add(manage, "GET /subscriptions/", "listSubscriptions", "Webhooks de salida", a.listSubscriptions)
	add(manage, "POST /subscriptions/", "createSubscription", "Añadir un webhook de salida", a.createSubscription, created)
	add(manage, "GET /subscriptions/{id}/", "getSubscription", "Un webhook de salida", a.getSubscription)
	add(manage, "PATCH /subscriptions/{id}/", "updateSubscription", "Cambiar un webhook de salida", a.updateSubscription)
	add(manage, "DELETE /subscriptions/{id}/", "deleteSubscription", "Eliminar un webhook de salida",
		deletion(a.inv.Webhooks.DeleteSubscriptionIf))
	add(manage, "POST /subscriptions/{id}/rotate/", "rotateSubscription", "Cambiar el secreto de un webhook de salida",
		a.rotateSubscription)
	add(manage, "POST /subscriptions/{id}/test/", "testSubscription", "Enviar un mensaje de prueba", a.testSubscription)
}

// SubscriptionBody is an outbound webhook, without its secret.
type SubscriptionBody struct {
	ID            int64                       `json:"id"`
	Name          string                      `json:"name"`
	URL           string                      `json:"url"`
	Events        []webhook.SubscriptionEvent `json:"events" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
	IsActive      bool                        `json:"isActive"`
	StoppedReason string                      `json:"stoppedReason" doc:"Por qué se desactivó sola; vacío si no fue así"`
	FailingSince  *time.Time                  `json:"failingSince,omitempty" doc:"Desde cuándo se dejan de intentar sus mensajes"`
	LastAttemptAt *time.Time                  `json:"lastAttemptAt,omitempty"`
	LastStatus    int                         `json:"lastStatus" doc:"Lo que respondió la última vez; 0 si no respondió"`
	LastFailure   string                      `json:"lastFailure"`
	PreviousUntil *time.Time                  `json:"previousSecretUntil,omitempty" doc:"Hasta cuándo se firma también con el secreto anterior"`
	CreatedAt     time.Time                   `json:"createdAt"`
	Version       int64                       `json:"version" doc:"El número del ETag"`
}

func (a *API) subscriptionOf(s webhook.Subscription) SubscriptionBody {
	body := SubscriptionBody{
		ID: s.ID, Name: s.Name, URL: s.URL, Events: s.Events, IsActive: s.Active, StoppedReason: s.Stopped,
		FailingSince: s.FailingSince, LastAttemptAt: s.LastAt, LastStatus: s.LastStatus, LastFailure: s.LastFailure,
		CreatedAt: s.CreatedAt, Version: s.Version,
	}
	if s.PreviousUntil != nil && s.PreviousUntil.After(a.inv.Core.Now()) {
		body.PreviousUntil = s.PreviousUntil
	}
	return body
}

func (a *API) listSubscriptions(ctx context.Context, _ *struct{}) (*listOutput[SubscriptionBody], error) {
	subscriptions, err := a.inv.Webhooks.Subscriptions(ctx)
	return answerList(whole(subscriptions), a.subscriptionOf, err)
}

func (a *API) subscriptionAnswer(s webhook.Subscription, err error) (*versionOutput[SubscriptionBody], error) {
	return answerVersion(s.Version, a.subscriptionOf(s), err)
}

func (a *API) getSubscription(ctx context.Context, input *IDInput) (*versionOutput[SubscriptionBody], error) {
	return a.subscriptionAnswer(a.inv.Webhooks.Subscription(ctx, input.ID))
}

// secretSubscriptionBody also has the secret, which is shown this once.
type secretSubscriptionBody struct {
	SubscriptionBody
	Secret string `json:"secret" doc:"Con lo que se firman los mensajes; no se vuelve a mostrar"`
}

func (a *API) secretAnswer(s webhook.Subscription, err error) (*versionOutput[secretSubscriptionBody], error) {
	if err != nil {
		return nil, err
	}
	secret, err := a.inv.Webhooks.SubscriptionSecret(s)
	return answerVersion(s.Version, secretSubscriptionBody{SubscriptionBody: a.subscriptionOf(s), Secret: secret}, err)
}

type createSubscriptionInput struct {
	Body struct {
		Name   string                      `json:"name"`
		URL    string                      `json:"url" doc:"Una dirección https"`
		Events []webhook.SubscriptionEvent `json:"events" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
	}
}

func (a *API) createSubscription(
	ctx context.Context, input *createSubscriptionInput,
) (*versionOutput[secretSubscriptionBody], error) {
	return a.secretAnswer(a.inv.Webhooks.CreateSubscription(ctx, actorOf(ctx), webhook.SubscriptionFields{
		Name: input.Body.Name, URL: input.Body.URL, Events: input.Body.Events,
	}))
}

func (a *API) rotateSubscription(ctx context.Context, input *IDInput) (*versionOutput[secretSubscriptionBody], error) {
	return a.secretAnswer(a.inv.Webhooks.RotateSubscription(ctx, actorOf(ctx), input.ID))
}

type updateSubscriptionInput struct {
	IDInput
	IfMatch
	Body struct {
		Name     *string                      `json:"name,omitempty"`
		URL      *string                      `json:"url,omitempty"`
		Events   *[]webhook.SubscriptionEvent `json:"events,omitempty" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
		IsActive *bool                        `json:"isActive,omitempty"`
	}
}

func (a *API) updateSubscription(
	ctx context.Context, input *updateSubscriptionInput,
) (*versionOutput[SubscriptionBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return a.subscriptionAnswer(a.inv.Webhooks.UpdateSubscription(ctx, actorOf(ctx), input.ID, webhook.SubscriptionChange{
		Name: input.Body.Name, URL: input.Body.URL, Events: input.Body.Events, Active: input.Body.IsActive,
		IfVersion: version,
	}))
}

func (a *API) testSubscription(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Webhooks.TestSubscription(ctx, actorOf(ctx), input.ID)
}
