package api

import (
	"context"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
)

func (a *API) alertRoutes() {
	read, note, resolve := a.may(core.ReadAlerts), a.may(core.NoteAlerts), a.may(core.ResolveAlerts)
	add(read, "GET /alerts/", "listAlerts", "Alertas", a.listAlerts, lasting)
	add(read, "GET /alerts/summary/", "alertSummary", "Cuántas alertas hay", a.alertSummary, lasting)
	add(read, "GET /alerts/{id}/", "getAlert", "Una alerta", a.getAlert)
	add(read, "GET /alerts/{id}/notes/", "listAlertNotes", "Las notas de una alerta", a.listAlertNotes)
	add(note, "POST /alerts/{id}/notes/", "addAlertNote", "Añadir una nota a una alerta", a.addAlertNote, created)
	add(resolve, "POST /alerts/{id}/resolve/", "resolveAlert", "Dar una alerta por resuelta", a.resolveAlert)
	add(resolve, "POST /alerts/{id}/snooze/", "snoozeAlert", "Posponer una alerta", a.snoozeAlert)
	add(resolve, "DELETE /alerts/{id}/snooze/", "wakeAlert", "Dejar de posponer una alerta", a.wakeAlert)
	add(read, "GET /products/{id}/alerts/", "productAlerts", "Las alertas de un producto", a.productAlerts)
}

type alertNoteBody struct {
	ID        int64     `json:"id"`
	Note      string    `json:"note"`
	User      string    `json:"user"`
	UserID    int64     `json:"userId"`
	CreatedAt time.Time `json:"createdAt"`
}

func alertNoteOf(n alert.Note) alertNoteBody {
	return alertNoteBody{ID: n.ID, Note: n.Note, User: n.UserName, UserID: n.UserID, CreatedAt: n.At}
}

// alertBody is an alert as the spec names its fields, on its page and on the dashboard.
type alertBody struct {
	ID             int64            `json:"id"`
	Kind           alert.Kind       `json:"kind" enum:"stock,shortage,channel,purchase" doc:"El stock de un producto, lo que falta a sus pedidos, un canal con el que algo no va bien, o una compra que ya debería haber llegado"`
	ProductID      *int64           `json:"productId" nullable:"true" doc:"null si no es de un producto"`
	ChannelID      *int64           `json:"channelId" nullable:"true"`
	PurchaseID     *int64           `json:"purchaseId" nullable:"true"`
	ProductName    string           `json:"productName" doc:"El nombre del producto o del canal, o el número de la compra y su proveedor"`
	SKU            string           `json:"sku"`
	ImageURL       string           `json:"imageUrl"`
	CurrentStock   int64            `json:"currentStock"`
	MinStock       *int64           `json:"minStock" nullable:"true"`
	AlertDays      int              `json:"alertDays"`
	AlertBlocked   bool             `json:"alertBlocked"`
	OutSince       *time.Time       `json:"outSince" nullable:"true" doc:"Cuándo salió la última unidad; null si queda alguna o nunca la hubo"`
	Shortage       int64            `json:"shortage" doc:"Unidades que faltan a los pedidos abiertos"`
	ToDo           *int64           `json:"toDo" nullable:"true" doc:"Unidades que conviene pedir o hacer; null si no hay previsión"`
	RunsOutIn      *int             `json:"runsOutIn" nullable:"true" doc:"Días hasta que se agota; null si no se vende"`
	AlertLevel     string           `json:"alertLevel" enum:"out_of_stock,critical,low,late"`
	AlertLevelName string           `json:"alertLevelName"`
	Type           string           `json:"type" enum:"stock_out,stock_low,shortage,channel_silent,channel_fault,channel_updates,purchase_late"`
	Severity       string           `json:"severity" enum:"high,medium"`
	Title          string           `json:"title"`
	Message        string           `json:"message"`
	Notes          []alertNoteBody  `json:"notes" doc:"La más antigua primero"`
	CreatedAt      time.Time        `json:"createdAt"`
	UpdatedAt      time.Time        `json:"updatedAt"`
	State          string           `json:"state" enum:"open,snoozed,resolved"`
	SnoozedUntil   *time.Time       `json:"snoozedUntil" nullable:"true"`
	IsResolved     bool             `json:"isResolved"`
	ResolvedAt     *time.Time       `json:"resolvedAt" nullable:"true"`
	ResolvedBy     *string          `json:"resolvedBy" nullable:"true" doc:"Quién la resolvió; Sistema si fue por sí sola"`
	ResolvedByID   int64            `json:"resolvedById" doc:"0 cuando fue el sistema"`
	Resolution     alert.Resolution `json:"resolution" enum:",manual,recovered,blocked,inactive,deleted" doc:"Cómo terminó; vacío mientras sigue"`
	ProductDeleted bool             `json:"productDeleted"`
}

