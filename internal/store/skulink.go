package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/inbox"
)

// KeepSKULink implements inbox.Tx.
func (t *tx) KeepSKULink(l inbox.SKULink) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO sku_links (channel_id, sku, sku_key, product_id, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (channel_id, sku_key) DO UPDATE SET sku = excluded.sku, product_id = excluded.product_id,
		created_by = excluded.created_by,
			created_at = excluded.created_at RETURNING id`,
		l.ChannelID, l.SKU, core.IdentityKey(l.SKU), l.ProductID, l.CreatedBy, l.CreatedAt)
	if err != nil {
		return 0, fmt.Errorf("keep SKU link: %w", err)
	}
	return id, nil
}

// SKULinks implements inbox.Tx.
func (t *tx) SKULinks(channelID int64, page core.Page) (core.List[inbox.SKULink], error) {
	var f filter
	f.add("sku_links.channel_id = ?", channelID)
	return list(t, func(r row) (l inbox.SKULink, err error) {
		err = r.Scan(&l.ID, &l.ChannelID, &l.SKU, &l.ProductID, &l.ProductSKU, &l.ProductName, &l.CreatedBy,
			toTime(&l.CreatedAt))
		return l, err
	}, `sku_links.id, sku_links.channel_id, sku_links.sku, sku_links.product_id, products.sku, products.name,
		sku_links.created_by, sku_links.created_at`,
		`sku_links JOIN products ON products.id = sku_links.product_id`, `sku_links.sku_key`, f, page)
}

// LinkedProducts implements order.Tx.
func (t *tx) LinkedProducts(channelID int64, keys []string) (map[string]int64, error) {
	linked := map[string]int64{}
	if len(keys) == 0 {
		return linked, nil
	}
	type link struct {
		key     string
		product int64
	}
	values := []any{channelID}
	for _, key := range keys {
		values = append(values, key)
	}
	links, err := all(t, func(r row) (l link, err error) {
		err = r.Scan(&l.key, &l.product)
		return l, err
	}, `SELECT sku_key, product_id FROM sku_links WHERE channel_id = $1 AND sku_key IN (`+placeholders(2, len(values))+`)`,
		values...)
	for _, l := range links {
		linked[l.key] = l.product
	}
	return linked, err
}

// DeleteSKULink implements inbox.Tx.
func (t *tx) DeleteSKULink(channelID, id int64) error {
	return t.change(`DELETE FROM sku_links WHERE channel_id = $1 AND id = $2`, channelID, id)
}
