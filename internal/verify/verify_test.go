package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/verify"
)

// history gives a product five movements: 10 at first, +5, -3 in the main
// location, and a transfer of 4 to another one.
func history(t *testing.T, inv *inventory.Inventory, sku string, other int64) int64 {
	t.Helper()
	fields := catalogue.ProductFields{
		SKU: &sku, Name: &sku, Stock: shoptest.Ptr(int64(10)), MinStock: shoptest.Ptr(shoptest.Ptr(int64(2))),
	}
	product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
	shoptest.Must(t, product, err)
	for _, step := range []ledger.Adjustment{shoptest.Adjust("add", 5), shoptest.Adjust("remove", 3)} {
		adjusted, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, step)
		shoptest.Must(t, adjusted, err)
	}
	transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
		ProductID: product.ID, FromLocationID: 1, ToLocationID: other, Quantity: 4,
	})
	shoptest.Must(t, transfer, err)
	return product.ID
}

// Each row spoils one product behind the server's back; :product stands for
// its number, and seq is the movement that must be named, zero for none.
var spoiled = []struct {
	name, sql, says string
	seq             int64
}{
	{"quantity and stock after", `UPDATE movements SET quantity = 6, stock_after = 16 WHERE product_id = :product
		AND seq = 2`, "no es como se escribió", 2},
	{
		"notes", `UPDATE movements SET notes = 'otra cosa' WHERE product_id = :product AND seq = 3`, "no es como se escribió",
		3,
	},
	{
		"reason", `UPDATE movements SET reason = 'sale' WHERE product_id = :product AND seq = 1`, "no es como se escribió",
		1,
	},
	{"user", `UPDATE movements SET user_id = 99 WHERE product_id = :product AND seq = 4`, "no es como se escribió", 4},
	{"time", `UPDATE movements SET at = at + 1 WHERE product_id = :product AND seq = 2`, "no es como se escribió", 2},
	{
		"location", `UPDATE movements SET location_id = 2 WHERE product_id = :product AND seq = 2`, "no es como se escribió",
		2,
	},
	{
		"cost", `UPDATE movements SET unit_cost_cents = 1 WHERE product_id = :product AND seq = 2`, "no es como se escribió",
		2,
	},
	{
		"source", `UPDATE movements SET source = 'import' WHERE product_id = :product AND seq = 2`, "no es como se escribió",
		2,
	},
	{
		"undo", `UPDATE movements SET undo_of = -:product WHERE product_id = :product AND seq = 2`, "no es como se escribió",
		2,
	},
	{"hash", `UPDATE movements SET hash = 'x' WHERE product_id = :product AND seq = 2`, "no es como se escribió", 2},
	{
		"stock after alone", `UPDATE movements SET stock_after = 99 WHERE product_id = :product AND seq = 2`,
		"de 5 unidades va de 10 a 99", 2,
	},
	{
		"stock before", `UPDATE movements SET stock_before = 11, stock_after = 16 WHERE product_id = :product AND seq = 2`,
		"parte de 11 unidades y el anterior dejó 10", 2,
	},
	{
		"one in the middle gone", `DELETE FROM movements WHERE product_id = :product AND seq = 3`,
		"falta el movimiento n.º 3", 4,
	},
	{"the first gone", `DELETE FROM movements WHERE product_id = :product AND seq = 1`, "falta el movimiento n.º 1", 2},
	{"the last gone", `DELETE FROM movements WHERE product_id = :product AND seq = 5`, "faltan movimientos al final", 4},
	{"all gone", `DELETE FROM movements WHERE product_id = :product`, "faltan movimientos al final", 0},
	{
		"order", `UPDATE movements SET seq = 100 - seq WHERE product_id = :product AND seq IN (2, 3)`,
		"falta el movimiento n.º 2", 4,
	},
	{"one added", `INSERT INTO movements (product_id, location_id, seq, quantity, reason, notes, stock_before, stock_after,
		user_id, at, source, source_id, undo_of, hash)
		SELECT product_id, location_id, 6, 7, reason, notes, 12, 19, user_id, at, 'manual', 0, 0, hash FROM movements
		WHERE product_id = :product AND seq = 5`, "no es como se escribió", 6},
	{
		"stock", `UPDATE products SET stock = 13 WHERE id = :product`, "el stock guardado es 13 y los movimientos suman 12",
		5,
	},
	{
		"stock by location", `UPDATE stock_levels SET stock = stock + 1 WHERE product_id = :product AND location_id = 2`,
		"en el almacén 2 hay guardadas 5 unidades y los movimientos suman 4", 0,
	},
	{
		"a location of its own", `INSERT INTO stock_levels (product_id, location_id, stock) VALUES (:product, 3, 1)`,
		"en el almacén 3 hay guardadas 1 unidad y los movimientos suman 0", 0,
	},
	{
		"a location missing", `DELETE FROM stock_levels WHERE product_id = :product AND location_id = 2`,
		"en el almacén 2 hay guardadas 0 unidades", 0,
	},
	{"number of movements", `UPDATE products SET movement_seq = 4 WHERE id = :product`, "sobran movimientos al final", 5},
	{"hash of the product", `UPDATE products SET ledger_hash = 'x' WHERE id = :product`, "la huella del producto", 5},
	{"level", `UPDATE products SET level = 1 WHERE id = :product`, "el nivel de stock guardado es 1 y debería ser 2", 0},
	{
		"last movement", `UPDATE products SET last_movement_at = NULL WHERE id = :product`, "la fecha del último movimiento",
		5,
	},
	{"value", `UPDATE movements SET value_after = 1 WHERE product_id = :product AND seq = 2`, "no es como se escribió", 2},
	{
		"value of the product", `UPDATE products SET cost_value = 5, cost_units = 12, cost_cents = 0 WHERE id = :product`,
		"el valor guardado es 5 y los movimientos dejan desconocido", 5,
	},
	{"reserved", `UPDATE products SET reserved = -1 WHERE id = :product`, "lo reservado es negativo", 0},
}

