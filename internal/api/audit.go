package api

import (
	"context"
	"encoding/json"
	"time"

	"estante/internal/core"
)

func (a *API) auditRoutes() {
	read := a.may(core.ReadAudit)
	add(read, "GET /audit/", "listAudit", "Quién cambió qué", a.listAudit)
}

type auditBody struct {
	ID        int64            `json:"id"`
	At        time.Time        `json:"at"`
	ActorID   int64            `json:"actorId" doc:"0 cuando fue el sistema"`
	ActorName string           `json:"actorName"`
	Action    core.AuditAction `json:"action"`
	Noun      string           `json:"noun"`
	NounID    int64            `json:"nounId"`
	NounName  string           `json:"nounName" doc:"Cómo se llama hoy; vacío cuando no tiene nombre"`
	Before    json.RawMessage  `json:"before,omitempty"`
	After     json.RawMessage  `json:"after,omitempty"`
}

func auditOf(row core.AuditRow) auditBody {
	return auditBody{
		ID: row.ID, At: row.At, ActorID: row.ActorID, ActorName: row.ActorName, Action: row.Action,
		Noun: row.Noun, NounID: row.NounID, NounName: row.NounName, Before: json.RawMessage(row.Before),
		After: json.RawMessage(row.After),
	}
}

type listAuditInput struct {
	PageInput
	Noun      string `query:"noun" maxLength:"40"`
	NounID    int64  `query:"nounId" minimum:"1"`
	ActorID   int64  `query:"actorId" minimum:"1"`
	CreatedBy string `query:"createdBy" maxLength:"200" doc:"Parte del nombre de quien hizo el cambio"`
	DaysInput
}

func (a *API) listAudit(ctx context.Context, input *listAuditInput) (*listOutput[auditBody], error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	rows, err := a.inv.Core.ListAudit(ctx, core.AuditFilter{
		Noun: input.Noun, NounID: input.NounID, ActorID: input.ActorID, CreatedBy: input.CreatedBy,
		From: days.From, To: days.To, Page: input.page(),
	})
	return answerList(rows, auditOf, err)
}
