package api

import (
	"context"
	"time"

	"estante/internal/inventory"
)

func (a *API) subscriptionRoutes() {
	manage := a.may(inventory.ManageIntegrations)
	add(manage, "GET /subscriptions/", "listSubscriptions", "Webhooks de salida", a.listSubscriptions)
	add(manage, "POST /subscriptions/", "createSubscription", "Añadir un webhook de salida", a.createSubscription, created)
	add(manage, "GET /subscriptions/{id}/", "getSubscription", "Un webhook de salida", a.getSubscription)
	add(manage, "PATCH /subscriptions/{id}/", "updateSubscription", "Cambiar un webhook de salida", a.updateSubscription)
	add(manage, "DELETE /subscriptions/{id}/", "deleteSubscription", "Eliminar un webhook de salida", a.deleteSubscription)
	add(manage, "POST /subscriptions/{id}/rotate/", "rotateSubscription", "Cambiar el secreto de un webhook de salida",
		a.rotateSubscription)
	add(manage, "POST /subscriptions/{id}/test/", "testSubscription", "Enviar un mensaje de prueba", a.testSubscription)
}

// SubscriptionBody is an outbound webhook, without its secret.
type SubscriptionBody struct {
	ID            int64                         `json:"id"`
	Name          string                        `json:"name"`
	URL           string                        `json:"url"`
	Events        []inventory.SubscriptionEvent `json:"events" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
	IsActive      bool                          `json:"isActive"`
	StoppedReason string                        `json:"stoppedReason" doc:"Por qué se desactivó sola; vacío si no fue así"`
	FailingSince  *time.Time                    `json:"failingSince,omitempty" doc:"Desde cuándo se dejan de intentar sus mensajes"`
	LastAttemptAt *time.Time                    `json:"lastAttemptAt,omitempty"`
	LastStatus    int                           `json:"lastStatus" doc:"Lo que respondió la última vez; 0 si no respondió"`
	LastFailure   string                        `json:"lastFailure"`
	PreviousUntil *time.Time                    `json:"previousSecretUntil,omitempty" doc:"Hasta cuándo se firma también con el secreto anterior"`
	CreatedAt     time.Time                     `json:"createdAt"`
	Version       int64                         `json:"version" doc:"El número del ETag"`
}

func (a *API) subscriptionOf(s inventory.Subscription) SubscriptionBody {
	body := SubscriptionBody{
		ID: s.ID, Name: s.Name, URL: s.URL, Events: s.Events, IsActive: s.Active, StoppedReason: s.Stopped, FailingSince: s.FailingSince,
		LastAttemptAt: s.LastAt, LastStatus: s.LastStatus, LastFailure: s.LastFailure, CreatedAt: s.CreatedAt, Version: s.Version,
	}
	if s.PreviousUntil != nil && s.PreviousUntil.After(a.inv.Now()) {
		body.PreviousUntil = s.PreviousUntil
	}
	return body
}

type listSubscriptionsOutput struct{ Body ListBody[SubscriptionBody] }

func (a *API) listSubscriptions(ctx context.Context, _ *struct{}) (*listSubscriptionsOutput, error) {
	subscriptions, err := a.inv.Subscriptions(ctx)
	if err != nil {
		return nil, err
	}
	list := inventory.List[inventory.Subscription]{Rows: subscriptions, Count: inventory.Count{N: len(subscriptions)}}
	return &listSubscriptionsOutput{Body: listOf(list, a.subscriptionOf)}, nil
}

type subscriptionOutput struct {
	ETag string `header:"ETag"`
	Body SubscriptionBody
}

func (a *API) subscriptionAnswer(s inventory.Subscription, err error) (*subscriptionOutput, error) {
	return &subscriptionOutput{ETag: etag(s.Version), Body: a.subscriptionOf(s)}, err
}

func (a *API) getSubscription(ctx context.Context, input *IDInput) (*subscriptionOutput, error) {
	return a.subscriptionAnswer(a.inv.Subscription(ctx, input.ID))
}

// secretSubscriptionBody also has the secret, which is shown this once.
type secretSubscriptionBody struct {
	SubscriptionBody
	Secret string `json:"secret" doc:"Con lo que se firman los mensajes; no se vuelve a mostrar"`
}

type secretSubscriptionOutput struct {
	ETag string `header:"ETag"`
	Body secretSubscriptionBody
}

func (a *API) secretAnswer(s inventory.Subscription, err error) (*secretSubscriptionOutput, error) {
	if err != nil {
		return nil, err
	}
	secret, err := a.inv.SubscriptionSecret(s)
	return &secretSubscriptionOutput{ETag: etag(s.Version), Body: secretSubscriptionBody{SubscriptionBody: a.subscriptionOf(s), Secret: secret}}, err
}

type createSubscriptionInput struct {
	Body struct {
		Name   string                        `json:"name"`
		URL    string                        `json:"url" doc:"Una dirección https"`
		Events []inventory.SubscriptionEvent `json:"events" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
	}
}

func (a *API) createSubscription(ctx context.Context, input *createSubscriptionInput) (*secretSubscriptionOutput, error) {
	return a.secretAnswer(a.inv.CreateSubscription(ctx, actorOf(ctx), inventory.SubscriptionFields{
		Name: input.Body.Name, URL: input.Body.URL, Events: input.Body.Events,
	}))
}

func (a *API) rotateSubscription(ctx context.Context, input *IDInput) (*secretSubscriptionOutput, error) {
	return a.secretAnswer(a.inv.RotateSubscription(ctx, actorOf(ctx), input.ID))
}

type updateSubscriptionInput struct {
	IDInput
	IfMatch
	Body struct {
		Name     *string                        `json:"name,omitempty"`
		URL      *string                        `json:"url,omitempty"`
		Events   *[]inventory.SubscriptionEvent `json:"events,omitempty" enum:"stock.changed,order.created,order.status_changed,order.updated,alert.opened,alert.changed,alert.resolved"`
		IsActive *bool                          `json:"isActive,omitempty"`
	}
}

func (a *API) updateSubscription(ctx context.Context, input *updateSubscriptionInput) (*subscriptionOutput, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return a.subscriptionAnswer(a.inv.UpdateSubscription(ctx, actorOf(ctx), input.ID, inventory.SubscriptionChange{
		Name: input.Body.Name, URL: input.Body.URL, Events: input.Body.Events, Active: input.Body.IsActive, IfVersion: version,
	}))
}

func (a *API) deleteSubscription(ctx context.Context, input *deleteInput) (*empty, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return nil, a.inv.DeleteSubscriptionIf(ctx, actorOf(ctx), input.ID, version)
}

func (a *API) testSubscription(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.TestSubscription(ctx, actorOf(ctx), input.ID)
}
