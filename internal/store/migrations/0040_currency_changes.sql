-- When what products cost, or their prices, were brought into another currency, and by
-- which rate: how many units of the new one a unit of the old was worth, as it was written.
CREATE TABLE currency_changes (
    id {{id}},
    amounts {{text}} NOT NULL CHECK (amounts IN ('costs', 'prices')),
    from_currency {{text}} NOT NULL,
    to_currency {{text}} NOT NULL,
    rate {{text}} NOT NULL,
    user_id {{int}} NOT NULL,
    at {{time}} NOT NULL
){{strict}};
{{if postgres}}
CREATE TRIGGER currency_changes_append_only BEFORE UPDATE OR DELETE ON currency_changes
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{else}}
CREATE TRIGGER currency_changes_no_update BEFORE UPDATE ON currency_changes BEGIN
    SELECT RAISE(ABORT, 'currency_changes is append-only');
END;
CREATE TRIGGER currency_changes_no_delete BEFORE DELETE ON currency_changes BEGIN
    SELECT RAISE(ABORT, 'currency_changes is append-only');
END;
{{end}}
