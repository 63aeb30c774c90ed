-- A sale counts on the day on which it was made, which may be before it is written: NULL
-- where it is the same. What was sold before the stock was counted here moves nothing and
-- has rows of its own; what came back of it has negative units.
ALTER TABLE movements ADD COLUMN sold_at {{time}};

DROP INDEX movements_sold;
CREATE INDEX movements_sold ON movements (product_id, coalesce(sold_at, at), quantity) WHERE reason IN ('sale', 'return');

CREATE TABLE past_sales (
    id {{id}},
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    line_id {{int}} NOT NULL REFERENCES order_lines (id) DEFERRABLE,
    at {{time}} NOT NULL,
    units {{int}} NOT NULL CHECK (units <> 0)
){{strict}};

CREATE INDEX past_sales_sold ON past_sales (product_id, at, units);
CREATE INDEX past_sales_by_product ON past_sales (product_id, id);
CREATE INDEX past_sales_by_line ON past_sales (line_id);

-- The last past sale that a history has in it.
ALTER TABLE sales_histories ADD COLUMN past_sale {{int}} NOT NULL DEFAULT 0;
