package store

import "estante/internal/supplier"

// MergeSupplier implements supplier.Tx.
func (t *tx) MergeSupplier(from, into int64) (moved supplier.SupplierMerge, err error) {
	const both = ` FROM supplier_products AS gone JOIN supplier_products AS kept ON kept.product_id = gone.product_id
		WHERE gone.supplier_id = $1 AND kept.supplier_id = $2`
	preferred, err := all(t, scanID, `SELECT kept.id`+both+` AND gone.preferred ORDER BY kept.id`, from, into)
	if err != nil {
		return moved, err
	}
	_, err = t.exec(`UPDATE supplier_prices SET supplier_product_id = (SELECT kept.id`+both+`
		AND gone.id = supplier_prices.supplier_product_id) WHERE supplier_product_id IN (SELECT gone.id`+both+`)`, from, into)
	if err != nil {
		return moved, err
	}
	if moved.Shared, err = t.exec(`DELETE FROM supplier_products WHERE id IN (SELECT gone.id`+both+`)`, from,
		into); err != nil {
		return moved, err
	}
	for start := 0; start < len(preferred); start += idsMax {
		var f filter
		prefer := `UPDATE supplier_products SET preferred = ` + f.arg(true) + `, version = version + 1`
		f.in("id", preferred[start:min(start+idsMax, len(preferred))])
		if _, err := t.exec(prefer+f.where(), f.args...); err != nil {
			return moved, err
		}
	}
	for _, step := range []struct {
		table string
		count *int64
	}{
		{"supplier_products", &moved.Products},
		{"purchases", &moved.Purchases},
		{"receipts", &moved.Receipts},
		{"supplier_returns", &moved.Returns},
	} {
		if *step.count, err = t.exec(`UPDATE `+step.table+` SET supplier_id = $1 WHERE supplier_id = $2`, into,
			from); err != nil {
			return moved, err
		}
	}
	return moved, t.outdateSupplied(into)
}