func alertOf(a alert.Row) alertBody {
	body := alertBody{
		ID: a.ID, Kind: a.Kind, ProductName: a.ProductName, SKU: a.ProductSKU, ImageURL: a.ImageURL, CurrentStock: a.Stock,
		MinStock: a.MinStock, AlertDays: a.AlertDays, AlertBlocked: a.Blocked, OutSince: a.OutSince,
		Shortage: a.Shortage, ToDo: a.ToDo,
		RunsOutIn: a.DaysLeft, AlertLevel: a.Level.Code(), AlertLevelName: a.Level.Label(), Type: alertType(a),
		Severity: "medium", Title: a.Title(), Message: a.Message(), Notes: each(a.Notes, alertNoteOf), CreatedAt: a.CreatedAt,
		UpdatedAt: a.UpdatedAt, State: a.State.Code(), SnoozedUntil: a.SnoozedUntil,
		IsResolved: a.State == alert.Resolved, ResolvedAt: a.ResolvedAt, ResolvedByID: a.ResolvedBy,
		Resolution: a.Resolution, ProductDeleted: a.Deleted,
	}
	if a.Level > alert.Low {
		body.Severity = "high"
	}
	switch {
	case a.ProductID != 0:
		body.ProductID = &a.ProductID
	case a.PurchaseID != 0:
		body.PurchaseID, body.ProductName = &a.PurchaseID, a.Subject
	default:
		body.ChannelID, body.ProductName = &a.ChannelID, a.Subject
	}
	if body.IsResolved {
		body.ResolvedBy = &a.ResolvedByName
	}
	return body
}

// alertType is what the dashboard calls an alert.
func alertType(a alert.Row) string {
	switch {
	case a.Kind == alert.Channel && a.Trouble == alert.Silent:
		return "channel_silent"
	case a.Kind == alert.Channel:
		return "channel_" + string(a.Trouble)
	case a.Kind == alert.Purchase:
		return "purchase_late"
	case a.Kind == alert.Shortage:
		return "shortage"
	case a.Level == alert.Out:
		return "stock_out"
	default:
		return "stock_low"
	}
}

type listAlertsInput struct {
	PageInput
	Search   string         `query:"search" maxLength:"200" doc:"Nombre o SKU del producto, nombre del canal, o número y proveedor de la compra"`
	Level    string         `query:"level" enum:"out_of_stock,critical,low,late"`
	State    string         `query:"state" enum:"open,snoozed,resolved" default:"open"`
	Resolved Optional[bool] `query:"resolved" doc:"true es lo mismo que state=resolved"`
	Product  int64          `query:"product" minimum:"1"`
	Ordering string         `query:"ordering" enum:"level,-level,createdAt,-createdAt,resolvedAt,-resolvedAt" default:"-level" doc:"-level: lo más grave primero, y de eso lo más nuevo"`
}

