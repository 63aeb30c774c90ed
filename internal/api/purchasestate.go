package api

import (
	"bytes"
	"context"

	"estante/internal/purchase"
	"estante/internal/report"
)

type sendPurchaseInput struct {
	IDInput
	IfMatch
	Body struct {
		By      purchase.Sending `json:"by" enum:"email,hand"`
		Message string           `json:"message,omitempty" doc:"Por email: lo que se le dice al proveedor, con las palabras propias"`
	}
}

func (a *API) sendPurchase(
	ctx context.Context, input *sendPurchaseInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Send(ctx, actorOf(ctx), input.ID, purchase.Order{
		By: input.Body.By, Message: input.Body.Message, IfVersion: version,
	})
	return a.shownPurchase(ctx, detail, err)
}

// SendItemBody is one of several purchases to send.
type SendItemBody struct {
	ID      int64  `json:"id"`
	Version *int64 `json:"version,omitempty" doc:"Como se vio: si ya es otra, no se envía ninguna"`
}

type sendPurchasesInput struct {
	Body struct {
		Items   []SendItemBody   `json:"items" maxItems:"100" doc:"Se envían todas o ninguna"`
		By      purchase.Sending `json:"by" enum:"email,hand"`
		Message string           `json:"message,omitempty" doc:"Por email: lo que se le dice a cada proveedor, con las palabras propias"`
	}
}

type sentPurchasesBody struct {
	Results []PurchaseBody `json:"results"`
}

func (a *API) sendPurchases(ctx context.Context, input *sendPurchasesInput) (*bodyOutput[sentPurchasesBody], error) {
	items := make([]purchase.SendItem, 0, len(input.Body.Items))
	for _, item := range input.Body.Items {
		items = append(items, purchase.SendItem{ID: item.ID, IfVersion: item.Version})
	}
	sent, err := a.inv.Purchases.SendMany(ctx, actorOf(ctx), items, purchase.Order{
		By: input.Body.By, Message: input.Body.Message,
	})
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	// What was sent just now is not late.
	shown := func(p purchase.Row) PurchaseBody { return purchaseOf(p, "", costs) }
	return answerBody(sentPurchasesBody{Results: each(sent, shown)}, err)
}

type purchaseStateInput struct {
	IDInput
	IfMatch
}

func (a *API) draftPurchase(
	ctx context.Context, input *purchaseStateInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.BackToDraft(ctx, actorOf(ctx), input.ID, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) cancelPurchase(
	ctx context.Context, input *purchaseStateInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Cancel(ctx, actorOf(ctx), input.ID, version)
	return a.shownPurchase(ctx, detail, err)
}

type purchaseLinesInput struct {
	IDInput
	IfMatch
	Body struct {
		LineIDs []int64 `json:"lineIds,omitempty" doc:"Las líneas; ninguna son todas"`
	}
}

func (a *API) closePurchase(
	ctx context.Context, input *purchaseLinesInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Close(ctx, actorOf(ctx), input.ID, input.Body.LineIDs, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) reopenPurchase(
	ctx context.Context, input *purchaseLinesInput,
) (*versionOutput[purchaseDetailBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	detail, err := a.inv.Purchases.Reopen(ctx, actorOf(ctx), input.ID, input.Body.LineIDs, version)
	return a.shownPurchase(ctx, detail, err)
}

func (a *API) purchasePDF(ctx context.Context, input *IDInput) (*pdfOutput, error) {
	document, err := a.inv.Purchases.Document(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	name := document.Purchase.Number
	if name == "" {
		name = "borrador"
	}
	var file bytes.Buffer
	err = report.PurchaseOrders{}.WriteOrder(&file, document)
	return &pdfOutput{
		ContentType: report.PDFType, Disposition: `attachment; filename="` + plainName(name) + `.pdf"`, Body: file.Bytes(),
	}, err
}
