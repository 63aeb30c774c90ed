-- What a search finds is sorted and added up by columns of the products. A row
-- is long and few of them share a page, so this index repeats those columns:
-- ten thousand matches then cost a third of what they cost in the table.
{{if postgres}}
{{else}}
CREATE INDEX products_narrow ON products (
    id, deleted_at, name_sort_key, sku_sort_key, category_sort_key, created_at, status, stock, level, category_id, brand_id, price_cents, cost_cents
);
{{end}}
