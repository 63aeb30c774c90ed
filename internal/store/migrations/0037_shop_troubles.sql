-- What is wrong with a channel, besides that it is silent ('' in alerts): the
-- shop sends errors in the place of orders, or new orders and no changes of them.
ALTER TABLE alerts ADD COLUMN trouble {{text}} NOT NULL DEFAULT '' CHECK (trouble IN ('', 'fault', 'updates'));
DROP INDEX alerts_current_channel;
CREATE UNIQUE INDEX alerts_current_channel ON alerts (channel_id, trouble) WHERE dip > 0;

-- The last error of a shop as people read it, the topic that it came under and
-- when; '' when orders come under that topic again.
ALTER TABLE channels ADD COLUMN fault {{text}} NOT NULL DEFAULT '';
ALTER TABLE channels ADD COLUMN fault_topic {{text}} NOT NULL DEFAULT '';
ALTER TABLE channels ADD COLUMN fault_at {{time}};
-- When it was noticed that it tells of new orders and of no changes.
ALTER TABLE channels ADD COLUMN half_at {{time}};

-- How often a shop threw an order away and took it back: each time is told by a
-- delivery of its own, and they come in any order.
CREATE TABLE channel_turns (
    channel_id {{int}} NOT NULL REFERENCES channels (id) DEFERRABLE,
    external_id {{text}} NOT NULL,
    delivery_id {{int}} NOT NULL,
    restored {{bool "restored"}} NOT NULL,
    PRIMARY KEY (channel_id, external_id, delivery_id)
){{strict}};

INSERT INTO channel_turns (channel_id, external_id, delivery_id, restored)
SELECT deliveries.channel_id, orders.external_id, deliveries.id,
    deliveries.topic = 'order.restored'
FROM deliveries JOIN orders ON orders.id = deliveries.order_id
WHERE deliveries.topic IN ('order.deleted', 'order.restored') AND deliveries.state IN ('processed', 'unmatched', 'ignored');
