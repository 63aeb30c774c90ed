-- What each product sold of late is asked with every list. Of all that moves only
-- sales and returns are in this index, with their units, so that neither the rows
-- are read nor whatever else happened to the product.
CREATE INDEX movements_sold ON movements (product_id, at, quantity) WHERE reason IN ('sale', 'return');
