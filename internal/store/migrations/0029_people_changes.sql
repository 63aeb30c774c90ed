-- Every request asks first whose session it is, and what was found is remembered until something about people changes: PostgreSQL
-- tells states of the whole database apart, and where stock moves all the time each is another. So how often sessions and accounts
-- were changed is counted, in several rows, that two people who sign in need not wait for each other.
{{if postgres}}
CREATE TABLE people_changes (
    slot {{int}} NOT NULL PRIMARY KEY,
    changes {{int}} NOT NULL
);
INSERT INTO people_changes (slot, changes) SELECT slot, 0 FROM generate_series(0, 15) AS slot;

CREATE FUNCTION count_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE people_changes SET changes = changes + 1 WHERE slot = (SELECT slot FROM people_changes LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
        INSERT INTO people_changes (slot, changes) VALUES (pg_backend_pid() % 16, 1)
        ON CONFLICT (slot) DO UPDATE SET changes = people_changes.changes + 1;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER people_changes_of_sessions AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sessions
    FOR EACH STATEMENT EXECUTE FUNCTION count_people_change();
CREATE TRIGGER people_changes_of_users AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION count_people_change();
{{else}}
-- SQLite's own connection says which statements change these tables.
SELECT 1;
{{end}}
