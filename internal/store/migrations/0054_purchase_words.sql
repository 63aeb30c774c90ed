-- Suppliers whose purchases are to be found by other words than before, because they are called something else or
-- became one with another, and up to which of their purchases, by the time they were made, that is done.
CREATE TABLE purchase_words (
    supplier_id {{int}} NOT NULL PRIMARY KEY REFERENCES suppliers (id) DEFERRABLE,
    after_at {{time}} NOT NULL,
    after_id {{int}} NOT NULL
){{strict}};

-- What a supplier sells, by its own codes and by what changed last.
CREATE INDEX supplier_products_by_code ON supplier_products (supplier_id, sku_key, id, product_id);
CREATE INDEX supplier_products_by_change ON supplier_products (supplier_id, updated_at, id, product_id);
