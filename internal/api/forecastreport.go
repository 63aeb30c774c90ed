package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"estante/internal/inventory"
	"estante/internal/report"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

func (a *API) forecastReportRoutes() {
	read := a.may(inventory.ReadProducts)
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

func forecastReportOf(r inventory.ForecastReport) ForecastReportBody {
	return ForecastReportBody{
		ID: r.ID, Format: string(r.Format), State: string(r.State), Total: r.Total, Done: r.Done, Size: r.Size, FileName: r.FileName,
		CreatedAt: r.CreatedAt, EndedAt: r.EndedAt,
	}
}

type forecastReportOutput struct{ Body ForecastReportBody }

type askForecastReportInput struct {
	Body struct {
		Format       inventory.ForecastReportFormat `json:"format" enum:"pdf,xlsx"`
		Search       string                         `json:"search,omitempty" maxLength:"200"`
		LowStock     bool                           `json:"lowStock,omitempty"`
		AlertBlocked bool                           `json:"alertBlocked,omitempty"`
		Ordering     inventory.ForecastOrdering     `json:"ordering,omitempty" enum:"productName,-productName,currentStock,-currentStock,soldLast30Days,-soldLast30Days,willSellIn30Days,-willSellIn30Days,toDo,-toDo,runsOutIn,-runsOutIn,alertDays,-alertDays"`
	}
}

func (a *API) askForecastReport(ctx context.Context, input *askForecastReportInput) (*forecastReportOutput, error) {
	body := input.Body
	asked, err := a.inv.AskForecastReport(ctx, actorOf(ctx), body.Format, inventory.ForecastFilter{
		Search: body.Search, LowStock: body.LowStock, AlertBlocked: body.AlertBlocked, Ordering: body.Ordering,
	})
	return &forecastReportOutput{Body: forecastReportOf(asked)}, err
}

func (a *API) getForecastReport(ctx context.Context, input *IDInput) (*forecastReportOutput, error) {
	found, err := a.inv.ForecastReport(ctx, actorOf(ctx), input.ID)
	return &forecastReportOutput{Body: forecastReportOf(found)}, err
}

// reportFile documents that the operation answers with the file of a report.
func reportFile(op *huma.Operation) {
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	op.Responses = map[string]*huma.Response{
		"200": {
			Description: "El archivo",
			Content:     map[string]*huma.MediaType{report.PDFType: file, report.ContentType(inventory.SheetXLSX): file},
		},
		"404": {Ref: "#/components/responses/" + responseName(http.StatusNotFound)},
		"409": {Ref: "#/components/responses/" + responseName(http.StatusConflict)},
	}
}

func (a *API) downloadForecastReport(ctx context.Context, input *slowIDInput) (*huma.StreamResponse, error) {
	found, err := a.inv.ForecastReport(ctx, actorOf(ctx), input.ID)
	if err == nil && found.State != inventory.ReportDone {
		err = inventory.ErrReportWaits
	}
	if err != nil {
		return nil, err
	}
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		header := w.Header()
		header.Set("Content-Type", reportType(found.Format))
		header.Set("Content-Disposition", `attachment; filename="`+found.FileName+`"`)
		header.Set("Content-Length", strconv.FormatInt(found.Size, 10))
		w.WriteHeader(http.StatusOK)
		err := a.inv.WalkForecastReport(ctx, found, func(piece []byte) error {
			_, err := w.Write(piece)
			return err
		})
		if err != nil && ctx.Err() == nil {
			a.options.Log.WarnContext(ctx, "report not sent", "error", err)
		}
	}}, nil
}

func reportType(format inventory.ForecastReportFormat) string {
	if format == inventory.ReportPDF {
		return report.PDFType
	}
	return report.ContentType(inventory.SheetXLSX)
}
