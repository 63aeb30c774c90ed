-- Pictures that products name by an address of another machine are fetched once by this server. The source is where a
-- picture that is kept came from, and the problem why one never came; a row of the table is one that is still to come.
ALTER TABLE products ADD COLUMN image_source {{text}} NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN image_problem {{text}} NOT NULL DEFAULT '';

CREATE TABLE picture_fetches (
    product_id {{int}} NOT NULL PRIMARY KEY REFERENCES products (id) DEFERRABLE,
    url {{text}} NOT NULL,
    due_at {{time}} NOT NULL,
    attempts {{int}} NOT NULL,
    failure {{text}} NOT NULL
){{strict}};

CREATE INDEX picture_fetches_due ON picture_fetches (due_at, product_id);
CREATE INDEX picture_fetches_by_url ON picture_fetches (url, product_id);

INSERT INTO picture_fetches (product_id, url, due_at, attempts, failure)
SELECT id, image_url, 0, 0, '' FROM products
WHERE image_url <> '' AND image_url NOT LIKE '/api/images/%' AND deleted_at IS NULL;
