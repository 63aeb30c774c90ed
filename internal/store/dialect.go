package store

import (
	"fmt"

	"github.com/pressly/goose/v3"

	"estante/internal/store/postgres"
	"estante/internal/store/sqlconn"
	"estante/internal/store/sqlite"
)

// dialect is everything about SQL that differs between the engines. Whatever
// can be written once for both is not here.
type dialect struct {
	name string
	// goose is what the tool that migrates calls it.
	goose goose.Dialect
	// words fill the placeholders of the migrations.
	words words
	// skipLocked ends a subquery that takes rows which no other transaction is taking.
	skipLocked string
	// lockProducts ends a query for products that are about to be changed.
	// lockFreeProducts leaves out those that another transaction has locked.
	lockProducts, lockFreeProducts string
	// lockImports is the same of an import.
	lockImports string
	// lockRow ends a question for one row that is about to be changed, and
	// holdRow one for a row that must stay as it is.
	lockRow string
	holdRow string
	// keepRow is the same where nothing of the row may change, and not only its number.
	keepRow string
	// usingIndex follows a table that is to be read in the order of an index.
	// The planner of PostgreSQL finds that by itself.
	usingIndex func(index string) string
	// usingNone follows a table whose rows are to be read by their numbers.
	usingNone string
	// gathered has all rows that meet a condition found before they are sorted,
	// instead of looking for them along an index of the order, where the first may
	// come behind all other rows. sortedLater precedes that order.
	gathered    func(columns, table, rows string) string
	sortedLater string
	// updateAll begins a change of many rows whose failure ends the transaction.
	// SQLite would otherwise copy every page it touches, to undo one statement alone.
	updateAll string
	// oneAtATime says that writers wait for one another.
	oneAtATime bool
	// guessesFound says that the planner guesses how many rows a search finds.
	guessesFound bool
	// writesWholeRows says that a row that changes is written anew with its place
	// in every index, however little of it has changed.
	writesWholeRows bool
	// stockApart says that products are sorted by their stock in a table of its
	// own; see stockorder.go.
	stockApart bool
	// joinSearch joins pieces of a search index, as many pages as $1 says; "" where
	// it has none.
	joinSearch func(index string) string
	// keepOrder ends a question to rows that are in an order already, which
	// PostgreSQL does not promise to keep.
	keepOrder func(ordering) string
	// contains asks whether a column holds the text that a ? stands for.
	contains func(column string) string
	// match requires a row of a search index to have every one of some words.
	match func(f *filter, index string, words []string)
	// derived asks which tables are made of the rows of others; see load.go.
	derived string
	// classify says what an error of the driver means.
	classify func(error) sqlconn.Failure
	// boolean is how the driver takes a truth value.
	boolean func(bool) any
	// tables asks for every table, column and type; see dump.go.
	tables string
	// references asks which table points at which.
	references string
	// hasVersion asks whether the schema was ever migrated.
	hasVersion string
	// deferReferences lets a load fill tables in any order, and checkReferences
	// checks what it left unchecked, where triggers come back only after that.
	deferReferences string
	checkReferences string
	// withoutTriggers takes the triggers away and returns how to bring them back.
	withoutTriggers func(t *tx, tables []Table) (restore []string, err error)
	// identities asks which columns of a table count its rows by themselves, where
	// they do not go on after the highest number there is.
	identities string
}

// words are the types of the columns of a schema.
type words struct {
	id, integer, text, bytes, boolean, strict string
	// truth is a truth value's type where a value is cast to it.
	truth string
}

var sqliteDialect = &dialect{
	name:  "sqlite",
	goose: goose.DialectSQLite3,
	words: words{
		id: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER", text: "TEXT", bytes: "BLOB",
		boolean: "INTEGER CHECK (%s IN (0, 1))", strict: " STRICT", truth: "INTEGER",
	},
	usingIndex:  func(index string) string { return " INDEXED BY " + index },
	usingNone:   " NOT INDEXED",
	gathered:    func(_, _, rows string) string { return rows },
	sortedLater: "+",
	updateAll:   "UPDATE OR FAIL ",
	oneAtATime:  true,
	joinSearch: func(index string) string {
		return fmt.Sprintf("INSERT INTO %[1]s (%[1]s, rank) VALUES ('merge', $1)", index)
	},
	keepOrder: func(ordering) string { return "" },
	contains:  func(column string) string { return "instr(" + column + ", ?) > 0" },
	match:     matchSQLite,
	derived:   `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name`,
	classify:  sqlite.Classify,
	boolean: func(b bool) any {
		if b {
			return int64(1)
		}
		return int64(0)
	},
	tables: `SELECT t.name, c.name, lower(c.type) FROM pragma_table_list AS t
		JOIN pragma_table_info(t.name) AS c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		ORDER BY t.name, c.cid`,
	references: `SELECT t.name, f."table" FROM pragma_table_list AS t
		JOIN pragma_foreign_key_list(t.name) AS f WHERE t.schema = 'main' AND t.type = 'table'`,
	hasVersion:      `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '` + versionTable + `'`,
	deferReferences: `PRAGMA defer_foreign_keys = ON`,
	withoutTriggers: dropTriggers,
}

var postgresDialect = &dialect{
	name:  "postgres",
	goose: goose.DialectPostgres,
	words: words{
		id: "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", integer: "BIGINT",
		// The bytes decide the order, as they do on SQLite, whatever the
		// language of the server; people's order is a key made by Go.
		text: `TEXT COLLATE "C"`, bytes: "BYTEA", boolean: "BOOLEAN", strict: "", truth: "BOOLEAN",
	},
	skipLocked:   " FOR UPDATE SKIP LOCKED",
	lockProducts: " FOR UPDATE OF products", lockFreeProducts: " FOR UPDATE OF products SKIP LOCKED",
	lockImports: " FOR UPDATE OF imports",
	lockRow:     " FOR UPDATE",
	holdRow:     " FOR KEY SHARE",
	keepRow:     " FOR SHARE",
	usingIndex:  func(string) string { return "" },
	gathered: func(columns, table, rows string) string {
		// Nothing moves into or out of a question with an offset.
		return "(SELECT " + columns + " FROM " + rows + " OFFSET 0) AS " + table
	},
	updateAll: "UPDATE ", joinSearch: func(string) string { return "" },
	guessesFound: true, writesWholeRows: true, stockApart: true,
	keepOrder: func(o ordering) string { return " ORDER BY " + o.sql() },
	contains:  func(column string) string { return "strpos(" + column + ", ?) > 0" },
	match:     matchPostgres,
	derived: `SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
		AND (relname LIKE '%\_search' OR relname = 'stock_order') ORDER BY relname`,
	classify: postgres.Classify,
	boolean:  func(b bool) any { return b },
	tables: `SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod)
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
			AND a.attnum > 0 AND NOT a.attisdropped
		ORDER BY c.relname COLLATE "C", a.attnum`,
	references: `SELECT c.conrelid::regclass::text, c.confrelid::regclass::text
		FROM pg_constraint AS c WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
	hasVersion:      `SELECT count(*) FROM pg_class WHERE oid = to_regclass('` + versionTable + `')`,
	deferReferences: `SET CONSTRAINTS ALL DEFERRED`,
	checkReferences: `SET CONSTRAINTS ALL IMMEDIATE`,
	withoutTriggers: disableTriggers,
	identities: `SELECT attname::text FROM pg_attribute
		WHERE attrelid = $1::text::regclass AND attidentity <> '' AND NOT attisdropped`,
}

// row is what one line of an answer is read from.
type row = sqlconn.Row
