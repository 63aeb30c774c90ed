package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/support"
)

func (a *API) ticketRoutes() {
	use := a.may(core.UseTickets)
	add(use, "GET /tickets/", "listTickets", "Tickets de soporte", a.listTickets)
	add(use, "POST /tickets/", "openTicket", "Pedir ayuda", a.openTicket, created)
	add(use, "GET /tickets/summary/", "ticketSummary", "Cuántos tickets hay", a.ticketSummary)
	add(use, "GET /tickets/presence/", "ticketPresence", "Quién atiende ahora", a.ticketPresence)
	add(use, "GET /tickets/{id}/", "getTicket", "Un ticket con su conversación", a.getTicket)
	add(use, "PATCH /tickets/{id}/", "changeTicket", "Cambiar o cerrar un ticket", a.changeTicket)
	add(use, "POST /tickets/{id}/messages/", "answerTicket", "Escribir en un ticket", a.answerTicket, created)
	add(use, "POST /tickets/{id}/read/", "readTicket", "Dar un ticket por leído", a.readTicket)
}

type ticketMessageBody struct {
	ID        int64                `json:"id"`
	Message   string               `json:"message"`
	Status    support.TicketStatus `json:"status" enum:",open,in_progress,resolved,closed" doc:"El estado que se le dio aquí; vacío si es un mensaje"`
	User      string               `json:"user"`
	UserID    int64                `json:"userId"`
	CreatedAt time.Time            `json:"createdAt"`
}

func ticketMessageOf(m support.TicketMessage) ticketMessageBody {
	return ticketMessageBody{
		ID: m.ID, Message: m.Body, Status: m.Status, User: m.UserName, UserID: m.UserID, CreatedAt: m.At,
	}
}

// TicketBody is a ticket in a list. huma describes embedded structs that are exported.
type TicketBody struct {
	ID           int64                  `json:"id"`
	Subject      string                 `json:"subject"`
	Category     support.TicketCategory `json:"category" enum:"question,problem,data,account,idea"`
	CategoryName string                 `json:"categoryName"`
	Priority     support.TicketPriority `json:"priority" enum:"low,normal,high,urgent"`
	PriorityName string                 `json:"priorityName"`
	Status       support.TicketStatus   `json:"status" enum:"open,in_progress,resolved,closed"`
	StatusName   string                 `json:"statusName"`
	IsChat       bool                   `json:"isChat" doc:"Empezó en el chat"`
	User         string                 `json:"user" doc:"Quién pide ayuda"`
	UserID       int64                  `json:"userId"`
	MessageCount int                    `json:"messageCount"`
	Unread       bool                   `json:"unread" doc:"Hay algo que no has visto"`
	Waiting      bool                   `json:"waiting" doc:"Nadie ha respondido aún a lo último"`
	CreatedAt    time.Time              `json:"createdAt"`
	UpdatedAt    time.Time              `json:"updatedAt"`
}

func ticketOf(t support.TicketRow) TicketBody {
	return TicketBody{
		ID: t.ID, Subject: t.Subject, Category: t.Category, CategoryName: t.Category.Label(), Priority: t.Priority,
		PriorityName: t.Priority.Label(), Status: t.Status, StatusName: t.Status.Label(), IsChat: t.IsChat, User: t.UserName,
		UserID: t.UserID, MessageCount: t.Messages, Unread: t.Unread, Waiting: t.AskedID > t.AnsweredID,
		CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
	}
}

// ticketThreadBody is a ticket with everything said about it.
type ticketThreadBody struct {
	TicketBody
	Messages []ticketMessageBody `json:"messages" doc:"El más antiguo primero"`
}

// ticketAnswer shows one ticket, or what went wrong.
func ticketAnswer(ticket support.TicketRow, err error) (*bodyOutput[ticketThreadBody], error) {
	if err != nil {
		return nil, err
	}
	return answerBody(ticketThreadBody{TicketBody: ticketOf(ticket), Messages: each(ticket.Thread, ticketMessageOf)}, err)
}

type listTicketsInput struct {
	PageInput
	Search string `query:"search" maxLength:"200" doc:"Asunto o nombre de quien pide ayuda"`
	Status string `query:"status" enum:"open,in_progress,resolved,closed"`
	Active bool   `query:"active" doc:"Solo los que no están resueltos ni cerrados"`
	Mine   bool   `query:"mine" doc:"Solo los tuyos, aunque atiendas los de todos"`
}

func (a *API) listTickets(ctx context.Context, input *listTicketsInput) (*listOutput[TicketBody], error) {
	tickets, err := a.inv.Support.Tickets(ctx, support.TicketFilter{
		Viewer: actorOf(ctx).User, Mine: input.Mine, Active: input.Active, Status: support.TicketStatus(input.Status),
		Search: input.Search, Page: input.page(),
	})
	return answerList(tickets, ticketOf, err)
}

