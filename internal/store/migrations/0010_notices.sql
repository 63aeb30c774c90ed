-- How each person wants to hear of alerts, and what waits to be told by e-mail.

-- Who has no row has changed nothing: the bell for everything, no e-mail.
CREATE TABLE notices (
    user_id {{int}} NOT NULL PRIMARY KEY REFERENCES users (id) DEFERRABLE,
    -- What each level does, and which categories e-mails are about: JSON,
    -- because they are read as a whole.
    levels {{text}} NOT NULL,
    categories {{text}} NOT NULL,
    -- Minutes after midnight, by the business's clock.
    digest_minute {{int}} NOT NULL CHECK (digest_minute BETWEEN 0 AND 1439),
    quiet_from {{int}} CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to {{int}} CHECK (quiet_to BETWEEN 0 AND 1439),
    -- When the next digest is made, and the business's day of the last one.
    digest_due_at {{time}},
    digested_on {{text}} NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
){{strict}};

CREATE INDEX notices_due ON notices (digest_due_at) WHERE digest_due_at IS NOT NULL;

-- What e-mails tell, a line an alert. A line without message waits for the next
-- e-mail of its kind; after that it belongs to that e-mail for good, so that
-- every attempt to send it says the same.
CREATE TABLE notice_lines (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    digest {{bool "digest"}} NOT NULL,
    level {{int}} NOT NULL,
    title {{text}} NOT NULL,
    message {{text}} NOT NULL,
    link {{text}} NOT NULL,
    -- More than one where many alerts are told together.
    alerts {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    message_id {{int}}
){{strict}};

CREATE INDEX notice_lines_waiting ON notice_lines (user_id, digest, id) WHERE message_id IS NULL;
CREATE INDEX notice_lines_by_message ON notice_lines (message_id, id) WHERE message_id IS NOT NULL;
CREATE INDEX messages_by_user ON messages (user_id, kind, created_at);
