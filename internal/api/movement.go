package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/report"
)

func (a *API) movementRoutes() {
	read, adjust := a.may(core.ReadProducts), a.may(core.AdjustStock)
	add(read, "GET /movements/", "listMovements", "Movimientos de stock", a.listMovements, lasting)
	add(read, "GET /movements/recent/", "recentMovements", "Últimos movimientos", a.recentMovements, lasting)
	add(read, "GET /user-movements/", "userMovements", "Movimientos de stock", a.listMovements)
	add(read, "GET /movements/export/", "exportMovements", "Exportar los movimientos", a.exportMovements, export)
	add(adjust, "POST /movements/{id}/undo/", "undoMovement", "Deshacer un ajuste", a.undoMovement)
}

// movementBody is a movement as the spec names its fields, with the rest that
// the ledger knows. Date and time are those of the business.
type movementBody struct {
	ID            int64         `json:"id"`
	Type          string        `json:"type" enum:"entrada,salida,valor" doc:"valor cambia lo que vale el stock y ninguna unidad"`
	Product       string        `json:"product"`
	ProductID     int64         `json:"productId"`
	ProductSKU    string        `json:"productSku"`
	Quantity      int64         `json:"quantity" doc:"Siempre positiva; type dice el sentido"`
	Date          string        `json:"date" doc:"dd/mm/aaaa"`
	Time          string        `json:"time" doc:"hh:mm"`
	CreatedAt     time.Time     `json:"createdAt"`
	SoldAt        *time.Time    `json:"soldAt" nullable:"true" doc:"En qué momento cuenta como venta, si es anterior a cuando se anotó"`
	User          string        `json:"user"`
	UserID        int64         `json:"userId" doc:"0 cuando fue el sistema"`
	Reason        ledger.Reason `json:"reason"`
	Notes         string        `json:"notes"`
	Source        ledger.Source `json:"source"`
	SourceID      int64         `json:"sourceId"`
	Location      string        `json:"location"`
	LocationID    int64         `json:"locationId"`
	PreviousStock int64         `json:"previousStock"`
	NewStock      int64         `json:"newStock"`
	UnitCost      *float64      `json:"unitCost" nullable:"true"`
	Currency      string        `json:"currency" doc:"La moneda del coste; vacía si no se sabe ninguno"`
	UndoOf        int64         `json:"undoOf" doc:"El movimiento que deshace, o 0"`
	Undone        bool          `json:"undone"`
}

func movementOf(zone *time.Location) func(ledger.MovementRow) movementBody {
	return func(m ledger.MovementRow) movementBody {
		kind, quantity := "entrada", m.Quantity
		switch {
		case quantity < 0:
			kind, quantity = "salida", -quantity
		case quantity == 0:
			kind = "valor"
		}
		local := m.At.In(zone)
		return movementBody{
			ID: m.ID, Type: kind, Product: m.ProductName, ProductID: m.ProductID, ProductSKU: m.ProductSKU, Quantity: quantity,
			Date: local.Format("02/01/2006"), Time: local.Format("15:04"), CreatedAt: m.At, SoldAt: m.SoldAt,
			User: m.UserName, UserID: m.UserID,
			Reason: m.Reason, Notes: m.Notes, Source: m.Source, SourceID: m.SourceID, Location: m.LocationName,
			LocationID: m.LocationID, PreviousStock: m.Before, NewStock: m.After, UnitCost: amount(m.UnitCost, m.CostsIn()),
			Currency: m.Currency,
			UndoOf:   m.UndoOf,
			Undone:   m.Undone,
		}
	}
}

// MovementFilterInput are the filters of the list of movements.
type MovementFilterInput struct {
	Product   int64  `query:"product" minimum:"1"`
	Location  int64  `query:"location" minimum:"1"`
	Type      string `query:"type" enum:"entrada,salida"`
	Reason    string `query:"reason" enum:"restock,sale,damage,adjustment,return,transfer,other,count,revaluation,supplier_return"`
	Source    string `query:"source" enum:"manual,entry,order,import,count,transfer,currency"`
	Search    string `query:"search" maxLength:"200"`
	CreatedBy string `query:"createdBy" maxLength:"200"`
	DaysInput
	Ordering string `query:"ordering" enum:"createdAt,-createdAt" default:"-createdAt"`
}

// movementFilter translates the filters, days into instants of the business's zone.
func (a *API) movementFilter(
	ctx context.Context, input MovementFilterInput,
) (ledger.MovementFilter, *time.Location, error) {
	days, zone, err := a.days(ctx, input.DaysInput)
	return ledger.MovementFilter{
		ProductID: input.Product, LocationID: input.Location,
		Direction: map[string]int{"entrada": 1, "salida": -1}[input.Type], Reason: ledger.Reason(input.Reason),
		Source: ledger.Source(input.Source), Search: input.Search, CreatedBy: input.CreatedBy, From: days.From,
		To: days.To, Ascending: input.Ordering == "createdAt",
	}, zone, err
}

type listMovementsInput struct {
	PageInput
	MovementFilterInput
}

func (a *API) listMovements(ctx context.Context, input *listMovementsInput) (*listOutput[movementBody], error) {
	filter, zone, err := a.movementFilter(ctx, input.MovementFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	movements, err := a.inv.Ledger.ListMovements(ctx, filter)
	return answerList(movements, movementOf(zone), err)
}

func (a *API) recentMovements(ctx context.Context, input *recentInput) (*bodyOutput[[]movementBody], error) {
	list, err := a.listMovements(ctx, &listMovementsInput{PageInput: PageInput{Page: 1, Limit: input.Limit}})
	if err != nil {
		return nil, err
	}
	return answerBody(list.Body.Results, nil)
}

type exportMovementsInput struct {
	ExportInput
	MovementFilterInput
}

func (a *API) exportMovements(ctx context.Context, input *exportMovementsInput) (*huma.StreamResponse, error) {
	filter, _, err := a.movementFilter(ctx, input.MovementFilterInput)
	if err != nil {
		return nil, err
	}
	walk := func(row func(ledger.MovementRow) error) error { return a.inv.Ledger.WalkMovements(ctx, filter, row) }
	write := report.Movements
	if !actorOf(ctx).Role.May(core.ReadCosts) {
		write = report.MovementsWithoutCosts
	}
	return exportRows(ctx, a, &input.ExportInput, "movimientos", write, walk)
}

func (a *API) undoMovement(ctx context.Context, input *IDInput) (*adjustStockOutput, error) {
	adjusted, err := a.inv.Ledger.UndoMovement(ctx, actorOf(ctx), input.ID)
	return a.adjusted(ctx, adjusted, err)
}
