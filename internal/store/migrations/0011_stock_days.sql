-- How the stock of the whole catalogue changed, by quarters of an hour of UTC: the days of every time zone are made of them, so that
-- another zone changes nothing here. In slots as totals are.
CREATE TABLE stock_changes (
    -- How many quarters of an hour after the beginning of 1970.
    quarter {{int}} NOT NULL,
    slot {{int}} NOT NULL,
    -- What movements brought and took.
    moved {{int}} NOT NULL,
    -- What left or came back with a product that was deleted or restored.
    listed {{int}} NOT NULL,
    PRIMARY KEY (quarter, slot)
){{strict}};

-- What has happened so far. Of products that are deleted, the last deletion is what is known.
INSERT INTO stock_changes (quarter, slot, moved, listed)
SELECT quarter, 0, CAST(sum(moved) AS BIGINT), CAST(sum(listed) AS BIGINT) FROM (
    SELECT at / 900000000 AS quarter, quantity AS moved, 0 AS listed FROM movements
    UNION ALL
    SELECT deleted_at / 900000000, 0, -stock FROM products WHERE deleted_at IS NOT NULL
) AS changes GROUP BY quarter;
