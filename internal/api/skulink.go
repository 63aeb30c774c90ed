package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/inbox"
)

func (a *API) skuLinkRoutes() {
	read, handle := a.may(core.ReadDeliveries), a.may(core.HandleDeliveries)
	add(read, "GET /channels/{id}/sku-links/", "listSkuLinks", "SKU enlazados a productos", a.listSKULinks)
	add(handle, "POST /channels/{id}/sku-links/", "linkSku", "Enlazar un SKU a un producto", a.linkSKU, created)
	add(handle, "DELETE /channels/{id}/sku-links/{linkId}/", "unlinkSku", "Olvidar un enlace", a.unlinkSKU)
	add(read, "GET /channels/{id}/unknown-articles/", "listUnknownArticles", "Artículos de la tienda que nadie conoce",
		a.listUnknownArticles)
	add(read, "GET /channels/{id}/article-links/", "listArticleLinks", "Artículos enlazados a productos",
		a.listArticleLinks)
	add(handle, "POST /channels/{id}/article-links/", "linkArticle", "Decir qué es un artículo de la tienda",
		a.linkArticle, created)
	add(handle, "DELETE /channels/{id}/article-links/{linkId}/", "unlinkArticle", "Olvidar qué es un artículo",
		a.unlinkArticle)
}

// SKULinkBody says which product a shop means by a SKU.
type SKULinkBody struct {
	ID          int64     `json:"id"`
	SKU         string    `json:"sku" doc:"El de la tienda"`
	ProductID   int64     `json:"productId"`
	ProductSKU  string    `json:"productSku"`
	ProductName string    `json:"productName"`
	CreatedAt   time.Time `json:"createdAt"`
}

func skuLinkOf(l inbox.SKULink) SKULinkBody {
	return SKULinkBody{
		ID: l.ID, SKU: l.SKU, ProductID: l.ProductID, ProductSKU: l.ProductSKU, ProductName: l.ProductName,
		CreatedAt: l.CreatedAt,
	}
}

func (a *API) listSKULinks(ctx context.Context, input *pageOfInput) (*listOutput[SKULinkBody], error) {
	links, err := a.inv.Inbox.SKULinks(ctx, input.ID, input.page())
	return answerList(links, skuLinkOf, err)
}

type linkSKUInput struct {
	IDInput
	Body struct {
		SKU       string `json:"sku" doc:"El de la tienda"`
		ProductID int64  `json:"productId"`
	}
}

type linkSKUOutput struct {
	Body struct {
		SKULinkBody
		MatchedOrders int `json:"matchedOrders" doc:"Pedidos abiertos que lo esperaban"`
	}
}

func (a *API) linkSKU(ctx context.Context, input *linkSKUInput) (*linkSKUOutput, error) {
	link, err := a.inv.Inbox.LinkSKU(ctx, actorOf(ctx), input.ID, input.Body.SKU, input.Body.ProductID)
	output := &linkSKUOutput{}
	output.Body.SKULinkBody, output.Body.MatchedOrders = skuLinkOf(link), link.Matched
	return output, err
}

type unlinkSKUInput struct {
	IDInput
	LinkID int64 `path:"linkId"`
}

func (a *API) unlinkSKU(ctx context.Context, input *unlinkSKUInput) (*empty, error) {
	return nil, a.inv.Inbox.UnlinkSKU(ctx, actorOf(ctx), input.ID, input.LinkID)
}