func TestVerifyNamesTheFirstWrongRowOfEachProduct(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := inventory.New(storetest.Twice(storetest.Open(t, options)), inventory.Options{PasswordWorkers: 1})
		other := shoptest.North(t, inv)
		untouched := history(t, inv, "INTACTO", other.ID)
		ids := map[string]int64{}
		for _, row := range spoiled {
			ids[row.name] = history(t, inv, row.name, other.ID)
		}
		shoptest.Clean(t, inv)
		named := map[string]int64{}
		for _, row := range spoiled {
			movements, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
				ProductID: ids[row.name], Page: core.Page{Number: 1, Size: 100},
			})
			for _, m := range shoptest.Must(t, movements, err).Rows {
				if m.Seq == row.seq {
					named[row.name] = m.ID
				}
			}
			storetest.Tamper(t, options, strings.ReplaceAll(row.sql, ":product", fmt.Sprint(ids[row.name])))
		}
		report, err := inv.Verify.Verify(t.Context(), nil)
		shoptest.Must(t, report, err)
		found := map[int64]verify.Finding{}
		for _, finding := range report.Findings {
			if strings.HasPrefix(finding.Message, "Producto") {
				if _, twice := found[finding.ProductID]; twice {
					t.Errorf("product %d is named twice", finding.ProductID)
				}
				found[finding.ProductID] = finding
			}
		}
		for _, row := range spoiled {
			finding := found[ids[row.name]]
			if !strings.Contains(finding.Message, row.says) || finding.ProductSKU != row.name {
				t.Errorf("%s: %+v, want %q", row.name, finding, row.says)
			}
			// A forged row has no number that was known before.
			if row.name != "one added" && finding.MovementID != named[row.name] {
				t.Errorf("%s: movement %d is named, want %d", row.name, finding.MovementID, named[row.name])
			}
		}
		if finding, wrong := found[untouched]; wrong || len(found) != len(spoiled) {
			t.Errorf("%d products are named, %+v among them", len(found), finding)
		}
	})
}

