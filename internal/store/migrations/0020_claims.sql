-- How often orders claimed stock or gave it back: with edits and movements it
-- tells whether the rows of a list of products are still what they were.
ALTER TABLE totals ADD COLUMN claims {{int}} NOT NULL DEFAULT 0;