type ticketSummaryOutput struct {
	Body struct {
		Open       int `json:"open"`
		InProgress int `json:"inProgress"`
		Resolved   int `json:"resolved"`
		Closed     int `json:"closed"`
		Unread     int `json:"unread" doc:"Los que tienen algo que no has visto"`
	}
}

func (a *API) ticketSummary(ctx context.Context, _ *struct{}) (*ticketSummaryOutput, error) {
	summary, err := a.inv.Support.TicketSummary(ctx, support.TicketFilter{Viewer: actorOf(ctx).User})
	if err != nil {
		return nil, err
	}
	output := &ticketSummaryOutput{}
	output.Body.Open = summary.ByStatus[support.TicketOpen]
	output.Body.InProgress = summary.ByStatus[support.TicketInProgress]
	output.Body.Resolved = summary.ByStatus[support.TicketResolved]
	output.Body.Closed = summary.ByStatus[support.TicketClosed]
	output.Body.Unread = summary.Unread
	return output, nil
}

type attendantBody struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type ticketPresenceOutput struct {
	Body struct {
		Administrators []attendantBody `json:"administrators" doc:"Quienes atienden y tienen Estante abierto ahora"`
	}
}

func (a *API) ticketPresence(ctx context.Context, _ *struct{}) (*ticketPresenceOutput, error) {
	people, err := a.inv.Support.Attendants(ctx)
	if err != nil {
		return nil, err
	}
	output := &ticketPresenceOutput{}
	output.Body.Administrators = make([]attendantBody, 0, len(people))
	for _, person := range people {
		output.Body.Administrators = append(output.Body.Administrators, attendantBody{
			ID: person.UserID, Name: person.UserName,
		})
	}
	return output, nil
}

type openTicketInput struct {
	Body struct {
		Subject  string                 `json:"subject,omitempty" doc:"En un chat puede faltar: lo nombra su primer mensaje"`
		Category support.TicketCategory `json:"category,omitempty" enum:"question,problem,data,account,idea" default:"question"`
		Priority support.TicketPriority `json:"priority,omitempty" enum:"low,normal,high,urgent" default:"normal"`
		Message  string                 `json:"message"`
		IsChat   bool                   `json:"isChat,omitempty"`
	}
}

func (a *API) openTicket(ctx context.Context, input *openTicketInput) (*bodyOutput[ticketThreadBody], error) {
	asked := input.Body
	return ticketAnswer(a.inv.Support.OpenTicket(ctx, actorOf(ctx), support.NewTicket{
		Subject: asked.Subject, Category: asked.Category, Priority: asked.Priority, Body: asked.Message, IsChat: asked.IsChat,
	}))
}

func (a *API) getTicket(ctx context.Context, input *IDInput) (*bodyOutput[ticketThreadBody], error) {
	return ticketAnswer(a.inv.Support.Ticket(ctx, actorOf(ctx), input.ID))
}

type changeTicketInput struct {
	IDInput
	Body struct {
		Status   *support.TicketStatus   `json:"status,omitempty" enum:"open,in_progress,resolved,closed"`
		Priority *support.TicketPriority `json:"priority,omitempty" enum:"low,normal,high,urgent"`
		Category *support.TicketCategory `json:"category,omitempty" enum:"question,problem,data,account,idea"`
	}
}

func (a *API) changeTicket(ctx context.Context, input *changeTicketInput) (*bodyOutput[ticketThreadBody], error) {
	change := support.TicketChange{
		Status: input.Body.Status, Priority: input.Body.Priority, Category: input.Body.Category,
	}
	return ticketAnswer(a.inv.Support.ChangeTicket(ctx, actorOf(ctx), input.ID, change))
}

type answerTicketInput struct {
	IDInput
	Body struct {
		Message string `json:"message"`
	}
}

func (a *API) answerTicket(ctx context.Context, input *answerTicketInput) (*bodyOutput[ticketMessageBody], error) {
	message, err := a.inv.Support.AnswerTicket(ctx, actorOf(ctx), input.ID, input.Body.Message)
	return answerBody(ticketMessageOf(message), err)
}

type readTicketInput struct {
	IDInput
	Body struct {
		UpTo int64 `json:"upTo" minimum:"1" doc:"El último mensaje que has visto"`
	}
}

func (a *API) readTicket(ctx context.Context, input *readTicketInput) (*empty, error) {
	return nil, a.inv.Support.ReadTicket(ctx, actorOf(ctx), input.ID, input.Body.UpTo)
}
