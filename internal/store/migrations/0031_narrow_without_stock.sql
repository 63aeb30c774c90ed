-- Every movement of stock wrote a page of the index that repeats the columns of products for those who search. Few of them sort
-- by stock or look for little of it, and they read the products themselves from now on.
{{if postgres}}
SELECT 1;
{{else}}
DROP INDEX products_narrow;
CREATE INDEX products_narrow ON products (
    id, deleted_at, name_sort_key, sku_sort_key, category_sort_key, created_at, status, category_id, brand_id, price_cents, cost_cents
);
{{end}}
