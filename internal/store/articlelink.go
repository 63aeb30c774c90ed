package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/inbox"
)

// KeepArticleLink implements inbox.Tx.
func (t *tx) KeepArticleLink(l inbox.ArticleLink) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO article_links (channel_id, article, sku, name, product_id, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (channel_id, article) DO UPDATE SET sku = excluded.sku, name = excluded.name,
			product_id = excluded.product_id, created_by = excluded.created_by, created_at = excluded.created_at
		RETURNING id`, l.ChannelID, l.Article, l.SKU, l.Name, optionalID(l.ProductID), l.CreatedBy, l.CreatedAt)
	if err != nil {
		return 0, fmt.Errorf("keep article link: %w", err)
	}
	return id, nil
}

// ArticleLinks implements inbox.Tx.
func (t *tx) ArticleLinks(channelID int64, page core.Page) (core.List[inbox.ArticleLink], error) {
	var f filter
	f.add("article_links.channel_id = ?", channelID)
	return list(t, func(r row) (l inbox.ArticleLink, err error) {
		err = r.Scan(&l.ID, &l.ChannelID, &l.Article, &l.SKU, &l.Name, &l.ProductID, &l.ProductSKU, &l.ProductName,
			&l.CreatedBy, toTime(&l.CreatedAt))
		return l, err
	}, `article_links.id, article_links.channel_id, article_links.article, article_links.sku, article_links.name,
		coalesce(article_links.product_id, 0), coalesce(products.sku, ''), coalesce(products.name, ''),
		article_links.created_by, article_links.created_at`,
		`article_links LEFT JOIN products ON products.id = article_links.product_id`,
		`article_links.name, article_links.id`, f, page)
}

// LinkedArticles implements order.Tx.
func (t *tx) LinkedArticles(channelID int64, articles []string) (map[string]int64, error) {
	linked := map[string]int64{}
	for start := 0; start < len(articles); start += idsMax {
		var f filter
		f.add("channel_id = ?", channelID)
		f.oneOf("article", articles[start:min(start+idsMax, len(articles))])
		err := walk(t, func(r row) (l inbox.ArticleLink, err error) {
			err = r.Scan(&l.Article, &l.ProductID)
			return l, err
		}, func(l inbox.ArticleLink) error {
			linked[l.Article] = l.ProductID
			return nil
		}, `SELECT article, coalesce(product_id, 0) FROM article_links`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return linked, nil
}

// DeleteArticleLink implements inbox.Tx.
func (t *tx) DeleteArticleLink(channelID, id int64) error {
	return t.change(`DELETE FROM article_links WHERE channel_id = $1 AND id = $2`, channelID, id)
}

// UnknownArticles implements inbox.Tx. Lines from before articles were kept are
// found by their SKU with the next news of their order.
func (t *tx) UnknownArticles(channelID int64, limit int) ([]inbox.UnknownArticle, error) {
	return all(t, func(r row) (a inbox.UnknownArticle, err error) {
		err = r.Scan(&a.Article, &a.SKU, &a.Name, &a.Orders, &a.LastOrderID)
		return a, err
	}, `SELECT order_lines.article, max(order_lines.sku), max(order_lines.name), count(DISTINCT order_lines.order_id),
			max(order_lines.order_id)
		FROM order_lines JOIN orders ON orders.id = order_lines.order_id
		WHERE order_lines.product_id IS NULL AND order_lines.article <> '' AND NOT order_lines.unstocked
		AND orders.channel_id = $1 AND orders.status <> 'cancelled'
		GROUP BY order_lines.article ORDER BY max(order_lines.order_id) DESC, order_lines.article LIMIT $2`, channelID, limit)
}
