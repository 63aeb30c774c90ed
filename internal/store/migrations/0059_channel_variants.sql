-- The first variant of each product of a shop that was sold under a SKU, and whether others of
-- the same product were, too: then that SKU does not tell which one is meant.
CREATE TABLE channel_variants (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    sku_key {{text}} NOT NULL,
    parent {{text}} NOT NULL,
    article {{text}} NOT NULL,
    shared {{bool "shared"}} NOT NULL DEFAULT FALSE,
    PRIMARY KEY (channel_id, sku_key, parent)
){{strict}};
