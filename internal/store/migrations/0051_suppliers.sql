-- Suppliers in lists, and their prices in files.

-- What a list says of each supplier: how many purchases of it are open, and what came of
-- it lately and cost. Both are read from an index alone.

CREATE INDEX purchases_open ON purchases (supplier_id) WHERE status IN ('draft', 'sent');
CREATE INDEX receipts_spent ON receipts (supplier_id, created_at, id, currency) WHERE undone_at IS NULL;
CREATE INDEX receipt_lines_spent ON receipt_lines (receipt_id, value_cents);

-- Price lists are imported too.
ALTER TABLE imports ADD COLUMN about {{text}} NOT NULL DEFAULT 'products' CHECK (about IN ('products', 'orders', 'prices'));
UPDATE imports SET about = subject;
DROP INDEX imports_by_subject;
ALTER TABLE imports DROP COLUMN subject;
ALTER TABLE imports RENAME COLUMN about TO subject;
CREATE INDEX imports_by_subject ON imports (subject, created_at, id);
