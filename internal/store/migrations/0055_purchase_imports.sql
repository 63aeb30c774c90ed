-- The lines of purchases are imported too.
ALTER TABLE imports ADD COLUMN about {{text}} NOT NULL DEFAULT 'products'
    CHECK (about IN ('products', 'orders', 'prices', 'purchases'));
UPDATE imports SET about = subject;
DROP INDEX imports_by_subject;
ALTER TABLE imports DROP COLUMN subject;
ALTER TABLE imports RENAME COLUMN about TO subject;
CREATE INDEX imports_by_subject ON imports (subject, created_at, id);