func (a *API) listAlerts(ctx context.Context, input *listAlertsInput) (*listOutput[alertBody], error) {
	filter := alert.Filter{
		State: alert.States[input.State], Level: alert.LevelByCode(input.Level), ProductID: input.Product,
		Search: input.Search, Ordering: alert.Ordering(input.Ordering), Page: input.page(),
	}
	if resolved := input.Resolved.pointer(); resolved != nil && *resolved {
		filter.State = alert.Resolved
	}
	alerts, err := a.inv.Alerts.ListAlerts(ctx, filter)
	return answerList(alerts, alertOf, err)
}

func (a *API) productAlerts(ctx context.Context, input *pageOfInput) (*listOutput[alertBody], error) {
	alerts, err := a.inv.Alerts.ProductAlerts(ctx, input.ID, input.page())
	return answerList(alerts, alertOf, err)
}

type alertSummaryBody struct {
	Open       int64 `json:"open" doc:"Todas las que siguen abiertas"`
	OutOfStock int64 `json:"outOfStock"`
	Critical   int64 `json:"critical"`
	Low        int64 `json:"low"`
	Late       int64 `json:"late" doc:"De compras que ya deberían haber llegado"`
	Snoozed    int64 `json:"snoozed"`
	Resolved   int64 `json:"resolved"`
}

func (a *API) alertSummary(ctx context.Context, _ *struct{}) (*bodyOutput[alertSummaryBody], error) {
	totals, err := a.inv.Alerts.AlertTotals(ctx)
	if err != nil {
		return nil, err
	}
	return answerBody(alertSummaryBody{
		Open:       totals.Of(alert.Open, alert.None),
		OutOfStock: totals.Of(alert.Open, alert.Out),
		Critical:   totals.Of(alert.Open, alert.Critical),
		Low:        totals.Of(alert.Open, alert.Low),
		Late:       totals.Of(alert.Open, alert.Late),
		Snoozed:    totals.Of(alert.Snoozed, alert.None),
		Resolved:   totals.Of(alert.Resolved, alert.None),
	}, nil)
}

// alertAnswer shows one alert, or what went wrong.
func alertAnswer(alert alert.Row, err error) (*bodyOutput[alertBody], error) {
	if err != nil {
		return nil, err
	}
	return answerBody(alertOf(alert), nil)
}

func (a *API) getAlert(ctx context.Context, input *IDInput) (*bodyOutput[alertBody], error) {
	return alertAnswer(a.inv.Alerts.Alert(ctx, input.ID))
}

func (a *API) resolveAlert(ctx context.Context, input *IDInput) (*bodyOutput[alertBody], error) {
	return alertAnswer(a.inv.Alerts.ResolveAlert(ctx, actorOf(ctx), input.ID))
}

type snoozeAlertInput struct {
	IDInput
	Body struct {
		Until time.Time `json:"until" doc:"Cuándo vuelve por sí sola; antes si empeora"`
	}
}

func (a *API) snoozeAlert(ctx context.Context, input *snoozeAlertInput) (*bodyOutput[alertBody], error) {
	return alertAnswer(a.inv.Alerts.SnoozeAlert(ctx, actorOf(ctx), input.ID, input.Body.Until))
}

func (a *API) wakeAlert(ctx context.Context, input *IDInput) (*bodyOutput[alertBody], error) {
	return alertAnswer(a.inv.Alerts.WakeAlert(ctx, actorOf(ctx), input.ID))
}

func (a *API) listAlertNotes(ctx context.Context, input *IDInput) (*bodyOutput[[]alertNoteBody], error) {
	alert, err := a.inv.Alerts.Alert(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	return answerBody(alertOf(alert).Notes, nil)
}

type addAlertNoteInput struct {
	IDInput
	Body struct {
		Note string `json:"note"`
	}
}

func (a *API) addAlertNote(ctx context.Context, input *addAlertNoteInput) (*bodyOutput[alertNoteBody], error) {
	note, err := a.inv.Alerts.AddAlertNote(ctx, actorOf(ctx), input.ID, input.Body.Note)
	return answerBody(alertNoteOf(note), err)
}
