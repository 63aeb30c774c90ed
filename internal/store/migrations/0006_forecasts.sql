-- What will run out, when, and what to order: how products are bought, what
-- their past days sold, what is expected of them, and who works that out.

-- NULL where the shop has not said; the service level is in percent.
ALTER TABLE products ADD COLUMN lead_days {{int}} CHECK (lead_days BETWEEN 0 AND 150);
ALTER TABLE products ADD COLUMN pack_size {{int}} CHECK (pack_size >= 1);
ALTER TABLE products ADD COLUMN service_level {{int}} CHECK (service_level BETWEEN 50 AND 99);

-- One row for each product that is not deleted. The columns up to alert_days
-- are copies of the product's own, kept in the transaction that changes them,
-- so that one index has what a filter asks for in the order asked for.
CREATE TABLE forecasts (
    product_id {{int}} NOT NULL PRIMARY KEY REFERENCES products (id) DEFERRABLE,
    name_sort_key {{text}} NOT NULL,
    stock {{int}} NOT NULL,
    level {{int}} NOT NULL,
    alert_blocked {{bool "alert_blocked"}} NOT NULL,
    alert_days {{int}} NOT NULL,
    sold_last_30 {{int}} NOT NULL,
    -- In hundredths of a unit; between low and high lie eight months of ten.
    will_sell_30 {{int}} NOT NULL,
    will_sell_low {{int}} NOT NULL,
    will_sell_high {{int}} NOT NULL,
    -- Days until the available stock is used up: 0 is gone already, NULL is
    -- nothing expected to sell. The others are the days for a chance of 10 and 90 %.
    runs_out_in {{int}},
    runs_out_early {{int}},
    runs_out_late {{int}},
    -- The chance, in percent, that the stock does not last the alert days.
    gone_in_alert_days {{int}} NOT NULL,
    to_do {{int}} NOT NULL,
    method {{text}} NOT NULL CHECK (method IN ('history', 'new', 'unsold', 'none')),
    low_confidence {{bool "low_confidence"}} NOT NULL,
    -- NULL until it has been worked out for the first time.
    computed_at {{time}}
){{strict}};

INSERT INTO forecasts (product_id, name_sort_key, stock, level, alert_blocked, alert_days, sold_last_30, will_sell_30, will_sell_low,
    will_sell_high, runs_out_in, runs_out_early, runs_out_late, gone_in_alert_days, to_do, method, low_confidence)
SELECT id, name_sort_key, stock, level, alert_blocked, alert_days, 0, 0, 0, 0,
    CASE WHEN stock - reserved <= 0 THEN 0 END, CASE WHEN stock - reserved <= 0 THEN 0 END, CASE WHEN stock - reserved <= 0 THEN 0 END,
    0, 0, 'none', TRUE
FROM products WHERE deleted_at IS NULL;

-- What never runs out comes last in both directions, so each has its index.
CREATE INDEX forecasts_by_name ON forecasts (name_sort_key, product_id);
CREATE INDEX forecasts_by_stock ON forecasts (stock, product_id);
CREATE INDEX forecasts_by_sold ON forecasts (sold_last_30, product_id);
CREATE INDEX forecasts_by_will_sell ON forecasts (will_sell_30, product_id);
CREATE INDEX forecasts_by_to_do ON forecasts (to_do, product_id);
CREATE INDEX forecasts_by_run_out ON forecasts (coalesce(runs_out_in, 1000000), product_id);
CREATE INDEX forecasts_by_run_out_last ON forecasts (coalesce(runs_out_in, -1), product_id);
CREATE INDEX forecasts_by_alert_days ON forecasts (alert_days, product_id);

