-- A seller sells at the price; by how many percent less without asking is for an administrator to say.
ALTER TABLE settings ADD COLUMN seller_discount {{int}} NOT NULL DEFAULT 0 CHECK (seller_discount BETWEEN 0 AND 100);
