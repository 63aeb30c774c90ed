-- What a shop keeps, where it lies, and the ledger of how it came and went.

-- Categories, brands and tags: names that products share.
CREATE TABLE labels (
    id {{id}},
    kind {{text}} NOT NULL CHECK (kind IN ('category', 'brand', 'tag')),
    name {{text}} NOT NULL,
    name_key {{text}} NOT NULL,
    sort_key {{text}} NOT NULL,
    -- How many products that are not deleted carry it.
    products {{int}} NOT NULL,
    UNIQUE (kind, name_key)
){{strict}};

CREATE INDEX labels_by_name ON labels (kind, sort_key, id);

CREATE TABLE locations (
    id {{id}},
    name {{text}} NOT NULL,
    name_key {{text}} NOT NULL UNIQUE,
    active {{bool "active"}} NOT NULL,
    created_at {{time}} NOT NULL,
    version {{int}} NOT NULL
){{strict}};

INSERT INTO locations (name, name_key, active, created_at, version) VALUES ('Principal', 'principal', TRUE, 0, 1);

CREATE TABLE products (
    id {{id}},
    sku {{text}} NOT NULL,
    sku_key {{text}} NOT NULL,
    name {{text}} NOT NULL,
    description {{text}} NOT NULL,
    barcode {{text}} NOT NULL,
    image_url {{text}} NOT NULL,
    status {{int}} NOT NULL CHECK (status BETWEEN 1 AND 4),
    stock {{int}} NOT NULL CHECK (stock >= 0),
    reserved {{int}} NOT NULL CHECK (reserved >= 0),
    min_stock {{int}},
    max_stock {{int}},
    alert_days {{int}} NOT NULL,
    alert_blocked {{bool "alert_blocked"}} NOT NULL,
    price_cents {{int}},
    cost_cents {{int}},
    category_id {{int}} REFERENCES labels (id) DEFERRABLE,
    brand_id {{int}} REFERENCES labels (id) DEFERRABLE,
    -- The names of its tags as JSON, so that a list needs no second question.
    tags {{text}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    last_movement_at {{time}},
    version {{int}} NOT NULL,
    -- The last movement's number and hash: the next one follows them.
    movement_seq {{int}} NOT NULL,
    ledger_hash {{text}} NOT NULL,
    -- 0 out, 1 low, 2 enough; kept so that an index finds what needs attention.
    level {{int}} NOT NULL CHECK (level BETWEEN 0 AND 2),
    search_key {{text}} NOT NULL,
    name_sort_key {{text}} NOT NULL,
    sku_sort_key {{text}} NOT NULL,
    category_sort_key {{text}} NOT NULL
){{strict}};

-- A deleted product frees its SKU and its barcode.
CREATE UNIQUE INDEX products_sku ON products (sku_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX products_barcode ON products (barcode) WHERE deleted_at IS NULL AND barcode <> '';
CREATE INDEX products_by_created ON products (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_name ON products (name_sort_key, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_sku ON products (sku_sort_key, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_stock ON products (stock, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_category_name ON products (category_sort_key, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_status ON products (status, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_level ON products (level, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_low_by_stock ON products (stock, id) WHERE deleted_at IS NULL AND level = 1;
CREATE INDEX products_by_price ON products (price_cents, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_category ON products (category_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_brand ON products (brand_id, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE product_tags (
    label_id {{int}} NOT NULL REFERENCES labels (id) DEFERRABLE,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    PRIMARY KEY (label_id, product_id)
){{strict}};

CREATE INDEX product_tags_by_product ON product_tags (product_id);

CREATE TABLE stock_levels (
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    stock {{int}} NOT NULL CHECK (stock >= 0),
    PRIMARY KEY (product_id, location_id)
){{strict}};

CREATE INDEX stock_levels_by_location ON stock_levels (location_id, product_id);

CREATE TABLE movements (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity <> 0),
    reason {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    unit_cost_cents {{int}},
    stock_before {{int}} NOT NULL CHECK (stock_before >= 0),
    stock_after {{int}} NOT NULL CHECK (stock_after >= 0 AND stock_after = stock_before + quantity),
    user_id {{int}} NOT NULL,
    at {{time}} NOT NULL,
    source {{text}} NOT NULL,
    source_id {{int}} NOT NULL,
    undo_of {{int}} NOT NULL,
    hash {{text}} NOT NULL,
    -- Two movements cannot both follow the same one.
    UNIQUE (product_id, seq)
){{strict}};

CREATE INDEX movements_by_time ON movements (at, id);
CREATE INDEX movements_by_product ON movements (product_id, at, id);
CREATE INDEX movements_by_user ON movements (user_id, at, id);
CREATE INDEX movements_by_reason ON movements (reason, at, id);
CREATE INDEX movements_by_source ON movements (source, source_id);
-- A movement is taken back once.
CREATE UNIQUE INDEX movements_undone ON movements (undo_of) WHERE undo_of <> 0;

-- Figures over the whole catalogue, in slots so that writers on PostgreSQL do
-- not queue for one row. The figure is the sum of the slots.
CREATE TABLE totals (
    slot {{int}} NOT NULL PRIMARY KEY,
    products {{int}} NOT NULL,
    stock {{int}} NOT NULL,
    low {{int}} NOT NULL,
    out_of_stock {{int}} NOT NULL,
    inactive {{int}} NOT NULL,
    discontinued {{int}} NOT NULL,
    movements {{int}} NOT NULL
){{strict}};

INSERT INTO totals (slot, products, stock, low, out_of_stock, inactive, discontinued, movements)
VALUES (0, 0, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0, 0),
    (4, 0, 0, 0, 0, 0, 0, 0), (5, 0, 0, 0, 0, 0, 0, 0), (6, 0, 0, 0, 0, 0, 0, 0), (7, 0, 0, 0, 0, 0, 0, 0),
    (8, 0, 0, 0, 0, 0, 0, 0), (9, 0, 0, 0, 0, 0, 0, 0), (10, 0, 0, 0, 0, 0, 0, 0), (11, 0, 0, 0, 0, 0, 0, 0),
    (12, 0, 0, 0, 0, 0, 0, 0), (13, 0, 0, 0, 0, 0, 0, 0), (14, 0, 0, 0, 0, 0, 0, 0), (15, 0, 0, 0, 0, 0, 0, 0);

-- The ledger is append-only, and so are the rows that say who did what: the
-- database itself refuses anything else.
{{if postgres}}
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX products_search ON products USING gin (search_key gin_trgm_ops);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE ON movements
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER movements_no_truncate BEFORE TRUNCATE ON movements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{else}}
CREATE TRIGGER movements_no_update BEFORE UPDATE ON movements BEGIN
    SELECT RAISE(ABORT, 'movements is append-only');
END;
CREATE TRIGGER movements_no_delete BEFORE DELETE ON movements BEGIN
    SELECT RAISE(ABORT, 'movements is append-only');
END;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, 'audit is append-only');
END;

-- The index of three-letter pieces follows the products by itself. Deleted
-- products stay in it, because their movements and entries are still searched
-- for; there their number is negative, so that the others can be counted.
CREATE VIRTUAL TABLE product_search USING fts5 (
    search_key, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE TRIGGER product_search_insert AFTER INSERT ON products BEGIN
    INSERT INTO product_search (rowid, search_key)
    VALUES (CASE WHEN new.deleted_at IS NULL THEN new.id ELSE -new.id END, new.search_key);
END;
CREATE TRIGGER product_search_update AFTER UPDATE OF search_key, deleted_at ON products
WHEN old.search_key <> new.search_key OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    DELETE FROM product_search WHERE rowid = CASE WHEN old.deleted_at IS NULL THEN old.id ELSE -old.id END;
    INSERT INTO product_search (rowid, search_key)
    VALUES (CASE WHEN new.deleted_at IS NULL THEN new.id ELSE -new.id END, new.search_key);
END;
{{end}}
