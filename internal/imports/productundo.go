package imports

import (
	"fmt"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// obstacles names the products that stand in the way.
func (productImporter) obstacles(tx Tx, rows []Row) (obstacles []string, err error) {
	products, err := productsOfRows(tx, rows, tx.ProductsBySKUs)
	if err != nil {
		return nil, err
	}
	lying, err := lyingOf(tx, products)
	if err != nil {
		return nil, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if sentence := row.obstacle(products[row.SKUKey], lying, settings.SalesCurrency); sentence != "" {
			obstacles = append(obstacles, sentence)
		}
	}
	held, err := heldBarcodes(tx, rows, products)
	return append(obstacles, held...), err
}

// productsOfRows are the products of rows by the key of their SKU.
func productsOfRows(
	tx Tx, rows []Row, find func([]string) ([]catalogue.Product, error),
) (map[string]catalogue.Product, error) {
	keys := make([]string, 0, len(rows))
	for _, row := range rows {
		keys = append(keys, row.SKUKey)
	}
	found, err := find(keys)
	if err != nil {
		return nil, err
	}
	products := make(map[string]catalogue.Product, len(found))
	for _, product := range found {
		products[core.IdentityKey(product.SKU)] = product
	}
	return products, nil
}

// leftAlone says that there is nothing to undo: the row changed nothing, or a user deleted
// what it had made.
func (r Row) leftAlone(product catalogue.Product) bool {
	return (len(r.Changes) == 0 && len(r.Moves) == 0) || (r.Created && product.ID != r.ProductID)
}

// obstacle says what keeps a row from being undone, with the product's name.
func (r Row) obstacle(
	product catalogue.Product, lying map[ledger.StockPlace]int64, salesCurrency string,
) string {
	product = product.AsWritten()
	switch {
	case r.leftAlone(product):
		return ""
	case product.ID != r.ProductID:
		return fmt.Sprintf("el producto con SKU %s se ha eliminado o tiene otro SKU", r.SKUKey)
	case r.Created && product.Reserved > 0:
		return fmt.Sprintf("%s (%s) está en pedidos abiertos", product.Name, product.SKU)
	case r.Created && !sealed(product, r.Changes):
		return fmt.Sprintf("%s (%s) ha cambiado desde entonces", product.Name, product.SKU)
	case r.Created:
		return ""
	}
	for _, change := range r.Changes {
		field, err := fieldNamed(change.Field)
		if err != nil || !isKept(field, product, change.After) {
			return fmt.Sprintf("%s (%s) ha cambiado desde entonces", product.Name, product.SKU)
		}
	}
	if r.changesPrice() && product.PriceCurrency != salesCurrency {
		return fmt.Sprintf("%s (%s) tenía el precio en %s y ahora los precios están en %s", product.Name, product.SKU,
			product.PriceCurrency, salesCurrency)
	}
	for _, m := range r.Moves {
		if lying[ledger.StockPlace{ProductID: product.ID, LocationID: m.LocationID}] < m.Quantity {
			return fmt.Sprintf("de %s (%s) ya no quedan las %d unidades que trajo", product.Name, product.SKU,
				m.Quantity)
		}
	}
	return ""
}

// changesPrice says that undoing the row gives a price back.
func (r Row) changesPrice() bool {
	return slices.ContainsFunc(r.Changes, func(change FieldChange) bool { return change.Field == "price" })
}

// lyingOf is where products lie.
func lyingOf(tx Tx, products map[string]catalogue.Product) (map[ledger.StockPlace]int64, error) {
	ids := make([]int64, 0, len(products))
	for _, product := range products {
		ids = append(ids, product.ID)
	}
	return tx.StocksAt(ids)
}

// heldBarcodes names the barcodes that should be given back and that another product has taken.
func heldBarcodes(tx Tx, rows []Row, products map[string]catalogue.Product) ([]string, error) {
	wanted := map[string]Row{}
	var barcodes []string
	for _, row := range rows {
		if row.Barcode != "" {
			wanted[row.Barcode] = row
			barcodes = append(barcodes, row.Barcode)
		}
	}
	if len(barcodes) == 0 {
		return nil, nil
	}
	holders, err := tx.ProductsByBarcodes(barcodes)
	if err != nil {
		return nil, err
	}
	var held []string
	for _, holder := range holders {
		row := wanted[holder.Barcode]
		if holder.ID != row.ProductID && !row.leftAlone(products[row.SKUKey]) {
			held = append(held, fmt.Sprintf("el código de barras %s es ahora de %s (%s)", holder.Barcode, holder.Name,
				holder.SKU))
		}
	}
	return held, nil
}

// undo gives products and stock back as they were.
func (productImporter) undo(tx Tx, actor core.Actor, imported *Import, rows []Row) error {
	products, err := productsOfRows(tx, rows, tx.LockProductsBySKUs)
	if err != nil {
		return err
	}
	journal := &undoJournal{}
	for i := range rows {
		rows[i].Barcode = ""
		if product := products[rows[i].SKUKey]; !rows[i].leftAlone(product) && product.ID == rows[i].ProductID {
			journal.rows = append(journal.rows, rows[i])
			journal.before = append(journal.before, product)
		}
	}
	if err := journal.moveBack(tx, actor, imported); err != nil {
		return err
	}
	return journal.restore(tx, actor, imported)
}

// undoJournal is what a turn of undoing does.
type undoJournal struct {
	rows   []Row
	before []catalogue.Product
	now    []catalogue.Product
}

// moveBack writes the opposite of every movement of the rows. What was sold in
// the moments since the last look cannot be taken back: then what is left is,
// and the import says so.
func (j *undoJournal) moveBack(tx Tx, actor core.Actor, imported *Import) error {
	ids := make([]int64, 0, len(j.before))
	for _, product := range j.before {
		ids = append(ids, product.ID)
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return err
	}
	wanted := make([][]ledger.Change, len(j.rows))
	for i, row := range j.rows {
		product := j.before[i]
		for _, m := range row.Moves {
			location, err := importLocation(tx, m.LocationID)
			if err != nil {
				return err
			}
			// Nothing is taken from another place than where it was brought.
			at := ledger.StockPlace{ProductID: product.ID, LocationID: location}
			back := ledger.Change{
				LocationID: location, Quantity: max(-m.Quantity, -lying[at]), Reason: ledger.ReasonAdjustment,
				Notes:  fmt.Sprintf("Deshace la importación %d", imported.ID),
				Source: ledger.SourceImport, SourceID: imported.ID, UndoOf: m.ID,
			}
			if missing := m.Quantity + back.Quantity; missing > 0 {
				imported.Wrong++
				imported.Problems = append(imported.Problems, RowProblem{
					Row: row.Number, Column: "Stock Actual", Value: product.SKU,
					Message: fmt.Sprintf("%s: %d unidades salieron mientras se deshacía y no se han podido quitar", product.Name,
						missing),
				})
			}
			if back.Quantity != 0 {
				lying[at] += back.Quantity
				wanted[i] = append(wanted[i], back)
			}
		}
	}
	moving := &importJournal{now: j.before, moves: make([][]Move, len(j.rows))}
	moving.now = append([]catalogue.Product{}, j.before...)
	err = moving.move(tx, actor, wanted)
	j.now = moving.now
	return err
}

// restore gives the products their old fields, or deletes those that are new. One that was
// ordered in the moments since the last check stays.
func (j *undoJournal) restore(tx Tx, actor core.Actor, imported *Import) error {
	var audits []core.AuditRow
	for i, row := range j.rows {
		before, after := j.now[i], j.now[i]
		if row.Created && before.Reserved > 0 {
			imported.Wrong++
			imported.Problems = append(imported.Problems, RowProblem{
				Row: row.Number, Column: "SKU", Value: before.SKU,
				Message: before.Name + ": hay pedidos abiertos y no se ha eliminado",
			})
			continue
		}
		// Stock that rises makes a product active; the import is to blame for
		// nothing but what it changed.
		after.Status = j.before[i].Status
		action, note := core.AuditUpdate, any(nil)
		if row.Created {
			now := tx.Now()
			action, after.DeletedAt = core.AuditDelete, &now
		} else if err := row.restoreFields(tx, &after); err != nil {
			return err
		}
		if !row.Created {
			if after.SameAs(before) {
				continue
			}
			note = after.Auditable()
		}
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdateProduct(before, after); err != nil {
			return err
		}
		audited, err := core.NewAuditRow(tx, actor, action, core.NounProduct, after.ID, before.Auditable(), note)
		if err != nil {
			return err
		}
		audits = append(audits, audited)
	}
	return tx.InsertAudits(audits)
}

func (r Row) restoreFields(tx Tx, product *catalogue.Product) error {
	now := *product
	for _, change := range r.Changes {
		field, err := fieldNamed(change.Field)
		if err != nil {
			return err
		}
		if err := restoreField(tx, field, product, change.Before); err != nil {
			return err
		}
	}
	if image := product.ImageURL; image != now.ImageURL {
		product.ImageURL = now.ImageURL
		product.NameImage(image)
	}
	return nil
}