CREATE INDEX forecasts_low_by_name ON forecasts (name_sort_key, product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_stock ON forecasts (stock, product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_sold ON forecasts (sold_last_30, product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_will_sell ON forecasts (will_sell_30, product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_to_do ON forecasts (to_do, product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_run_out ON forecasts (coalesce(runs_out_in, 1000000), product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_run_out_last ON forecasts (coalesce(runs_out_in, -1), product_id) WHERE level = 1;
CREATE INDEX forecasts_low_by_alert_days ON forecasts (alert_days, product_id) WHERE level = 1;

CREATE INDEX forecasts_blocked_by_name ON forecasts (name_sort_key, product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_stock ON forecasts (stock, product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_sold ON forecasts (sold_last_30, product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_will_sell ON forecasts (will_sell_30, product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_to_do ON forecasts (to_do, product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_run_out ON forecasts (coalesce(runs_out_in, 1000000), product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_run_out_last ON forecasts (coalesce(runs_out_in, -1), product_id) WHERE alert_blocked;
CREATE INDEX forecasts_blocked_by_alert_days ON forecasts (alert_days, product_id) WHERE alert_blocked;

-- Products whose ledger or settings have changed since they were last worked
-- out. A change counts up, so that whoever worked out the one before cannot
-- take it for done; lease_until is until when somebody may be at it.
CREATE TABLE forecast_due (
    product_id {{int}} NOT NULL PRIMARY KEY REFERENCES products (id) DEFERRABLE,
    changes {{int}} NOT NULL,
    lease_until {{time}} NOT NULL
){{strict}};

-- What each day of a product sold and whether it opened without stock, made
-- of the product's movements up to seq. The ledger stays the truth: this only
-- spares reading all of it every night.
CREATE TABLE sales_histories (
    product_id {{int}} NOT NULL PRIMARY KEY REFERENCES products (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    -- Days since 1970 by the calendar of a time zone; days holds those in between.
    zone {{text}} NOT NULL,
    first_day {{int}} NOT NULL,
    last_day {{int}} NOT NULL,
    stock {{int}} NOT NULL,
    days {{bytes}} NOT NULL
){{strict}};

-- What the whole shop's past teaches about forecasting one product, as JSON.
CREATE TABLE forecast_models (
    id {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    fitted_at {{time}} NOT NULL,
    body {{bytes}} NOT NULL
){{strict}};

-- Times at which demand is not the usual, such as Reyes or a closed August.
CREATE TABLE forecast_events (
    id {{id}},
    name {{text}} NOT NULL,
    -- The first and the last day, as 2026-01-05.
    first_day {{text}} NOT NULL,
    last_day {{text}} NOT NULL,
    -- In percent above the usual; below zero where less is sold.
    uplift {{int}} NOT NULL,
    -- NULL for all products.
    category_id {{int}} REFERENCES labels (id) DEFERRABLE,
    yearly {{bool "yearly"}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    version {{int}} NOT NULL,
    CHECK (first_day <= last_day)
){{strict}};

CREATE INDEX forecast_events_by_day ON forecast_events (first_day, id);

-- Times at which everything is worked out anew: every night, and when
-- something has changed that concerns all products. day is that of a night,
-- '' of the others.
CREATE TABLE forecast_runs (
    id {{id}},
    day {{text}} NOT NULL,
    state {{text}} NOT NULL CHECK (state IN ('asked', 'running', 'done')),
    asked_at {{time}} NOT NULL,
    started_at {{time}},
    ended_at {{time}},
    total {{int}} NOT NULL,
    done {{int}} NOT NULL,
    -- When whoever works on it was last heard of; another takes over from the dead.
    seen_at {{time}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX forecast_runs_by_day ON forecast_runs (day) WHERE day <> '';
CREATE INDEX forecast_runs_pending ON forecast_runs (id) WHERE state <> 'done';

INSERT INTO forecast_runs (day, state, asked_at, total, done, seen_at) VALUES ('', 'asked', 0, 0, 0, 0);

-- Reports that people asked for, and the files that came of them, in pieces as
-- those of imports are.
CREATE TABLE forecast_reports (
    id {{id}},
    user_id {{int}} NOT NULL,
    format {{text}} NOT NULL CHECK (format IN ('pdf', 'xlsx')),
    -- What the list was asked for, as JSON.
    asked {{text}} NOT NULL,
    state {{text}} NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed')),
    created_at {{time}} NOT NULL,
    ended_at {{time}},
    total {{int}} NOT NULL,
    done {{int}} NOT NULL,
    size {{int}} NOT NULL,
    file_name {{text}} NOT NULL,
    attempts {{int}} NOT NULL,
    seen_at {{time}} NOT NULL
){{strict}};

CREATE INDEX forecast_reports_pending ON forecast_reports (id) WHERE state IN ('asked', 'running');
CREATE INDEX forecast_reports_by_time ON forecast_reports (created_at);

CREATE TABLE forecast_report_pieces (
    report_id {{int}} NOT NULL REFERENCES forecast_reports (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    bytes {{bytes}} NOT NULL,
    PRIMARY KEY (report_id, seq)
){{strict}};
