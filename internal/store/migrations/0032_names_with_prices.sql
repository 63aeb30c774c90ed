-- Who lists what lies between two prices by name passes the names of all the others, of which each would be looked up for its price.
{{if postgres}}
SELECT 1;
{{else}}
DROP INDEX products_by_name;
CREATE INDEX products_by_name ON products (name_sort_key, id, price_cents) WHERE deleted_at IS NULL;
{{end}}
