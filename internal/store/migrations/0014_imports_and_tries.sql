-- Files with orders go the way of files with products; this says which one is.

ALTER TABLE imports ADD COLUMN subject {{text}} NOT NULL DEFAULT 'products' CHECK (subject IN ('products', 'orders'));

CREATE INDEX imports_by_subject ON imports (subject, created_at, id);

-- What became of every attempt to send a message, as JSON; the columns beside it
-- say it of the last one.
ALTER TABLE dispatches ADD COLUMN tries {{text}} NOT NULL DEFAULT '';
