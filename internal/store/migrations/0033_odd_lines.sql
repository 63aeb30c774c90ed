-- What a shop told of lines and nobody can count, as JSON: shown, never searched.
ALTER TABLE orders ADD COLUMN odd_lines {{text}} NOT NULL DEFAULT '';
