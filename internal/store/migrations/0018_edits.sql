-- How often products, their labels, entries and lines of stocktakes were written,
-- movements aside, which are counted already. The two only go up, and so tell
-- whether what was counted over a search still holds.
ALTER TABLE totals ADD COLUMN edits {{int}} NOT NULL DEFAULT 0;
