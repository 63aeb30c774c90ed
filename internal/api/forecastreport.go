package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/reportjob"
)

func (a *API) forecastReportRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "POST /forecast/reports/", "askForecastReport", "Pedir un reporte de las previsiones",
		a.askForecastReport, created)
	add(read, "GET /forecast/reports/{id}/", "getForecastReport", "Cómo va un reporte", a.getForecastReport)
	add(read, "GET /forecast/reports/{id}/file/", "downloadForecastReport", "El archivo de un reporte",
		a.downloadForecastReport, reportFile)
}

// ForecastReportBody is a report of forecasts, and how far it is.
type ForecastReportBody struct {
	ID        int64      `json:"id"`
	Format    string     `json:"format" enum:"pdf,xlsx"`
	State     string     `json:"state" enum:"asked,running,done,failed"`
	Total     int64      `json:"total" doc:"Productos que escribir"`
	Done      int64      `json:"done" doc:"Productos ya escritos"`
	Size      int64      `json:"size" doc:"Bytes del archivo"`
	FileName  string     `json:"fileName"`
	CreatedAt time.Time  `json:"createdAt"`
	EndedAt   *time.Time `json:"endedAt" nullable:"true"`
}

func forecastReportOf(r reportjob.Job) ForecastReportBody {
	return ForecastReportBody{
		ID: r.ID, Format: string(r.Format), State: string(r.State), Total: r.Total, Done: r.Done, Size: r.Size,
		FileName: r.FileName, CreatedAt: r.CreatedAt, EndedAt: r.EndedAt,
	}
}

type askForecastReportInput struct {
	Body struct {
		Format       reportjob.Format     `json:"format" enum:"pdf,xlsx"`
		Search       string               `json:"search,omitempty" maxLength:"200"`
		LowStock     bool                 `json:"lowStock,omitempty"`
		AlertBlocked bool                 `json:"alertBlocked,omitempty"`
		Ordering     forecasting.Ordering `json:"ordering,omitempty" enum:"productName,-productName,currentStock,-currentStock,soldLast30Days,-soldLast30Days,willSellIn30Days,-willSellIn30Days,toDo,-toDo,runsOutIn,-runsOutIn,alertDays,-alertDays"`
	}
}

func (a *API) askForecastReport(
	ctx context.Context, input *askForecastReportInput,
) (*bodyOutput[ForecastReportBody], error) {
	body := input.Body
	asked, err := a.inv.Forecasts.AskForecastReport(ctx, actorOf(ctx), body.Format, forecasting.Filter{
		Search: body.Search, LowStock: body.LowStock, AlertBlocked: body.AlertBlocked, Ordering: body.Ordering,
	})
	return answerBody(forecastReportOf(asked), err)
}

func (a *API) getForecastReport(ctx context.Context, input *IDInput) (*bodyOutput[ForecastReportBody], error) {
	found, err := a.inv.Forecasts.ForecastReport(ctx, actorOf(ctx), input.ID)
	return answerBody(forecastReportOf(found), err)
}

func (a *API) downloadForecastReport(ctx context.Context, input *slowIDInput) (*huma.StreamResponse, error) {
	found, err := a.inv.Forecasts.ForecastReport(ctx, actorOf(ctx), input.ID)
	if err != nil {
		return nil, err
	}
	return a.sendReport(ctx, input, found, func(fn func([]byte) error) error {
		return a.inv.Forecasts.WalkForecastReport(ctx, found, fn)
	})
}
