-- What was done to a thing is found by the thing, but for movements: they are nearly all of the audit, each would change a
-- page of this index that no other does, and they can be found by the product as movements, which are kept by it anyway.
DROP INDEX audit_by_noun;
CREATE INDEX audit_by_thing ON audit (noun, noun_id, at, id) WHERE action <> 'stock';
