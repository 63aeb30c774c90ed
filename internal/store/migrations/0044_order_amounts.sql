-- What an order comes to follows what was cancelled and returned. What it came to when it was placed stays beside it,
-- with what else than its lines that is made of, and what its shop says it gave back in all.
ALTER TABLE orders ADD COLUMN ordered_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN discount_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN fees_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN shipping_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN tax_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN refunded_cents {{int}} NOT NULL DEFAULT 0;

-- What a line costs the customer, with its discount and taxes, and how many units that is for.
ALTER TABLE order_lines ADD COLUMN amount_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN priced {{int}} NOT NULL DEFAULT 0;
-- How much of it came back on the shelf because a shipment was taken back.
ALTER TABLE order_lines ADD COLUMN unshipped {{int}} NOT NULL DEFAULT 0;
-- The shop's own account: how many units it has refunded, how many have left it, and how many it holds as taken from
-- its stock; -1 when it never said.
ALTER TABLE order_lines ADD COLUMN shop_refunded {{int}} NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN shop_left {{int}} NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN shop_taken {{int}} NOT NULL DEFAULT -1;

UPDATE order_lines SET amount_cents = quantity * unit_price_cents, priced = quantity;
UPDATE order_lines SET shop_refunded = cancelled + returned + written_off
    WHERE cancelled + returned > 0 AND order_id IN (SELECT id FROM orders WHERE channel_id <> 0);
UPDATE orders SET ordered_cents = total_cents;
UPDATE orders SET units = 0, total_cents = 0 WHERE status IN ('cancelled', 'returned');
UPDATE orders SET
    units = units - (SELECT CAST(sum(cancelled + returned + written_off) AS BIGINT) FROM order_lines
        WHERE order_lines.order_id = orders.id),
    total_cents = CASE WHEN total_cents > (SELECT sum((cancelled + returned + written_off) * unit_price_cents)
            FROM order_lines WHERE order_lines.order_id = orders.id)
        THEN total_cents - (SELECT CAST(sum((cancelled + returned + written_off) * unit_price_cents) AS BIGINT)
            FROM order_lines WHERE order_lines.order_id = orders.id) ELSE 0 END
    WHERE status NOT IN ('cancelled', 'returned')
    AND id IN (SELECT order_id FROM order_lines WHERE cancelled + returned + written_off > 0);
