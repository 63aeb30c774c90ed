-- Deliveries that came while their channel was off here: 'ignored' until a user has them processed.
ALTER TABLE deliveries ADD COLUMN held {{bool "held"}} NOT NULL DEFAULT FALSE;
CREATE INDEX deliveries_held ON deliveries (channel_id, id) WHERE held;
