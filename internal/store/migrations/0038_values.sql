-- What the units of a product cost together, and how many they are: those in stock or,
-- where none is left, the last ones there were. The average is the one divided by the
-- other, and is divided only to be shown; cost_cents keeps what is shown. Shops that
-- exist begin with average times stock.
ALTER TABLE products ADD COLUMN cost_value {{int}};
ALTER TABLE products ADD COLUMN cost_units {{int}} NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN cost_currency {{text}} NOT NULL DEFAULT '';

UPDATE products SET
    cost_units = CASE WHEN stock > 0 THEN stock ELSE 1 END,
    cost_value = CASE WHEN stock = 0 THEN cost_cents
        WHEN cost_cents > 1000000000000000 / stock THEN 1000000000000000 ELSE stock * cost_cents END,
    cost_currency = (SELECT purchase_currency FROM settings WHERE id = 1)
WHERE cost_cents IS NOT NULL;

-- A movement says what its units cost together, in which currency, and what the stock
-- was worth before and after it. One that only changes the worth moves no units.
-- Movements that were made before say none of it; sealed tells which fields the hash covers.
-- What an entry cost in all is the truth: of a hundred screws for 3,45 no unit cost in
-- cents comes to it.
{{if postgres}}
ALTER TABLE movements ADD COLUMN cost_cents {{int}};
ALTER TABLE movements ADD COLUMN currency {{text}} NOT NULL DEFAULT '';
ALTER TABLE movements ADD COLUMN value_before {{int}};
ALTER TABLE movements ADD COLUMN value_after {{int}};
ALTER TABLE movements ADD COLUMN sealed {{int}} NOT NULL DEFAULT 1;
ALTER TABLE movements DROP CONSTRAINT IF EXISTS movements_quantity_check;
ALTER TABLE movements ADD CONSTRAINT movements_quantity_check CHECK (quantity <> 0 OR reason = 'revaluation');
ALTER TABLE movements DISABLE TRIGGER movements_append_only;
UPDATE movements SET currency = coalesce(
    (SELECT entries.currency FROM entries WHERE movements.source = 'entry' AND entries.id = movements.source_id),
    (SELECT purchase_currency FROM settings WHERE id = 1))
WHERE unit_cost_cents IS NOT NULL;
ALTER TABLE movements ENABLE TRIGGER movements_append_only;
ALTER TABLE entries DROP CONSTRAINT IF EXISTS entries_check;
ALTER TABLE entries ADD CONSTRAINT entries_check CHECK (total_cost_cents >= 0);
{{else}}
CREATE TABLE movements_now (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity <> 0 OR reason = 'revaluation'),
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
    sold_at {{time}},
    cost_cents {{int}},
    currency {{text}} NOT NULL DEFAULT '',
    value_before {{int}},
    value_after {{int}},
    sealed {{int}} NOT NULL DEFAULT 1,
    -- Two movements cannot both follow the same one.
    UNIQUE (product_id, seq)
){{strict}};
INSERT INTO movements_now (id, product_id, location_id, seq, quantity, reason, notes, unit_cost_cents, stock_before,
    stock_after, user_id, at, source, source_id, undo_of, hash, sold_at, currency)
SELECT m.id, m.product_id, m.location_id, m.seq, m.quantity, m.reason, m.notes, m.unit_cost_cents, m.stock_before,
    m.stock_after, m.user_id, m.at, m.source, m.source_id, m.undo_of, m.hash, m.sold_at,
    CASE WHEN m.unit_cost_cents IS NULL THEN '' ELSE coalesce(
        (SELECT entries.currency FROM entries WHERE m.source = 'entry' AND entries.id = m.source_id),
        (SELECT purchase_currency FROM settings WHERE id = 1)) END
FROM movements AS m ORDER BY m.id;
DROP TABLE movements;
ALTER TABLE movements_now RENAME TO movements;
CREATE INDEX movements_by_time ON movements (at, id);
CREATE INDEX movements_by_user ON movements (user_id, at, id);
CREATE INDEX movements_by_reason ON movements (reason, at, id);
CREATE INDEX movements_by_source ON movements (source, source_id);
CREATE UNIQUE INDEX movements_undone ON movements (undo_of) WHERE undo_of <> 0;
CREATE INDEX movements_sold ON movements (product_id, coalesce(sold_at, at), quantity) WHERE reason IN ('sale', 'return');
CREATE INDEX movements_by_location ON movements (location_id, at, id) WHERE location_id <> 1;
CREATE TRIGGER movements_no_update BEFORE UPDATE ON movements BEGIN
    SELECT RAISE(ABORT, 'movements is append-only');
END;
CREATE TRIGGER movements_no_delete BEFORE DELETE ON movements BEGIN
    SELECT RAISE(ABORT, 'movements is append-only');
END;

CREATE TABLE entries_now (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    movement_id {{int}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity > 0),
    entry_type {{text}} NOT NULL CHECK (entry_type IN ('manual', 'purchase', 'return', 'adjustment')),
    reason {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    unit_cost_cents {{int}} CHECK (unit_cost_cents >= 0),
    total_cost_cents {{int}} CHECK (total_cost_cents >= 0),
    currency {{text}} NOT NULL,
    previous_stock {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    version {{int}} NOT NULL
){{strict}};
INSERT INTO entries_now (id, product_id, location_id, movement_id, quantity, entry_type, reason, notes, unit_cost_cents,
    total_cost_cents, currency, previous_stock, created_by, created_at, updated_at, deleted_at, version)
SELECT id, product_id, location_id, movement_id, quantity, entry_type, reason, notes, unit_cost_cents, total_cost_cents,
    currency, previous_stock, created_by, created_at, updated_at, deleted_at, version FROM entries ORDER BY id;
DROP TABLE entries;
ALTER TABLE entries_now RENAME TO entries;
CREATE INDEX entries_by_time ON entries (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_type ON entries (entry_type, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_product ON entries (product_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entries_by_user ON entries (created_by, created_at, id) WHERE deleted_at IS NULL;
{{end}}
