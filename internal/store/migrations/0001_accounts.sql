-- People and what they may do, and what the server remembers on their behalf.
-- Times are microseconds since 1970, in UTC. A column that ends in _key holds
-- what Go made of another one, so that both engines compare and sort alike.

CREATE TABLE users (
    id {{id}},
    username {{text}} NOT NULL,
    username_key {{text}} NOT NULL UNIQUE,
    first_name {{text}} NOT NULL,
    middle_name {{text}} NOT NULL,
    last_name {{text}} NOT NULL,
    second_last_name {{text}} NOT NULL,
    email {{text}} NOT NULL,
    email_key {{text}} NOT NULL UNIQUE,
    dni {{text}} NOT NULL,
    dni_key {{text}} NOT NULL UNIQUE,
    role {{int}} NOT NULL CHECK (role BETWEEN 1 AND 4),
    state {{text}} NOT NULL CHECK (state IN ('active', 'pending', 'inactive')),
    password_hash {{text}} NOT NULL,
    joined_at {{time}} NOT NULL,
    last_login_at {{time}},
    version {{int}} NOT NULL,
    search_key {{text}} NOT NULL,
    username_sort_key {{text}} NOT NULL,
    name_sort_key {{text}} NOT NULL
){{strict}};

CREATE INDEX users_by_username ON users (username_sort_key, id);
CREATE INDEX users_by_name ON users (name_sort_key, id);
CREATE INDEX users_by_joined ON users (joined_at, id);
CREATE INDEX users_by_login ON users (last_login_at, id);
CREATE INDEX users_by_role ON users (role, state);

CREATE TABLE sessions (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    token_hash {{bytes}} NOT NULL UNIQUE,
    created_at {{time}} NOT NULL,
    last_seen_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL,
    user_agent {{text}} NOT NULL,
    address {{text}} NOT NULL
){{strict}};

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- A person has one link at most: asking for another replaces it.
CREATE TABLE recoveries (
    user_id {{int}} NOT NULL PRIMARY KEY REFERENCES users (id) DEFERRABLE,
    token_hash {{bytes}} NOT NULL UNIQUE,
    expires_at {{time}} NOT NULL
){{strict}};

CREATE TABLE settings (
    id {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    business_name {{text}} NOT NULL,
    sales_currency {{text}} NOT NULL,
    purchase_currency {{text}} NOT NULL,
    time_zone {{text}} NOT NULL,
    support_email {{text}} NOT NULL,
    location {{text}} NOT NULL,
    registration {{text}} NOT NULL CHECK (registration IN ('open', 'approval', 'closed')),
    new_account_role {{int}} NOT NULL CHECK (new_account_role BETWEEN 2 AND 4),
    version {{int}} NOT NULL
){{strict}};

INSERT INTO settings (id, business_name, sales_currency, purchase_currency, time_zone, support_email, location,
    registration, new_account_role, version)
VALUES (1, 'Estante', 'EUR', 'USD', 'Europe/Madrid', '', '', 'open', 2, 1);

-- Rows outlive what they speak of, so they refer to nothing.
CREATE TABLE audit (
    id {{id}},
    at {{time}} NOT NULL,
    actor_id {{int}} NOT NULL,
    actor_name {{text}} NOT NULL,
    action {{text}} NOT NULL,
    noun {{text}} NOT NULL,
    noun_id {{int}} NOT NULL,
    before {{text}} NOT NULL,
    after {{text}} NOT NULL
){{strict}};

CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_noun ON audit (noun, noun_id, at, id);
CREATE INDEX audit_by_actor ON audit (actor_id, at, id);

CREATE TABLE notifications (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    kind {{text}} NOT NULL,
    title {{text}} NOT NULL,
    message {{text}} NOT NULL,
    link {{text}} NOT NULL,
    created_at {{time}} NOT NULL,
    is_read {{bool "is_read"}} NOT NULL
){{strict}};

CREATE INDEX notifications_by_user ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE NOT is_read;

CREATE TABLE attempts (
    key {{text}} NOT NULL PRIMARY KEY,
    tries {{int}} NOT NULL,
    ends_at {{time}} NOT NULL
){{strict}};

CREATE INDEX attempts_by_end ON attempts (ends_at);

-- A key of nobody, before signing in, has user_id 0.
CREATE TABLE requests (
    user_id {{int}} NOT NULL,
    key {{text}} NOT NULL,
    fingerprint {{text}} NOT NULL,
    answer {{bytes}},
    claimed_at {{time}} NOT NULL,
    PRIMARY KEY (user_id, key)
){{strict}};

CREATE INDEX requests_by_time ON requests (claimed_at);

CREATE TABLE messages (
    id {{id}},
    kind {{text}} NOT NULL,
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    created_at {{time}} NOT NULL,
    due_at {{time}} NOT NULL,
    attempts {{int}} NOT NULL,
    failure {{text}} NOT NULL,
    ended_at {{time}}
){{strict}};

CREATE INDEX messages_due ON messages (due_at, id) WHERE ended_at IS NULL;
CREATE INDEX messages_ended ON messages (ended_at) WHERE ended_at IS NOT NULL;

{{if postgres}}
-- One row for each write of the last minutes; see commit.go and listener.go.
CREATE TABLE commits (
    token BYTEA NOT NULL PRIMARY KEY,
    xid XID8 NOT NULL DEFAULT pg_current_xact_id(),
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    events TEXT NOT NULL,
    fenced BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX commits_by_xid ON commits (xid) WHERE events <> '';
{{end}}