func TestVerifyComparesFiguresAndDocuments(t *testing.T) {
	rows := []struct{ sql, says string }{
		{`UPDATE totals SET products = products + 1 WHERE slot = 0`, "El número de productos: hay guardado"},
		{`UPDATE totals SET movements = movements + 1 WHERE slot = 0`, "El número de movimientos: hay guardado"},
		{
			`UPDATE totals SET audited = audited + 1 WHERE slot = 0`,
			"El número de filas del registro de cambios: hay guardado",
		},
		{`UPDATE totals SET stock = stock - 1 WHERE slot = 3`, "La suma del stock: hay guardado"},
		{`UPDATE totals SET cost_value = cost_value + 5 WHERE slot = 0`, "El valor del stock a coste"},
		{
			`UPDATE labels SET products = 9 WHERE name_key = 'caja'`,
			"El número de productos de la categoría «Caja»: hay guardado 9 y al contar sale 1",
		},
		{
			`UPDATE products SET category_name = 'Cajas' WHERE category_name = 'Caja'`,
			"El número de productos con los nombres de su categoría y su marca: hay guardado",
		},
		{
			`UPDATE location_totals SET units = units + 1 WHERE location_id = 2`,
			"Las unidades del almacén «Norte»: hay guardado",
		},
		{
			`UPDATE location_totals SET cost_value = 0 WHERE location_id = 1`,
			"El valor a coste, en céntimos, del almacén «Principal»: hay guardado 0",
		},
		{`UPDATE stock_changes SET moved = moved + 1`, "El cambio del stock del "},
		{`UPDATE stock_changes SET listed = listed + 1`, "La suma de los cambios del stock: hay guardado"},
		{`UPDATE entry_totals SET units = units + 1`, "Las unidades de las entradas de tipo purchase en USD: hay guardado"},
		{
			`UPDATE entries SET quantity = 11, total_cost_cents = 11 * unit_cost_cents WHERE id = 1`,
			"La entrada 1 no coincide con sus movimientos",
		},
		{`UPDATE entries SET deleted_at = 1 WHERE id = 2`, "La entrada 2 no coincide con sus movimientos"},
		{`DELETE FROM entries WHERE id = 3`, "La entrada 3 no coincide con sus movimientos"},
		{`UPDATE transfers SET quantity = 5 WHERE id = 1`, "El traspaso 1 no coincide con sus movimientos"},
		{`UPDATE transfers SET undone_at = 1 WHERE id = 2`, "El traspaso 2 no coincide con sus movimientos"},
		{`DELETE FROM transfers WHERE id = 3`, "El traspaso 3 no coincide con sus movimientos"},
		{
			`UPDATE stocktake_lines SET counted = counted + 1 WHERE stocktake_id = 1 AND movement_id <> 0`,
			"El recuento 1 no coincide con sus movimientos",
		},
		{
			`UPDATE stocktake_lines SET movement_id = 0 WHERE stocktake_id = 2`,
			"El recuento 2 no coincide con sus movimientos",
		},
		{`UPDATE stocktakes SET counted = 0 WHERE id = 3`, "El recuento 3 no coincide con sus movimientos"},
		{`DELETE FROM products WHERE sku = 'HIST'`, "es de un producto que no existe"},
	}
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := documented(t, storetest.Open(t, options))
		shoptest.Clean(t, inv)
		for _, row := range rows {
			storetest.Tamper(t, options, row.sql)
		}
		report, err := inv.Verify.Verify(t.Context(), nil)
		shoptest.Must(t, report, err)
		var messages []string
		for _, finding := range report.Findings {
			messages = append(messages, finding.Message)
		}
		found := strings.Join(messages, "\n")
		for _, row := range rows {
			if !strings.Contains(found, row.says) {
				t.Errorf("%q is not among %q", row.says, messages)
			}
		}
		for _, intact := range []string{"La entrada 4", "El traspaso 4", "El recuento 4"} {
			if strings.Contains(found, intact+" ") {
				t.Errorf("%s is blamed", intact)
			}
		}
	})
}

// What products are sorted by is compared with them, where it is kept apart.
func TestVerifyComparesTheOrderOfTheStock(t *testing.T) {
	for _, sql := range []string{
		`UPDATE stock_order SET stock = stock + 1 WHERE product_id = 1`,
		`UPDATE stock_order SET level = 1 - level WHERE product_id = 1`,
		`UPDATE stock_order SET alert_blocked = NOT alert_blocked WHERE product_id = 1`,
		`DELETE FROM stock_order WHERE product_id = 1`,
		`INSERT INTO stock_order (product_id, stock, level, alert_blocked) VALUES (999, 0, 0, FALSE)`,
	} {
		options := store.Options{URL: storetest.Postgres(t)}
		inv := inventory.New(storetest.Twice(storetest.Open(t, options)), inventory.Options{PasswordWorkers: 1})
		shoptest.Shelf(t, inv, "Caja", 3)
		shoptest.Clean(t, inv)
		storetest.Tamper(t, options, sql)
		report, err := inv.Verify.Verify(t.Context(), nil)
		if findings := shoptest.Must(t, report, err).Findings; len(findings) != 1 ||
			!strings.HasPrefix(findings[0].Message, "El número de productos bien ordenados por su stock: ") {
			t.Errorf("%s: %+v", sql, findings)
		}
	}
}

// What a forecast repeats of its product is compared, whichever of the two is wrong.
func TestVerifyComparesForecasts(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, product := shoptest.Shop(t, storetest.Open(t, options), 20)
		other, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("B"), Name: shoptest.Ptr("Broca"), Stock: shoptest.Ptr(int64(0)),
		})
		shoptest.Must(t, other, err)
		shoptest.Must(t, true, inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, other.ID))
		for _, row := range []struct{ spoil, repair, says string }{
			{`level = 1`, `level = 2`, "repite otro nivel de stock"},
			{`alert_blocked = TRUE`, `alert_blocked = FALSE`, "repite otro bloqueo de alertas"},
		} {
			shoptest.Clean(t, inv)
			storetest.Tamper(t, options, `UPDATE forecasts SET `+row.spoil)
			report, err := inv.Verify.Verify(t.Context(), nil)
			shoptest.Must(t, report, err)
			wanted := fmt.Sprintf("Producto %d (HER-1): su previsión %s", product.ID, row.says)
			if len(report.Findings) != 1 || report.Findings[0].Message != wanted {
				t.Errorf("%s: found %v, want %q", row.spoil, report.Findings, wanted)
			}
			storetest.Tamper(t, options, `UPDATE forecasts SET `+row.repair)
		}
		shoptest.Clean(t, inv)
		storetest.Tamper(t, options, fmt.Sprintf(`UPDATE forecasts SET product_id = %d`, other.ID))
		report, err := inv.Verify.Verify(t.Context(), nil)
		shoptest.Must(t, report, err)
		if found := fmt.Sprint(report.Findings); len(report.Findings) != 2 ||
			!strings.Contains(found, "(HER-1): falta su previsión") || !strings.Contains(found, "(B): sobra su previsión") {
			t.Errorf("found %v", report.Findings)
		}
	})
}

