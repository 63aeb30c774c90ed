-- A row that PostgreSQL changes enters every index of its table anew, also those
-- of columns that stayed as they were. That of the three-letter pieces took a
-- quarter of an adjustment, so what is searched lies beside the rows, in a table
-- that reads as SQLite's index does. What was written last waits in a list to be
-- sorted into the index, and a search reads that list: it is kept short.
{{if postgres}}
CREATE TABLE product_search (
    rowid {{int}} NOT NULL PRIMARY KEY,
    search_key {{text}} NOT NULL
);
INSERT INTO product_search (rowid, search_key)
SELECT CASE WHEN deleted_at IS NULL THEN id ELSE -id END, search_key FROM products;
CREATE INDEX product_search_pieces ON product_search USING gin (search_key gin_trgm_ops) WITH (gin_pending_list_limit = 256);
DROP INDEX products_search;

CREATE FUNCTION search_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM product_search WHERE rowid = CASE WHEN old.deleted_at IS NULL THEN old.id ELSE -old.id END;
    END IF;
    INSERT INTO product_search (rowid, search_key)
    VALUES (CASE WHEN new.deleted_at IS NULL THEN new.id ELSE -new.id END, new.search_key);
    RETURN NULL;
END
$$;
CREATE TRIGGER product_search_insert AFTER INSERT ON products
    FOR EACH ROW EXECUTE FUNCTION search_product();
CREATE TRIGGER product_search_update AFTER UPDATE OF search_key, deleted_at ON products FOR EACH ROW
    WHEN (old.search_key <> new.search_key OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
    EXECUTE FUNCTION search_product();

CREATE TABLE order_search (
    rowid {{int}} NOT NULL PRIMARY KEY,
    search_key {{text}} NOT NULL
);
INSERT INTO order_search (rowid, search_key) SELECT id, search_key FROM orders;
CREATE INDEX order_search_pieces ON order_search USING gin (search_key gin_trgm_ops) WITH (gin_pending_list_limit = 256);
DROP INDEX orders_search;

CREATE FUNCTION search_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM order_search WHERE rowid = old.id;
    END IF;
    INSERT INTO order_search (rowid, search_key) VALUES (new.id, new.search_key);
    RETURN NULL;
END
$$;
CREATE TRIGGER order_search_insert AFTER INSERT ON orders
    FOR EACH ROW EXECUTE FUNCTION search_order();
CREATE TRIGGER order_search_update AFTER UPDATE OF search_key ON orders FOR EACH ROW
    WHEN (old.search_key <> new.search_key)
    EXECUTE FUNCTION search_order();

ANALYZE product_search, order_search;
{{end}}
