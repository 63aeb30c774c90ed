package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

func (a *API) notificationRoutes() {
	use := a.may(core.UseAccount)
	add(use, "GET /notifications/", "listNotifications", "Tus notificaciones", a.listNotifications)
	add(use, "POST /notifications/read-all/", "readNotifications", "Marcar todas como leídas", a.readNotifications)
	add(use, "POST /notifications/{id}/read/", "readNotification", "Marcar una como leída", a.readNotification)
}

type notificationBody struct {
	ID        int64                   `json:"id"`
	Kind      outbox.NotificationKind `json:"kind"`
	Title     string                  `json:"title"`
	Message   string                  `json:"message"`
	Link      string                  `json:"link" doc:"La pantalla donde se atiende"`
	CreatedAt time.Time               `json:"createdAt"`
	IsRead    bool                    `json:"isRead"`
}

func notificationOf(n outbox.Notification) notificationBody {
	return notificationBody{
		ID: n.ID, Kind: n.Kind, Title: n.Title, Message: n.Message, Link: n.Link, CreatedAt: n.CreatedAt, IsRead: n.Read,
	}
}

type notificationsBody struct {
	ListBody[notificationBody]
	Unread int `json:"unread"`
}

func (a *API) listNotifications(
	ctx context.Context, input *PageInput,
) (*bodyOutput[notificationsBody], error) {
	inbox, err := a.inv.Outbox.Notifications(ctx, actorOf(ctx), input.page())
	return answerBody(notificationsBody{ListBody: listOf(inbox.List, notificationOf), Unread: inbox.Unread}, err)
}

func (a *API) readNotification(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Outbox.ReadNotification(ctx, actorOf(ctx), input.ID)
}

func (a *API) readNotifications(ctx context.Context, _ *struct{}) (*empty, error) {
	return nil, a.inv.Outbox.ReadNotifications(ctx, actorOf(ctx))
}
