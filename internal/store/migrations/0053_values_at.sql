-- What a product's movements came to at the end of a month, so that what it was worth at any instant is worked out
-- from there. A fold is the state after one movement, which its hash names: nothing that is written later changes it.
CREATE TABLE value_folds (
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    month {{text}} NOT NULL,
    -- The instant at which the month ended, in the zone of the business as it was when this was made.
    until {{time}} NOT NULL,
    -- By which rules the layers were made: those of others are not used.
    rules {{int}} NOT NULL,
    seq {{int}} NOT NULL,
    hash {{text}} NOT NULL,
    units {{int}} NOT NULL,
    -- Of all units, at their average; NULL where nobody said what they cost.
    value_cents {{int}},
    currency {{text}} NOT NULL,
    -- What was bought when and is still there, the oldest first, what left last, and where the units lay.
    layers {{text}} NOT NULL,
    gone {{text}} NOT NULL,
    lying {{text}} NOT NULL,
    PRIMARY KEY (product_id, until)
){{strict}};

-- How far the folds are: products up to one have theirs of all months that ended by a time.
CREATE TABLE value_fold_progress (
    id {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    until {{time}},
    after_id {{int}} NOT NULL
){{strict}};
INSERT INTO value_fold_progress (id, until, after_id) VALUES (1, NULL, 0);

-- A closing keeps what the stock was worth at an instant. It is only ever added.
CREATE TABLE closings (
    id {{id}},
    at {{time}} NOT NULL,
    method {{text}} NOT NULL CHECK (method IN ('pmp', 'fifo')),
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    -- The head of the ledger at that instant, and a hash of every product's units and value.
    hash {{text}} NOT NULL,
    rows_hash {{text}} NOT NULL,
    -- The last movement that was written when it was made.
    movement_id {{int}} NOT NULL,
    products {{int}} NOT NULL,
    units {{int}} NOT NULL,
    value_cents {{int}} NOT NULL,
    currency {{text}} NOT NULL,
    -- Totals by category and location, as they were called then.
    totals {{text}} NOT NULL
){{strict}};

CREATE INDEX closings_by_at ON closings (at, id);

{{if postgres}}
CREATE TRIGGER closings_append_only BEFORE UPDATE OR DELETE ON closings
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{else}}
CREATE TRIGGER closings_no_update BEFORE UPDATE ON closings BEGIN
    SELECT RAISE(ABORT, 'closings is append-only');
END;
CREATE TRIGGER closings_no_delete BEFORE DELETE ON closings BEGIN
    SELECT RAISE(ABORT, 'closings is append-only');
END;
{{end}}

-- A report may be about the forecasts, as before, or about what the stock was worth.
DROP INDEX forecast_reports_pending;
DROP INDEX forecast_reports_by_time;
ALTER TABLE forecast_reports RENAME TO reports;
ALTER TABLE forecast_report_pieces RENAME TO report_pieces;
ALTER TABLE reports ADD COLUMN kind {{text}} NOT NULL DEFAULT 'forecasts';
CREATE INDEX reports_pending ON reports (kind, id) WHERE state IN ('asked', 'running');
CREATE INDEX reports_by_time ON reports (created_at);

-- By which rate prices and costs in two currencies are compared, and of which day it is: how many of the currency of
-- prices one of the currency of costs is worth. '' where nobody said.
ALTER TABLE settings ADD COLUMN margin_rate {{text}} NOT NULL DEFAULT '';
ALTER TABLE settings ADD COLUMN margin_rate_on {{text}} NOT NULL DEFAULT '';
