package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/reportjob"
	"estante/internal/valuation"
)

// sheetBody is a file with what the stock was worth, and how far it is.
type sheetBody struct {
	ID        int64            `json:"id"`
	Format    reportjob.Format `json:"format" enum:"pdf,xlsx"`
	At        time.Time        `json:"at"`
	Method    valuation.Method `json:"method" enum:"pmp,fifo"`
	State     reportjob.State  `json:"state" enum:"asked,running,done,failed"`
	Total     int64            `json:"total" doc:"Pasos: cada producto se calcula y se escribe"`
	Done      int64            `json:"done" doc:"Pasos hechos"`
	Size      int64            `json:"size" doc:"Bytes del archivo"`
	FileName  string           `json:"fileName"`
	CreatedAt time.Time        `json:"createdAt"`
	EndedAt   *time.Time       `json:"endedAt" nullable:"true"`
}

func sheetOf(s valuation.Sheet) sheetBody {
	return sheetBody{
		ID: s.ID, Format: s.Format, At: s.At, Method: s.Method, State: s.State, Total: s.Total, Done: s.Done, Size: s.Size,
		FileName: s.FileName, CreatedAt: s.CreatedAt, EndedAt: s.EndedAt,
	}
}

type askSheetInput struct {
	Body struct {
		Format reportjob.Format `json:"format" enum:"pdf,xlsx"`
		At     string           `json:"at" maxLength:"40" doc:"Un día (su final), o una hora en la zona del negocio o con la suya"`
		Method valuation.Method `json:"method" enum:"pmp,fifo"`
	}
}

func (a *API) askSheet(ctx context.Context, input *askSheetInput) (*bodyOutput[sheetBody], error) {
	at, err := a.instantOf(ctx, input.Body.At, "at")
	if err != nil {
		return nil, err
	}
	asked, err := a.inv.Valuation.AskSheet(ctx, actorOf(ctx), input.Body.Format, at, input.Body.Method)
	return answerBody(sheetOf(asked), err)
}

func (a *API) getSheet(ctx context.Context, input *IDInput) (*bodyOutput[sheetBody], error) {
	found, err := a.inv.Valuation.Sheet(ctx, actorOf(ctx), input.ID)
	return answerBody(sheetOf(found), err)
}

func (a *API) downloadSheet(ctx context.Context, input *slowIDInput) (*huma.StreamResponse, error) {
	found, err := a.inv.Valuation.Sheet(ctx, actorOf(ctx), input.ID)
	if err != nil {
		return nil, err
	}
	return a.sendReport(ctx, input, found.Job, func(fn func([]byte) error) error {
		return a.inv.Valuation.WalkSheet(ctx, found, fn)
	})
}
