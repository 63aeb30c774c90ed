-- What a list says of each supplier: how many purchases of it are open, and what came of
-- it lately and cost. Both are read from an index alone.

CREATE INDEX purchases_open ON purchases (supplier_id) WHERE status IN ('draft', 'sent');
CREATE INDEX receipts_spent ON receipts (supplier_id, created_at, id, currency) WHERE undone_at IS NULL;
CREATE INDEX receipt_lines_spent ON receipt_lines (receipt_id, value_cents);
