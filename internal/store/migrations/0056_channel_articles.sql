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

-- The places of a shop that its shipments leave from, by the shop's own names, and which location
-- here a user said that each is; none while nobody did.
CREATE TABLE channel_places (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    place {{text}} NOT NULL,
    location_id {{int}} REFERENCES locations (id) DEFERRABLE,
    seen_at {{time}} NOT NULL,
    PRIMARY KEY (channel_id, place)
){{strict}};
