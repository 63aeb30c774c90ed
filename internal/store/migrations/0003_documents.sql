-- The documents that move stock (entries, transfers, stocktakes), and what
-- checks of the ledger have found.

-- What lies in stock is worth something at cost and at price. The sums are
-- kept with the other figures; valueSQL in counter.go says how one product counts.
ALTER TABLE totals ADD COLUMN cost_value {{int}} NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN sale_value {{int}} NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN without_cost {{int}} NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN without_price {{int}} NOT NULL DEFAULT 0;

UPDATE totals SET
    cost_value = (SELECT coalesce(sum(CASE WHEN cost_cents > 1000000000000000 / nullif(stock, 0)
        THEN 1000000000000000 ELSE stock * cost_cents END), 0) FROM products WHERE deleted_at IS NULL),
    sale_value = (SELECT coalesce(sum(CASE WHEN price_cents > 1000000000000000 / nullif(stock, 0)
        THEN 1000000000000000 ELSE stock * price_cents END), 0) FROM products WHERE deleted_at IS NULL),
    without_cost = (SELECT count(*) FROM products WHERE deleted_at IS NULL AND stock > 0 AND cost_cents IS NULL),
    without_price = (SELECT count(*) FROM products WHERE deleted_at IS NULL AND stock > 0 AND price_cents IS NULL)
WHERE slot = 0;

-- The same of what lies at each location, in slots as well; products counts
-- those of which something lies there.
CREATE TABLE location_totals (
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    slot {{int}} NOT NULL,
    products {{int}} NOT NULL,
    units {{int}} NOT NULL,
    cost_value {{int}} NOT NULL,
    sale_value {{int}} NOT NULL,
    without_cost {{int}} NOT NULL,
    without_price {{int}} NOT NULL,
    PRIMARY KEY (location_id, slot)
){{strict}};

INSERT INTO location_totals (location_id, slot, products, units, cost_value, sale_value, without_cost, without_price)
SELECT here.location_id, 0, count(*), sum(here.stock),
    coalesce(sum(CASE WHEN cost_cents > 1000000000000000 / nullif(here.stock, 0) THEN 1000000000000000 ELSE here.stock * cost_cents END), 0),
    coalesce(sum(CASE WHEN price_cents > 1000000000000000 / nullif(here.stock, 0) THEN 1000000000000000 ELSE here.stock * price_cents END), 0),
    count(CASE WHEN cost_cents IS NULL THEN 1 END), count(CASE WHEN price_cents IS NULL THEN 1 END)
FROM stock_levels AS here JOIN products ON products.id = here.product_id
WHERE deleted_at IS NULL AND here.stock > 0 GROUP BY here.location_id;

-- The same of each category.
CREATE TABLE category_totals (
    label_id {{int}} NOT NULL,
    slot {{int}} NOT NULL,
    products {{int}} NOT NULL,
    units {{int}} NOT NULL,
    cost_value {{int}} NOT NULL,
    sale_value {{int}} NOT NULL,
    without_cost {{int}} NOT NULL,
    without_price {{int}} NOT NULL,
    PRIMARY KEY (label_id, slot)
){{strict}};

INSERT INTO category_totals (label_id, slot, products, units, cost_value, sale_value, without_cost, without_price)
SELECT category_id, 0, count(*), sum(stock),
    coalesce(sum(CASE WHEN cost_cents > 1000000000000000 / nullif(stock, 0) THEN 1000000000000000 ELSE stock * cost_cents END), 0),
    coalesce(sum(CASE WHEN price_cents > 1000000000000000 / nullif(stock, 0) THEN 1000000000000000 ELSE stock * price_cents END), 0),
    count(CASE WHEN cost_cents IS NULL THEN 1 END), count(CASE WHEN price_cents IS NULL THEN 1 END)
FROM products WHERE deleted_at IS NULL AND stock > 0 AND category_id IS NOT NULL GROUP BY category_id;

