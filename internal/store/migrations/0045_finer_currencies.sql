-- How many units of a line people refunded here: those that its shop tells besides are told
-- of to whoever enters more.
ALTER TABLE order_lines ADD COLUMN hand_refunded {{int}} NOT NULL DEFAULT 0;
UPDATE order_lines SET hand_refunded = CASE WHEN cancelled + returned + written_off > shop_refunded
    THEN cancelled + returned + written_off - shop_refunded ELSE 0 END
    WHERE cancelled + returned + written_off > 0;
