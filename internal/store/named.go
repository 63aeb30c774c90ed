package store

// namedColumns are the names of what a row is about: its product, its location and
// who wrote it. namedTables joins them to the rows of a table.
var namedColumns = `, products.name, products.sku, locations.name, ` + personColumns("users")

func namedTables(table, writer string) string {
	return table + ` JOIN products ON products.id = ` + table + `.product_id
	JOIN locations ON locations.id = ` + table + `.location_id
	LEFT JOIN users ON users.id = ` + table + `.` + writer
}
