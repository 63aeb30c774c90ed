-- A purchase that should have come by now is an alert too: of a kind and a level of its own. Searches find it by the
-- words of its subject, the number of the purchase and its supplier.
{{if postgres}}
ALTER TABLE alerts ADD COLUMN purchase_id {{int}};
ALTER TABLE alerts ADD COLUMN search_key {{text}} NOT NULL DEFAULT '';
ALTER TABLE alerts DROP CONSTRAINT IF EXISTS alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN ('stock', 'shortage', 'channel', 'purchase'));
ALTER TABLE alerts DROP CONSTRAINT IF EXISTS alerts_level_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_level_check CHECK (level BETWEEN 1 AND 4);
ALTER TABLE alerts DROP CONSTRAINT IF EXISTS alerts_dip_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_dip_check CHECK (dip BETWEEN 0 AND 4);
ALTER TABLE alerts DROP CONSTRAINT IF EXISTS alerts_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_check CHECK (
    (CASE WHEN product_id IS NULL THEN 0 ELSE 1 END) + (CASE WHEN channel_id IS NULL THEN 0 ELSE 1 END)
    + (CASE WHEN purchase_id IS NULL THEN 0 ELSE 1 END) = 1);
{{else}}
CREATE TABLE alerts_now (
    id {{id}},
    kind {{text}} NOT NULL CHECK (kind IN ('stock', 'shortage', 'channel', 'purchase')),
    product_id {{int}} REFERENCES products (id) DEFERRABLE,
    channel_id {{int}},
    subject {{text}} NOT NULL,
    level {{int}} NOT NULL CHECK (level BETWEEN 1 AND 4),
    state {{int}} NOT NULL CHECK (state BETWEEN 0 AND 2),
    dip {{int}} NOT NULL CHECK (dip BETWEEN 0 AND 4),
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    snoozed_until {{time}},
    resolved_at {{time}},
    resolved_by {{int}} NOT NULL,
    resolution {{text}} NOT NULL CHECK (resolution IN ('', 'manual', 'recovered', 'blocked', 'inactive', 'deleted')),
    trouble {{text}} NOT NULL DEFAULT '' CHECK (trouble IN ('', 'fault', 'updates')),
    purchase_id {{int}},
    search_key {{text}} NOT NULL DEFAULT '',
    CHECK ((product_id IS NOT NULL) + (channel_id IS NOT NULL) + (purchase_id IS NOT NULL) = 1),
    CHECK ((state = 1) = (snoozed_until IS NOT NULL)),
    CHECK ((state = 2) = (resolved_at IS NOT NULL)),
    CHECK ((state = 2) = (resolution <> '')),
    CHECK (state = 2 OR dip = level)
){{strict}};
-- The notes go with them: who drops a table that others point at drops what they point at.
CREATE TABLE alert_notes_now (
    id {{id}},
    alert_id {{int}} NOT NULL REFERENCES alerts_now (id) DEFERRABLE,
    user_id {{int}} NOT NULL,
    note {{text}} NOT NULL,
    at {{time}} NOT NULL
){{strict}};
INSERT INTO alerts_now (id, kind, product_id, channel_id, subject, level, state, dip, created_at, updated_at,
    snoozed_until, resolved_at, resolved_by, resolution, trouble)
SELECT id, kind, product_id, channel_id, subject, level, state, dip, created_at, updated_at, snoozed_until, resolved_at,
    resolved_by, resolution, trouble FROM alerts ORDER BY id;
INSERT INTO alert_notes_now (id, alert_id, user_id, note, at) SELECT id, alert_id, user_id, note, at FROM alert_notes
    ORDER BY id;
-- Numbers of alerts and notes that are gone are not given again.
UPDATE sqlite_sequence SET seq = max(seq, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'alerts'))
    WHERE name = 'alerts_now';
UPDATE sqlite_sequence SET seq = max(seq, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'alert_notes'))
    WHERE name = 'alert_notes_now';
DROP TABLE alert_notes;
DROP TABLE alerts;
ALTER TABLE alerts_now RENAME TO alerts;
ALTER TABLE alert_notes_now RENAME TO alert_notes;
CREATE UNIQUE INDEX alerts_current ON alerts (product_id, kind) WHERE dip > 0;
CREATE UNIQUE INDEX alerts_current_channel ON alerts (channel_id, trouble) WHERE dip > 0;
CREATE INDEX alerts_by_level ON alerts (state, level, created_at, id);
CREATE INDEX alerts_by_created ON alerts (state, created_at, id);
CREATE INDEX alerts_by_resolved ON alerts (state, resolved_at, id);
CREATE INDEX alerts_by_level_resolved ON alerts (state, level, resolved_at, id);
CREATE INDEX alerts_by_product ON alerts (product_id, created_at, id);
CREATE INDEX alerts_snoozed ON alerts (snoozed_until, id) WHERE state = 1;
CREATE INDEX alerts_by_channel ON alerts (subject, id) WHERE channel_id IS NOT NULL;
CREATE INDEX alert_notes_by_alert ON alert_notes (alert_id, id);
{{end}}
CREATE UNIQUE INDEX alerts_current_purchase ON alerts (purchase_id) WHERE dip > 0 AND purchase_id IS NOT NULL;
CREATE INDEX alerts_by_purchase ON alerts (purchase_id, id) WHERE purchase_id IS NOT NULL;
