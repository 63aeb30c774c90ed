package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/outbox"
)

func (a *API) mailRoutes() {
	manage := a.may(core.ManageSettings)
	add(manage, "GET /mail/", "getMail", "El servidor de correo", a.getMail)
	add(manage, "PUT /mail/", "updateMail", "Cambiar el servidor de correo", a.updateMail, secret)
	add(manage, "POST /mail/test/", "testMail", "Enviarte un correo de prueba", a.testMail)
	add(manage, "GET /mail/tray/", "listMailTray", "Los correos que esperan sin servidor", a.listMailTray)
	add(manage, "DELETE /mail/tray/{id}/", "deleteMailTrayItem", "Quitar un correo de la bandeja", a.deleteMailTrayItem)
}

type mailBody struct {
	Host        string              `json:"host" doc:"Vacío si no hay servidor: los correos esperan en la bandeja"`
	Port        int                 `json:"port"`
	Security    outbox.MailSecurity `json:"security" enum:"starttls,tls,none"`
	Username    string              `json:"username"`
	HasPassword bool                `json:"hasPassword"`
	Sender      string              `json:"sender"`
	FromFlags   bool                `json:"fromFlags" doc:"Lo fija quien arranca el servidor, con --smtp: aquí no se cambia"`
}

func (a *API) shownMail(server outbox.MailServer, err error) (*bodyOutput[mailBody], error) {
	return answerBody(mailBody{
		Host: server.Host, Port: server.Port, Security: server.Security, Username: server.Username,
		HasPassword: server.Password != "", Sender: server.Sender, FromFlags: a.options.MailServer,
	}, err)
}

func (a *API) getMail(ctx context.Context, _ *struct{}) (*bodyOutput[mailBody], error) {
	return a.shownMail(a.inv.Outbox.MailServer(ctx))
}

type updateMailInput struct {
	Body struct {
		Host     string              `json:"host"`
		Port     int                 `json:"port"`
		Security outbox.MailSecurity `json:"security" enum:"starttls,tls,none"`
		Username string              `json:"username"`
		Password *string             `json:"password,omitempty" doc:"Sin él se conserva la que hay"`
		Sender   string              `json:"sender"`
	}
}

var (
	errMailByFlags = &core.Error{
		Kind: core.Conflict, Message: "El correo lo fija quien arranca el servidor, con --smtp: aquí no se cambia",
	}
	errNoMailServer = &core.Error{Kind: core.Conflict, Message: "Antes guarda un servidor de correo"}
)

func (a *API) updateMail(ctx context.Context, input *updateMailInput) (*bodyOutput[mailBody], error) {
	if a.options.MailServer {
		return nil, errMailByFlags
	}
	in := input.Body
	return a.shownMail(a.inv.Outbox.UpdateMailServer(ctx, actorOf(ctx), outbox.MailServerChange{
		Host: in.Host, Port: in.Port, Security: in.Security, Username: in.Username, Password: in.Password,
		Sender: in.Sender,
	}))
}

func (a *API) testMail(ctx context.Context, _ *struct{}) (*empty, error) {
	sends, err := a.sendsMail(ctx)
	if err == nil && !sends {
		err = errNoMailServer
	}
	if err != nil {
		return nil, err
	}
	return nil, a.inv.Outbox.SendTest(ctx, actorOf(ctx), a.options.Mailer)
}

// sendsMail says that e-mails leave, and do not wait in the tray.
func (a *API) sendsMail(ctx context.Context) (bool, error) {
	if a.options.MailServer {
		return true, nil
	}
	server, err := a.inv.Outbox.MailServer(ctx)
	return server.Host != "" && a.options.Mailer != nil, err
}

type trayItemBody struct {
	ID        int64              `json:"id"`
	Kind      outbox.MessageKind `json:"kind"`
	To        string             `json:"to"`
	Name      string             `json:"name"`
	Subject   string             `json:"subject"`
	Text      string             `json:"text"`
	Link      string             `json:"link" doc:"El enlace que lleva; vacío si no lleva ninguno que abra algo"`
	CreatedAt time.Time          `json:"createdAt"`
	ExpiresAt time.Time          `json:"expiresAt"`
}

func (a *API) listMailTray(ctx context.Context, input *PageInput) (*listOutput[trayItemBody], error) {
	items, err := a.inv.Outbox.TrayItems(ctx, input.page())
	return answerList(items, func(i outbox.TrayItem) trayItemBody {
		return trayItemBody{
			ID: i.ID, Kind: i.Kind, To: i.To, Name: i.Name, Subject: i.Subject, Text: i.Text, Link: i.Link,
			CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
		}
	}, err)
}

func (a *API) deleteMailTrayItem(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Outbox.DeleteTrayItem(ctx, input.ID)
}
