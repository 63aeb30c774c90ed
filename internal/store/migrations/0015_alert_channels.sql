-- The alerts of channels are few among those of products, and are searched by
-- the name that they show.
CREATE INDEX alerts_by_channel ON alerts (subject, id) WHERE channel_id IS NOT NULL;
