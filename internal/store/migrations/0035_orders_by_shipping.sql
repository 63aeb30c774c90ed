-- Today is compared with yesterday until the same hour: what left between two moments is counted along this index.
CREATE INDEX orders_by_shipping ON orders (shipped_at) WHERE shipped_at IS NOT NULL;