// documented is an inventory with four documents of every sort.
func documented(t *testing.T, db *store.DB) *inventory.Inventory {
	t.Helper()
	inv, product := shoptest.Shop(t, db, 3)
	other := shoptest.North(t, inv)
	history(t, inv, "HIST", other.ID)
	boxes := shoptest.Shelf(t, inv, "Caja", 1)
	for i := range int64(4) {
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 10, 150))
		shoptest.Must(t, entry, err)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{})
		shoptest.Count(t, inv, stocktake.ID, boxes[0], 8-i)
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		shoptest.Must(t, posted, err)
		if i == 0 {
			continue // The history has made the first transfer.
		}
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 2,
		})
		shoptest.Must(t, transfer, err)
	}
	return inv
}

func TestVerifyTellsHowFarItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := documented(t, db)
		var done, total int64
		report, err := inv.Verify.Verify(t.Context(), func(d, of int64) { done, total = d, of })
		if shoptest.Must(t, report, err); done != total || total != report.Movements || report.Movements != 21 ||
			report.Products != 3 {
			t.Errorf("%d of %d, report %+v", done, total, report)
		}
	})
}

func TestACheckIsAskedForRunAndKept(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := documented(t, storetest.Open(t, options))
		if _, err := inv.Verify.LastLedgerCheck(t.Context()); shoptest.Refusal(err, "") != core.ErrNotFound.Message {
			t.Errorf("a check before any: %v", err)
		}
		asked, err := inv.Verify.AskLedgerCheck(t.Context(), shoptest.Boss)
		again, err2 := inv.Verify.AskLedgerCheck(t.Context(), shoptest.Clerk)
		if shoptest.Must(t, again, err2); shoptest.Must(t, asked, err).ID != again.ID || again.State != verify.CheckAsked {
			t.Errorf("asked %+v and %+v", asked, again)
		}
		if ran, err := inv.Verify.RunLedgerChecks(t.Context()); err != nil || ran != 1 {
			t.Errorf("%d ran: %v", ran, err)
		}
		last, err := inv.Verify.LastLedgerCheck(t.Context())
		if last = shoptest.Must(t, last, err); last.State != verify.CheckDone || last.Problems != 0 || last.Movements != 21 ||
			last.Products != 3 || last.EndedAt == nil || last.AskedBy != shoptest.Boss.ID {
			t.Errorf("last %+v", last)
		}
		if ran, err := inv.Verify.RunLedgerChecks(t.Context()); err != nil || ran != 0 {
			t.Errorf("%d more ran: %v", ran, err)
		}
		storetest.Tamper(t, options, `UPDATE totals SET stock = stock + 1 WHERE slot = 0`)
		check, err := inv.Verify.CheckLedger(t.Context(), nil)
		shoptest.Must(t, check, err)
		last, err = inv.Verify.LastLedgerCheck(t.Context())
		if last = shoptest.Must(t, last, err); last.ID != check.ID || last.Problems != 1 || len(last.Findings) != 1 ||
			last.Findings[0].Message != check.Findings[0].Message {
			t.Errorf("last %+v", last)
		}
	})
}

// A process that dies while it checks leaves the check to another one.
func TestACheckIsTakenOverFromTheDead(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db := storetest.Open(t, options)
		inv := documented(t, db)
		asked, err := inv.Verify.AskLedgerCheck(t.Context(), shoptest.Boss)
		shoptest.Must(t, asked, err)
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			_, err := tx.ClaimLedgerCheck(tx.Now())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if ran, err := inv.Verify.RunLedgerChecks(t.Context()); err != nil || ran != 0 {
			t.Errorf("%d ran beside the living: %v", ran, err)
		}
		storetest.Tamper(t, options, `UPDATE ledger_checks SET seen_at = seen_at - 130000000`)
		if ran, err := inv.Verify.RunLedgerChecks(t.Context()); err != nil || ran != 1 {
			t.Errorf("%d ran after the dead: %v", ran, err)
		}
	})
}
