-- Channels: the shops that send their orders, every delivery of theirs as it
-- arrived, and what is remembered to understand the next one.

CREATE TABLE channels (
    id {{id}},
    name {{text}} NOT NULL,
    name_key {{text}} NOT NULL,
    source {{text}} NOT NULL CHECK (source IN ('shopify', 'woocommerce', 'standard')),
    -- What the shop signs with, and what it signed with before, for as long as
    -- a change takes. Both are sealed with a key that is not in the database.
    secret {{text}} NOT NULL,
    previous_secret {{text}} NOT NULL,
    previous_until {{time}},
    -- The unguessable end of its address: sealed, to be shown, and hashed, to be found.
    token {{text}} NOT NULL,
    token_hash {{bytes}} NOT NULL UNIQUE,
    -- Where the units of its orders are claimed and taken.
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    active {{bool "active"}} NOT NULL,
    -- After how many hours without news people are told; 0 is never.
    silence_hours {{int}} NOT NULL CHECK (silence_hours >= 0),
    -- When it was noticed that it is silent; NULL when it is not.
    silent_at {{time}},
    -- Since when it is waited for: when it was made or last switched on.
    active_since {{time}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    deleted_at {{time}},
    version {{int}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX channels_by_name ON channels (name_key) WHERE deleted_at IS NULL;

CREATE TABLE deliveries (
    id {{id}},
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    received_at {{time}} NOT NULL,
    -- Hash of what makes two deliveries the same news; NULL for those that
    -- prove nothing, so that a forged one can stand in nobody's way.
    identity {{bytes}},
    state {{text}} NOT NULL CHECK (state IN ('pending', 'retrying', 'processed', 'unmatched', 'ignored', 'duplicate', 'refused', 'failed')),
    verdict {{text}} NOT NULL,
    topic {{text}} NOT NULL,
    -- Whether the shop has shown by it that it is there: tests do not.
    news {{bool "news"}} NOT NULL,
    -- JSON, without what was secret in them.
    headers {{text}} NOT NULL,
    -- The raw bytes; NULL when they are no longer kept.
    body {{bytes}},
    size {{int}} NOT NULL,
    cut {{bool "cut"}} NOT NULL,
    attempts {{int}} NOT NULL,
    -- Counts who took it, and never goes back: whoever took it before the last
    -- one can no longer end it.
    claims {{int}} NOT NULL,
    due_at {{time}} NOT NULL,
    ended_at {{time}},
    -- The order it is about; 0 and '' while nobody knows.
    order_id {{int}} NOT NULL,
    order_number {{text}} NOT NULL,
    -- JSON list of the SKUs that are no product's.
    unknown_skus {{text}} NOT NULL,
    -- The delivery that this one repeats, and how often this one was repeated.
    duplicate_of {{int}} NOT NULL,
    repeats {{int}} NOT NULL,
    search_key {{text}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX deliveries_by_identity ON deliveries (channel_id, identity) WHERE identity IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (due_at, id) WHERE state IN ('pending', 'retrying');
CREATE INDEX deliveries_by_time ON deliveries (received_at, id);
CREATE INDEX deliveries_by_channel ON deliveries (channel_id, received_at, id);
CREATE INDEX deliveries_by_state ON deliveries (state, received_at, id);
CREATE INDEX deliveries_by_order ON deliveries (order_id, id) WHERE order_id <> 0;
CREATE INDEX deliveries_news ON deliveries (channel_id, received_at) WHERE news;
CREATE INDEX deliveries_with_body ON deliveries (received_at) WHERE body IS NOT NULL;

-- Which product a shop means by a SKU that is none of ours.
CREATE TABLE sku_links (
    id {{id}},
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    sku {{text}} NOT NULL,
    sku_key {{text}} NOT NULL,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (channel_id, sku_key)
){{strict}};

-- The running numbers of orders that a shop has told of, so that one that was
-- never told of shows as a gap. Dismissed ones were never told of either, but
-- somebody knows why.
CREATE TABLE channel_numbers (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    number {{int}} NOT NULL,
    seen_at {{time}} NOT NULL,
    dismissed {{bool "dismissed"}} NOT NULL,
    PRIMARY KEY (channel_id, number)
){{strict}};

-- Orders that a shop emptied or threw away, which it may do before the news of
-- them arrives: older news must not open them again.
CREATE TABLE channel_endings (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    external_id {{text}} NOT NULL,
    -- By the shop's clock; NULL where it told no time, and then it is for good.
    at {{time}},
    PRIMARY KEY (channel_id, external_id)
){{strict}};
