package inbox

import (
	"context"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// ArticleLink says what an article of a shop is, by the shop's own name of it.
type ArticleLink struct {
	ID        int64
	ChannelID int64
	Article   string
	// SKU and Name are as the shop told them.
	SKU  string
	Name string
	// ProductID is zero for what is none of the stock.
	ProductID   int64
	ProductSKU  string
	ProductName string
	CreatedBy   int64
	CreatedAt   time.Time
	// Matched is how many open orders it was of use to when it was made.
	Matched int
}

// UnknownArticle is what a shop sold and nobody knows here.
type UnknownArticle struct {
	Article string
	SKU     string
	Name    string
	// Orders is how many orders ask for it, and LastOrderID the last of them.
	Orders      int64
	LastOrderID int64
}

// unknownArticlesMax is how many unknown articles are shown: those of the last orders.
const unknownArticlesMax = 100

type articleLinkMemory interface {
	// KeepArticleLink writes a link, in the place of one of the same article.
	KeepArticleLink(link ArticleLink) (int64, error)
	ArticleLinks(channelID int64, page core.Page) (core.List[ArticleLink], error)
	// DeleteArticleLink forgets a link of the channel.
	DeleteArticleLink(channelID, id int64) error
	// UnknownArticles are those of lines of the channel's orders that have no product.
	UnknownArticles(channelID int64, limit int) ([]UnknownArticle, error)
}

// ArticleLinks shows what is remembered of a channel's articles.
func (s *Service) ArticleLinks(
	ctx context.Context, channelID int64, page core.Page,
) (links core.List[ArticleLink], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		links, err = tx.ArticleLinks(channelID, page)
		return err
	})
	return links, err
}

// UnknownArticles shows what a channel sold and nobody knows here.
func (s *Service) UnknownArticles(ctx context.Context, channelID int64) (articles []UnknownArticle, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		articles, err = tx.UnknownArticles(channelID, unknownArticlesMax)
		return err
	})
	return articles, err
}

func (l ArticleLink) check() error {
	wrong := core.Problems{}
	kind, _, named := strings.Cut(l.Article, ":")
	wrong.Check(named && strings.Contains("v p s n", kind) && len(kind) == 1, "article", "El artículo no es de una tienda")
	wrong.Check(core.Characters(l.Article) <= order.TextMax+2, "article", "El artículo es demasiado largo")
	wrong.Check(core.Characters(l.SKU) <= order.TextMax, "sku", "El SKU es demasiado largo")
	wrong.Check(core.Characters(l.Name) <= order.TextMax, "name", "El nombre es demasiado largo")
	return wrong.Err()
}

// LinkArticle remembers what a channel's article is, and gives it to the open
// orders that wait for it now. Without a product it is none of the stock.
func (s *Service) LinkArticle(ctx context.Context, actor core.Actor, link ArticleLink) (ArticleLink, error) {
	link.Article, link.SKU, link.Name = core.Clean(link.Article), core.Clean(link.SKU), core.Clean(link.Name)
	if err := link.check(); err != nil {
		return ArticleLink{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (ArticleLink, error) {
		link := link
		if _, err := tx.ChannelByID(link.ChannelID); err != nil {
			return ArticleLink{}, err
		}
		if link.ProductID != 0 {
			product, err := tx.ProductByID(link.ProductID)
			if core.IsNotFound(err) {
				return ArticleLink{}, core.FieldError("productId", "El producto no existe")
			}
			if err != nil {
				return ArticleLink{}, err
			}
			link.ProductSKU, link.ProductName = product.SKU, product.Name
		}
		return link, link.keep(tx, actor)
	})
}

// keep writes a link and what follows from it.
func (l *ArticleLink) keep(tx Tx, actor core.Actor) (err error) {
	l.CreatedBy, l.CreatedAt = actor.ID, tx.Now()
	if l.ID, err = tx.KeepArticleLink(*l); err != nil {
		return err
	}
	matched, err := order.MatchArticle(tx, actor, l.ChannelID, l.Article, l.ProductID)
	if err != nil {
		return err
	}
	l.Matched = len(matched)
	if err := order.SettleDeliveries(tx, matched); err != nil {
		return err
	}
	if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, l.ChannelID, nil,
		struct{ LinkedSKU, Product string }{l.Name, l.ProductSKU}); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicChannels, ID: l.ChannelID})
}

// UnlinkArticle forgets what a channel's article is. Orders that know it stay.
func (s *Service) UnlinkArticle(ctx context.Context, actor core.Actor, channelID, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.DeleteArticleLink(channelID, id); err != nil {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, channelID, struct{ LinkID int64 }{id},
			nil); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID})
	})
	return err
}
