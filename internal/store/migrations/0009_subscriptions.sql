-- Outbound webhooks: who wants to be told of what, and what is on its way to
-- them. What is told is written in the transaction that it tells of.

CREATE TABLE subscriptions (
    id {{id}},
    name {{text}} NOT NULL,
    name_key {{text}} NOT NULL UNIQUE,
    url {{text}} NOT NULL,
    -- The names of the events, separated by spaces.
    events {{text}} NOT NULL,
    active {{bool "active"}} NOT NULL,
    -- Why it was switched off, when it was not a person who did it.
    stopped {{text}} NOT NULL,
    -- Sealed with a key that is not in the database. The one before signs as
    -- well until its time is over, so that a receiver can change without loss.
    secret {{text}} NOT NULL,
    previous_secret {{text}} NOT NULL,
    previous_until {{time}},
    -- What became of the last attempt, and since when every message is given up.
    last_at {{time}},
    last_status {{int}} NOT NULL,
    last_failure {{text}} NOT NULL,
    failing_since {{time}},
    created_at {{time}} NOT NULL,
    version {{int}} NOT NULL
){{strict}};

-- A change of stock must not fail because a subscription is deleted at the same
-- moment, so this refers to nothing: what nobody subscribes to is not sent.
CREATE TABLE dispatches (
    id {{id}},
    subscription_id {{int}} NOT NULL,
    -- The name of the message, the same at every attempt.
    message {{text}} NOT NULL,
    event {{text}} NOT NULL,
    body {{text}} NOT NULL,
    created_at {{time}} NOT NULL,
    state {{text}} NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    due_at {{time}} NOT NULL,
    attempts {{int}} NOT NULL,
    attempted_at {{time}},
    -- What the receiver answered at the last attempt; 0 when it did not.
    status {{int}} NOT NULL,
    duration_ms {{int}} NOT NULL,
    failure {{text}} NOT NULL,
    answer {{text}} NOT NULL,
    ended_at {{time}}
){{strict}};

CREATE INDEX dispatches_due ON dispatches (subscription_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX dispatches_by_subscription ON dispatches (subscription_id, id);
CREATE INDEX dispatches_by_state ON dispatches (subscription_id, state, id);
CREATE INDEX dispatches_ended ON dispatches (ended_at) WHERE ended_at IS NOT NULL;
