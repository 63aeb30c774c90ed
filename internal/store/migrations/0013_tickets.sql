-- Support: what people ask for help with, what is said about it, and who of
-- those who answer is there now.

CREATE TABLE tickets (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    subject {{text}} NOT NULL,
    search_key {{text}} NOT NULL,
    category {{text}} NOT NULL CHECK (category IN ('question', 'problem', 'data', 'account', 'idea')),
    priority {{text}} NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
    status {{text}} NOT NULL CHECK (status IN ('open', 'in_progress', 'resolved', 'closed')),
    -- Whether it began in the chat.
    is_chat {{bool "is_chat"}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    -- How many messages it has, and the last of who asks and of who answers:
    -- by them it is known what waits for whom without reading the thread.
    messages {{int}} NOT NULL,
    asked_id {{int}} NOT NULL,
    answered_id {{int}} NOT NULL
){{strict}};

CREATE INDEX tickets_by_user ON tickets (user_id, updated_at, id);
CREATE INDEX tickets_by_update ON tickets (updated_at, id);
CREATE INDEX tickets_by_status ON tickets (status, updated_at, id);
CREATE INDEX tickets_waiting ON tickets (id) WHERE asked_id > answered_id;

CREATE TABLE ticket_messages (
    id {{id}},
    ticket_id {{int}} NOT NULL REFERENCES tickets (id) DEFERRABLE,
    user_id {{int}} NOT NULL,
    body {{text}} NOT NULL,
    -- Empty, or the status that somebody gave the ticket here.
    status {{text}} NOT NULL,
    at {{time}} NOT NULL,
    -- The e-mail to the support address that tells it; NULL while it waits for
    -- one, 0 where none is sent.
    mail_id {{int}}
){{strict}};

CREATE INDEX ticket_messages_by_ticket ON ticket_messages (ticket_id, id);
CREATE INDEX ticket_messages_waiting ON ticket_messages (user_id, id) WHERE mail_id IS NULL;
CREATE INDEX ticket_messages_by_mail ON ticket_messages (mail_id, id) WHERE mail_id > 0;

-- How far each person has read a ticket.
CREATE TABLE ticket_reads (
    ticket_id {{int}} NOT NULL REFERENCES tickets (id) DEFERRABLE,
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    message_id {{int}} NOT NULL,
    PRIMARY KEY (ticket_id, user_id)
){{strict}};

-- A row for each page that somebody who answers has open, in any process.
CREATE TABLE presences (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    seen_at {{time}} NOT NULL
){{strict}};
