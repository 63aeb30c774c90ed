-- Alerts: what needs somebody's attention, since when, and what became of it.

CREATE TABLE alerts (
    id {{id}},
    -- 'stock' for the level of a product, 'shortage' for what its open orders
    -- lack, 'channel' for a shop that has fallen silent.
    kind {{text}} NOT NULL CHECK (kind IN ('stock', 'shortage', 'channel')),
    product_id {{int}} REFERENCES products (id) DEFERRABLE,
    channel_id {{int}},
    -- The name of the channel; a product's is its own.
    subject {{text}} NOT NULL,
    -- 1 low, 2 critical, 3 out of stock: the worst has the highest number.
    level {{int}} NOT NULL CHECK (level BETWEEN 1 AND 3),
    -- 0 open, 1 snoozed, 2 resolved.
    state {{int}} NOT NULL CHECK (state BETWEEN 0 AND 2),
    -- The level at which its subject is now, as long as the fall that opened it
    -- is not over; then 0. One that was resolved by hand keeps another from
    -- opening for the same fall.
    dip {{int}} NOT NULL CHECK (dip BETWEEN 0 AND 3),
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    snoozed_until {{time}},
    resolved_at {{time}},
    resolved_by {{int}} NOT NULL,
    resolution {{text}} NOT NULL CHECK (resolution IN ('', 'manual', 'recovered', 'blocked', 'inactive', 'deleted')),
    CHECK ((product_id IS NULL) <> (channel_id IS NULL)),
    CHECK ((state = 1) = (snoozed_until IS NOT NULL)),
    CHECK ((state = 2) = (resolved_at IS NOT NULL)),
    CHECK ((state = 2) = (resolution <> '')),
    CHECK (state = 2 OR dip = level)
){{strict}};

-- One fall has one alert.
CREATE UNIQUE INDEX alerts_current ON alerts (product_id, kind) WHERE dip > 0;
CREATE UNIQUE INDEX alerts_current_channel ON alerts (channel_id) WHERE dip > 0;
CREATE INDEX alerts_by_level ON alerts (state, level, created_at, id);
CREATE INDEX alerts_by_created ON alerts (state, created_at, id);
CREATE INDEX alerts_by_resolved ON alerts (state, resolved_at, id);
CREATE INDEX alerts_by_level_resolved ON alerts (state, level, resolved_at, id);
CREATE INDEX alerts_by_product ON alerts (product_id, created_at, id);
CREATE INDEX alerts_snoozed ON alerts (snoozed_until, id) WHERE state = 1;

CREATE TABLE alert_notes (
    id {{id}},
    alert_id {{int}} NOT NULL REFERENCES alerts (id) DEFERRABLE,
    user_id {{int}} NOT NULL,
    note {{text}} NOT NULL,
    at {{time}} NOT NULL
){{strict}};

CREATE INDEX alert_notes_by_alert ON alert_notes (alert_id, id);

-- How many alerts there are of each kind of attention, in slots as totals are.
CREATE TABLE alert_totals (
    state {{int}} NOT NULL,
    level {{int}} NOT NULL,
    slot {{int}} NOT NULL,
    alerts {{int}} NOT NULL,
    PRIMARY KEY (state, level, slot)
){{strict}};

-- What needs attention already. Nothing is forecast yet, so stock alone decides.
INSERT INTO alerts (kind, product_id, subject, level, state, dip, created_at, updated_at, resolved_by, resolution)
SELECT 'stock', id, '', CASE WHEN stock = 0 THEN 3 ELSE 2 END, 0, CASE WHEN stock = 0 THEN 3 ELSE 2 END, updated_at, updated_at, 0, ''
FROM products
WHERE deleted_at IS NULL AND NOT alert_blocked AND status IN (1, 4) AND stock <= coalesce(min_stock, 10)
ORDER BY id;

INSERT INTO alerts (kind, product_id, subject, level, state, dip, created_at, updated_at, resolved_by, resolution)
SELECT 'shortage', id, '', 2, 0, 2, updated_at, updated_at, 0, ''
FROM products
WHERE shortage > 0 AND deleted_at IS NULL AND NOT alert_blocked
ORDER BY id;

INSERT INTO alert_totals (state, level, slot, alerts) SELECT state, level, 0, count(*) FROM alerts GROUP BY state, level;
