-- What was done to one kind of thing is listed by time, and so are the movements
-- of a location. Those of the main one are nearly all there are, and are found
-- soon enough on the way through the others.
CREATE INDEX audit_by_noun_time ON audit (noun, at, id);
CREATE INDEX movements_by_location ON movements (location_id, at, id) WHERE location_id <> 1;

-- No question asks for what this one finds.
DROP INDEX products_short;
