-- A trigger that is called for every product that moves took half of the time in which their stock was written. Movements write
-- the order of the stock themselves, for many products at once; where more of a product changes with its stock, or it changes in
-- another way, the trigger still does.
{{if postgres}}
DROP TRIGGER stock_order_update ON products;
CREATE TRIGGER stock_order_update AFTER UPDATE OF level, alert_blocked, deleted_at ON products FOR EACH ROW
    WHEN (old.stock <> new.stock OR old.level <> new.level OR old.alert_blocked <> new.alert_blocked
        OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
    EXECUTE FUNCTION order_by_stock();
{{else}}
SELECT 1;
{{end}}
