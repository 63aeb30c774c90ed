package api

import (
	"bytes"
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/report"
)

func (a *API) packingListRoutes() {
	read := a.may(core.ReadOrders)
	add(read, "GET /pedidos/{id}/packing-list/", "packingList", "La lista de embalaje de un pedido",
		a.packingList, pdfFile)
}

// pdfFile documents that the operation answers with a PDF.
func pdfFile(op *huma.Operation) { answersFile(op, "El archivo", report.PDFType) }

type pdfOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (a *API) packingList(ctx context.Context, input *IDInput) (*pdfOutput, error) {
	order, err := a.inv.Orders.Order(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err = report.WritePackingList(&file, report.PackingList{
		Business: settings.BusinessName, Order: order.Row, Zone: settings.Zone(), At: a.inv.Core.Now(),
	})
	return &pdfOutput{
		ContentType: report.PDFType, Disposition: `attachment; filename="embalaje_` + plainName(order.Number) + `.pdf"`,
		Body: file.Bytes(),
	}, err
}

// plainName is a text as the name of a file: a shop's numbers may hold anything.
func plainName(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_':
			return r
		}
		return -1
	}, text)
}
