-- Orders: what customers asked for, what that claims of the stock, what left
-- and came back for it, and the figures that screens show of them.

-- What open orders claim, and how much of it the stock does not cover. Both are
-- kept by place and summed up on the product; a place where nothing ever lay
-- may have a row because something is claimed there.
ALTER TABLE products ADD COLUMN shortage {{int}} NOT NULL DEFAULT 0 CHECK (shortage >= 0);
ALTER TABLE stock_levels ADD COLUMN reserved {{int}} NOT NULL DEFAULT 0 CHECK (reserved >= 0);
ALTER TABLE stock_levels ADD COLUMN shortage {{int}} NOT NULL DEFAULT 0 CHECK (shortage >= 0);

CREATE INDEX products_short ON products (id) WHERE shortage > 0;

CREATE TABLE orders (
    id {{id}},
    number {{text}} NOT NULL,
    -- The shop that sent it and its own name for the order; 0 and '' when it
    -- was written by hand.
    channel_id {{int}} NOT NULL,
    external_id {{text}} NOT NULL,
    source {{text}} NOT NULL,
    status {{text}} NOT NULL CHECK (status IN ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
    total_cents {{int}} NOT NULL CHECK (total_cents >= 0),
    currency {{text}} NOT NULL,
    customer_name {{text}} NOT NULL,
    customer_email {{text}} NOT NULL,
    -- Addresses are JSON: they are shown, never searched.
    shipping_address {{text}} NOT NULL,
    billing_address {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    -- Where its units are claimed and taken.
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    -- How much it is about, kept so that a list counts nothing.
    lines {{int}} NOT NULL,
    units {{int}} NOT NULL,
    unmatched {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    shipped_at {{time}},
    delivered_at {{time}},
    -- When the shop last changed it, by the shop's own clock.
    shop_modified_at {{time}},
    received_at {{time}} NOT NULL,
    processed {{bool "processed"}} NOT NULL,
    version {{int}} NOT NULL,
    search_key {{text}} NOT NULL,
    number_sort_key {{text}} NOT NULL,
    customer_sort_key {{text}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX orders_external ON orders (channel_id, external_id) WHERE external_id <> '';
CREATE INDEX orders_by_created ON orders (created_at, id);
CREATE INDEX orders_by_total ON orders (total_cents, id);
CREATE INDEX orders_by_number ON orders (number_sort_key, id);
CREATE INDEX orders_by_customer ON orders (customer_sort_key, id);
CREATE INDEX orders_by_status ON orders (status, created_at, id);
CREATE INDEX orders_by_status_total ON orders (status, total_cents, id);
CREATE INDEX orders_by_status_number ON orders (status, number_sort_key, id);
CREATE INDEX orders_by_status_customer ON orders (status, customer_sort_key, id);

CREATE TABLE order_lines (
    id {{id}},
    order_id {{int}} NOT NULL REFERENCES orders (id) DEFERRABLE,
    position {{int}} NOT NULL,
    -- NULL while nobody knows which product the SKU means.
    product_id {{int}} REFERENCES products (id) DEFERRABLE,
    -- Name and SKU as they were, because products are renamed and deleted.
    sku {{text}} NOT NULL,
    sku_key {{text}} NOT NULL,
    name {{text}} NOT NULL,
    -- The shop's own name for the line.
    external_id {{text}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity > 0),
    unit_price_cents {{int}} NOT NULL CHECK (unit_price_cents >= 0),
    -- What became of the quantity: given up before it was shipped, shipped,
    -- back on the shelf, and refunded without coming back.
    cancelled {{int}} NOT NULL CHECK (cancelled >= 0),
    shipped {{int}} NOT NULL CHECK (shipped >= 0),
    returned {{int}} NOT NULL CHECK (returned >= 0),
    written_off {{int}} NOT NULL CHECK (written_off >= 0),
    -- What it claims of the stock now, and how much of that is not there.
    claimed {{int}} NOT NULL CHECK (claimed >= 0),
    shortage {{int}} NOT NULL CHECK (shortage >= 0 AND shortage <= claimed),
    -- Those of the order, here so that an index has claims in order of age.
    location_id {{int}} NOT NULL,
    placed_at {{time}} NOT NULL,
    CHECK (cancelled + shipped <= quantity),
    CHECK (returned + written_off <= shipped)
){{strict}};

CREATE INDEX order_lines_by_order ON order_lines (order_id, position, id);
CREATE INDEX order_lines_by_product ON order_lines (product_id, placed_at, order_id);
CREATE INDEX order_lines_covered ON order_lines (product_id, location_id, placed_at, id) WHERE claimed > shortage;
CREATE INDEX order_lines_short ON order_lines (product_id, location_id, placed_at, id) WHERE shortage > 0;
CREATE INDEX order_lines_unmatched ON order_lines (sku_key, order_id) WHERE product_id IS NULL;

-- What an order did to the stock. One line has one effect of one transition,
-- however often somebody asks for it.
CREATE TABLE order_effects (
    order_id {{int}} NOT NULL REFERENCES orders (id) DEFERRABLE,
    line_id {{int}} NOT NULL REFERENCES order_lines (id) DEFERRABLE,
    -- 'ship', 'return', or 'refund:' and the refund's own name.
    transition {{text}} NOT NULL,
    product_id {{int}} NOT NULL,
    -- Negative for what left.
    quantity {{int}} NOT NULL CHECK (quantity <> 0),
    movement_id {{int}} NOT NULL,
    at {{time}} NOT NULL,
    PRIMARY KEY (order_id, line_id, transition)
){{strict}};

CREATE INDEX order_effects_by_movement ON order_effects (movement_id);

-- Refunds that were taken into account, so that none counts twice.
CREATE TABLE order_refunds (
    order_id {{int}} NOT NULL REFERENCES orders (id) DEFERRABLE,
    refund_key {{text}} NOT NULL,
    at {{time}} NOT NULL,
    PRIMARY KEY (order_id, refund_key)
){{strict}};

-- What happened to an order, for people.
CREATE TABLE order_events (
    id {{id}},
    order_id {{int}} NOT NULL REFERENCES orders (id) DEFERRABLE,
    at {{time}} NOT NULL,
    user_id {{int}} NOT NULL,
    kind {{text}} NOT NULL,
    -- The status after it.
    status {{text}} NOT NULL,
    detail {{text}} NOT NULL
){{strict}};

CREATE INDEX order_events_by_order ON order_events (order_id, id);

-- Figures over orders by the business's days, in slots as totals are: orders
-- and amount on the day an order was placed, shipped on the day it left. The
-- day '' holds those of all time. Another time zone makes them anew.
CREATE TABLE order_figures (
    day {{text}} NOT NULL,
    status {{text}} NOT NULL,
    currency {{text}} NOT NULL,
    slot {{int}} NOT NULL,
    orders {{int}} NOT NULL,
    amount_cents {{int}} NOT NULL,
    shipped {{int}} NOT NULL,
    PRIMARY KEY (day, status, currency, slot)
){{strict}};

{{if postgres}}
CREATE INDEX orders_search ON orders USING gin (search_key gin_trgm_ops);
{{else}}
CREATE VIRTUAL TABLE order_search USING fts5 (
    search_key, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE TRIGGER order_search_insert AFTER INSERT ON orders BEGIN
    INSERT INTO order_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
CREATE TRIGGER order_search_update AFTER UPDATE OF search_key ON orders
WHEN old.search_key <> new.search_key BEGIN
    DELETE FROM order_search WHERE rowid = old.id;
    INSERT INTO order_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
{{end}}
