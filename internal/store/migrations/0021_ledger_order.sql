-- The movements of one product are listed in the order in which they followed
-- each other, which the index of their numbers has: another one by time cost
-- every movement a page.
DROP INDEX movements_by_product;
