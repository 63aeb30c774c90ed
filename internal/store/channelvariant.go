package store

import (
	"fmt"

	"estante/internal/order"
)

// channelVariant is the first variant that a channel sold under a SKU of a product.
type channelVariant struct {
	order.Variant
	shared bool
}

// NoteVariants implements order.Tx. What is known already is read alone, so that an order of
// many lines writes nothing most of the time.
func (t *tx) NoteVariants(channelID int64, variants []order.Variant) (map[order.VariantSKU]bool, error) {
	known := map[order.VariantSKU]channelVariant{}
	for start := 0; start < len(variants); start += idsMax {
		var keys []string
		for _, v := range variants[start:min(start+idsMax, len(variants))] {
			keys = append(keys, v.SKUKey)
		}
		var f filter
		f.add("channel_id = ?", channelID)
		f.oneOf("sku_key", keys)
		err := walk(t, func(r row) (v channelVariant, err error) {
			err = r.Scan(&v.SKUKey, &v.Parent, &v.Article, &v.shared)
			return v, err
		}, func(v channelVariant) error {
			known[v.VariantSKU] = v
			if v.shared {
				known[order.VariantSKU{SKUKey: v.SKUKey}] = v
			}
			return nil
		}, `SELECT sku_key, parent, article, shared FROM channel_variants`+f.where(), f.args...)
		if err != nil {
			return nil, fmt.Errorf("read variants: %w", err)
		}
	}
	shared := map[order.VariantSKU]bool{}
	for _, v := range variants {
		was, met := known[v.VariantSKU]
		if v.Parent != "" && (!met || (was.Article != v.Article && !was.shared)) {
			var err error
			if was.shared, err = t.noteVariant(channelID, v); err != nil {
				return nil, err
			}
			was.Variant = v
			known[v.VariantSKU] = was
		}
		if was.shared {
			shared[v.VariantSKU] = true
		}
	}
	return shared, nil
}

// noteVariant writes a variant and says whether others have its SKU.
func (t *tx) noteVariant(channelID int64, v order.Variant) (bool, error) {
	shared, err := one(t, func(r row) (shared bool, err error) {
		err = r.Scan(&shared)
		return shared, err
	}, `INSERT INTO channel_variants (channel_id, sku_key, parent, article) VALUES ($1, $2, $3, $4)
		ON CONFLICT (channel_id, sku_key, parent) DO UPDATE SET
			shared = channel_variants.shared OR channel_variants.article <> excluded.article
		RETURNING shared`, channelID, v.SKUKey, v.Parent, v.Article)
	if err != nil {
		return false, fmt.Errorf("note variant: %w", err)
	}
	return shared, nil
}
