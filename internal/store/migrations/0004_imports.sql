-- Files with products that people bring in, what became of each of their rows,
-- and the pictures of products.

CREATE TABLE imports (
    id {{id}},
    user_id {{int}} NOT NULL,
    actor_id {{int}} NOT NULL,
    file_name {{text}} NOT NULL,
    size {{int}} NOT NULL,
    status {{text}} NOT NULL,
    created_at {{time}} NOT NULL,
    started_at {{time}},
    ended_at {{time}},
    -- How the file was understood and which column is what, as JSON.
    reading {{text}} NOT NULL,
    mapping {{text}} NOT NULL,
    total {{int}} NOT NULL,
    done {{int}} NOT NULL,
    created {{int}} NOT NULL,
    updated {{int}} NOT NULL,
    unchanged {{int}} NOT NULL,
    wrong {{int}} NOT NULL,
    problems {{text}} NOT NULL,
    failure {{text}} NOT NULL,
    -- While an import is fenced nobody else may change the products it names.
    fenced {{bool "fenced"}} NOT NULL,
    -- The process at work on it, and until when it may be silent.
    lease_by {{text}} NOT NULL,
    lease_until {{time}} NOT NULL,
    attempts {{int}} NOT NULL
){{strict}};

CREATE INDEX imports_by_time ON imports (created_at, id);
CREATE INDEX imports_at_work ON imports (id) WHERE status IN ('queued', 'checking', 'applying', 'undoing');
CREATE INDEX imports_fenced ON imports (id) WHERE fenced;

-- The file itself, in pieces: with several processes there is no folder they
-- all see, and a piece is written in a moment where a whole file is not.
CREATE TABLE import_pieces (
    import_id {{int}} NOT NULL REFERENCES imports (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    bytes {{bytes}} NOT NULL,
    PRIMARY KEY (import_id, seq)
){{strict}};

-- What each row of a file claims while the import is at work, and afterwards
-- what it changed, so that it can be undone.
CREATE TABLE import_rows (
    import_id {{int}} NOT NULL REFERENCES imports (id) DEFERRABLE,
    seq {{int}} NOT NULL,
    number {{int}} NOT NULL,
    sku_key {{text}} NOT NULL,
    -- The barcode that nobody else may take meanwhile.
    barcode {{text}} NOT NULL,
    state {{int}} NOT NULL CHECK (state BETWEEN 0 AND 2),
    product_id {{int}} NOT NULL,
    created {{bool "created"}} NOT NULL,
    changes {{text}} NOT NULL,
    moves {{text}} NOT NULL,
    PRIMARY KEY (import_id, seq)
){{strict}};

CREATE INDEX import_rows_by_sku ON import_rows (import_id, sku_key);
CREATE INDEX import_rows_by_barcode ON import_rows (import_id, barcode) WHERE barcode <> '';

-- What the columns of earlier files turned out to be.
CREATE TABLE import_headers (
    user_id {{int}} NOT NULL,
    header_key {{text}} NOT NULL,
    field {{text}} NOT NULL,
    used_at {{time}} NOT NULL,
    PRIMARY KEY (user_id, header_key)
){{strict}};

CREATE INDEX import_headers_by_key ON import_headers (header_key, used_at);

-- Pictures are kept with everything else, so that every process has them and
-- so does every backup.
CREATE TABLE images (
    id {{id}},
    url {{text}} NOT NULL UNIQUE,
    content_type {{text}} NOT NULL,
    width {{int}} NOT NULL,
    height {{int}} NOT NULL,
    bytes {{bytes}} NOT NULL,
    thumbnail {{bytes}} NOT NULL,
    created_at {{time}} NOT NULL,
    -- Since when no product shows it.
    unused_since {{time}}
){{strict}};

CREATE INDEX products_by_image ON products (image_url) WHERE image_url <> '';
