-- What was done to a thing is found by the thing, but for movements: they are nearly all of the audit, and each would change a
-- page of this index that no other does. They are found by the product as movements, which are kept by it anyway, and from
-- there by their time, at the end of an index, where those of everybody come together.
DROP INDEX audit_by_noun;
CREATE INDEX audit_by_thing ON audit (noun, noun_id, at, id) WHERE action <> 'stock';
CREATE INDEX audit_of_movements ON audit (at, noun_id) WHERE action = 'stock';
