-- Statuses that a shop has of its own, as a plugin adds them, by the key of their word; what
-- a user said that one means, '' while nobody did.
CREATE TABLE channel_statuses (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    word {{text}} NOT NULL,
    name {{text}} NOT NULL,
    status {{text}} NOT NULL DEFAULT ''
        CHECK (status IN ('', 'pending', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')),
    seen_at {{time}} NOT NULL,
    PRIMARY KEY (channel_id, word)
){{strict}};

-- The last delivery by which an order was in such a status, to process it again once a user
-- says what the word means.
CREATE TABLE channel_status_news (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    external_id {{text}} NOT NULL,
    word {{text}} NOT NULL,
    delivery_id {{int}} NOT NULL,
    PRIMARY KEY (channel_id, external_id)
){{strict}};
CREATE INDEX channel_status_news_by_word ON channel_status_news (channel_id, word, delivery_id);
