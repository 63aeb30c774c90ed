{{if postgres}}
-- What comes into PostgreSQL's search indexes is put into order by the server.
SELECT 1;
{{else}}
-- The pieces of a search index are joined a few pages at a time by who writes; see joinSearch. By itself it joins
-- hundreds in the middle of somebody's write.
INSERT INTO product_search (product_search, rank) VALUES ('automerge', 0);
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0);
{{end}}