-- An entry is a movement in with a document. Its movement may be taken back
-- and written anew; movement_id is the one that stands for it now, and 0 only
-- while the entry is being made.
CREATE TABLE entries (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    movement_id {{int}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity > 0),
    entry_type {{text}} NOT NULL CHECK (entry_type IN ('manual', 'purchase', 'return', 'adjustment')),
    reason {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    unit_cost_cents {{int}} CHECK (unit_cost_cents >= 0),
    total_cost_cents {{int}} CHECK (total_cost_cents = unit_cost_cents * quantity),
    currency {{text}} NOT NULL,
    previous_stock {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    version {{int}} NOT NULL
){{strict}};

CREATE INDEX entries_by_time ON entries (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_type ON entries (entry_type, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_product ON entries (product_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_user ON entries (created_by, created_at, id) WHERE deleted_at IS NULL;

-- What all entries come to, in slots as totals are.
CREATE TABLE entry_totals (
    entry_type {{text}} NOT NULL,
    currency {{text}} NOT NULL,
    slot {{int}} NOT NULL,
    entries {{int}} NOT NULL,
    units {{int}} NOT NULL,
    cost_cents {{int}} NOT NULL,
    PRIMARY KEY (entry_type, currency, slot)
){{strict}};

CREATE TABLE transfers (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    from_location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    to_location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    quantity {{int}} NOT NULL CHECK (quantity > 0),
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    undone_by {{int}} NOT NULL,
    undone_at {{time}},
    CHECK (from_location_id <> to_location_id)
){{strict}};

CREATE INDEX transfers_by_time ON transfers (created_at, id);
CREATE INDEX transfers_by_product ON transfers (product_id, created_at, id);

CREATE TABLE stocktakes (
    id {{id}},
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    category_id {{int}} REFERENCES labels (id) DEFERRABLE,
    -- The name as it was, because categories are renamed and merged.
    category_name {{text}} NOT NULL,
    blind {{bool "blind"}} NOT NULL,
    state {{text}} NOT NULL CHECK (state IN ('open', 'posted', 'cancelled')),
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    ended_by {{int}} NOT NULL,
    ended_at {{time}},
    -- How far it is, kept so that showing it counts nothing.
    lines {{int}} NOT NULL,
    counted {{int}} NOT NULL,
    differing {{int}} NOT NULL,
    version {{int}} NOT NULL
){{strict}};

CREATE INDEX stocktakes_by_time ON stocktakes (created_at, id);
CREATE INDEX stocktakes_open ON stocktakes (location_id) WHERE state = 'open';

CREATE TABLE stocktake_lines (
    stocktake_id {{int}} NOT NULL REFERENCES stocktakes (id) DEFERRABLE,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    -- What the ledger said when it was opened, and then when it was counted.
    expected {{int}} NOT NULL,
    counted {{int}} CHECK (counted >= 0),
    counted_by {{int}} NOT NULL,
    counted_at {{time}},
    -- The movement that posted the difference, or 0.
    movement_id {{int}} NOT NULL,
    sort_key {{text}} NOT NULL,
    PRIMARY KEY (stocktake_id, product_id)
){{strict}};

CREATE INDEX stocktake_lines_by_name ON stocktake_lines (stocktake_id, sort_key, product_id);
CREATE INDEX stocktake_lines_differing ON stocktake_lines (stocktake_id, sort_key, product_id) WHERE counted <> expected;
CREATE INDEX stocktake_lines_by_product ON stocktake_lines (product_id);

CREATE TABLE ledger_checks (
    id {{id}},
    state {{text}} NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed')),
    asked_by {{int}} NOT NULL,
    asked_at {{time}} NOT NULL,
    started_at {{time}},
    -- When whoever runs it was last heard of; another takes over from the dead.
    seen_at {{time}} NOT NULL,
    ended_at {{time}},
    products {{int}} NOT NULL,
    movements {{int}} NOT NULL,
    movements_total {{int}} NOT NULL,
    problems {{int}} NOT NULL,
    findings {{text}} NOT NULL
){{strict}};

CREATE INDEX ledger_checks_pending ON ledger_checks (id) WHERE state IN ('asked', 'running');
