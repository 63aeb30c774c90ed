-- The mail server that an administrator has entered, and the e-mails that wait to be read where there is none. What both
-- hold that is nobody else's is sealed.
CREATE TABLE mail_server (
    id {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    host {{text}} NOT NULL,
    port {{int}} NOT NULL,
    security {{text}} NOT NULL CHECK (security IN ('starttls', 'tls', 'none')),
    username {{text}} NOT NULL,
    password {{text}} NOT NULL,
    sender {{text}} NOT NULL,
    version {{int}} NOT NULL
){{strict}};

INSERT INTO mail_server (id, host, port, security, username, password, sender, version)
VALUES (1, '', 587, 'starttls', '', '', '', 1);

CREATE TABLE mail_tray (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) DEFERRABLE,
    kind {{text}} NOT NULL,
    recipient {{text}} NOT NULL,
    name {{text}} NOT NULL,
    subject {{text}} NOT NULL,
    body {{text}} NOT NULL,
    link {{text}} NOT NULL,
    created_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL
){{strict}};

CREATE INDEX mail_tray_by_user ON mail_tray (user_id);
CREATE INDEX mail_tray_by_end ON mail_tray (expires_at);
