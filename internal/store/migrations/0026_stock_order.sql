-- PostgreSQL writes a row that changes anew, and where one of its indexes has the column that has changed, with its place
-- in all of them. The stock changes with every movement, and most products are in thirteen indexes: so those of the stock lie
-- beside them in a table of its own, and the row of a product takes no place but its own. Its pages keep room for that.
{{if postgres}}
-- What an older program still writes would be missed between the copy and the triggers.
LOCK TABLE products IN ACCESS EXCLUSIVE MODE;
CREATE TABLE stock_order (
    product_id {{int}} NOT NULL PRIMARY KEY,
    stock {{int}} NOT NULL,
    level {{int}} NOT NULL,
    alert_blocked {{bool "alert_blocked"}} NOT NULL
);
INSERT INTO stock_order (product_id, stock, level, alert_blocked)
SELECT id, stock, level, alert_blocked FROM products WHERE deleted_at IS NULL;
CREATE INDEX stock_order_whole ON stock_order (stock, product_id);
CREATE INDEX stock_order_low ON stock_order (stock, product_id) WHERE level = 1;
CREATE INDEX stock_order_blocked ON stock_order (stock, product_id) WHERE alert_blocked;

CREATE FUNCTION order_by_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.deleted_at IS NOT NULL THEN
        DELETE FROM stock_order WHERE product_id = new.id;
        RETURN NULL;
    END IF;
    UPDATE stock_order SET stock = new.stock, level = new.level, alert_blocked = new.alert_blocked WHERE product_id = new.id;
    IF NOT FOUND THEN
        INSERT INTO stock_order (product_id, stock, level, alert_blocked) VALUES (new.id, new.stock, new.level, new.alert_blocked);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER stock_order_insert AFTER INSERT ON products
    FOR EACH ROW EXECUTE FUNCTION order_by_stock();
CREATE TRIGGER stock_order_update AFTER UPDATE OF stock, level, alert_blocked, deleted_at ON products FOR EACH ROW
    WHEN (old.stock <> new.stock OR old.level <> new.level OR old.alert_blocked <> new.alert_blocked
        OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
    EXECUTE FUNCTION order_by_stock();

DROP INDEX products_by_stock;
DROP INDEX products_low_by_stock;
DROP INDEX products_blocked_by_stock;
-- What is there already is written anew, or no page would have that room.
ALTER TABLE products SET (fillfactor = 85);
CLUSTER products USING products_pkey;
ALTER TABLE products SET WITHOUT CLUSTER;
ANALYZE products, stock_order;
{{else}}
-- SQLite writes only those indexes anew that have the column.
SELECT 1;
{{end}}
