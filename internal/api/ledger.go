package api

import (
	"context"
	"errors"
	"time"

	"estante/internal/core"
	"estante/internal/verify"
)

func (a *API) ledgerRoutes() {
	read, check := a.may(core.ReadSettings), a.may(core.CheckLedger)
	add(read, "GET /ledger-check/", "getLedgerCheck", "La última comprobación de los movimientos", a.getLedgerCheck)
	add(check, "POST /ledger-check/", "askLedgerCheck", "Comprobar los movimientos", a.askLedgerCheck, accepted)
}

// ledgerCheckBody is the last check of the ledger. Before the first one its
// state is never and the rest is empty.
type ledgerCheckBody struct {
	State          string        `json:"state" enum:"never,asked,running,done,failed"`
	AskedBy        string        `json:"askedBy" doc:"Quién la pidió; vacío cuando fue la línea de órdenes"`
	AskedAt        *time.Time    `json:"askedAt" nullable:"true"`
	StartedAt      *time.Time    `json:"startedAt" nullable:"true"`
	EndedAt        *time.Time    `json:"endedAt" nullable:"true"`
	Seconds        *float64      `json:"seconds" nullable:"true" doc:"Cuánto tardó"`
	Products       int64         `json:"products" doc:"Productos comprobados"`
	Movements      int64         `json:"movements" doc:"Movimientos comprobados"`
	MovementsTotal int64         `json:"movementsTotal"`
	Problems       int64         `json:"problems" doc:"Diferencias encontradas"`
	Findings       []findingBody `json:"findings" doc:"Las primeras"`
}

type findingBody struct {
	ProductID  *int64 `json:"productId" nullable:"true"`
	ProductSKU string `json:"productSku"`
	MovementID *int64 `json:"movementId" nullable:"true"`
	Message    string `json:"message"`
}

func findingOf(f verify.Finding) findingBody {
	return findingBody{
		ProductID: orNull(f.ProductID), ProductSKU: f.ProductSKU, MovementID: orNull(f.MovementID), Message: f.Message,
	}
}

func ledgerCheckOf(c verify.LedgerCheck) ledgerCheckBody {
	body := ledgerCheckBody{
		State: string(c.State), AskedBy: c.AskedByName, AskedAt: &c.AskedAt, StartedAt: c.StartedAt, EndedAt: c.EndedAt,
		Products: c.Products, Movements: c.Movements, MovementsTotal: c.MovementsTotal, Problems: c.Problems,
		Findings: each(c.Findings, findingOf),
	}
	if c.StartedAt != nil && c.EndedAt != nil {
		seconds := c.EndedAt.Sub(*c.StartedAt).Seconds()
		body.Seconds = &seconds
	}
	return body
}

// orNull is an id that may be missing.
func orNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func (a *API) getLedgerCheck(ctx context.Context, _ *struct{}) (*bodyOutput[ledgerCheckBody], error) {
	check, err := a.inv.Verify.LastLedgerCheck(ctx)
	if errors.Is(err, core.ErrNotFound) {
		return answerBody(ledgerCheckBody{State: "never", Findings: []findingBody{}}, nil)
	}
	if !actorOf(ctx).Role.May(core.ReadCosts) {
		check.Findings = nil // Their sentences say what things cost.
	}
	return answerBody(ledgerCheckOf(check), err)
}

func (a *API) askLedgerCheck(ctx context.Context, _ *struct{}) (*bodyOutput[ledgerCheckBody], error) {
	check, err := a.inv.Verify.AskLedgerCheck(ctx, actorOf(ctx))
	return answerBody(ledgerCheckOf(check), err)
}
