-- The backups that were asked for or taken by the clock, and when the next one is due. The files lie in folders, not here.
CREATE TABLE backups (
    id {{id}},
    state {{text}} NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed')),
    origin {{text}} NOT NULL CHECK (origin IN ('manual', 'schedule', 'upgrade')),
    -- Zero for what nobody asked for.
    asked_by {{int}} NOT NULL,
    asked_at {{time}} NOT NULL,
    started_at {{time}},
    ended_at {{time}},
    -- When whoever works on it was last heard of.
    seen_at {{time}} NOT NULL,
    attempts {{int}} NOT NULL,
    rows_done {{int}} NOT NULL,
    rows_total {{int}} NOT NULL,
    -- The folder that has the file, by the name it gave itself, and the file.
    place {{text}} NOT NULL,
    file_name {{text}} NOT NULL,
    size {{int}} NOT NULL,
    failure {{text}} NOT NULL,
    -- What came of restoring it aside and checking the ledger there.
    check_state {{text}} NOT NULL CHECK (check_state IN ('', 'asked', 'running', 'done', 'failed')),
    check_ended_at {{time}},
    check_problems {{int}} NOT NULL,
    check_failure {{text}} NOT NULL
){{strict}};

CREATE INDEX backups_pending ON backups (id) WHERE state IN ('asked', 'running') OR check_state IN ('asked', 'running');

-- One row: whether backups are taken by the clock, at which minute of the business's day, and how many of those are kept.
CREATE TABLE backup_schedule (
    id {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    enabled {{bool "enabled"}} NOT NULL,
    minute {{int}} NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    keep {{int}} NOT NULL CHECK (keep BETWEEN 1 AND 365),
    due_at {{time}}
){{strict}};

INSERT INTO backup_schedule (id, enabled, minute, keep) VALUES (1, {{if postgres}}TRUE{{else}}1{{end}}, 180, 7);
