-- What a shop calls the thing that a line sells: 'v:' and its variant, else 'p:' and
-- its product, else 's:' and the SKU's key, else 'n:' and the name's. And whether
-- it is none of the stock: a tip, a gift card, a service.
ALTER TABLE order_lines ADD COLUMN article {{text}} NOT NULL DEFAULT '';
ALTER TABLE order_lines ADD COLUMN unstocked {{bool "unstocked"}} NOT NULL DEFAULT FALSE;
CREATE INDEX order_lines_by_article ON order_lines (article, order_id) WHERE product_id IS NULL AND article <> '';

-- What users said a shop's article is; without a product it is none of the stock.
CREATE TABLE article_links (
    id {{id}},
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    article {{text}} NOT NULL,
    sku {{text}} NOT NULL,
    name {{text}} NOT NULL,
    product_id {{int}} REFERENCES products (id) DEFERRABLE,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (channel_id, article)
){{strict}};
