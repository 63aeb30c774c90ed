-- A list of forecasts by name, stock or alert days is read along the products,
-- whose figures those are. Forecasts no longer repeat them: an adjustment leaves
-- the forecast's row alone, and a night writes half as many indexes.

DROP INDEX forecasts_by_name;
DROP INDEX forecasts_by_stock;
DROP INDEX forecasts_by_alert_days;
DROP INDEX forecasts_low_by_name;
DROP INDEX forecasts_low_by_stock;
DROP INDEX forecasts_low_by_alert_days;
DROP INDEX forecasts_blocked_by_name;
DROP INDEX forecasts_blocked_by_stock;
DROP INDEX forecasts_blocked_by_alert_days;

ALTER TABLE forecasts DROP COLUMN name_sort_key;
ALTER TABLE forecasts DROP COLUMN stock;
ALTER TABLE forecasts DROP COLUMN alert_days;

CREATE INDEX products_by_alert_days ON products (alert_days, id) WHERE deleted_at IS NULL;
CREATE INDEX products_low_by_name ON products (name_sort_key, id) WHERE deleted_at IS NULL AND level = 1;
CREATE INDEX products_low_by_alert_days ON products (alert_days, id) WHERE deleted_at IS NULL AND level = 1;
CREATE INDEX products_blocked_by_name ON products (name_sort_key, id) WHERE deleted_at IS NULL AND alert_blocked;
CREATE INDEX products_blocked_by_stock ON products (stock, id) WHERE deleted_at IS NULL AND alert_blocked;
CREATE INDEX products_blocked_by_alert_days ON products (alert_days, id) WHERE deleted_at IS NULL AND alert_blocked;

-- What is out of stock, by name: its products may all lie at the far end of the
-- catalogue's names.
CREATE INDEX products_out_by_name ON products (name_sort_key, id) WHERE deleted_at IS NULL AND level = 0;
