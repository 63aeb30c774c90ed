package api

import (
	"context"
	"time"

	"estante/internal/inbox"
)

// ArticleLinkBody says what an article of a shop is.
type ArticleLinkBody struct {
	ID          int64     `json:"id"`
	Article     string    `json:"article" doc:"Cómo lo llama la tienda: v: y su variante, p: y su producto, s: y su SKU o n: y su nombre"`
	SKU         string    `json:"sku" doc:"El de la tienda"`
	Name        string    `json:"name" doc:"El de la tienda"`
	ProductID   *int64    `json:"productId" nullable:"true" doc:"null si no lleva stock"`
	ProductSKU  string    `json:"productSku"`
	ProductName string    `json:"productName"`
	CreatedAt   time.Time `json:"createdAt"`
}

func articleLinkOf(l inbox.ArticleLink) ArticleLinkBody {
	return ArticleLinkBody{
		ID: l.ID, Article: l.Article, SKU: l.SKU, Name: l.Name, ProductID: orNull(l.ProductID), ProductSKU: l.ProductSKU,
		ProductName: l.ProductName, CreatedAt: l.CreatedAt,
	}
}

func (a *API) listArticleLinks(ctx context.Context, input *pageOfInput) (*listOutput[ArticleLinkBody], error) {
	links, err := a.inv.Inbox.ArticleLinks(ctx, input.ID, input.page())
	return answerList(links, articleLinkOf, err)
}

type unknownArticleBody struct {
	Article     string `json:"article"`
	SKU         string `json:"sku"`
	Name        string `json:"name"`
	Orders      int64  `json:"orders" doc:"Cuántos pedidos lo llevan"`
	LastOrderID int64  `json:"lastOrderId"`
}

func (a *API) listUnknownArticles(ctx context.Context, input *IDInput) (*listOutput[unknownArticleBody], error) {
	articles, err := a.inv.Inbox.UnknownArticles(ctx, input.ID)
	return answerList(whole(articles), func(u inbox.UnknownArticle) unknownArticleBody {
		return unknownArticleBody(u)
	}, err)
}

type linkArticleInput struct {
	IDInput
	Body struct {
		Article   string `json:"article"`
		SKU       string `json:"sku,omitempty"`
		Name      string `json:"name,omitempty"`
		ProductID int64  `json:"productId,omitempty" doc:"Sin él, no lleva stock: propinas, tarjetas regalo, servicios"`
	}
}

type linkArticleOutput struct {
	Body struct {
		ArticleLinkBody
		MatchedOrders int `json:"matchedOrders" doc:"Pedidos abiertos que lo esperaban"`
	}
}

func (a *API) linkArticle(ctx context.Context, input *linkArticleInput) (*linkArticleOutput, error) {
	in := input.Body
	link, err := a.inv.Inbox.LinkArticle(ctx, actorOf(ctx), inbox.ArticleLink{
		ChannelID: input.ID, Article: in.Article, SKU: in.SKU, Name: in.Name, ProductID: in.ProductID,
	})
	output := &linkArticleOutput{}
	output.Body.ArticleLinkBody, output.Body.MatchedOrders = articleLinkOf(link), link.Matched
	return output, err
}

func (a *API) unlinkArticle(ctx context.Context, input *unlinkSKUInput) (*empty, error) {
	return nil, a.inv.Inbox.UnlinkArticle(ctx, actorOf(ctx), input.ID, input.LinkID)
}
