-- A price says its currency, as costs do: an amount keeps its own for ever.
ALTER TABLE products ADD COLUMN price_currency {{text}} NOT NULL DEFAULT '';
UPDATE products SET price_currency = (SELECT sales_currency FROM settings WHERE id = 1) WHERE price_cents IS NOT NULL;

-- Amounts of a currency with more than two decimals are kept in as many, and no longer in
-- hundredths. What is sealed stays: movements of before say in hundredths what a unit cost.
CREATE TABLE finer_currencies (
    currency {{text}} PRIMARY KEY,
    factor {{int}} NOT NULL
){{strict}};
INSERT INTO finer_currencies (currency, factor) VALUES ('BHD', 10), ('IQD', 10), ('JOD', 10), ('KWD', 10), ('LYD', 10),
    ('OMR', 10), ('TND', 10), ('CLF', 100), ('UYW', 100);

UPDATE products SET price_cents = price_cents
    * (SELECT factor FROM finer_currencies WHERE currency = products.price_currency)
    WHERE price_currency IN (SELECT currency FROM finer_currencies);
UPDATE products SET cost_cents = cost_cents * (SELECT factor FROM finer_currencies WHERE currency = products.cost_currency),
    cost_value = cost_value * (SELECT factor FROM finer_currencies WHERE currency = products.cost_currency)
    WHERE cost_currency IN (SELECT currency FROM finer_currencies);
UPDATE totals SET cost_value = cost_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT purchase_currency FROM settings WHERE id = 1)), 1),
    sale_value = sale_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT sales_currency FROM settings WHERE id = 1)), 1)
    WHERE cost_value <> 0 OR sale_value <> 0;
UPDATE location_totals SET cost_value = cost_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT purchase_currency FROM settings WHERE id = 1)), 1),
    sale_value = sale_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT sales_currency FROM settings WHERE id = 1)), 1)
    WHERE cost_value <> 0 OR sale_value <> 0;
UPDATE category_totals SET cost_value = cost_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT purchase_currency FROM settings WHERE id = 1)), 1),
    sale_value = sale_value * coalesce(
        (SELECT factor FROM finer_currencies WHERE currency = (SELECT sales_currency FROM settings WHERE id = 1)), 1)
    WHERE cost_value <> 0 OR sale_value <> 0;
UPDATE entries SET
    unit_cost_cents = unit_cost_cents * (SELECT factor FROM finer_currencies WHERE currency = entries.currency),
    total_cost_cents = total_cost_cents * (SELECT factor FROM finer_currencies WHERE currency = entries.currency)
    WHERE currency IN (SELECT currency FROM finer_currencies);
UPDATE entry_totals SET cost_cents = cost_cents
    * (SELECT factor FROM finer_currencies WHERE currency = entry_totals.currency)
    WHERE currency IN (SELECT currency FROM finer_currencies);

UPDATE order_lines SET
    unit_price_cents = unit_price_cents * (SELECT factor FROM finer_currencies, orders
        WHERE finer_currencies.currency = orders.currency AND orders.id = order_lines.order_id),
    amount_cents = amount_cents * (SELECT factor FROM finer_currencies, orders
        WHERE finer_currencies.currency = orders.currency AND orders.id = order_lines.order_id)
    WHERE order_id IN (SELECT id FROM orders WHERE currency IN (SELECT currency FROM finer_currencies));
UPDATE orders SET
    total_cents = total_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    ordered_cents = ordered_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    discount_cents = discount_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    fees_cents = fees_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    shipping_cents = shipping_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    tax_cents = tax_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency),
    refunded_cents = refunded_cents * (SELECT factor FROM finer_currencies WHERE currency = orders.currency)
    WHERE currency IN (SELECT currency FROM finer_currencies);
UPDATE order_figures SET amount_cents = amount_cents
    * (SELECT factor FROM finer_currencies WHERE currency = order_figures.currency)
    WHERE currency IN (SELECT currency FROM finer_currencies);
DROP TABLE finer_currencies;

-- How many units of a line people refunded here: those that its shop tells besides are told
-- of to whoever enters more.
ALTER TABLE order_lines ADD COLUMN hand_refunded {{int}} NOT NULL DEFAULT 0;
UPDATE order_lines SET hand_refunded = CASE WHEN cancelled + returned + written_off > shop_refunded
    THEN cancelled + returned + written_off - shop_refunded ELSE 0 END
    WHERE cancelled + returned + written_off > 0;
