-- Purchases: who sells to the shop, what of it and for how much, what was ordered of
-- them, what of that came, what it cost besides, and what went back.

CREATE TABLE suppliers (
    id {{id}},
    name {{text}} NOT NULL,
    tax_id {{text}} NOT NULL,
    contact {{text}} NOT NULL,
    email {{text}} NOT NULL,
    phone {{text}} NOT NULL,
    address {{text}} NOT NULL,
    website {{text}} NOT NULL,
    -- In which its prices are, and so new purchases of it.
    currency {{text}} NOT NULL,
    -- How many days it takes to deliver; NULL while nobody said.
    lead_days {{int}} CHECK (lead_days >= 0),
    min_order_cents {{int}} CHECK (min_order_cents >= 0),
    payment_terms {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    active {{bool "active"}} NOT NULL,
    -- The supplier it became one with; 0 while it is one of its own.
    merged_into {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    version {{int}} NOT NULL,
    name_key {{text}} NOT NULL,
    tax_key {{text}} NOT NULL,
    search_key {{text}} NOT NULL,
    sort_key {{text}} NOT NULL
){{strict}};

CREATE INDEX suppliers_by_name ON suppliers (sort_key, id) WHERE merged_into = 0;
CREATE INDEX suppliers_by_created ON suppliers (created_at, id) WHERE merged_into = 0;
CREATE INDEX suppliers_named ON suppliers (name_key);
CREATE INDEX suppliers_taxed ON suppliers (tax_key) WHERE tax_key <> '';

-- What a supplier sells: a product under the supplier's own code and name, by the pack.
-- Prices are in ten-thousandths of the currency, because a screw costs less than a cent.
CREATE TABLE supplier_products (
    id {{id}},
    supplier_id {{int}} NOT NULL REFERENCES suppliers (id) DEFERRABLE,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    supplier_sku {{text}} NOT NULL,
    sku_key {{text}} NOT NULL,
    supplier_name {{text}} NOT NULL,
    pack_units {{int}} NOT NULL CHECK (pack_units >= 1),
    pack_price {{int}} CHECK (pack_price >= 0),
    currency {{text}} NOT NULL,
    min_packs {{int}} NOT NULL CHECK (min_packs >= 1),
    lead_days {{int}} CHECK (lead_days >= 0),
    preferred {{bool "preferred"}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    version {{int}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX supplier_products_once ON supplier_products (supplier_id, product_id);
CREATE INDEX supplier_products_by_product ON supplier_products (product_id, id);
CREATE UNIQUE INDEX supplier_products_preferred ON supplier_products (product_id) WHERE preferred;
CREATE INDEX supplier_products_by_sku ON supplier_products (sku_key, supplier_id) WHERE sku_key <> '';

-- What a supplier asked for a product, and since when.
CREATE TABLE supplier_prices (
    id {{id}},
    supplier_product_id {{int}} NOT NULL REFERENCES supplier_products (id) DEFERRABLE,
    pack_units {{int}} NOT NULL,
    pack_price {{int}},
    currency {{text}} NOT NULL,
    -- Who said so: a person ('manual'), a price list ('import') or what was paid ('receipt').
    source {{text}} NOT NULL CHECK (source IN ('manual', 'import', 'receipt')),
    user_id {{int}} NOT NULL,
    at {{time}} NOT NULL
){{strict}};

CREATE INDEX supplier_prices_by_product ON supplier_prices (supplier_product_id, id);

-- The last number of a series, as PC-2026: the next one is taken in the transaction that needs it.
CREATE TABLE number_series (
    series {{text}} NOT NULL PRIMARY KEY,
    last {{int}} NOT NULL
){{strict}};

CREATE TABLE purchases (
    id {{id}},
    -- '' until it is sent: drafts that are thrown away leave no gap.
    number {{text}} NOT NULL,
    supplier_id {{int}} NOT NULL REFERENCES suppliers (id) DEFERRABLE,
    status {{text}} NOT NULL CHECK (status IN ('draft', 'sent', 'received', 'closed', 'cancelled')),
    -- Where it is to be delivered.
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    currency {{text}} NOT NULL,
    -- How many units of the currency of costs one of its own is worth, as it was written; '' where both are the same.
    rate {{text}} NOT NULL,
    -- A day of the business, or ''.
    expected_on {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    -- How much it is about, kept so that a list counts nothing: its lines, the units
    -- ordered, received and still to come, and what its lines cost together.
    lines {{int}} NOT NULL,
    ordered {{int}} NOT NULL,
    received {{int}} NOT NULL,
    pending {{int}} NOT NULL,
    value_cents {{int}} NOT NULL,
    extra_cents {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    sent_by {{int}} NOT NULL,
    sent_at {{time}},
    -- 'email', 'hand' or ''; by e-mail, the message that takes it there.
    sent_how {{text}} NOT NULL,
    message_id {{int}} NOT NULL,
    -- What the person said in it, with the person's own words, or ''.
    sent_words {{text}} NOT NULL,
    ended_at {{time}},
    version {{int}} NOT NULL,
    search_key {{text}} NOT NULL,
    number_sort_key {{text}} NOT NULL,
    -- Sorts what is sent and expected before all else, the day that is over longest first, when read backwards.
    due_key {{text}} NOT NULL
){{strict}};

CREATE UNIQUE INDEX purchases_numbered ON purchases (number) WHERE number <> '';
CREATE INDEX purchases_by_message ON purchases (message_id) WHERE message_id > 0;
CREATE INDEX purchases_by_created ON purchases (created_at, id);
CREATE INDEX purchases_by_number ON purchases (number_sort_key, id);
CREATE INDEX purchases_by_value ON purchases (value_cents, id);
CREATE INDEX purchases_by_expected ON purchases (expected_on, id);
CREATE INDEX purchases_by_due ON purchases (due_key, id);
CREATE INDEX purchases_by_status_due ON purchases (status, due_key, id);
CREATE INDEX purchases_by_status_number ON purchases (status, number_sort_key, id);
CREATE INDEX purchases_by_status_value ON purchases (status, value_cents, id);
CREATE INDEX purchases_by_status ON purchases (status, created_at, id);
CREATE INDEX purchases_by_status_expected ON purchases (status, expected_on, id);
CREATE INDEX purchases_by_supplier ON purchases (supplier_id, created_at, id);

CREATE TABLE purchase_lines (
    id {{id}},
    purchase_id {{int}} NOT NULL REFERENCES purchases (id) DEFERRABLE,
    position {{int}} NOT NULL,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    -- As they were, because products are renamed and deleted.
    sku {{text}} NOT NULL,
    name {{text}} NOT NULL,
    supplier_sku {{text}} NOT NULL,
    pack_units {{int}} NOT NULL CHECK (pack_units >= 1),
    -- Of a pack, in ten-thousandths; NULL where nobody said. The discount is in hundredths of a percent.
    pack_price {{int}} CHECK (pack_price >= 0),
    discount {{int}} NOT NULL CHECK (discount BETWEEN 0 AND 10000),
    -- What all units of the line cost together is the truth, and no unit times a price.
    value_cents {{int}} CHECK (value_cents >= 0),
    -- Units: asked for, here, rejected at the door, to be sent again for what went back, and given up.
    ordered {{int}} NOT NULL CHECK (ordered > 0),
    received {{int}} NOT NULL CHECK (received >= 0),
    rejected {{int}} NOT NULL CHECK (rejected >= 0),
    replaced {{int}} NOT NULL CHECK (replaced >= 0),
    closed {{int}} NOT NULL CHECK (closed >= 0),
    -- What is on its way: 0 but in a purchase that is sent, and never below.
    pending {{int}} NOT NULL CHECK (pending >= 0),
    -- That of its purchase, here so that an index has what is on its way by its day.
    expected_on {{text}} NOT NULL
){{strict}};

CREATE INDEX purchase_lines_by_purchase ON purchase_lines (purchase_id, position, id);
CREATE INDEX purchase_lines_by_product ON purchase_lines (product_id, purchase_id);
CREATE INDEX purchase_lines_pending ON purchase_lines (product_id, expected_on, id) WHERE pending > 0;

-- What came at one time, with the paper that came with it. It moves stock by the entries of its lines.
CREATE TABLE receipts (
    id {{id}},
    purchase_id {{int}} NOT NULL REFERENCES purchases (id) DEFERRABLE,
    supplier_id {{int}} NOT NULL REFERENCES suppliers (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    delivery_note {{text}} NOT NULL,
    note_key {{text}} NOT NULL,
    delivered_on {{text}} NOT NULL,
    currency {{text}} NOT NULL,
    rate {{text}} NOT NULL,
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    undone_by {{int}} NOT NULL,
    undone_at {{time}}
){{strict}};

CREATE INDEX receipts_by_time ON receipts (created_at, id);
CREATE INDEX receipts_by_purchase ON receipts (purchase_id, id);
CREATE INDEX receipts_by_supplier ON receipts (supplier_id, created_at, id);
CREATE INDEX receipts_by_note ON receipts (note_key, id) WHERE note_key <> '';

CREATE TABLE receipt_lines (
    id {{id}},
    receipt_id {{int}} NOT NULL REFERENCES receipts (id) DEFERRABLE,
    -- 0 for what was not ordered.
    purchase_line_id {{int}} NOT NULL,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    accepted {{int}} NOT NULL CHECK (accepted >= 0),
    rejected {{int}} NOT NULL CHECK (rejected >= 0),
    -- What the accepted units cost in the receipt's currency, and in that of costs with their part of what came with
    -- them; NULL where nobody knows.
    value_cents {{int}},
    cost_cents {{int}},
    -- A person said the value, so that it is no part of the line's.
    valued {{bool "valued"}} NOT NULL,
    -- The entry that brought them in; 0 where none was accepted.
    entry_id {{int}} NOT NULL
){{strict}};

CREATE INDEX receipt_lines_by_receipt ON receipt_lines (receipt_id, id);
CREATE INDEX receipt_lines_by_line ON receipt_lines (purchase_line_id, id) WHERE purchase_line_id > 0;
CREATE INDEX receipt_lines_by_product ON receipt_lines (product_id, id);
CREATE INDEX receipt_lines_by_entry ON receipt_lines (entry_id) WHERE entry_id > 0;

-- The photograph of a delivery note, or the note itself.
CREATE TABLE receipt_files (
    id {{id}},
    receipt_id {{int}} NOT NULL REFERENCES receipts (id) DEFERRABLE,
    name {{text}} NOT NULL,
    content_type {{text}} NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
    bytes {{bytes}} NOT NULL,
    size {{int}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL
){{strict}};

CREATE INDEX receipt_files_by_receipt ON receipt_files (receipt_id, id);

-- What a purchase, or one receipt of it, cost besides its lines, and how that was shared out over what came: of what
-- was sold by then nothing changes any more.
CREATE TABLE extra_costs (
    id {{id}},
    purchase_id {{int}} NOT NULL REFERENCES purchases (id) DEFERRABLE,
    receipt_id {{int}} NOT NULL,
    kind {{text}} NOT NULL CHECK (kind IN ('transport', 'customs', 'other')),
    amount_cents {{int}} NOT NULL CHECK (amount_cents > 0),
    currency {{text}} NOT NULL,
    rate {{text}} NOT NULL,
    -- The amount in the currency of costs of the day it was written.
    cost_cents {{int}} NOT NULL,
    cost_currency {{text}} NOT NULL,
    share_by {{text}} NOT NULL CHECK (share_by IN ('value', 'units', 'hand')),
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    undone_by {{int}} NOT NULL,
    undone_at {{time}}
){{strict}};

CREATE INDEX extra_costs_by_purchase ON extra_costs (purchase_id, id);

CREATE TABLE extra_cost_shares (
    extra_cost_id {{int}} NOT NULL REFERENCES extra_costs (id) DEFERRABLE,
    receipt_line_id {{int}} NOT NULL REFERENCES receipt_lines (id) DEFERRABLE,
    -- In the currency of costs: the share, what of it raised the value of what was still here, and what belonged to
    -- units that had been sold.
    amount_cents {{int}} NOT NULL,
    raised_cents {{int}} NOT NULL,
    sold_cents {{int}} NOT NULL,
    PRIMARY KEY (extra_cost_id, receipt_line_id)
){{strict}};

CREATE INDEX extra_cost_shares_by_line ON extra_cost_shares (receipt_line_id);

-- What went back to a supplier.
CREATE TABLE supplier_returns (
    id {{id}},
    supplier_id {{int}} NOT NULL REFERENCES suppliers (id) DEFERRABLE,
    location_id {{int}} NOT NULL REFERENCES locations (id) DEFERRABLE,
    -- Whether the supplier sends it again.
    replace {{bool "replace"}} NOT NULL,
    notes {{text}} NOT NULL,
    created_by {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    undone_by {{int}} NOT NULL,
    undone_at {{time}}
){{strict}};

CREATE INDEX supplier_returns_by_supplier ON supplier_returns (supplier_id, created_at, id);

CREATE TABLE supplier_return_lines (
    id {{id}},
    return_id {{int}} NOT NULL REFERENCES supplier_returns (id) DEFERRABLE,
    product_id {{int}} NOT NULL REFERENCES products (id) DEFERRABLE,
    -- 0 where it belongs to no purchase.
    purchase_line_id {{int}} NOT NULL,
    quantity {{int}} NOT NULL CHECK (quantity > 0),
    -- What its units were worth when they left, in the currency of costs.
    value_cents {{int}},
    movement_id {{int}} NOT NULL
){{strict}};

CREATE INDEX supplier_return_lines_by_return ON supplier_return_lines (return_id, id);
CREATE INDEX supplier_return_lines_by_line ON supplier_return_lines (purchase_line_id, id) WHERE purchase_line_id > 0;

-- What happened to a purchase, for people.
CREATE TABLE purchase_events (
    id {{id}},
    purchase_id {{int}} NOT NULL REFERENCES purchases (id) DEFERRABLE,
    at {{time}} NOT NULL,
    user_id {{int}} NOT NULL,
    kind {{text}} NOT NULL,
    status {{text}} NOT NULL,
    detail {{text}} NOT NULL
){{strict}};

CREATE INDEX purchase_events_by_purchase ON purchase_events (purchase_id, id);

-- How many purchases there are in each state, in slots as totals are.
CREATE TABLE purchase_totals (
    status {{text}} NOT NULL,
    slot {{int}} NOT NULL,
    purchases {{int}} NOT NULL,
    PRIMARY KEY (status, slot)
){{strict}};

-- What is on its way of each product, and the day on which the first of it is expected: '' while nobody said.
ALTER TABLE products ADD COLUMN incoming {{int}} NOT NULL DEFAULT 0 CHECK (incoming >= 0);
ALTER TABLE products ADD COLUMN incoming_on {{text}} NOT NULL DEFAULT '';
CREATE INDEX products_incoming ON products (id) WHERE incoming > 0;

-- The receipt that an entry belongs to and that alone changes it; 0 for an entry of its own.
ALTER TABLE entries ADD COLUMN receipt_id {{int}} NOT NULL DEFAULT 0;

-- Where tax is part of what things cost, as under recargo de equivalencia, it is not recovered.
ALTER TABLE settings ADD COLUMN tax_recoverable {{bool "tax_recoverable"}} NOT NULL DEFAULT {{true}};
-- What a purchase order says of the business besides its name.
ALTER TABLE settings ADD COLUMN tax_id {{text}} NOT NULL DEFAULT '';
ALTER TABLE settings ADD COLUMN address {{text}} NOT NULL DEFAULT '';

{{if postgres}}
CREATE TABLE supplier_search (
    rowid {{int}} NOT NULL PRIMARY KEY,
    search_key {{text}} NOT NULL
);
CREATE INDEX supplier_search_pieces ON supplier_search USING gin (search_key gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE TABLE purchase_search (
    rowid {{int}} NOT NULL PRIMARY KEY,
    search_key {{text}} NOT NULL
);
CREATE INDEX purchase_search_pieces ON purchase_search USING gin (search_key gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION search_supplier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM supplier_search WHERE rowid = old.id;
    END IF;
    INSERT INTO supplier_search (rowid, search_key) VALUES (new.id, new.search_key);
    RETURN NULL;
END
$$;
CREATE TRIGGER supplier_search_insert AFTER INSERT ON suppliers
    FOR EACH ROW EXECUTE FUNCTION search_supplier();
CREATE TRIGGER supplier_search_update AFTER UPDATE OF search_key ON suppliers FOR EACH ROW
    WHEN (old.search_key <> new.search_key)
    EXECUTE FUNCTION search_supplier();

CREATE FUNCTION search_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM purchase_search WHERE rowid = old.id;
    END IF;
    INSERT INTO purchase_search (rowid, search_key) VALUES (new.id, new.search_key);
    RETURN NULL;
END
$$;
CREATE TRIGGER purchase_search_insert AFTER INSERT ON purchases
    FOR EACH ROW EXECUTE FUNCTION search_purchase();
CREATE TRIGGER purchase_search_update AFTER UPDATE OF search_key ON purchases FOR EACH ROW
    WHEN (old.search_key <> new.search_key)
    EXECUTE FUNCTION search_purchase();
{{else}}
CREATE VIRTUAL TABLE supplier_search USING fts5 (
    search_key, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE TRIGGER supplier_search_insert AFTER INSERT ON suppliers BEGIN
    INSERT INTO supplier_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
CREATE TRIGGER supplier_search_update AFTER UPDATE OF search_key ON suppliers
WHEN old.search_key <> new.search_key BEGIN
    DELETE FROM supplier_search WHERE rowid = old.id;
    INSERT INTO supplier_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
CREATE VIRTUAL TABLE purchase_search USING fts5 (
    search_key, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE TRIGGER purchase_search_insert AFTER INSERT ON purchases BEGIN
    INSERT INTO purchase_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
CREATE TRIGGER purchase_search_update AFTER UPDATE OF search_key ON purchases
WHEN old.search_key <> new.search_key BEGIN
    DELETE FROM purchase_search WHERE rowid = old.id;
    INSERT INTO purchase_search (rowid, search_key) VALUES (new.id, new.search_key);
END;
{{end}}
