package api

import (
	"context"
	"encoding/json"
	"time"

	"estante/internal/inventory"
)

type auditBody struct {
	ID        int64                 `json:"id"`
	At        time.Time             `json:"at"`
	ActorID   int64                 `json:"actorId" doc:"0 cuando fue el sistema"`
	ActorName string                `json:"actorName"`
	Action    inventory.AuditAction `json:"action"`
	Noun      string                `json:"noun"`
	NounID    int64                 `json:"nounId"`
	Before    json.RawMessage       `json:"before,omitempty"`
	After     json.RawMessage       `json:"after,omitempty"`
}

func auditOf(row inventory.AuditRow) auditBody {
	return auditBody{
		ID: row.ID, At: row.At, ActorID: row.ActorID, ActorName: row.ActorName, Action: row.Action,
		Noun: row.Noun, NounID: row.NounID, Before: json.RawMessage(row.Before), After: json.RawMessage(row.After),
	}
}

type listAuditInput struct {
	PageInput
	Noun    string    `query:"noun" maxLength:"40"`
	NounID  int64     `query:"nounId" minimum:"1"`
	ActorID int64     `query:"actorId" minimum:"1"`
	From    time.Time `query:"from"`
	To      time.Time `query:"to"`
}

type listAuditOutput struct{ Body ListBody[auditBody] }

func (a *API) listAudit(ctx context.Context, input *listAuditInput) (*listAuditOutput, error) {
	rows, err := a.inv.ListAudit(ctx, inventory.AuditFilter{
		Noun: input.Noun, NounID: input.NounID, ActorID: input.ActorID, From: input.From, To: input.To, Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	return &listAuditOutput{Body: listOf(rows, auditOf)}, nil
}
